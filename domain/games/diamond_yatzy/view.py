"""View: the two boards as clients see them; one that is hidden from whoever looks is null."""

from domain.games.diamond_yatzy.boxes import BOXES, Box, Colour
from domain.games.diamond_yatzy.rules import Board, Slot, State, brings, is_known, total, upper
from domain.value import Value


class Sheet(Value):
    """A board as clients see it."""

    round: int
    collection: int  # 0: none lies open, the board is complete.
    jewels: tuple[Colour, ...]  # By slot.
    kept: tuple[Slot, ...]
    jokers: int  # Left.
    joker_played: bool  # In this round.
    points: dict[Box, int]  # Of the boxes filled; 0: struck.
    now: dict[Box, int]  # What each free box would bring now; 0: it can only be struck.
    upper: int  # The sum of the six upper boxes.
    bonus: int
    total: int


class Side(Value):
    """What is seen of a seat; `board` is null where it is hidden from whoever looks."""

    complete: bool
    board: Sheet | None


class View(Value):
    """The duel as clients see it, by seat."""

    boards: tuple[Side, Side]


def view(state: State) -> View:
    first, second = (Side(complete=board.complete, board=sheet(board)) for board in state.boards)
    return View(boards=(first, second))


def sheet(board: Board) -> Sheet | None:
    """Return a board as clients see it, None where it is not known."""
    if not is_known(board):
        return None
    return Sheet(
        round=board.round,
        collection=board.collection,
        jewels=board.jewels,
        kept=board.kept,
        jokers=board.jokers,
        joker_played=board.joker_played,
        points={box: points for box, points in zip(BOXES, board.points, strict=True) if points is not None},
        now=dict(brings(board)),
        upper=upper(board),
        bonus=board.bonus,
        total=total(board),
    )
