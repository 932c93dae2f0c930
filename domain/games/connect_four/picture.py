"""Vier gewinnt drawn: an upright board with discs, and a column to point at wherever one still fits."""

from functools import cache

from domain.games.connect_four.rules import (
    COLUMNS,
    ROWS,
    Drop,
    State,
    bit,
    cell,
    is_over,
    lands,
    outcome,
)
from domain.kernel import Seat
from domain.picture import AnyShape, Circle, Emblem, Group, Play, Point, Polygon, Rectangle, Region, Scene, Tone, Words
from domain.value import Text

STEP = 120  # From one cell to the next.
MARGIN = 24
TOP = 104  # Room above the board for the disc about to fall.
SIDE = 24  # From the board's edge to its cells.
BOARD_WIDTH = COLUMNS * STEP + 2 * SIDE
BOARD_HEIGHT = ROWS * STEP + 2 * SIDE
WIDTH = BOARD_WIDTH + 2 * MARGIN
FOOT = TOP + BOARD_HEIGHT + 34  # The column numbers.
STATUS = FOOT + 76
HEIGHT = STATUS + 76
HOLE = 50
DISC = 48

NAMES = (Text(de="Rot", en="Red"), Text(de="Gelb", en="Yellow"))
FACES: tuple[Tone, Tone] = ("red", "yellow")
EDGES: tuple[Tone, Tone] = ("red_deep", "yellow_deep")
LAST = Circle(x=0, y=0, radius=11, fill="black", stroke="white", stroke_width=4)
STAR: tuple[Point, ...] = (
    (0, -27),
    (7, -9),
    (26, -8),
    (11, 4),
    (16, 22),
    (0, 12),
    (-16, 22),
    (-11, 4),
    (-26, -8),
    (-7, -9),
)


def picture(state: State) -> Scene:
    first, second = state.discs
    winning, last = state.line, 0 if state.line else state.last
    discs = [
        _disc(column, row, 0 if first & place else 1, winning=bool(winning & place), last=place == last)
        for column in range(1, COLUMNS + 1)
        for row in range(1, ROWS + 1)
        if (first | second) & (place := bit(column, row))
    ]
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        label=said(state),
        emblems=EMBLEMS,
        shapes=(*_board(), *discs, *_status(state)),
        regions=tuple(_column(state, column) for column in range(1, COLUMNS + 1)),
    )


def said(state: State) -> Text:
    """Return the position in a sentence or two."""
    news = _news(state)
    if not state.last:
        return Text(de=f"Das Brett ist leer. {news.de}.", en=f"The board is empty. {news.en}.")
    last, mover = cell(state.last), NAMES[0 if state.last & state.discs[0] else 1]
    return Text(
        de=f"Zuletzt fiel {mover.de} in Spalte {last.column} auf Reihe {last.row}. {news.de}.",
        en=f"{mover.en} last fell into column {last.column}, to row {last.row}. {news.en}.",
    )


def _news(state: State) -> Text:
    """Return who is on turn, or how it ended."""
    result = outcome(state)
    if result is None:
        mover = NAMES[state.turn]
        return Text(de=f"{mover.de} ist am Zug", en=f"{mover.en} to move")
    if len(result.places) == 1:
        return Text(de="Unentschieden", en="A draw")
    winner = NAMES[result.places[0][0]]
    return Text(de=f"{winner.de} gewinnt", en=f"{winner.en} wins")


def _middle(column: int, row: int) -> Point:
    x = MARGIN + SIDE + (column - 1) * STEP + STEP // 2
    return x, TOP + SIDE + (ROWS - row) * STEP + STEP // 2


@cache
def _board() -> tuple[AnyShape, ...]:
    """Return what never changes: the board with its holes, and the columns' numbers."""
    middles = [_middle(column, row) for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)]
    return (
        Rectangle(x=MARGIN, y=TOP, width=BOARD_WIDTH, height=BOARD_HEIGHT, radius=36, fill="blue", relief="raised"),
        *(
            Circle(x=x, y=y, radius=HOLE, fill="blue_deep", stroke="blue_deep", stroke_width=3, relief="sunk")
            for x, y in middles
        ),
        *(
            Words(x=_middle(column, 1)[0], y=FOOT, text=str(column), size=32, bold=True, tone="muted")
            for column in range(1, COLUMNS + 1)
        ),
    )


