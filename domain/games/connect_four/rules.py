"""Vier gewinnt: discs fall into columns; four or more of one colour in a line win (rules.md §5).

Bitboards: each column has seven bits, the lowest cell first; the seventh stays empty, so that no line runs on
from the top of one column into the next.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Annotated, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from domain.kernel import Cause, Chance, Move, Options, Public, Refused, Result, Seat
from domain.value import Value

COLUMNS = 7
ROWS = 6
FOUR = 4
CELLS = COLUMNS * ROWS

Column: TypeAlias = Annotated[int, Meta(ge=1, le=COLUMNS)]
"""1 … 7, from the left."""

Row: TypeAlias = Annotated[int, Meta(ge=1, le=ROWS)]
"""1 … 6, from the bottom."""

STRIDE = ROWS + 1
LOWEST: Sequence[int] = tuple(1 << column * STRIDE for column in range(COLUMNS))
COLUMN: Sequence[int] = tuple(bit * ((1 << ROWS) - 1) for bit in LOWEST)
FULL = sum(COLUMN)
DIRECTIONS = (1, STRIDE, STRIDE - 1, STRIDE + 1)  # Up, to the right, downwards right, upwards right.


class Drop(Move, tag="connect_four.drop"):
    """Let a disc fall into a column."""

    column: Column


class Cell(Value):
    """One of the 42 places for a disc."""

    column: Column
    row: Row


class DiscDropped(Public, tag="connect_four.disc_dropped"):
    """A disc fell to `row` of `column`; `line` has all cells of every line of four or more that it closed."""

    seat: Seat
    column: Column
    row: Row
    line: tuple[Cell, ...] = ()


Fact: TypeAlias = DiscDropped


class State(Value):
    """A position."""

    discs: tuple[int, int] = (0, 0)  # By seat.
    turn: Seat = 0  # Whose turn it is unless the game is over.
    last: int = 0  # Where the last disc fell to, 0: none yet.
    line: int = 0  # The cells of the lines that won.
    left: Seat | None = None
    cause: Cause = "left"


class View(Value):
    """The board as clients see it: top row first, column 1 first; `.` empty, otherwise the seat whose disc it is."""

    board: tuple[str, ...]
    last: Cell | None  # Where the last disc fell to.
    line: tuple[Cell, ...]  # All cells of every line that won, column by column from the bottom; empty before.


def initial(_seats: int, _options: Options) -> State:
    return State()


def decide(state: State, seat: Seat, move: Drop, _chance: Chance) -> Sequence[Fact] | Refused:
    if is_over(state):
        return Refused(reason="over")
    if seat != state.turn:
        return Refused(reason="not_your_turn")
    fallen = lands(state.discs[0] | state.discs[1], move.column)
    if not fallen:
        return Refused(reason="column_full")
    line = tuple(cells(closed_by(fallen, state.discs[seat] | fallen)))
    return (DiscDropped(seat=seat, column=move.column, row=cell(fallen).row, line=line),)


def by_itself(_state: State, _chance: Chance) -> Fact | None:
    """Nothing ever happens without a player."""
    return None


def evolve(state: State, event: Fact) -> State:
    match event:
        case DiscDropped(seat=seat, column=column, row=row, line=line):
            fallen = bit(column, row)
            first, second = state.discs
            discs = (first | fallen, second) if seat == 0 else (first, second | fallen)
            won = sum([bit(cell.column, cell.row) for cell in line])
            return State(discs=discs, turn=1 - seat, last=fallen, line=won)  # Nobody moves after a leave.


def move_of(event: Fact) -> Drop | None:
    match event:
        case DiscDropped(column=column):
            return Drop(column=column)


def leave(state: State, seat: Seat, cause: Cause) -> State:
    return replace(state, left=seat, cause=cause)


def at_stake(state: State) -> Collection[Seat]:
    return () if is_over(state) else (0, 1)


def legal_moves(state: State, seat: Seat) -> Iterable[Drop]:
    if seat != state.turn or is_over(state):
        return ()
    taken = state.discs[0] | state.discs[1]
    return [Drop(column=column) for column in range(1, COLUMNS + 1) if lands(taken, column)]


def to_move(state: State) -> Collection[Seat]:
    return () if is_over(state) else (state.turn,)


def view(state: State) -> View:
    last = cell(state.last) if state.last else None
    return View(board=board(state), last=last, line=tuple(cells(state.line)))


def outcome(state: State) -> Result | None:
    """A line of four wins, a full board without one is a draw; whoever left has lost."""
    if state.left is not None:
        return Result(reason=state.cause, places=((1 - state.left,), (state.left,)))
    if state.line:
        winner = 0 if state.line & state.discs[0] else 1
        return Result(reason="four", places=((winner,), (1 - winner,)))
    return Result(reason="full", places=((0, 1),)) if state.discs[0] | state.discs[1] == FULL else None


def is_over(state: State) -> bool:
    """Return whether nobody moves any more: someone left, a line has won, or the board is full."""
    return state.line != 0 or state.left is not None or state.discs[0] | state.discs[1] == FULL


def bit(column: int, row: int) -> int:
    """Return a cell as a bitboard."""
    return 1 << (column - 1) * STRIDE + row - 1


def cell(bit: int) -> Cell:
    """Return the cell of a bitboard with one disc."""
    column, row = divmod(bit.bit_length() - 1, STRIDE)
    return Cell(column=column + 1, row=row + 1)


def cells(discs: int) -> Iterator[Cell]:
    """Yield the cells of a bitboard, column by column from the bottom."""
    while discs:
        lowest = discs & -discs
        yield cell(lowest)
        discs ^= lowest


def lands(taken: int, column: int) -> int:
    """Return the cell where a disc comes to rest, 0 if the column is full.

    Adding one at the bottom of a filled column carries up to its first empty cell.
    """
    index = column - 1
    return (taken & COLUMN[index]) + LOWEST[index] & COLUMN[index]


def has_four(discs: int) -> bool:
    """Return whether there is a line of four anywhere."""
    for step in DIRECTIONS:
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def closed_by(fallen: int, discs: int) -> int:
    """Return all cells of every line of four or more of `discs` that runs through the one just fallen."""
    if not has_four(discs):  # The usual case, told in a tenth of the time.
        return 0
    closed = 0
    for step in DIRECTIONS:
        run, ahead, behind = fallen, fallen << step, fallen >> step
        while ahead & discs:
            run, ahead = run | ahead, ahead << step
        while behind & discs:
            run, behind = run | behind, behind >> step
        if run.bit_count() >= FOUR:
            closed |= run
    return closed


def board(state: State) -> tuple[str, ...]:
    """Return the rows as in `View.board`."""
    first, second = state.discs
    # Read as decimals, the binary digits can be added: one digit a cell, 1 for a first disc, 2 for a second.
    digits = str(int(f"{first:b}") + 2 * int(f"{second:b}")).zfill(COLUMNS * STRIDE)
    cells = digits[::-1].translate(SIGNS)  # Column by column from the bottom.
    return tuple([cells[row::STRIDE] for row in range(ROWS - 1, -1, -1)])


SIGNS = str.maketrans("012", ".01")
