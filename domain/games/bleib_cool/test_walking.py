"""How the stones of one seat may walk, against a walk field by field, and what rules.md §1 counts of them."""

from itertools import combinations

import pytest

from domain.games.bleib_cool.walking import Paths, final, movable, throws_of

B = -1
ALL_IN_B = (B, B, B, B)
HOME = (40, 41, 42, 43)


@pytest.mark.parametrize(
    ("paths", "throws"),
    [
        (ALL_IN_B, 3),
        ((B, B, B, 43), 3),
        ((B, 42, B, 43), 3),
        ((43, B, 41, 42), 3),
        ((0, B, B, B), 1),  # On the ring.
        ((39, 43, B, B), 1),
        ((B, B, B, 42), 1),  # One that could move further in.
        ((B, B, 41, 43), 1),
        ((B, 40, 42, 43), 1),
        ((B, 40, 41, 42), 1),
    ],
)
def test_whoever_could_move_nothing_without_a_six_has_three_throws(paths: Paths, throws: int) -> None:
    """rules.md §1 Three throws: whoever has no stone on the ring, and no goal stone that could ever move further.

    rules.md §1 Three throws: (goal stones fill the innermost fields without a gap).
    """
    assert throws_of(paths) == throws


@pytest.mark.parametrize(
    ("paths", "run"),
    [((B, 40, 41, 42), 0), ((B, B, B, 43), 1), ((43, 5, 40, 42), 2), ((41, 42, 43, 39), 3), (HOME, 4), ((), 0)],
)
def test_a_final_position_is_in_an_unbroken_run_from_43_outwards(paths: Paths, run: int) -> None:
    """rules.md §1 Points: in its final position (an unbroken run from 43 outwards)."""
    assert final(paths) == run


NEAR_THE_ENDS = (*range(8), *range(33, 44))
POSITIONS = [
    (*(B,) * (4 - out), *paths) for out in range(5) for paths in combinations(NEAR_THE_ENDS, out)
]  # However the stones lie near the ring's beginning, its end, and in the goal.


@pytest.mark.parametrize("number", range(1, 7))
def test_in_all_positions_the_stones_that_may_move_are_those_that_a_plain_walk_finds(number: int) -> None:
    assert len(POSITIONS) == 1 + 19 + 171 + 969 + 3876
    assert [paths for paths in POSITIONS if movable(paths, number) != walkers(paths, number)] == []


def walkers(paths: Paths, number: int) -> tuple[int, ...]:
    """Return the stones that may move, walking field by field."""
    able = [stone for stone in range(4) if walks(paths, stone, number)]
    if B in paths and 0 in paths and paths.index(0) in able:
        return (paths.index(0),)
    if B in paths and 0 not in paths and number == 6:
        return tuple(stone for stone in range(4) if paths[stone] == B)
    return tuple(able)


def walks(paths: Paths, stone: int, number: int) -> bool:
    """Return whether nothing is in the way of a stone."""
    if paths[stone] == B:
        return number == 6 and 0 not in paths
    for path in range(paths[stone] + 1, paths[stone] + number + 1):
        in_the_way = path in paths and (path >= 40 or path == paths[stone] + number)
        if path > 43 or in_the_way:
            return False
    return True