@cache
def _disc(column: int, row: int, seat: Seat, *, winning: bool, last: bool) -> Group:
    """Return a disc; it falls in from above.  The last one is marked, and those of the line bear a star and blink."""
    x, y = _middle(column, row)
    return Group(
        id=f"disc-{column}-{row}",
        x=x,
        y=y,
        shapes=(*_faces(seat, winning=winning), *((LAST,) if last else ())),
        attention=winning,
        comes_from=(x, TOP - DISC),
        motion="fall",
    )


@cache
def _faces(seat: Seat, *, winning: bool = False) -> tuple[Circle | Polygon, ...]:
    """Return a disc around 0, 0: red with a round groove, yellow with a square one."""
    disc = Circle(x=0, y=0, radius=DISC, fill=FACES[seat], stroke=EDGES[seat], relief="raised")
    if winning:
        rim = Circle(x=0, y=0, radius=DISC - 3, stroke="white", stroke_width=7)
        return disc, rim, Polygon(points=STAR, fill="white", stroke=EDGES[seat], stroke_width=3)
    if seat == 0:
        return disc, Circle(x=0, y=0, radius=DISC - 15, stroke=EDGES[0], stroke_width=3)
    return disc, Polygon(points=((0, -32), (32, 0), (0, 32), (-32, 0)), stroke=EDGES[1], stroke_width=3)


EMBLEMS = tuple(Emblem(label=NAMES[seat], shapes=_faces(seat)) for seat in (0, 1))


def _status(state: State) -> tuple[AnyShape, ...]:
    """Return both colours, whose turn it is, and how it ended."""
    left, right = MARGIN + DISC + 8, WIDTH - MARGIN - DISC - 8
    over = is_over(state)
    mover = left if state.turn == 0 else right
    turn = Rectangle(id="turn", x=mover - 50, y=STATUS + 56, width=100, height=8, radius=4, fill="accent")
    return (
        *(() if over else (turn,)),
        Group(id="red", x=left, y=STATUS, shapes=_faces(0), label=NAMES[0]),
        Words(x=WIDTH // 2, y=STATUS, text=_news(state), size=38, bold=over),
        Group(id="yellow", x=right, y=STATUS, shapes=_faces(1), label=NAMES[1]),
    )


def _column(state: State, column: int) -> Region:
    """Return a column: what lies in it from the bottom, and where the next disc would fall to."""
    taken = state.discs[0] | state.discs[1]
    landing = 0 if is_over(state) else lands(taken, column)
    x, _ = _middle(column, ROWS)
    drop = Play(move=Drop(column=column)) if landing else None
    return Region(
        id=f"column-{column}",
        area=Rectangle(x=x - STEP // 2, y=0, width=STEP, height=TOP + BOARD_HEIGHT),
        label=_content(state, column),
        act=drop,
        secondary=drop,
        hint=(Polygon(points=((x - 16, TOP - 40), (x + 16, TOP - 40), (x, TOP - 18)), fill="muted"),)
        if landing
        else (),
        ghost=_ghost(state.turn, landing) if landing else (),
    )


def _ghost(seat: Seat, landing: int) -> tuple[AnyShape, ...]:
    """Return the disc above its column, and where it would come to rest."""
    place = cell(landing)
    x, y = _middle(place.column, place.row)
    return (
        Circle(x=x, y=TOP - DISC - 4, radius=DISC, fill=FACES[seat], stroke=EDGES[seat]),
        Circle(x=x, y=y, radius=DISC, fill=FACES[seat], stroke=EDGES[seat]),
    )


def _content(state: State, column: int) -> Text:
    first, second = state.discs
    seats = [0 if first & place else 1 for row in range(1, ROWS + 1) if (first | second) & (place := bit(column, row))]
    if not seats:
        return Text(de=f"Spalte {column}: leer", en=f"Column {column}: empty")
    de, en = (", ".join(name) for name in zip(*((NAMES[seat].de, NAMES[seat].en) for seat in seats), strict=True))
    return Text(de=f"Spalte {column}, von unten: {de}", en=f"Column {column}, from the bottom: {en}")
