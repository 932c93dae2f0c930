"""Layout: where everything on a board lies, counted from the board's left edge and the scene's top."""

from domain.games.diamond_yatzy.boxes import PLACE, UPPER, Box
from domain.games.diamond_yatzy.rules import SEATS, Board, Slot, State, is_known
from domain.kernel import Seat
from domain.picture import Rectangle

MARGIN = 20
WIDTH = 800  # Of a board that is shown ...
HIDDEN_WIDTH = 300  # ... and of one that is hidden.
INSET = 24  # Of what lies on a board.
INNER = WIDTH - 2 * INSET

NAME_Y, ROUND_Y = 56, 94
HEAD_LABEL_Y, HEAD_Y = 52, 90
COLLECTION_X, JOKER_X, HEAD_STEP = 440, 640, 50

SLOT_Y, SLOT, SLOT_STEP = 126, 136, 154
ASIDE_Y = SLOT_Y + SLOT + 20  # What stands below a kept jewel.
STRIP_Y, STRIP = 304, 64  # Where the next collection is drawn, or the joker played.

LIST_Y, ROW, ROW_STEP = 388, 62, 70
COLUMN = 366  # Width of each of the two halves of the list.
FIELD = 310  # How much of it a box takes; the rest is for striking it.
CELL = 78  # The box's own right end, for its points.
STRIKE = 46

TOTAL_Y, TOTAL = LIST_Y + 7 * ROW_STEP + 6, 66
BOTTOM = TOTAL_Y + TOTAL + INSET  # Of the boards ...
HIDDEN_BOTTOM = 440  # ... where none is shown.


def left_of(state: State, seat: Seat) -> int:
    """Return the left edge of a seat's board."""
    return MARGIN if seat == 0 else 2 * MARGIN + width_of(state.boards[0])


def width_of(board: Board) -> int:
    return WIDTH if is_known(board) else HIDDEN_WIDTH


def bottom_of(state: State) -> int:
    """Return the lower edge of the boards."""
    return BOTTOM if any(is_known(state.boards[seat]) for seat in SEATS) else HIDDEN_BOTTOM


def slot_middle(slot: Slot) -> tuple[int, int]:
    return INSET + slot * SLOT_STEP + SLOT // 2, SLOT_Y + SLOT // 2


def tile(left: int, slot: Slot) -> Rectangle:
    """Return where a jewel lies."""
    return Rectangle(x=left + INSET + slot * SLOT_STEP, y=SLOT_Y, width=SLOT, height=SLOT, radius=24)


def corner(box: Box) -> tuple[int, int]:
    """Return the top left corner of a box: the upper ones in the left column, the others in the right one."""
    place = PLACE[box]
    if box in UPPER:
        return INSET, LIST_Y + place * ROW_STEP
    return INSET + INNER - COLUMN, LIST_Y + (place - len(UPPER)) * ROW_STEP


def bonus_corner() -> tuple[int, int]:
    """Return the place of the bonus, below the upper boxes."""
    return INSET, LIST_Y + len(UPPER) * ROW_STEP


def field(left: int, box: Box) -> Rectangle:
    """Return the surface of a box."""
    x, y = corner(box)
    return Rectangle(x=left + x, y=y, width=FIELD, height=ROW, radius=14)


def strike_button(left: int, box: Box) -> Rectangle:
    """Return the button beside a box that strikes it."""
    x, y = corner(box)
    return Rectangle(x=left + x + COLUMN - STRIKE, y=y + (ROW - STRIKE) // 2, width=STRIKE, height=STRIKE, radius=12)
