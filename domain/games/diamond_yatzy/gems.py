"""Gems: the six jewels as cut stones, each with as many corners as it counts, so that shape alone tells them apart."""

from collections.abc import Iterator
from functools import cache
from math import cos, hypot, pi, sin
from typing import TypeAlias

from domain.games.diamond_yatzy.boxes import VALUE, Colour
from domain.picture import Circle, Line, Point, Polygon, Rectangle, Tone, Words

Stone: TypeAlias = tuple[Circle | Rectangle | Polygon | Line | Words, ...]
"""The shapes of a gem around 0, 0, from back to front."""

Outline: TypeAlias = tuple[tuple[float, float], ...]
"""Corners, for a stone that reaches 1 from its middle."""

LIGHT = (-0.45, -0.89)  # Where the light comes from: the top left.
BRIGHT_FROM = 0.45  # Facets that face the light at least so much show the glint of the stone below them ...
DEEP_FROM = -0.25  # ... and those that face away from it its deep tone.
FINE_FROM = 40  # Radius from which ridges and glints can be seen.
TABLE = 0.6  # How large the flat top is.
ARC_POINTS = 6  # In each side of a stone with two corners.
ROUND_POINTS = 8  # Around a stone without corners.
MARQUISE_WIDTH = 0.7
KITE = 0.2  # Kites shine a little more than the triangles between them.

DEEP: dict[Colour, Tone] = {
    "white": "white_deep",
    "yellow": "yellow_deep",
    "red": "red_deep",
    "blue": "blue_deep",
    "violet": "violet_deep",
    "green": "green_deep",
}
WRITING: dict[Colour, Tone] = {
    "white": "black",
    "yellow": "black",
    "red": "white",
    "blue": "white",
    "violet": "white",
    "green": "white",
}
SCALE: dict[Colour, float] = {"white": 0.94, "yellow": 1.16, "red": 1.14, "blue": 1.18, "violet": 1.04, "green": 1.0}
DROP: dict[Colour, float] = {"red": 0.2, "violet": 0.05}  # How far a stone's middle lies below the middle of its box.


@cache
def gem(colour: Colour, radius: int) -> Stone:
    """Return a stone of about this radius with its number on the table."""
    return (*facets(colour, radius), number(colour, round(radius * 0.72)))


@cache
def number(colour: Colour, size: int) -> Words:
    return Words(x=0, y=0, text=str(VALUE[colour]), size=size, tone=WRITING[colour], bold=True)


@cache
def facets(colour: Colour, radius: int) -> Stone:
    """Return a stone without its number: its body, the facets around its table, the table with a glint."""
    corners = outline(colour)
    rim, table = _placed(colour, corners, radius), _placed(colour, corners, radius * TABLE)
    sides = _facets(colour, rim, table)
    top = Polygon(points=table, fill=colour, stroke=DEEP[colour], stroke_width=1)
    if radius < FINE_FROM:
        return (_body(colour, rim, radius), *(side for side in sides if side.fill == DEEP[colour]), top)
    glint = [pair for pair in _edges(table) if _facing(*pair) > BRIGHT_FROM]
    return (_body(colour, rim, radius), *sides, top, *(Line(points=pair, stroke="white") for pair in glint))


def _body(colour: Colour, rim: tuple[Point, ...], radius: int) -> Circle | Polygon:
    width = max(2, radius // 16)
    if colour == "white":
        return Circle(x=0, y=0, radius=radius, fill=colour, stroke=DEEP[colour], stroke_width=width, relief="raised")
    return Polygon(points=rim, fill=colour, stroke=DEEP[colour], stroke_width=width, relief="raised")


def _facets(colour: Colour, rim: tuple[Point, ...], table: tuple[Point, ...]) -> Iterator[Polygon]:
    """Yield a triangle on each edge of the rim and a kite at each of its corners, as far as they do not shine."""
    middles = [_middle(*pair) for pair in _edges(table)]
    for (a, b), middle in zip(_edges(rim), middles, strict=True):
        yield from _facet(colour, (a, b, middle), _facing(a, b))
    before = (rim[-1], *rim[:-1])
    kites = zip(before, rim, (*rim[1:], rim[0]), table, (middles[-1], *middles[:-1]), middles, strict=True)
    for previous, corner, following, top, left, right in kites:
        yield from _facet(colour, (left, corner, right, top), _facing(previous, following) + KITE)


def _facet(colour: Colour, points: tuple[Point, ...], facing: float) -> Iterator[Polygon]:
    fill = None if facing > BRIGHT_FROM else DEEP[colour] if facing < DEEP_FROM else colour
    yield Polygon(points=points, fill=fill, stroke=DEEP[colour], stroke_width=1)


def _edges(points: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    return zip(points, (*points[1:], points[0]), strict=True)


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def outline(colour: Colour) -> Outline:
    """Return the corners of a stone, clockwise, the first one at the top or at its right."""
    match colour:
        case "white":
            return _regular(ROUND_POINTS, -pi / 2)
        case "yellow":
            return _marquise()
        case "red":
            return _regular(3, -pi / 2)
        case "blue":
            return _regular(4, -pi / 4)
        case "violet":
            return _regular(5, -pi / 2)
        case "green":
            return _regular(6, 0)


def _regular(corners: int, first: float) -> Outline:
    angles = (first + 2 * pi * n / corners for n in range(corners))
    return tuple((cos(angle), sin(angle)) for angle in angles)


def _marquise() -> Outline:
    """Return a lens with its two corners at the top and at the bottom."""
    steps = [2 * n / ARC_POINTS - 1 for n in range(ARC_POINTS)]
    right = [(MARQUISE_WIDTH * (1 - step * step), step) for step in steps]
    return (*right, *((-x, -y) for x, y in right))


def _placed(colour: Colour, corners: Outline, radius: float) -> tuple[Point, ...]:
    size, drop = radius * SCALE[colour], radius * DROP.get(colour, 0)
    return tuple((round(x * size), round(y * size + drop)) for x, y in corners)


def _facing(a: Point, b: Point) -> float:
    """Return how much a facet whose outer edge goes clockwise from a to b faces the light: 1 straight, -1 away."""
    across, down = b[0] - a[0], b[1] - a[1]
    return (down * LIGHT[0] - across * LIGHT[1]) / max(1.0, hypot(across, down))
