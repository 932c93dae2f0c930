"""Boxes: what five jewels bring in each of the thirteen boxes of the shopping list (rules.md §3, the table)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

SLOTS = 5

Colour: TypeAlias = Literal["white", "yellow", "red", "blue", "violet", "green"]
"""A colour of jewels."""

COLOURS: tuple[Colour, ...] = get_args(Colour)
VALUE: Mapping[Colour, int] = {"white": 1, "yellow": 2, "red": 3, "blue": 4, "violet": 5, "green": 6}

Box: TypeAlias = Literal[
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "yatzy",
    "chance",
]
"""A box of the shopping list."""

BOXES: tuple[Box, ...] = get_args(Box)
UPPER = BOXES[: len(COLOURS)]  # One box for each colour, in the order of their values.
PLACE: Mapping[Box, int] = {box: place for place, box in enumerate(BOXES)}

BONUS = 35
BONUS_FROM = 63  # What the upper boxes must reach.
THREE_OF_A_KIND = 3
FOUR_OF_A_KIND = 4
FULL_HOUSE_OF = [2, 3]
FULL_HOUSE = 25
SMALL_STRAIGHT_OF = 4
SMALL_STRAIGHT = 30
LARGE_STRAIGHT_OF = 5
LARGE_STRAIGHT = 40
YATZY_OF = 5
YATZY = 50

HANDS: int = len(COLOURS) ** SLOTS  # All that can lie in the five slots.


@lru_cache(maxsize=HANDS)
def worths(jewels: tuple[Colour, ...]) -> tuple[int, ...]:
    """Return what these five jewels bring in each box, in the order of `BOXES`; 0: the box can only be struck."""
    values = [VALUE[jewel] for jewel in jewels]
    counts = [values.count(value) for value in VALUE.values()]
    run, most = longest_run(values), max(counts)
    return (
        *(value * count for value, count in zip(VALUE.values(), counts, strict=True)),
        of_a_kind(THREE_OF_A_KIND, counts),
        of_a_kind(FOUR_OF_A_KIND, counts),
        FULL_HOUSE if sorted(filter(None, counts)) == FULL_HOUSE_OF else 0,
        SMALL_STRAIGHT if run >= SMALL_STRAIGHT_OF else 0,
        LARGE_STRAIGHT if run >= LARGE_STRAIGHT_OF else 0,
        YATZY if most >= YATZY_OF else 0,
        sum(values),
    )


def of_a_kind(number: int, counts: Sequence[int]) -> int:
    """Return `number` times the value of the colour that lies there so often: the matching jewels only."""
    return sum(number * value for value, count in zip(VALUE.values(), counts, strict=True) if count >= number)


def longest_run(values: Sequence[int]) -> int:
    """Return how many values that follow each other lie there."""
    longest = run = 0
    for value in VALUE.values():
        run = run + 1 if value in values else 0
        longest = max(longest, run)
    return longest
