"""The board of Bleib Cool: a cross with a ring of 40 fields, and for each of four colours start places and a goal.

Seen by its owner a stone waits in B, stands on path 0 (the own field A) … 39, or in the goal, 40 … 43 (rules.md §1).
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, TypeAlias

from msgspec import Meta

COLOURS = 4
STONES = 4  # Of each colour.
RING = 40  # Fields that all share.
APART = 10  # From one colour's field A to the next one's.
WAITING = -1  # In B.
FIELD_A = 0
GOAL = RING  # The first field of the goal ...
INNERMOST = GOAL + STONES - 1  # ... and its last.

Colour: TypeAlias = Annotated[int, Meta(ge=0, le=COLOURS - 1)]
"""0 … 3, clockwise; so runs the path."""

Path: TypeAlias = Annotated[int, Meta(ge=WAITING, le=INNERMOST)]
"""Where a stone is, seen by its owner: `WAITING`, 0 … 39 on the ring, 40 … 43 in the goal."""

Square: TypeAlias = tuple[int, int]
"""Column and row of the cross, each 0 … 10, from its top left corner."""

COLOURS_OF: Mapping[int, Sequence[Colour]] = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""The colours by seat, for each number of players: two sit opposite."""

SIZE = 11  # Columns and rows of the cross.
_QUARTER: Sequence[Square] = (
    *((column, 4) for column in range(5)),  # In along an arm ...
    *((4, row) for row in range(3, -1, -1)),  # ... out along the next ...
    (5, 0),  # ... and across its end.
)
_B: Sequence[Square] = ((0, 0), (1, 0), (0, 1), (1, 1))
_LANE: Sequence[Square] = tuple((column, 5) for column in range(1, 1 + STONES))


def _turned(square: Square, quarters: int) -> Square:
    """Return a square turned clockwise around the middle of the cross."""
    for _ in range(quarters):
        square = SIZE - 1 - square[1], square[0]
    return square


RING_SQUARES: Sequence[Square] = tuple(_turned(square, colour) for colour in range(COLOURS) for square in _QUARTER)
B_SQUARES: Sequence[Sequence[Square]] = tuple(
    tuple(_turned(square, colour) for square in _B) for colour in range(COLOURS)
)
GOAL_SQUARES: Sequence[Sequence[Square]] = tuple(
    tuple(_turned(square, colour) for square in _LANE) for colour in range(COLOURS)
)


def field(colour: Colour, path: Path) -> int:
    """Return the field of the ring, 0 … 39, counted from the field A of colour 0, that is a colour's path."""
    return (colour * APART + path) % RING


def square(colour: Colour, stone: int, path: Path) -> Square:
    """Return where a stone lies on the cross; each has a place of its own in B."""
    if path == WAITING:
        return B_SQUARES[colour][stone]
    return RING_SQUARES[field(colour, path)] if path < GOAL else GOAL_SQUARES[colour][path - GOAL]
