"""Level X drawn: six rows that lead to their X, chips and bonus tiles, a card for each player, and the dice."""

from collections.abc import Iterator, Sequence
from functools import cache

from domain.games.level_x import layout, things, words
from domain.games.level_x.cards import card, ranking
from domain.games.level_x.dice import ROWS
from domain.games.level_x.hands import drafts, regions
from domain.games.level_x.layout import INSET, MARGIN
from domain.games.level_x.rules import FIELDS, TILES, Choice, State, choices, ending, is_over
from domain.kernel import Seat
from domain.picture import AnyShape, Circle, Emblem, Group, Line, Rectangle, Scene, Tone, Words

__all__ = ["drafts", "picture"]

LAST_ROUND_HEIGHT = 48
EMBLEM = 40


def picture(state: State) -> Scene:
    seats, over = len(state.sides), is_over(state)
    options = () if over else choices(state)
    return Scene(
        width=layout.width(seats),
        height=layout.HEIGHT_OVER if over else layout.HEIGHT,
        label=words.said(state),
        emblems=tuple(Emblem(label=words.NAMES[seat], shapes=things.piece(seat, EMBLEM)) for seat in range(seats)),
        panels=layout.panels(seats, over=over),
        shapes=(
            _board(seats),
            *_head(state),
            *(shape for place in reversed(range(len(ROWS))) for shape in _row(place, empty=not state.chips[place])),
            *(shape for place in reversed(range(len(ROWS))) for shape in _stock(state, place)),
            *(shape for seat in range(seats) for shape in card(state, seat)),
            *_tiles(state),
            *_pieces(state),
            *(ranking(state) if over else (*_dice(state), *_options(options))),
        ),
        regions=regions(state, options),
    )


@cache
def _board(seats: int) -> Rectangle:
    height = layout.BOARD_BOTTOM - MARGIN
    board = Rectangle(x=MARGIN, y=MARGIN, width=layout.board_width(seats), height=height, radius=28)
    return things.framed(board, "board")


def _head(state: State) -> Iterator[AnyShape]:
    """Yield how it stands: the round, whose turn it is, and what was done last; or how it ended."""
    left = MARGIN + INSET
    yield Words(x=left, y=layout.NEWS_Y, text=words.news(state), size=34, anchor="start", bold=True)
    below = (words.why(state) if is_over(state) else None) or words.last_move(state)
    if below is not None:
        yield Words(x=left, y=layout.LAST_Y, text=below, size=21, tone="muted", anchor="start")
    yield Words(x=layout.STOCK_X, y=layout.LAST_Y, text=words.CHIPS_HEAD, size=22, tone="muted", anchor="start")
    if ending(state) is not None and not is_over(state):
        x, y = layout.STOCK_X + layout.STOCK // 2, layout.NEWS_Y
        yield Rectangle(
            id="last-round",
            x=layout.STOCK_X,
            y=y - LAST_ROUND_HEIGHT // 2,
            width=layout.STOCK,
            height=LAST_ROUND_HEIGHT,
            radius=LAST_ROUND_HEIGHT // 2,
            fill="red",
            stroke="red_deep",
            label=words.why(state),
            attention=True,
        )
        yield Words(x=x, y=y, text=words.LAST_ROUND, size=26, tone="white", bold=True)


@cache
def _row(place: int, *, empty: bool) -> tuple[AnyShape, ...]:
    """Return a row: its number, where pieces wait, the way from there, and the fields on it; pale once it is empty."""
    y, tray, goal = layout.row_y(place), layout.field(place, 0), layout.field(place, FIELDS[place])
    label = Rectangle(x=layout.LABEL_X, y=y - 32, width=layout.LABEL, height=64, radius=16, fill="shade")
    x, _ = layout.middle(label)
    return (
        Line(points=((tray.x + tray.width, y), (goal.x, y)), stroke="line", stroke_width=8),
        label,
        Words(x=x, y=y, text=str(ROWS[place]), size=40, bold=True, tone="muted" if empty else "ink"),
        things.framed(tray, "paper"),
        *(things.framed(layout.field(place, number), "shade") for number in range(1, FIELDS[place])),
        things.framed(goal, "yellow_soft") if empty else things.plate(goal, "yellow", "yellow_deep"),
        *things.cross(*layout.middle(goal), "line" if empty else "yellow_deep"),
    )


