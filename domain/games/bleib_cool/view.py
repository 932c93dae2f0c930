"""What clients see of Bleib Cool: the cross as text, and every stone by its path."""

from collections.abc import Iterable

from domain.games.bleib_cool.board import B_SQUARES, COLOURS, GOAL_SQUARES, RING_SQUARES, SIZE, Colour, Path, square
from domain.games.bleib_cool.rules import Captured, Place, State, StoneMoved, colour, place_of
from domain.games.bleib_cool.walking import Number, Paths, Stone, Throws
from domain.kernel import Seat
from domain.value import Value


class Side(Value):
    """What is seen of a seat: its stones' paths, -1 in B, 0 … 39 from its own A on the ring, 40 … 43 in the goal."""

    colour: Colour  # 0 … 3 clockwise; its A is field 10 × colour of the ring.
    stones: Paths  # Empty once it has left.
    place: Place | None  # Once it has one.
    left: bool


class Throw(Value):
    """The latest throw."""

    seat: Seat
    number: Number


class Trip(Value):
    """The latest move of a stone."""

    seat: Seat
    stone: Stone
    origin: Path
    target: Path
    captured: Captured | None


class View(Value):
    """The board as clients see it.

    `board` is the cross from above, row by row: `.` an empty field, `-` no field, otherwise the seat whose stone it is.
    """

    board: tuple[str, ...]
    sides: tuple[Side, ...]  # By seat.
    throws: Throws  # Left to whoever is on turn, once the number thrown is played.
    movable: tuple[Stone, ...]  # Those that may move by the number thrown; none: it is to throw.
    rolled: Throw | None
    passed: Seat | None  # Who had to pass since.
    moved: Trip | None


def view(state: State) -> View:
    rolled, moved = state.rolled, state.moved
    return View(
        board=board(state),
        sides=tuple(_side(state, seat) for seat in range(len(state.stones))),
        throws=state.throws,
        movable=state.movable,
        rolled=None if rolled is None else Throw(seat=rolled.seat, number=rolled.number),
        passed=state.passed,
        moved=None if moved is None else _trip(moved),
    )


def board(state: State) -> tuple[str, ...]:
    """Return the cross as in `View.board`."""
    cells = [*_EMPTY]
    for seat, paths in enumerate(state.stones):
        owner, sign = colour(state, seat), str(seat)
        for stone, path in enumerate(paths):
            column, row = square(owner, stone, path)
            cells[row * SIZE + column] = sign
    whole = "".join(cells)
    return tuple([whole[start : start + SIZE] for start in range(0, SIZE * SIZE, SIZE)])


def _empty() -> Iterable[str]:
    fields = {*RING_SQUARES, *(each for c in range(COLOURS) for each in (*B_SQUARES[c], *GOAL_SQUARES[c]))}
    return ("." if (column, row) in fields else "-" for row in range(SIZE) for column in range(SIZE))


_EMPTY = tuple(_empty())


def _side(state: State, seat: Seat) -> Side:
    return Side(
        colour=colour(state, seat),
        stones=state.stones[seat],
        place=place_of(state, seat),
        left=seat in state.leavers,
    )


def _trip(moved: StoneMoved) -> Trip:
    return Trip(
        seat=moved.seat,
        stone=moved.stone,
        origin=moved.origin,
        target=moved.target,
        captured=moved.captured,
    )
