"""Panel: one board drawn, or the closed lid of one that is hidden."""

from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from domain.games.diamond_yatzy import layout
from domain.games.diamond_yatzy.boxes import BONUS_FROM, BOXES, COLOURS, PLACE, SLOTS, Box
from domain.games.diamond_yatzy.emblems import emblem
from domain.games.diamond_yatzy.gems import gem
from domain.games.diamond_yatzy.layout import INNER, INSET, MARGIN, ROW
from domain.games.diamond_yatzy.rules import COLLECTIONS, JOKERS, Board, brings, may_play_joker, total, upper
from domain.games.diamond_yatzy.words import BOARD, BOX, COMPLETE, HIDDEN, hidden_until, round_of
from domain.kernel import Seat
from domain.picture import AnyShape, Circle, Group, Line, Point, Polygon, Rectangle, Tone, Words
from domain.value import Text

JEWEL = 50  # Radius of a gem in its slot.
TREASURE = 50  # Half of what each gem on a complete board takes.
PIP = 17  # Of the marks for collections and jokers.
CROSS = 15  # From the middle of a red X to its ends.

ASIDE = Text(de="Ablage", en="set aside")
COLLECTION = Text(de="Kollektion", en="Collection")
JOKER = Text(de="Joker", en="Jokers")
FILL_NOW = Text(de="Jetzt ein Feld füllen oder streichen", en="Now fill or strike a box")
BONUS_NAME = Text(de="Bonus 35", en="Bonus 35")
TOTAL = Text(de="Summe", en="Total")


def panel(board: Board, seat: Seat, left: int, *, playing: bool, won: bool) -> Iterator[AnyShape]:
    """Yield a known board, from back to front; the total of the one that `won` blinks."""
    yield _plate(left, layout.WIDTH, layout.BOTTOM)
    yield from _head(board, seat, left)
    if board.jewels:
        yield from _jewels(board, seat, left)
        if playing and board.collection == COLLECTIONS and not may_play_joker(board):
            y = layout.STRIP_Y + layout.STRIP // 2
            yield Words(x=left + INSET, y=y, text=FILL_NOW, size=24, tone="muted", anchor="start")
    else:
        yield from _emptied(board, left)
    now = brings(board) if playing else {}
    for box in BOXES:
        yield from _box(left, box, board.points[PLACE[box]], now.get(box), last=box == board.last)
    yield from _bonus(board, left)
    yield from _total(board, seat, left, won=won)


def lid(board: Board, seat: Seat, left: int, bottom: int) -> Iterator[AnyShape]:
    """Yield a board of which nothing is shown but whether it is complete."""
    middle, height = left + layout.HIDDEN_WIDTH // 2, (MARGIN + bottom) // 2
    yield _plate(left, layout.HIDDEN_WIDTH, bottom)
    yield Words(x=middle, y=layout.NAME_Y + 4, text=BOARD[seat], size=30, bold=True)
    if board.complete:
        yield Words(x=middle, y=layout.ROUND_Y + 6, text=COMPLETE, size=26, tone="good", bold=True)
    yield Polygon(points=_rhomb(middle, height - 20, 46, 60), fill="shade", stroke="line", relief="sunk")
    if board.complete:
        yield from _tick(middle, height - 20)
    else:
        yield Polygon(points=_rhomb(middle, height - 20, 22, 30), stroke="line", stroke_width=2)
    yield Words(x=middle, y=height + 76, text=HIDDEN, size=28, tone="muted", bold=True)
    yield Words(x=middle, y=height + 112, text=hidden_until(seat), size=22, tone="muted")


