"""DiamondYatzy against a table from elsewhere: what each of 252 hands brings in each of 13 boxes (rules.md §3)."""

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement, permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.diamond_yatzy import RULES
from domain.games.diamond_yatzy.boxes import BOXES, COLOURS, SLOTS, Box, worths
from domain.games.diamond_yatzy.rules import BoxEntered, Enter
from domain.games.diamond_yatzy.testing import board, duel, jewels
from domain.kernel import Refused
from domain.testing import Rigged

COLUMNS: Mapping[str, Box] = {
    "1": "ones",
    "2": "twos",
    "3": "threes",
    "4": "fours",
    "5": "fives",
    "6": "sixes",
    "dreierpasch": "three_of_a_kind",
    "viererpasch": "four_of_a_kind",
    "full_house": "full_house",
    "kleine_strasse": "small_straight",
    "grosse_strasse": "large_straight",
    "yatzy": "yatzy",
    "chance": "chance",
}


@pytest.fixture(scope="module")
def table(conformance: Path) -> Mapping[str, Mapping[Box, int]]:
    told: Mapping[str, Any] = msgspec.json.decode((conformance / "diamond_yatzy" / "box_scores.json").read_bytes())
    columns: Sequence[Box] = [COLUMNS[name] for name in told["columns"]]
    return {hand: dict(zip(columns, row, strict=True)) for hand, row in told["rows"].items()}


def test_the_table_has_every_hand_and_every_box(table: Mapping[str, Mapping[Box, int]]) -> None:
    values = "".join(str(value) for value in range(1, len(COLOURS) + 1))
    hands = {"".join(hand) for hand in combinations_with_replacement(values, SLOTS)}

    assert len(hands) == 252
    assert table.keys() == hands
    assert {frozenset(row) for row in table.values()} == {frozenset(BOXES)}


def test_every_hand_brings_what_the_table_says_whatever_its_order(table: Mapping[str, Mapping[Box, int]]) -> None:
    """rules.md §3 Checks: `data/diamond_yatzy/box_scores.json` (all 252 multisets × 13 boxes)."""
    wrong = [
        (hand, order)
        for hand, row in table.items()
        for order in set(permutations(hand))
        if worths(jewels("".join(order))) != tuple(row[box] for box in BOXES)
    ]

    assert wrong == []


def test_every_hand_can_be_entered_for_that_and_where_it_brings_nothing_not_at_all(
    table: Mapping[str, Mapping[Box, int]],
) -> None:
    for hand, row in table.items():
        state = duel(board(hand))
        for box, points in row.items():
            decided = RULES.decide(state, 0, Enter(box=box), Rigged())
            if points:
                assert decided == (BoxEntered(seat=0, box=box, points=points),)
            else:
                assert decided == Refused(reason="worth_nothing")
