"""Reversi drawn: discs on felt, which keep their ids while they turn, and a place wherever one may be put."""

from functools import cache

from domain.games.reversi.rules import (
    BIT,
    BLACK,
    SIZE,
    SQUARES,
    WHITE,
    Place,
    State,
    counts,
    is_over,
    outcome,
    places,
    sides,
    squares,
    turned_by,
)
from domain.kernel import Seat
from domain.picture import AnyShape, Circle, Emblem, Group, Line, Play, Point, Rectangle, Region, Scene, Tone, Words
from domain.value import Text

SQUARE = 100
FRAME = 64
MARGIN = 24
EDGE = MARGIN + FRAME  # Where the squares begin.
BOARD = SIZE * SQUARE
WIDTH = BOARD + 2 * EDGE
STATUS = WIDTH + 40  # The line below the board.
HEIGHT = WIDTH + 120
DISC = 41
WRITING = 44

NAMES = (Text(de="Weiß", en="White"), Text(de="Schwarz", en="Black"))
FACES: tuple[Tone, Tone] = ("white", "black")
EDGES: tuple[Tone, Tone] = ("white_deep", "black_deep")


def picture(state: State) -> Scene:
    white, black = state.discs
    discs = [_disc(square, WHITE if white & bit else BLACK) for square, bit in BIT.items() if (white | black) & bit]
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        label=said(state),
        emblems=EMBLEMS,
        shapes=(*_board(), *discs, *_last(state), *_status(state)),
        regions=_regions(state),
    )


def said(state: State) -> Text:
    """Return the position in a sentence or two."""
    white, black = counts(state)
    news = _news(state)
    return Text(de=f"Weiß {white}, Schwarz {black}. {news.de}.", en=f"White {white}, Black {black}. {news.en}.")


def _news(state: State) -> Text:
    """Return who is on turn, or how it ended."""
    result = outcome(state)
    if result is None:
        mover, other = NAMES[state.turn], NAMES[1 - state.turn]
        if state.passed is not None:
            return Text(de=f"{other.de} passt, {mover.de} ist am Zug", en=f"{other.en} passes, {mover.en} to move")
        return Text(de=f"{mover.de} ist am Zug", en=f"{mover.en} to move")
    if len(result.places) == 1:
        return Text(de="Unentschieden", en="A draw")
    winner = NAMES[result.places[0][0]]
    return Text(de=f"{winner.de} gewinnt", en=f"{winner.en} wins")


