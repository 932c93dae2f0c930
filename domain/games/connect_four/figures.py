"""What the rules of Vier gewinnt show: a game under way, and one that is won."""

from collections.abc import Iterable, Mapping
from functools import reduce

from domain.games.connect_four.rules import Cell, DiscDropped, State, evolve

FALLEN = ((4, 1), (4, 2), (5, 1), (3, 1), (4, 3), (5, 2), (3, 2), (4, 4), (5, 3), (3, 3))  # Column and row, in turn.
REST = ((2, 1), (6, 1))
FOUR = DiscDropped(seat=0, column=5, row=4, line=tuple(Cell(column=n, row=n - 1) for n in (2, 3, 4, 5)))


def figures() -> Mapping[str, State]:
    under_way = _dropped(FALLEN)
    return {"four": evolve(_dropped((*FALLEN, *REST)), FOUR), "under_way": under_way}


def _dropped(discs: Iterable[tuple[int, int]]) -> State:
    events = (DiscDropped(seat=n % 2, column=column, row=row) for n, (column, row) in enumerate(discs))
    return reduce(evolve, events, State())
