"""Emblems: what each box of the shopping list asks for, shown by a gem or by five small marks."""

from collections.abc import Iterator
from functools import cache

from domain.games.diamond_yatzy.boxes import (
    COLOURS,
    FOUR_OF_A_KIND,
    LARGE_STRAIGHT_OF,
    PLACE,
    SLOTS,
    SMALL_STRAIGHT_OF,
    THREE_OF_A_KIND,
    UPPER,
    YATZY_OF,
    Box,
)
from domain.games.diamond_yatzy.gems import Stone, gem
from domain.picture import Circle, Polygon, Rectangle, Words

GEM = 21  # Radius.
STEP = 10  # From mark to mark.
MARK = 5  # From the middle of a mark to its corners.
STAIR = 6  # How much higher a bar is than the one before.

OF_A_KIND: dict[Box, int] = {
    "three_of_a_kind": THREE_OF_A_KIND,
    "four_of_a_kind": FOUR_OF_A_KIND,
    "yatzy": YATZY_OF,
}
IN_A_ROW: dict[Box, int] = {"small_straight": SMALL_STRAIGHT_OF, "large_straight": LARGE_STRAIGHT_OF}


@cache
def emblem(box: Box) -> Stone:
    """Return the emblem of a box around 0, 0."""
    if box in UPPER:
        return gem(COLOURS[PLACE[box]], GEM)
    if box in OF_A_KIND:
        return tuple(_rhomb(place, filled=place < OF_A_KIND[box]) for place in range(SLOTS))
    if box in IN_A_ROW:
        return tuple(_stairs(IN_A_ROW[box]))
    if box == "full_house":
        return (*(_rhomb(place, filled=True) for place in range(3)), _disc(3), _disc(4))
    return (Words(x=0, y=0, text="Σ", size=32, bold=True),)


def _x(place: int) -> int:
    return (place - SLOTS // 2) * STEP


def _rhomb(place: int, *, filled: bool) -> Polygon:
    x = _x(place)
    points = ((x, -MARK - 2), (x + MARK, 0), (x, MARK + 2), (x - MARK, 0))
    return Polygon(points=points, fill="ink", stroke="ink", stroke_width=1) if filled else _hollow(points)


def _hollow(points: tuple[tuple[int, int], ...]) -> Polygon:
    return Polygon(points=points, stroke="muted", stroke_width=1)


def _disc(place: int) -> Circle:
    return Circle(x=_x(place), y=0, radius=MARK, fill="accent")


def _stairs(bars: int) -> Iterator[Rectangle]:
    for place in range(SLOTS):
        high = 8 + STAIR * place
        there = place < bars
        yield Rectangle(
            x=_x(place) - 4,
            y=17 - high,
            width=8,
            height=high,
            radius=2,
            fill="ink" if there else None,
            stroke="ink" if there else "muted",
            stroke_width=1,
        )
