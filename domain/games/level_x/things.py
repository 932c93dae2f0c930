"""The things on the table: pieces told apart by form as well as by colour, chips, bonus tiles and dice."""

from collections.abc import Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from domain.games.level_x.layout import CHIP, DIE
from domain.kernel import Seat
from domain.picture import Circle, Group, Line, Point, Polygon, Rectangle, Tone, Words

FULL: tuple[Tone, ...] = ("red", "blue", "yellow", "green")
SOFT: tuple[Tone, ...] = ("red_soft", "blue_soft", "yellow_soft", "green_soft")
DEEP: tuple[Tone, ...] = ("red_deep", "blue_deep", "yellow_deep", "green_deep")
EDGE: tuple[Tone, ...] = ("red", "blue", "yellow_deep", "green")  # Outlines that show on light and dark.
WRITING: tuple[Tone, ...] = ("white", "white", "black", "white")  # On a seat's full colour.

# Corners around 0, 0, in hundredths of a piece's radius; red is round.
TRIANGLE: Sequence[Point] = ((0, -108), (112, 88), (-112, 88))
DIAMOND: Sequence[Point] = ((0, -116), (100, 0), (0, 116), (-100, 0))
PLUS: Sequence[Point] = (
    *((-40, -100), (40, -100), (40, -40), (100, -40), (100, 40), (40, 40)),
    *((40, 100), (-40, 100), (-40, 40), (-100, 40), (-100, -40), (-40, -40)),
)
CORNERS: Mapping[Seat, Sequence[Point]] = {1: TRIANGLE, 2: DIAMOND, 3: PLUS}
INNER = 38  # Hundredths of the radius: the white core of a piece.
INNER_DOWN: Mapping[Seat, int] = {1: 20}  # A triangle's middle lies below its centre.

HOUSE: Sequence[Point] = ((-22, -8), (0, -25), (22, -8), (22, 24), (-22, 24))
PIP, PIP_STEP = 10, 28
PIPS: Mapping[int, Sequence[Point]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@cache
def piece(seat: Seat, radius: int) -> tuple[Circle | Polygon, ...]:
    """Return a piece around 0, 0: a disc, a triangle, a diamond or a cross, each with a white core."""
    core = Circle(x=0, y=INNER_DOWN.get(seat, 0) * radius // 100, radius=radius * INNER // 100, fill="white")
    if seat not in CORNERS:
        disc = Circle(x=0, y=0, radius=radius, fill=FULL[seat], stroke=DEEP[seat], stroke_width=3, relief="raised")
        return disc, core
    points = _scaled(CORNERS[seat], radius)
    return (
        Polygon(points=points, fill=FULL[seat], stroke=DEEP[seat], stroke_width=3, relief="raised"),
        core,
    )


def sign(x: int, y: int, seat: Seat, radius: int) -> Group:
    """Return a seat's piece around a point, telling whose something is."""
    return Group(x=x, y=y, shapes=piece(seat, radius))


def framed(
    area: Rectangle, fill: Tone | None, stroke: Tone = "line", stroke_width: int = 2, name: str | None = None
) -> Rectangle:
    """Return an area drawn flat."""
    return replace(area, id=name, fill=fill, stroke=stroke, stroke_width=stroke_width)


def plate(area: Rectangle, fill: Tone, stroke: Tone) -> Rectangle:
    """Return an area drawn as something that stands out."""
    return replace(area, fill=fill, stroke=stroke, stroke_width=4, relief="raised")


@cache
def chip() -> tuple[Circle, ...]:
    """Return a chip around 0, 0."""
    return (
        Circle(x=0, y=0, radius=CHIP, fill="yellow", stroke="yellow_deep", relief="raised"),
        Circle(x=0, y=0, radius=CHIP - 6, stroke="yellow_deep"),
    )


@cache
def tile(value: int) -> tuple[Polygon | Words, ...]:
    """Return a bonus tile around 0, 0, with what it is worth."""
    return (
        Polygon(points=tuple(HOUSE), fill="yellow", stroke="yellow_deep", stroke_width=3, relief="raised"),
        Words(x=0, y=7, text=str(value), size=24, tone="black", bold=True),
    )


@cache
def trace() -> tuple[Polygon, ...]:
    """Return what is left where a bonus tile lay."""
    return (Polygon(points=tuple(HOUSE), stroke="line"),)


@cache
def die(pips: int, seat: Seat) -> tuple[Circle | Rectangle, ...]:
    """Return a die around 0, 0, edged in the colour of whose roll it is."""
    half = DIE // 2
    return (
        Rectangle(
            x=-half,
            y=-half,
            width=DIE,
            height=DIE,
            radius=22,
            fill="white",
            stroke=EDGE[seat],
            stroke_width=5,
            relief="raised",
        ),
        *(Circle(x=x * PIP_STEP, y=y * PIP_STEP, radius=PIP, fill="black") for x, y in PIPS[pips]),
    )


@cache
def cross(x: int, y: int, tone: Tone) -> tuple[Line, Line]:
    """Return the X of an X field, around its middle."""
    falling = Line(points=((x - 40, y - 24), (x + 40, y + 24)), stroke=tone, stroke_width=10)
    rising = Line(points=((x - 40, y + 24), (x + 40, y - 24)), stroke=tone, stroke_width=10)
    return falling, rising


def _scaled(corners: Sequence[Point], radius: int) -> tuple[Point, ...]:
    return tuple((x * radius // 100, y * radius // 100) for x, y in corners)
