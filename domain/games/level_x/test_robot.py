"""The robot of Level X plays by its rules of thumb, and well enough."""

from domain.chance import Seeded
from domain.games.level_x import RULES
from domain.games.level_x.dice import sums_of
from domain.games.level_x.robot import choose
from domain.games.level_x.rules import State
from domain.games.level_x.testing import side, table
from domain.testing import wins_against_random

LUCK = Seeded(bytes(32))


def sums(state: State) -> tuple[int, ...]:
    """Return the rows that the robot moves in."""
    return sums_of(state.dice, choose(state, 0, LUCK).groups)


def test_it_takes_a_chip_where_its_piece_is_on_x() -> None:
    """1-2-3-5 could bring a step in other rows, and a chip in row 10 (5+3+2)."""
    assert sums(table(side(on={10: 2}), side(), roll="1235")) == (10,)


def test_it_sends_an_enemy_piece_off_x() -> None:
    """One step brings its piece to X in row 9, where the enemy has been: 4+5; or in row 10, where nobody is: 4+6."""
    assert 9 in sums(table(side(on={9: 1, 10: 1}), side(on={9: 2}), roll="4511"))


def test_it_goes_where_chips_are_left() -> None:
    """5 and 5 bring one piece forward in row 10, or another twice in row 5."""
    assert sums(table(side(), side(), roll="5566")) == (6, 6, 10)
    assert sums(table(side(), side(), roll="5566", left={10: 0})) == (5, 5, 6, 6)


def test_it_beats_who_moves_at_random() -> None:
    assert wins_against_random(RULES, choose) >= 70
