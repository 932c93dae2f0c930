"""Bleib Cool drawn: the cross with its ring and goals, a corner for each player, and the die in the middle."""

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from domain.games.bleib_cool.board import (
    APART,
    COLOURS,
    GOAL_SQUARES,
    RING_SQUARES,
    SIZE,
    STONES,
    WAITING,
    Colour,
    Path,
    Square,
    square,
)
from domain.games.bleib_cool.rules import MoveStone, Roll, State, captured_by, colour, is_over
from domain.games.bleib_cool.stones import DEEP, EDGE, FULL, SOFT, burst, die, emblem, small_dice, stone_shapes
from domain.games.bleib_cool.walking import Stone, target
from domain.games.bleib_cool.words import COLOUR_NAMES, GONE, about, name, said, standing, status, summary
from domain.kernel import Seat
from domain.picture import AnyShape, Circle, Emblem, Group, Line, Play, Point, Polygon, Rectangle, Region, Scene, Words
from domain.value import Text

CELL = 88
MARGIN = 40
CROSS = SIZE * CELL
WIDTH = CROSS + 2 * MARGIN
STATUS = WIDTH + 28  # The line below the board.
HEIGHT = WIDTH + 76
FIELD = 33  # Radius of a field ...
HINT = 38  # ... and of the ring around what may move.
PLATE = 42  # Half of the plate below the die.
CORNER = 4 * CELL - 26  # A player's corner, square.
B_FIRST = 117  # From the corner's edge to its first place B ...
B_APART = 92  # ... and on to the next.
MIDDLE: Square = (SIZE // 2, SIZE // 2)
ARROW: Sequence[Point] = ((FIELD + 22, 0), (FIELD + 3, -13), (FIELD + 3, 13))  # Along the path and across it.
OUT: Sequence[Point] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""From each colour's field A to its corner; the path sets out as the next colour's points."""


def picture(state: State) -> Scene:
    seats = range(len(state.stones))
    owners = tuple(colour(state, seat) for seat in seats)
    stones = [(seat, stone) for seat in seats for stone in range(len(state.stones[seat]))]
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        label=said(state),
        emblems=tuple(Emblem(label=COLOUR_NAMES[owner], shapes=stone_shapes(owner)) for owner in owners),
        shapes=(
            *_board(owners),
            *(shape for seat in seats for shape in _corner(state, seat)),
            *_trail(state),
            *(_stone(owners[s], s, n, state.stones[s][n], _stops(state, s, n)) for s, n in stones),
            *_die(state),
            Words(x=WIDTH // 2, y=STATUS, text=status(state), size=34, bold=is_over(state)),
        ),
        regions=(
            _die_region(state),
            *(_corner_region(state, seat) for seat in seats),
            *(_stone_region(state, seat, stone) for seat, stone in stones),
        ),
    )


def _middle(square: Square) -> Point:
    column, row = square
    return MARGIN + column * CELL + CELL // 2, MARGIN + row * CELL + CELL // 2


def _edge(owner: Colour) -> Point:
    """Return the top left point of a colour's corner."""
    far = WIDTH - MARGIN - CORNER
    return far if owner in {1, 2} else MARGIN, far if owner in {2, 3} else MARGIN


def _point(owner: Colour, stone: Stone, path: Path) -> Point:
    """Return the middle of where a stone lies."""
    if path != WAITING:
        return _middle(square(owner, stone, path))
    x, y = _edge(owner)
    return x + B_FIRST + stone % 2 * B_APART, y + B_FIRST + stone // 2 * B_APART


@cache
def _board(owners: tuple[Colour, ...]) -> tuple[AnyShape, ...]:
    """Return what never changes: the cross, its fields, and the corners of those who play."""
    ring = tuple(map(_middle, RING_SQUARES))
    return (
        Rectangle(x=12, y=12, width=WIDTH - 24, height=WIDTH - 24, radius=44, fill="board", relief="raised"),
        *(shape for owner in range(COLOURS) if owner in owners for shape in _home(owner)),
        Line(points=(*ring, ring[0]), stroke="line", stroke_width=10),
        *(Circle(x=x, y=y, radius=FIELD, fill="paper", stroke="muted", stroke_width=3) for x, y in ring),
        *(shape for owner in range(COLOURS) for shape in _lane(owner, seated=owner in owners)),
    )


def _home(owner: Colour) -> tuple[AnyShape, ...]:
    """Return a player's corner with its places B, and the way from there to A."""
    x, y = _edge(owner)
    places = (_point(owner, stone, WAITING) for stone in range(STONES))
    return (
        Rectangle(
            x=x, y=y, width=CORNER, height=CORNER, radius=34, fill=SOFT[owner], stroke=EDGE[owner], stroke_width=3
        ),
        Group(x=x + 46, y=y + 42, shapes=emblem(owner)),
        Words(x=x + 78, y=y + 42, text=COLOUR_NAMES[owner], size=32, bold=True, anchor="start"),
        *(Circle(x=at, y=down, radius=FIELD, fill="paper", stroke=EDGE[owner], stroke_width=3) for at, down in places),
    )


def _lane(owner: Colour, *, seated: bool) -> tuple[AnyShape, ...]:
    """Return a colour's field A and goal; nobody's where nobody plays it."""
    goal = [_middle(square) for square in GOAL_SQUARES[owner]]
    if not seated:
        return tuple(Circle(x=x, y=y, radius=FIELD - 6, fill="shade", stroke="line", stroke_width=2) for x, y in goal)
    (x, y), out, on = _middle(RING_SQUARES[owner * APART]), OUT[owner], OUT[(owner + 1) % COLOURS]
    entry = _towards(_middle(RING_SQUARES[owner * APART - 1]), on, FIELD)
    ahead, left, right = (_towards(_towards((x, y), on, along), out, across) for along, across in ARROW)
    return (
        Line(points=(entry, goal[-1]), stroke=EDGE[owner], stroke_width=8),
        *(
            Circle(x=at, y=down, radius=FIELD, fill=SOFT[owner], stroke=EDGE[owner], stroke_width=4)
            for at, down in goal
        ),
        Line(points=((x, y), _towards((x, y), out, CELL // 2 + 20)), stroke=EDGE[owner], stroke_width=8),
        Polygon(points=(ahead, left, right), fill=EDGE[owner]),
        Circle(x=x, y=y, radius=FIELD, fill=SOFT[owner], stroke=EDGE[owner], stroke_width=8),
        Words(x=x, y=y, text="A", size=34, bold=True),
    )


def _towards(point: Point, direction: Point, distance: int) -> Point:
    return point[0] + direction[0] * distance, point[1] + direction[1] * distance


def _corner(state: State, seat: Seat) -> tuple[AnyShape, ...]:
    """Return what changes in a player's corner: whose turn it is, the throws left, the place."""
    owner = colour(state, seat)
    x, y = _edge(owner)
    foot = y + CORNER - 42
    if (place := standing(state, seat)) is not None:
        told = Words(x=x + CORNER // 2, y=foot, text=place, size=30, bold=True)
        gone = Words(x=x + CORNER - 24, y=y + 42, text=GONE, size=26, anchor="end", tone="muted")
        return (told, gone) if seat in state.leavers else (told,)
    if seat != state.turn:
        return ()
    frame = Rectangle(
        id="turn",
        x=x - 5,
        y=y - 5,
        width=CORNER + 10,
        height=CORNER + 10,
        radius=38,
        stroke="accent",
        stroke_width=8,
    )
    return (frame, *small_dice(x + CORNER // 2, foot, state.throws))


def _trail(state: State) -> tuple[AnyShape, ...]:
    """Return the way of the stone that moved last, while it still stands there."""
    moved = state.moved
    if moved is None or not state.stones[moved.seat]:
        return ()
    owner = colour(state, moved.seat)
    paths = (moved.origin, *range(max(moved.origin, -1) + 1, moved.target + 1))
    points = tuple(_point(owner, moved.stone, path) for path in paths)
    x, y = points[0]
    way = (
        Line(id="way", points=points, stroke=FULL[owner], stroke_width=12),
        Circle(id="from", x=x, y=y, radius=15, fill=FULL[owner], stroke=DEEP[owner], stroke_width=3),
    )
    if moved.captured is None:
        return way
    x, y = points[-1]
    hit = colour(state, moved.captured.seat)
    label = Text(de=f"{COLOUR_NAMES[hit].de} geschlagen", en=f"{COLOUR_NAMES[hit].en} captured")
    return (*way, Group(id="hit", x=x, y=y, shapes=burst(hit), label=label))


@cache
def _stone(owner: Colour, seat: Seat, stone: Stone, path: Path, stops: tuple[Point, ...]) -> Group:
    x, y = _point(owner, stone, path)
    return Group(id=f"stone-{seat}-{stone}", x=x, y=y, shapes=stone_shapes(owner), way=stops)


def _stops(state: State, seat: Seat, stone: Stone) -> tuple[Point, ...]:
    """Return the fields that the stone moved last stepped on between where it came from and where it stands."""
    moved = state.moved
    if moved is None or (moved.seat, moved.stone) != (seat, stone) or state.stones[seat][stone] != moved.target:
        return ()
    owner = colour(state, seat)
    return tuple(_point(owner, stone, path) for path in range(max(moved.origin, -1) + 1, moved.target))


def _die(state: State) -> tuple[AnyShape, ...]:
    """Return the die on a plate in the colour of whose turn it is; a number dealt with has its thrower's colour."""
    x, y = _middle(MIDDLE)
    owner = colour(state, state.turn)
    plate = Rectangle(
        id="plate",
        x=x - PLATE,
        y=y - PLATE,
        width=2 * PLATE,
        height=2 * PLATE,
        radius=20,
        fill="shade" if is_over(state) else FULL[owner],
        stroke="line" if is_over(state) else DEEP[owner],
        stroke_width=3,
    )
    if state.rolled is None:
        return plate, Group(id="die", x=x, y=y, shapes=die(0, "black"))
    pips = "black" if state.movable else DEEP[colour(state, state.rolled.seat)]
    return plate, Group(id=f"die-{state.rolls}", x=x, y=y, shapes=die(state.rolled.number, pips), motion="roll")


def _die_region(state: State) -> Region:
    """Return the die: what was thrown and, while it may be, the throw."""
    x, y = _middle(MIDDLE)
    thrown = state.rolled
    seen = (
        Text(de="Würfel", en="Die")
        if thrown is None
        else Text(
            de=f"Würfel: {name(state, thrown.seat).de} warf {thrown.number}",
            en=f"Die: {name(state, thrown.seat).en} threw {thrown.number}",
        )
    )
    area = Rectangle(x=x - PLATE - 2, y=y - PLATE - 2, width=2 * PLATE + 4, height=2 * PLATE + 4)
    if is_over(state) or state.movable:
        return Region(id="die", area=area, label=seen)
    mover = name(state, state.turn)
    return Region(
        id="die",
        area=area,
        label=Text(de=f"{seen.de}. {mover.de} würfelt", en=f"{seen.en}. {mover.en} throws"),
        act=Play(move=Roll()),
        hint=(replace(area, radius=22, stroke="accent", stroke_width=7),),
        attention=True,
    )


def _corner_region(state: State, seat: Seat) -> Region:
    x, y = _edge(colour(state, seat))
    return Region(
        id=f"player-{seat}", area=Rectangle(x=x, y=y, width=CORNER, height=CORNER), label=summary(state, seat)
    )


def _stone_region(state: State, seat: Seat, stone: Stone) -> Region:
    """Return a stone: where it is and, while it may move, where to."""
    owner, path = colour(state, seat), state.stones[seat][stone]
    x, y = _point(owner, stone, path)
    area, label = Circle(x=x, y=y, radius=HINT), about(state, seat, stone)
    if seat != state.turn or stone not in state.movable or state.rolled is None:
        return Region(id=f"stone-{seat}-{stone}", area=area, label=label)
    to = target(path, state.rolled.number)
    way = tuple(_point(owner, stone, each) for each in (path, *range(path + 1, to + 1)))
    x_to, y_to = way[-1]
    captured = captured_by(state, seat, to)
    return Region(
        id=f"stone-{seat}-{stone}",
        area=area,
        label=label,
        act=Play(move=MoveStone(stone=stone)),
        hint=(Circle(x=x, y=y, radius=HINT, stroke="accent", stroke_width=7),),
        ghost=(
            Line(points=way, stroke="accent", stroke_width=8),
            *(() if captured is None else (Group(x=x_to, y=y_to, shapes=burst(colour(state, captured.seat))),)),
            Group(x=x_to, y=y_to, shapes=stone_shapes(owner)),
        ),
    )