@cache
def cross(x: int, y: int, size: int = CROSS) -> tuple[Line, Line]:
    """Return the red X of a box that is struck, or of a button that strikes it."""
    falling = Line(points=((x - size, y - size), (x + size, y + size)), stroke="bad", stroke_width=size // 2)
    rising = Line(points=((x - size, y + size), (x + size, y - size)), stroke="bad", stroke_width=size // 2)
    return falling, rising


def cell(box: Box, left: int) -> Point:
    """Return the middle of the place where a box's points are written."""
    x, y = layout.corner(box)
    return left + x + layout.FIELD - layout.CELL // 2, y + ROW // 2


@cache
def _plate(left: int, width: int, bottom: int) -> Rectangle:
    return Rectangle(
        x=left, y=MARGIN, width=width, height=bottom - MARGIN, radius=28, fill="board", stroke="line", relief="flat"
    )


def _head(board: Board, seat: Seat, left: int) -> Iterator[AnyShape]:
    x = left + INSET
    yield Words(x=x, y=layout.NAME_Y, text=BOARD[seat], size=32, bold=True, anchor="start")
    if board.complete:
        yield from _tick(x + 14, layout.ROUND_Y)
    yield Words(
        x=x + (36 if board.complete else 0),
        y=layout.ROUND_Y,
        text=round_of(board),
        size=26,
        tone="good" if board.complete else "bad" if board.left else "muted",
        bold=board.complete,
        anchor="start",
    )
    yield from _marks(board, left)


def _marks(board: Board, left: int) -> Iterator[AnyShape]:
    """Yield which collection lies open, and the jokers there are left."""
    x = left + layout.HEAD_STEP
    yield Words(x=x + layout.JOKER_X, y=layout.HEAD_LABEL_Y, text=JOKER, size=20, tone="muted")
    if board.jewels:
        yield Words(x=x + layout.COLLECTION_X, y=layout.HEAD_LABEL_Y, text=COLLECTION, size=20, tone="muted")
    for number in range(1, COLLECTIONS + 1) if board.jewels else ():
        x, y = collection_mark(left, number)
        open_now = number == board.collection
        yield Circle(x=x, y=y, radius=PIP, fill="blue" if open_now else "shade", stroke="line", stroke_width=2)
        yield Words(
            x=x, y=y, text=str(number), size=20, tone="white" if open_now else "muted", bold=number <= board.collection
        )
    for number in range(JOKERS):
        x, y = left + layout.JOKER_X + number * layout.HEAD_STEP, layout.HEAD_Y
        free = number < board.jokers
        yield _star(x, y, free=free)
        yield Words(x=x, y=y + 1, text="J", size=20, tone="black" if free else "muted", bold=free)


def collection_mark(left: int, number: int) -> Point:
    """Return where the mark of a collection stands, from which its jewels come."""
    return left + layout.COLLECTION_X + (number - 1) * layout.HEAD_STEP, layout.HEAD_Y


def _jewels(board: Board, seat: Seat, left: int) -> Iterator[AnyShape]:
    for slot in range(SLOTS):
        aside = slot in board.kept
        yield tile(left, slot, aside=aside)
        if aside:
            x, _ = layout.slot_middle(slot)
            yield Words(x=left + x, y=layout.ASIDE_Y, text=ASIDE, size=20, tone="muted")
    for slot, (colour, origin) in enumerate(zip(board.jewels, board.origins, strict=True)):
        x, y = layout.slot_middle(slot)
        yield Group(
            id=f"jewel-{seat}-{board.round}-{origin}-{slot}",
            x=left + x,
            y=y,
            shapes=gem(colour, JEWEL),
            comes_from=collection_mark(left, origin),
            motion="glint",
        )


@cache
def tile(left: int, slot: int, *, aside: bool) -> Rectangle:
    return replace(
        layout.tile(left, slot),
        fill="wood" if aside else "black",
        stroke="yellow_deep" if aside else "line",
        stroke_width=3,
        relief="sunk",
    )


def _emptied(board: Board, left: int) -> Iterator[AnyShape]:
    """Yield what stands on a complete board where its jewels lay."""
    top, bottom, middle = layout.SLOT_Y, layout.STRIP_Y + layout.STRIP, left + layout.WIDTH // 2
    yield Rectangle(x=left + INSET, y=top, width=INNER, height=bottom - top, radius=24, fill="shade")
    for place, colour in enumerate(COLOURS):
        x = middle + (2 * place - len(COLOURS) + 1) * TREASURE
        yield Group(x=x, y=top + 84, shapes=gem(colour, TREASURE - 8))
    points = total(board)
    text = Text(de=f"Fertig mit {points} Punkten", en=f"Complete with {points} points")
    yield Words(x=middle, y=bottom - 56, text=text, size=40, bold=True)


@cache
def _box(left: int, box: Box, points: int | None, now: int | None, *, last: bool) -> tuple[AnyShape, ...]:
    """Return a box: its points or red X, or what it would bring now."""
    fill: Tone = "paper" if points is None and not now else "green_soft" if points is None else "shade"
    x, y = cell(box, left)
    written: tuple[AnyShape, ...] = ()
    if points:
        written = (Words(x=x, y=y, text=str(points), size=32, bold=True),)
    elif points == 0:
        written = cross(x, y)
    elif now is not None:
        written = (Words(x=x, y=y, text=f"+{now}" if now else "0", size=26, tone="good" if now else "muted"),)
    return (_field(left, box, fill, last=last), *_title(left, box), *written)


def _field(left: int, box: Box, fill: Tone, *, last: bool) -> Rectangle:
    return replace(
        layout.field(left, box),
        fill=fill,
        stroke="accent" if last else "line",
        stroke_width=4 if last else 2,
    )


def _title(left: int, box: Box) -> tuple[AnyShape, ...]:
    x, y = layout.corner(box)
    return (
        Group(x=left + x + 38, y=y + ROW // 2, shapes=emblem(box)),
        Words(x=left + x + 74, y=y + ROW // 2, text=BOX[box], size=22, anchor="start"),
    )


def _bonus(board: Board, left: int) -> Iterator[AnyShape]:
    """Yield how far the upper boxes have come towards the bonus."""
    x, y = layout.bonus_corner()
    x += left
    reached, long = min(upper(board), BONUS_FROM), layout.FIELD - 28
    yield Words(x=x + 14, y=y + 22, text=BONUS_NAME, size=22, anchor="start")
    text = f"+{board.bonus}" if board.bonus else f"{upper(board)} / {BONUS_FROM}"
    tone: Tone = "good" if board.bonus else "muted"
    yield Words(x=x + 14 + long, y=y + 22, text=text, size=24, tone=tone, bold=bool(board.bonus), anchor="end")
    yield Rectangle(x=x + 14, y=y + 42, width=long, height=12, radius=6, fill="shade", stroke="line")
    if reached:
        width = max(12, long * reached // BONUS_FROM)
        yield Rectangle(x=x + 14, y=y + 42, width=width, height=12, radius=6, fill="green")


def _total(board: Board, seat: Seat, left: int, *, won: bool) -> Iterator[AnyShape]:
    y = layout.TOTAL_Y
    yield Rectangle(
        id=f"total-{seat}",
        x=left + INSET,
        y=y,
        width=INNER,
        height=layout.TOTAL,
        radius=16,
        fill="yellow_soft" if won else "shade",
        stroke="yellow_deep" if won else None,
        stroke_width=4,
        attention=won,
    )
    middle = y + layout.TOTAL // 2
    yield Words(x=left + INSET + 20, y=middle, text=TOTAL, size=30, anchor="start")
    yield Words(x=left + INSET + INNER - 20, y=middle, text=str(total(board)), size=42, bold=True, anchor="end")


def _tick(x: int, y: int) -> Iterator[AnyShape]:
    yield Line(points=((x - 12, y), (x - 3, y + 10), (x + 12, y - 11)), stroke="good", stroke_width=6)


def _rhomb(x: int, y: int, across: int, down: int) -> tuple[Point, ...]:
    return (x, y - down), (x + across, y), (x, y + down), (x - across, y)


@cache
def _star(x: int, y: int, *, free: bool) -> Circle | Rectangle:
    """Return the token of a joker: gold, or the hollow it leaves."""
    if free:
        return Circle(x=x, y=y, radius=PIP + 2, fill="yellow", stroke="yellow_deep", stroke_width=3, relief="raised")
    return Circle(x=x, y=y, radius=PIP + 2, fill="shade", stroke="line", stroke_width=2)
