"""Layout: where everything lies, in units of the scene; row 10 is on top, and the X fields stand in one column."""

from collections.abc import Mapping, Sequence
from functools import cache

from domain.games.level_x.dice import DICE, ROWS
from domain.games.level_x.rules import FIELDS, TILES
from domain.kernel import Seat
from domain.picture import Panel, Point, Rectangle
from domain.value import Text

MARGIN = 24
INSET = 20  # Of what lies on the board.

NEWS_Y, LAST_Y = 62, 104
SIGN_Y, NAME_Y = 72, 112  # On top of a player's card.
ROWS_Y, ROW_STEP = 132, 94
ROW = 80  # Height of a row's fields.

LABEL_X, LABEL = MARGIN + INSET, 88
TRAY_X, TRAY = 148, 124  # Where pieces wait that are off the board.
FIELD_X, FIELD, FIELD_STEP = 292, 128, 140
COLUMNS = max(FIELDS)
X_X = FIELD_X + (COLUMNS - 1) * FIELD_STEP  # Left edge of the X fields.
STOCK_X, STOCK = X_X + FIELD + 24, 236
CHIP, CHIP_STEP = 16, 13
SIDE_X, SIDE, SIDE_STEP = STOCK_X + STOCK + 20, 108, 118

BELOW_Y = ROWS_Y + len(ROWS) * ROW_STEP + 12  # What stands below the rows.
TILE_Y, TILE_STEP = BELOW_Y + 50, 54
SCORE_Y, SCORE = BELOW_Y + 114, 66
CARD_Y = MARGIN + 14
CARD = SCORE_Y + SCORE + 10 - CARD_Y  # Height of a player's card.
BOARD_BOTTOM = CARD_Y + CARD + 14

DIE, DIE_STEP, DIE_Y = 104, 122, BELOW_Y + 16
DIE_X = MARGIN + INSET
CONFIRM_X, CONFIRM, CONFIRM_HEIGHT = DIE_X + DICE * DIE_STEP + 14, 290, 76
ASKED_Y = DIE_Y + DIE + 30
GROUP_Y, GROUP_HEIGHT = DIE_Y + DIE + 12, 52  # Where dice are put into groups.

RANK, RANK_STEP = 184, 196  # What stands instead of the dice at the end.

OPTIONS_HEAD_Y = BOARD_BOTTOM + 28
OPTIONS_Y = OPTIONS_HEAD_Y + 24
OPTION, OPTION_STEP, OPTION_HEIGHT, OPTION_LINE = 128, 138, 66, 78
OPTIONS_ACROSS, OPTION_LINES = 6, 3
HEIGHT = OPTIONS_Y + OPTION_LINES * OPTION_LINE + 10
HEIGHT_OVER = BOARD_BOTTOM + MARGIN

LANES: Mapping[int, Sequence[Point]] = {  # Each seat has a lane of its own in all fields but X.
    2: ((-30, 0), (30, 0)),
    3: ((-41, 0), (0, 0), (41, 0)),
    4: ((-29, -19), (29, -19), (-29, 19), (29, 19)),
}
PIECE: Mapping[int, int] = {2: 25, 3: 18, 4: 17}  # Radius, by the number of players.
PIECE_ON_X = 25
TILE_PLACES: Sequence[Point] = ((-25, -25), (25, -25), (-25, 25), (25, 25))  # On a player's card, in their order.


def width(seats: int) -> int:
    return board_width(seats) + 2 * MARGIN


def board_width(seats: int) -> int:
    return SIDE_X + seats * SIDE_STEP + INSET - (SIDE_STEP - SIDE) - MARGIN


def row_y(place: int) -> int:
    """Return the middle of a row, by its place among 5 … 10."""
    return ROWS_Y + (len(ROWS) - 1 - place) * ROW_STEP + ROW_STEP // 2


