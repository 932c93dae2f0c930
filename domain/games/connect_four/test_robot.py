"""The robot of Vier gewinnt plays by its rules of thumb, and well enough."""

import pytest

from domain.chance import Seeded
from domain.games.connect_four import RULES
from domain.games.connect_four.robot import LINES, choose
from domain.games.connect_four.rules import Drop
from domain.testing import given, wins_against_random

LUCK = Seeded(bytes(32))


@pytest.mark.parametrize(
    ("moves", "column"), [("121212", 1), ("415761", 3), ("1223433445", 4)], ids=["up", "along", "across"]
)
def test_it_wins_if_it_can(moves: str, column: int) -> None:
    assert choose(given(RULES).after(moves).state, len(moves) % 2, LUCK) == Drop(column=column)


def test_it_keeps_the_other_from_winning() -> None:
    assert choose(given(RULES).after("12131").state, 1, LUCK) == Drop(column=1)


def test_it_does_not_drop_below_where_the_other_wins() -> None:
    """The other has 2, 3 and 4 of row 2; nothing lies in columns 1 and 5 yet."""
    assert choose(given(RULES).after("23426364").state, 0, LUCK).column not in {1, 5}


def test_there_are_69_lines_of_four() -> None:
    assert len(set(LINES)) == 69


def test_it_beats_who_moves_at_random() -> None:
    assert wins_against_random(RULES, choose) >= 70
