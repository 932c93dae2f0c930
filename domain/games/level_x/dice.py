"""Dice: into which groups four of them can be divided, and to which sums groups come."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Annotated, NamedTuple, TypeAlias

from msgspec import Meta

DICE = 4
SIDES = 6
ROWS = range(5, 11)  # Rows 5 … 10: the sums that count.
ROLLS = 1_296  # 6 × 6 × 6 × 6.

Die: TypeAlias = Annotated[int, Meta(ge=0, le=DICE - 1)]
"""0 … 3, from the left."""

Pips: TypeAlias = Annotated[int, Meta(ge=1, le=SIDES)]

Dice: TypeAlias = Annotated[tuple[Die, ...], Meta(min_length=1, max_length=DICE)]
"""A group of one to four dice."""

Groups: TypeAlias = Annotated[tuple[Dice, ...], Meta(max_length=DICE)]
"""Each die is in at most one of them; what is in none stays unused."""


class Division(NamedTuple):
    """The sums that count, in order, and the groups they come from."""

    sums: tuple[int, ...]
    groups: Groups


def sums_of(roll: Sequence[int], groups: Groups) -> tuple[int, ...]:
    """Return the sums that count, in order: other groups do nothing."""
    sums = (sum(roll[die] for die in group) for group in groups)
    return tuple(sorted(number for number in sums if number in ROWS))


def is_divided(groups: Groups) -> bool:
    """Return whether each die is in at most one group, and in it once."""
    dice = [die for group in groups for die in group]
    return len(set(dice)) == len(dice)


def ordered(groups: Groups) -> Groups:
    """Return the same groups as everybody would write them: their order changes nothing."""
    return tuple(sorted(tuple(sorted(group)) for group in groups))


@lru_cache(ROLLS)
def divisions(roll: tuple[int, ...]) -> Sequence[Division]:
    """Return one division for each multiset of sums that a roll can bring: few sums first, of few dice."""
    found: dict[tuple[int, ...], Groups] = {}
    for groups in sorted(groupings(), key=_dice_used):
        sums = sums_of(roll, groups)
        if len(sums) == len(groups):
            found.setdefault(sums, groups)
    return [Division(sums, found[sums]) for sums in sorted(found, key=lambda sums: (len(sums), sums))]


@lru_cache(1)
def groupings() -> Sequence[Groups]:
    """Return all 52 ways to divide four dice into groups, some or all of them staying unused."""
    return tuple(ordered(groups) for groups in _grouped(DICE))


def _grouped(dice: int) -> Iterator[Groups]:
    """Yield the groupings of the first dice: the last of them is unused, in a group of the others, or in its own."""
    if dice == 0:
        yield ()
        return
    last = dice - 1
    for groups in _grouped(last):
        yield groups
        yield (*groups, (last,))
        for place, group in enumerate(groups):
            yield (*groups[:place], (*group, last), *groups[place + 1 :])


def _dice_used(groups: Groups) -> tuple[int, Groups]:
    return sum(map(len, groups)), groups
