"""The robot of Bleib Cool plays by its rules of thumb, and well enough."""

from domain.chance import Seeded
from domain.games.bleib_cool import RULES
from domain.games.bleib_cool.robot import choose
from domain.games.bleib_cool.rules import MoveStone, Roll, State
from domain.games.bleib_cool.walking import Paths
from domain.testing import Rigged, after, commit, wins_against_random

B = -1
LUCK = Seeded(bytes(32))


def rolled(number: int, own: Paths, enemy: Paths) -> State:
    """Return a position in which seat 0 has thrown this number; field 0 of seat 1 is 20 of seat 0."""
    state = State(stones=(own, enemy), throws=1)
    thrown: State = after(RULES, state, commit(RULES, state, 0, Roll(), Rigged(number)))
    return thrown


def test_it_throws_when_there_is_nothing_to_move() -> None:
    assert choose(State(stones=((B,) * 4,) * 2), 0, LUCK) == Roll()


def test_it_captures() -> None:
    state = rolled(3, (10, 30, 43, 42), (33 - 20, B, B, B))

    assert choose(state, 0, LUCK) == MoveStone(stone=1)


def test_it_captures_who_has_come_furthest() -> None:
    """Stone 0 would capture one that has just begun, stone 1 one that is nearly home."""
    state = rolled(3, (20, 14, 43, 42), (3, 37, B, B))

    assert choose(state, 0, LUCK) == MoveStone(stone=1)


def test_it_leaves_where_an_enemy_may_land() -> None:
    """An enemy stands two fields behind stone 0, and none near stone 1."""
    state = rolled(5, (12, 3, 43, 42), (30, B, B, B))

    assert choose(state, 0, LUCK) == MoveStone(stone=0)


def test_it_brings_a_stone_home() -> None:
    state = rolled(4, (37, 10, 43, B), (B,) * 4)

    assert choose(state, 0, LUCK) == MoveStone(stone=0)


def test_it_beats_who_moves_at_random() -> None:
    assert wins_against_random(RULES, choose) >= 60