@cache
def panels(seats: int, *, over: bool) -> tuple[Panel, ...]:
    """Return what is of use alone: the rows with the dice, and what is left and who has what."""
    edge, height = STOCK_X - 12, HEIGHT_OVER if over else HEIGHT
    rows = Rectangle(x=0, y=0, width=edge, height=height)
    shares = Rectangle(x=edge, y=0, width=width(seats) - edge, height=HEIGHT_OVER)
    return (
        Panel(area=rows, label=Text(de="Reihen und Würfel", en="Rows and dice")),
        Panel(area=shares, label=Text(de="Chips und Punkte", en="Chips and points")),
    )


@cache
def field(place: int, number: int) -> Rectangle:
    """Return a field of a row, the X being its last; 0: where pieces wait."""
    y = row_y(place) - ROW // 2
    if number == 0:
        return Rectangle(x=TRAY_X, y=y, width=TRAY, height=ROW, radius=28)
    x = X_X - (FIELDS[place] - number) * FIELD_STEP
    return Rectangle(x=x, y=y, width=FIELD, height=ROW, radius=16)


def middle(area: Rectangle) -> Point:
    return area.x + area.width // 2, area.y + area.height // 2


def piece_radius(seats: int, place: int, number: int) -> int:
    return PIECE_ON_X if number == FIELDS[place] else PIECE[seats]


def piece(seats: int, seat: Seat, place: int, number: int) -> Point:
    """Return where a piece stands on a field: each seat in a lane of its own, and alone in the middle of an X."""
    x, y = middle(field(place, number))
    if number == FIELDS[place]:
        return x, y
    across, down = LANES[seats][seat]
    return x + across, y + down


@cache
def chip(place: int, number: int) -> Point:
    """Return where a row's chip of this number, from 0, lies."""
    return STOCK_X + CHIP + number * CHIP_STEP, row_y(place)


def side_x(seat: Seat) -> int:
    """Return the left edge of a player's card."""
    return SIDE_X + seat * SIDE_STEP


@cache
def card(seat: Seat) -> Rectangle:
    return Rectangle(x=side_x(seat), y=CARD_Y, width=SIDE, height=CARD, radius=20)


@cache
def cell(seat: Seat, place: int) -> Rectangle:
    """Return where a player's chips of a row lie."""
    return Rectangle(x=side_x(seat) + 8, y=row_y(place) - 34, width=SIDE - 16, height=68, radius=14)


def won_chip(seat: Seat, place: int) -> Point:
    x, y = middle(cell(seat, place))
    return x - 20, y


def stock_tile(value: int) -> Point:
    """Return where a bonus tile lies before anybody has taken it."""
    return STOCK_X + 24 + TILES.index(value) * TILE_STEP, TILE_Y


def won_tile(seat: Seat, number: int) -> Point:
    """Return where a player's tile of this number, from 0, lies."""
    across, down = TILE_PLACES[number]
    return side_x(seat) + SIDE // 2 + across, TILE_Y + down


@cache
def die(number: int) -> Rectangle:
    return Rectangle(x=DIE_X + number * DIE_STEP, y=DIE_Y, width=DIE, height=DIE, radius=22)


@cache
def confirm() -> Rectangle:
    y = DIE_Y + (DIE - CONFIRM_HEIGHT) // 2
    return Rectangle(x=CONFIRM_X, y=y, width=CONFIRM, height=CONFIRM_HEIGHT, radius=20)


@cache
def group(number: int) -> Rectangle:
    """Return where dice are put into a group, by its number from 0."""
    return Rectangle(x=DIE_X + number * DIE_STEP, y=GROUP_Y, width=DIE, height=GROUP_HEIGHT, radius=18)


@cache
def rank(number: int) -> Rectangle:
    """Return where the player who came in at this number, from 0, is named at the end."""
    return Rectangle(x=DIE_X + number * RANK_STEP, y=DIE_Y, width=RANK, height=DIE, radius=22)


@cache
def option(number: int) -> Rectangle:
    """Return the button of what a roll can bring, by its number among them."""
    line, place = divmod(number, OPTIONS_ACROSS)
    x, y = MARGIN + place * OPTION_STEP, OPTIONS_Y + line * OPTION_LINE
    return Rectangle(x=x, y=y, width=OPTION, height=OPTION_HEIGHT, radius=16)