@cache
def _board() -> tuple[AnyShape, ...]:
    """Return what never changes: frame, felt, lines and coordinates."""
    lines = [EDGE + n * SQUARE for n in range(1, SIZE)]
    middles = [EDGE + n * SQUARE + SQUARE // 2 for n in range(SIZE)]
    return (
        Rectangle(
            x=MARGIN,
            y=MARGIN,
            width=WIDTH - 2 * MARGIN,
            height=WIDTH - 2 * MARGIN,
            radius=28,
            fill="wood",
            relief="raised",
        ),
        Rectangle(x=EDGE, y=EDGE, width=BOARD, height=BOARD, fill="felt", stroke="green_deep", stroke_width=6),
        *(Line(points=((x, EDGE), (x, EDGE + BOARD)), stroke="green_deep") for x in lines),
        *(Line(points=((EDGE, y), (EDGE + BOARD, y)), stroke="green_deep") for y in lines),
        *(Circle(x=x, y=y, radius=7, fill="green_deep") for x in (lines[1], lines[5]) for y in (lines[1], lines[5])),
        *(_coordinate(x, MARGIN + FRAME // 2, name) for x, name in zip(middles, "abcdefgh", strict=True)),
        *(_coordinate(MARGIN + FRAME // 2, y, name) for y, name in zip(middles, "12345678", strict=True)),
    )


def _coordinate(x: int, y: int, name: str) -> Words:
    return Words(x=x, y=y, text=name, size=32, bold=True)


def _middle(square: str) -> Point:
    row, column = divmod(SQUARES.index(square), SIZE)
    return EDGE + column * SQUARE + SQUARE // 2, EDGE + row * SQUARE + SQUARE // 2


@cache
def _disc(square: str, seat: Seat) -> Group:
    x, y = _middle(square)
    return Group(id=f"disc-{square}", x=x, y=y, shapes=_faces(seat), motion="turn")


@cache
def _faces(seat: Seat) -> tuple[Circle, ...]:
    """Return a disc around 0, 0; black's has a groove, so that lightness is not all that tells them apart."""
    disc = Circle(x=0, y=0, radius=DISC, fill=FACES[seat], stroke=EDGES[seat], relief="raised")
    groove = Circle(x=0, y=0, radius=DISC - 13, stroke="muted", stroke_width=2)
    return (disc, groove) if seat == BLACK else (disc,)


EMBLEMS = tuple(Emblem(label=NAMES[seat], shapes=_faces(seat)) for seat in (WHITE, BLACK))


def _last(state: State) -> tuple[Circle, ...]:
    """Return the mark on the disc put last."""
    return tuple(
        Circle(id="last", x=x, y=y, radius=11, fill="red", stroke="white", stroke_width=4)
        for x, y in map(_middle, squares(state.last))
    )


def _status(state: State) -> tuple[AnyShape, ...]:
    """Return the count of each colour, whose turn it is, and how it ended."""
    white, black = counts(state)
    left, right = MARGIN + DISC + 8, WIDTH - MARGIN - DISC - 8
    over = is_over(state)
    mover = left if state.turn == WHITE else right
    return (
        *(
            ()
            if over
            else (Rectangle(id="turn", x=mover - 50, y=STATUS + 54, width=100, height=8, radius=4, fill="accent"),)
        ),
        Group(id="white", x=left, y=STATUS, shapes=_faces(WHITE), label=NAMES[WHITE]),
        Words(x=left + 62, y=STATUS, text=str(white), size=WRITING, bold=True, anchor="start"),
        Words(x=WIDTH // 2, y=STATUS, text=_news(state), size=34, bold=over),
        Words(x=right - 62, y=STATUS, text=str(black), size=WRITING, bold=True, anchor="end"),
        Group(id="black", x=right, y=STATUS, shapes=_faces(BLACK), label=NAMES[BLACK]),
    )


def _regions(state: State) -> tuple[Region, ...]:
    """Return all 64 squares, row by row."""
    white, black = state.discs
    own, enemy = sides(state, state.turn)
    free = 0 if is_over(state) else places(own, enemy)
    return tuple(
        _place(square, state.turn, turned_by(bit, own, enemy))
        if free & bit
        else _square(square, WHITE if white & bit else BLACK if black & bit else None)
        for square, bit in BIT.items()
    )


@cache
def _area(square: str) -> Rectangle:
    x, y = _middle(square)
    return Rectangle(x=x - SQUARE // 2, y=y - SQUARE // 2, width=SQUARE, height=SQUARE)


@cache
def _square(square: str, seat: Seat | None) -> Region:
    """Return a square where there is only something to read."""
    content = Text(de="leer", en="empty") if seat is None else NAMES[seat]
    label = Text(de=f"{square}: {content.de}", en=f"{square}: {content.en}")
    return Region(id=square, area=_area(square), label=label)


def _place(square: str, seat: Seat, turned: int) -> Region:
    """Return a square where `seat` may put a disc, with those that would turn."""
    number = turned.bit_count()
    label = Text(
        de=f"{square}: leer, dreht {number} {'Stein' if number == 1 else 'Steine'} um",
        en=f"{square}: empty, turns {number} {'disc' if number == 1 else 'discs'}",
    )
    x, y = _middle(square)
    rings = (Circle(x=x, y=y, radius=DISC, stroke="yellow", stroke_width=5) for x, y in map(_middle, squares(turned)))
    return Region(
        id=square,
        area=_area(square),
        label=label,
        act=Play(move=Place(square=square)),
        hint=(Circle(x=x, y=y, radius=10, fill="yellow"),),
        ghost=(Circle(x=x, y=y, radius=DISC, fill=FACES[seat]), *rings),
    )
