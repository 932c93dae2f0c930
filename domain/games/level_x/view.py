"""View: the table as clients see it."""

from domain.games.level_x.dice import ROWS, Pips
from domain.games.level_x.rules import FIELDS, Advance, ByRow, Ending, Side, State, ending, is_over, sets
from domain.kernel import Seat
from domain.value import Value


class Row(Value):
    """One row; the last of its fields is X."""

    row: int
    fields: int
    chips: int  # Left.
    pieces: tuple[int | None, ...]  # By seat: on which field, 0 off the board, null: gone with its player.


class Player(Value):
    """What a seat has."""

    chips: ByRow  # Of rows 5 … 10.
    sets: int  # Of one chip of each row.
    tiles: tuple[int, ...]
    points: int
    left: bool


class Last(Value):
    """What the last division of dice came to."""

    seat: Seat
    rows: tuple[Advance, ...]
    tiles: tuple[int, ...]
    points: int


class View(Value):
    """The table; rows 5 … 10, players by seat."""

    round: int  # From 1.
    turn: int  # Begun so far, by anybody.
    dice: tuple[Pips, ...]  # Empty: the game is over.
    rows: tuple[Row, ...]
    tiles: tuple[int, ...]  # Left.
    players: tuple[Player, ...]
    last: Last | None
    idle_rounds: int  # Complete rounds in a row in which nobody took a chip.
    ending: Ending | None  # Why the game ends with this round, or has ended.


def view(state: State) -> View:
    return View(
        round=round_of(state),
        turn=state.turns,
        dice=() if is_over(state) else state.dice,
        rows=tuple(_row(state, place) for place in range(len(ROWS))),
        tiles=state.tiles,
        players=tuple(_player(side) for side in state.sides),
        last=_last(state),
        idle_rounds=state.idle,
        ending=ending(state),
    )


def round_of(state: State) -> int:
    """Return the number of the round under way, or of the last one."""
    return state.rounds if state.whole and state.rounds else state.rounds + 1


def _last(state: State) -> Last | None:
    last = state.last
    if last is None:
        return None
    return Last(seat=last.seat, rows=last.rows, tiles=last.tiles, points=last.points)


def _row(state: State, place: int) -> Row:
    pieces = tuple(None if side.left else side.fields[place] for side in state.sides)
    return Row(row=ROWS[place], fields=FIELDS[place], chips=state.chips[place], pieces=pieces)


def _player(side: Side) -> Player:
    return Player(
        chips=side.chips, sets=sets(side.chips), tiles=side.tiles, points=side.points, left=side.left is not None
    )
