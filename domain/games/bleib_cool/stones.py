"""The things on the board of Bleib Cool: stones told apart by an emblem as well as by colour, and dice."""

from collections.abc import Mapping, Sequence
from functools import cache

from domain.games.bleib_cool.board import Colour
from domain.picture import Circle, Group, Point, Polygon, Rectangle, Tone
from domain.value import Text

FULL: tuple[Tone, ...] = ("red", "blue", "yellow", "green")
SOFT: tuple[Tone, ...] = ("red_soft", "blue_soft", "yellow_soft", "green_soft")
DEEP: tuple[Tone, ...] = ("red_deep", "blue_deep", "yellow_deep", "green_deep")
EDGE: tuple[Tone, ...] = ("red", "blue", "yellow_deep", "green")  # Outlines that show on light and dark.

STONE = 29
EMBLEM = 21
CROWN = 20  # The stone's top, which bears the emblem.
DIE = 62
PIP = 6
PIP_STEP = 17
SMALL_DIE = 34

# Corners around 0, 0, in hundredths of the emblem's radius.
TRIANGLE: Sequence[Point] = ((0, -100), (90, 62), (-90, 62))
DIAMOND: Sequence[Point] = ((0, -105), (78, 0), (0, 105), (-78, 0))
PLUS: Sequence[Point] = (
    *((-32, -95), (32, -95), (32, -32), (95, -32), (95, 32), (32, 32)),
    *((32, 95), (-32, 95), (-32, 32), (-95, 32), (-95, -32), (-32, -32)),
)
CORNERS: Mapping[Colour, Sequence[Point]] = {1: TRIANGLE, 2: DIAMOND, 3: PLUS}  # Red bears a ring.
BURST: tuple[Point, ...] = (
    *((0, -46), (10, -30), (23, -40), (25, -21), (44, -14), (31, 0)),
    *((44, 14), (25, 21), (23, 40), (10, 30), (0, 46), (-10, 30)),
    *((-23, 40), (-25, 21), (-44, 14), (-31, 0), (-44, -14), (-25, -21), (-23, -40), (-10, -30)),
)

PIPS: Mapping[int, Sequence[Point]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@cache
def stone_shapes(owner: Colour) -> tuple[Circle | Polygon, ...]:
    """Return a stone around 0, 0."""
    return (
        Circle(x=0, y=0, radius=STONE, fill=FULL[owner], stroke=DEEP[owner], stroke_width=3, relief="raised"),
        Circle(x=0, y=0, radius=CROWN, fill=DEEP[owner], stroke=DEEP[owner], relief="sunk"),
        *mark(owner, 13),
    )


@cache
def emblem(owner: Colour) -> tuple[Circle | Polygon, ...]:
    """Return a small disc with a colour's sign around 0, 0."""
    return Circle(x=0, y=0, radius=EMBLEM, fill=DEEP[owner], stroke=FULL[owner], stroke_width=5), *mark(owner, 13)


def mark(owner: Colour, radius: int) -> tuple[Circle | Polygon, ...]:
    """Return a colour's sign alone: ring, triangle, diamond or cross."""
    if owner not in CORNERS:
        return (Circle(x=0, y=0, radius=radius * 3 // 4, stroke="white", stroke_width=radius // 2),)
    return (Polygon(points=tuple((x * radius // 100, y * radius // 100) for x, y in CORNERS[owner]), fill="white"),)


@cache
def burst(owner: Colour) -> tuple[Polygon, ...]:
    """Return the mark behind a stone that has captured one of this colour."""
    return (Polygon(points=BURST, fill=FULL[owner], stroke=DEEP[owner], stroke_width=3),)


@cache
def die(number: int, pips: Tone) -> tuple[Circle | Rectangle, ...]:
    """Return a die around 0, 0 showing a number, 0: nothing yet."""
    half = DIE // 2
    return (
        Rectangle(x=-half, y=-half, width=DIE, height=DIE, radius=14, fill="white", stroke="black", relief="raised"),
        *(Circle(x=x * PIP_STEP, y=y * PIP_STEP, radius=PIP, fill=pips) for x, y in PIPS[number]),
    )


def small_dice(x: int, y: int, number: int) -> tuple[Group, ...]:
    """Return a little die for each throw left, side by side around a point."""
    apart, half = SMALL_DIE + 14, SMALL_DIE // 2
    first = x - (number - 1) * apart // 2
    face: tuple[Circle | Rectangle, ...] = (
        Rectangle(x=-half, y=-half, width=SMALL_DIE, height=SMALL_DIE, radius=8, fill="white", stroke="black"),
        *(Circle(x=dx * 9, y=dy * 9, radius=3, fill="black") for dx, dy in PIPS[5]),
    )
    label = Text(de="ein Wurf", en="a throw")
    return tuple(Group(id=f"throw-{n}", x=first + n * apart, y=y, shapes=face, label=label) for n in range(number))