def _stock(state: State, place: int) -> Iterator[AnyShape]:
    """Yield the chips that a row still has, and how many they are."""
    left, y = state.chips[place], layout.row_y(place)
    yield from (_chip(place, number) for number in range(left))
    if left:
        yield Words(x=layout.STOCK_X + layout.STOCK, y=y, text=f"{left} ×", size=26, anchor="end", bold=True)
    else:
        yield Words(x=layout.STOCK_X, y=y, text=words.EMPTY, size=26, anchor="start", tone="muted")


@cache
def _chip(place: int, number: int) -> Group:
    x, y = layout.chip(place, number)
    return Group(id=f"chip-{ROWS[place]}-{number}", x=x, y=y, shapes=things.chip())


def _tiles(state: State) -> Iterator[AnyShape]:
    """Yield the bonus tiles, each in the stock or with its owner; where one has lain a trace is left."""
    yield Words(x=layout.STOCK_X, y=layout.TILE_Y + 50, text=words.BONUS, size=22, tone="muted", anchor="start")
    spots = {
        value: layout.won_tile(seat, n) for seat, side in enumerate(state.sides) for n, value in enumerate(side.tiles)
    }
    for value in TILES:
        x, y = layout.stock_tile(value)
        if value in spots:
            yield Group(x=x, y=y, shapes=things.trace())
            x, y = spots[value]
        yield Group(id=f"tile-{value}", x=x, y=y, shapes=things.tile(value))


def _pieces(state: State) -> Iterator[AnyShape]:
    """Yield the pieces, row by row; a ring tells those that were moved or displaced last."""
    seats = len(state.sides)
    for place in reversed(range(len(ROWS))):
        for seat in range(seats):
            if state.sides[seat].left:
                continue
            number = state.sides[seat].fields[place]
            (x, y), radius = layout.piece(seats, seat, place, number), layout.piece_radius(seats, place, number)
            tone = _ring(state, seat, ROWS[place])
            ring = () if tone is None else (Circle(x=0, y=0, radius=radius + 6, stroke=tone, stroke_width=4),)
            shapes = (*ring, *things.piece(seat, radius))
            yield Group(id=f"piece-{seat}-{ROWS[place]}", x=x, y=y, shapes=shapes)


def _ring(state: State, seat: Seat, row: int) -> Tone | None:
    last = state.last
    advance = next((each for each in last.rows if each.row == row), None) if last else None
    if last is None or advance is None:
        return None
    return "ink" if last.seat == seat else "bad" if advance.displaced == seat else None


def _dice(state: State) -> Iterator[AnyShape]:
    for number, pips in enumerate(state.dice):
        x, y = layout.middle(layout.die(number))
        yield Group(id=f"die-{state.turns}-{number}", x=x, y=y, shapes=things.die(pips, state.turn), motion="roll")


def _options(options: Sequence[Choice]) -> Iterator[AnyShape]:
    """Yield what the roll can bring, for everybody to see."""
    yield Words(x=MARGIN, y=layout.OPTIONS_HEAD_Y, text=words.ROLL_BRINGS, size=22, tone="muted", anchor="start")
    for number, choice in enumerate(options):
        yield from _option(layout.option(number), choice)


def _option(area: Rectangle, choice: Choice) -> Iterator[AnyShape]:
    x, y = layout.middle(area)
    gain = choice.effect.points
    yield things.framed(area, "board")
    size = 26 if len(choice.sums) < 4 else 22
    yield Words(x=x, y=y - (11 if gain else 0), text=words.sums(choice.sums), size=size, bold=True)
    if gain:
        yield Words(x=x, y=y + 17, text=f"+{gain}", size=20, tone="good", bold=True)
