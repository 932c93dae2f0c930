"""DiamondYatzy drawn: two boards side by side, of which one sees what one may; jewels as cut stones, and the list."""

from collections.abc import Iterator

from domain.games.diamond_yatzy.hands import drafts, regions
from domain.games.diamond_yatzy.layout import MARGIN, bottom_of, left_of, width_of
from domain.games.diamond_yatzy.panel import lid, panel
from domain.games.diamond_yatzy.rules import SEATS, State, is_known, outcome, to_move
from domain.games.diamond_yatzy.words import BOARD, news, said
from domain.picture import AnyShape, Emblem, Panel, Rectangle, Scene, Words

__all__ = ["drafts", "picture"]

NEWS = 72  # Height of the line below the boards.


def picture(state: State) -> Scene:
    width = left_of(state, 1) + width_of(state.boards[1]) + MARGIN
    bottom = bottom_of(state)
    result = outcome(state)
    line = Words(x=width // 2, y=bottom + NEWS // 2, text=news(state), size=30, bold=result is not None)
    return Scene(
        width=width,
        height=bottom + NEWS,
        label=said(state),
        emblems=EMBLEMS,
        panels=tuple(_alone(state, seat, bottom) for seat in SEATS),
        shapes=(*(shape for seat in SEATS for shape in _board(state, seat)), line),
        regions=tuple(region for seat in SEATS for region in regions(state, seat)),
    )


def _emblem(seat: int) -> Emblem:
    card = Rectangle(x=-40, y=-40, width=80, height=80, radius=18, fill="shade", stroke="muted", stroke_width=3)
    return Emblem(label=BOARD[seat], shapes=(card, Words(x=0, y=0, text=str(seat + 1), size=48, bold=True)))


EMBLEMS = tuple(map(_emblem, SEATS))


def _alone(state: State, seat: int, bottom: int) -> Panel:
    """Return a board with half of the margin around it."""
    half, width = MARGIN // 2, width_of(state.boards[seat])
    area = Rectangle(x=left_of(state, seat) - half, y=half, width=width + MARGIN, height=bottom)
    return Panel(area=area, label=BOARD[seat], seat=seat)


def _board(state: State, seat: int) -> Iterator[AnyShape]:
    board, left, result = state.boards[seat], left_of(state, seat), outcome(state)
    if not is_known(board):
        return lid(board, seat, left, bottom_of(state))
    won = result is not None and result.places[:1] == ((seat,),)
    return panel(board, seat, left, playing=seat in to_move(state), won=won)
