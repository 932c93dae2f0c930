"""Level X against a table from elsewhere: to which sums each of 126 rolls can be divided (rules.md §2)."""

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement, permutations
from pathlib import Path
from typing import TypeAlias

import msgspec
import pytest

from domain.games.level_x import RULES
from domain.games.level_x.dice import divisions, groupings
from domain.games.level_x.rules import GroupDice
from domain.games.level_x.testing import made, pips, side, table

Options: TypeAlias = Mapping[str, Sequence[tuple[int, ...]]]

ON_EVERY_X = {5: 4, 6: 4, 7: 3, 8: 3, 9: 2, 10: 2}  # A piece on every X: each group of a row takes a chip.


@pytest.fixture(scope="module")
def options(conformance: Path) -> Options:
    data = (conformance / "level_x" / "roll_options.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, list[tuple[int, ...]]])


def test_the_table_has_every_roll(options: Options) -> None:
    rolls = {"".join(roll) for roll in combinations_with_replacement("123456", 4)}

    assert len(rolls) == 126
    assert options.keys() == rolls


def test_every_roll_brings_exactly_what_the_table_says_whatever_its_order(options: Options) -> None:
    """rules.md §2 Check: `data/level_x/roll_options.json` (each sorted roll → every achievable multiset […])."""
    wrong = [
        (roll, order)
        for roll, expected in options.items()
        for order in set(permutations(roll))
        if sorted(division.sums for division in divisions(pips("".join(order)))) != sorted(expected)
    ]

    assert wrong == []


def test_every_grouping_takes_what_the_table_says_and_each_of_it_is_taken(options: Options) -> None:
    """With a piece on every X a turn tells by its chips which sums counted."""
    for roll, expected in options.items():
        state = table(side(on=ON_EVERY_X), side(), roll=roll)
        taken = set[tuple[int, ...]]()
        for groups in groupings():
            rows = made(state, GroupDice(groups=groups)).rows
            taken.add(tuple(each.row for each in rows for _ in range(each.chips)))
        assert sorted(taken) == sorted(expected), roll


def test_the_listed_moves_are_one_for_each_multiset_where_each_does_something_of_its_own(options: Options) -> None:
    for roll, expected in options.items():
        state = table(side(on=ON_EVERY_X), side(), roll=roll)
        assert len(list(RULES.legal_moves(state, 0))) == len(expected), roll


def test_1_2_3_5_offers_nothing_the_six_rows_and_two_pairs(options: Options) -> None:
    """rules.md §2 Check: 1-2-3-5 offers nothing, 5, 6, 7, 8, 9, 10, 5+5, 5+6."""
    sums = [division.sums for division in divisions((1, 2, 3, 5))]

    assert sums == [(), (5,), (6,), (7,), (8,), (9,), (10,), (5, 5), (5, 6)]
    assert sorted(options["1235"]) == sorted(sums)
