"""Robots for Vier gewinnt: win if you can, keep the other from winning, and build where four are still possible."""

from collections.abc import Sequence

from domain.games.connect_four.rules import CELLS, COLUMNS, DIRECTIONS, FOUR, Drop, State, bit, has_four, lands
from domain.kernel import Chance, Robot, Seat

PLIES = 2  # Looked ahead.
CENTRE_FIRST = (4, 3, 5, 2, 6, 1, 7)
WON = 10_000  # More than any count of lines.
WORTH = (0, 1, 6, 30)  # A line of four with so many discs of one side and none of the other.


def choose(state: State, seat: Seat, luck: Chance) -> Drop:
    """Return the column that looks best some plies ahead; among equal ones one by luck."""
    own, enemy = state.discs[seat], state.discs[1 - seat]
    worths = {column: _worth(own, enemy, column) for column in CENTRE_FIRST if lands(own | enemy, column)}
    best = [column for column, worth in worths.items() if worth == max(worths.values())]
    return Drop(column=best[luck.draw("choice", len(best)) - 1])


def _worth(own: int, enemy: int, column: int) -> int:
    """Return what a column is worth to whoever drops there; a win is worth more the sooner it comes."""
    own |= lands(own | enemy, column)
    return WON + PLIES if has_four(own) else -_search(enemy, own, PLIES - 1, -2 * WON, 2 * WON)


def _search(own: int, enemy: int, plies: int, least: int, most: int) -> int:
    """Return what a position is worth to whoever is on turn (alpha-beta)."""
    taken = own | enemy
    if taken.bit_count() == CELLS:
        return 0
    if plies == 0:
        return _lines(own, enemy) - _lines(enemy, own)
    for column in CENTRE_FIRST:
        fallen = lands(taken, column)
        if not fallen:
            continue
        after = own | fallen
        worth = WON + plies if has_four(after) else -_search(enemy, after, plies - 1, -most, -least)
        if worth >= most:
            return worth
        least = max(least, worth)
    return least


def _lines(own: int, enemy: int) -> int:
    """Return what the lines are worth in which one side alone has discs."""
    return sum([WORTH[(own & line).bit_count()] for line in LINES if not enemy & line])


def _all_lines() -> Sequence[int]:
    cells = [bit(column, row) for column in range(1, COLUMNS + 1) for row in range(1, CELLS // COLUMNS + 1)]
    board = sum(cells)
    lines = (sum(start << step * n for n in range(FOUR)) for start in cells for step in DIRECTIONS)
    return [line for line in lines if line & board == line]


LINES = _all_lines()

ROBOTS = (Robot(level="easy", strength=900, choose=choose),)
