"""Values: immutable, keyword-only structs that everything else is made of."""

from typing import Any, Literal, TypeAlias, dataclass_transform

import msgspec

Language: TypeAlias = Literal["de", "en"]


class Frozen(msgspec.StructMeta):
    """Makes every value immutable and keyword-only, so that nobody has to remember to.

    The collector passes values over: made of what was there before, none leads back to itself.  (One that does, through
    a function or a container that changes, says `gc=True`.)
    """

    def __new__(cls, *args: Any, **config: Any) -> Any:
        """Make the class; `frozen` and `kw_only` are not inherited by msgspec alone."""
        return super().__new__(cls, *args, **{"frozen": True, "kw_only": True, "gc": False, **config})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, metaclass=Frozen, frozen=True, kw_only=True):
    """The base of every value: compares by content and is built by keyword."""


class Text(Value):
    """One sentence in the two languages of the house."""

    de: str
    en: str

    def said_in(self, language: Language) -> str:
        """Return it in one of them."""
        return self.de if language == "de" else self.en
