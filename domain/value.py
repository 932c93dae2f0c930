"""Values: immutable, keyword-only structs that everything else is made of."""

from typing import Any, dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Frozen(msgspec.StructMeta):
    """Makes every value immutable and keyword-only, so that nobody has to remember to."""

    def __new__(cls, *args: Any, **config: Any) -> Any:
        return super().__new__(cls, *args, **{"frozen": True, "kw_only": True, **config})


class Value(msgspec.Struct, metaclass=Frozen):
    """The base of every value: compares by content and is built by keyword."""


class Text(Value):
    """One sentence in the two languages of the house."""

    de: str
    en: str
