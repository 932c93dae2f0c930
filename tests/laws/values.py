"""Random values of message types, so that laws can ask for anything that can be asked for."""

import re
from random import Random
from string import ascii_lowercase, digits
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from domain.kernel import AnyRules, Move

NEAR = 9  # How far numbers without declared bounds go.
ITEMS_MAX = 5  # In a collection.
ATTEMPTS_MAX = 100_000  # At a text that fits its pattern; a kind whose texts are rarer declares them as literals.

T = TypeVar("T")


def any_move(rules: AnyRules, random: Random) -> Move:
    """Return a well-formed move: now and then a legal one."""
    kind: type[Move] = random.choice(rules.moves)
    return any_of(kind, random)


def any_of(kind: type[T], random: Random) -> T:
    """Return a random value of a type, within its declared bounds."""
    return msgspec.convert(_any(inspect.type_info(kind), random), kind)


def _any(info: inspect.Type, random: Random) -> Any:
    match info:
        case inspect.Metadata(type=described):
            return _any(described, random)
        case inspect.StructType(fields=fields, tag=tag, tag_field=tag_field):
            own = {tag_field: tag} if tag_field else {}
            return own | {field.encode_name: _any(field.type, random) for field in fields}
        case inspect.IntType(ge=ge, le=le):
            low = -NEAR if ge is None else ge
            return random.randint(low, low + 2 * NEAR if le is None else le)
        case inspect.BoolType():
            return random.choice((False, True))
        case inspect.LiteralType(values=values):
            return random.choice(values)
        case inspect.StrType(pattern=str(pattern), min_length=shortest, max_length=longest):
            return _text(re.compile(pattern), shortest or 0, longest or ITEMS_MAX, random)
        case inspect.VarTupleType(item_type=item, min_length=fewest, max_length=most):
            number = random.randint(fewest or 0, ITEMS_MAX if most is None else most)
            return [_any(item, random) for _ in range(number)]
        case inspect.UnionType(types=types):
            return _any(random.choice(types), random)
        case inspect.NoneType():
            return None
        case _:
            raise NotImplementedError(f"tests/laws/values.py should say what a random {info} is")


def _text(pattern: re.Pattern[str], shortest: int, longest: int, random: Random) -> str:
    for _ in range(ATTEMPTS_MAX):
        text = "".join(random.choices(ascii_lowercase + digits, k=random.randint(shortest, longest)))
        if pattern.search(text):
            return text
    raise AssertionError(f"no text that fits {pattern} was found")
