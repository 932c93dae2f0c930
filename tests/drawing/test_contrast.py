"""Writing in pictures can be read: every game, both themes."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import TypeAlias

import pytest

from domain.kernel import AnyRules
from domain.picture import AnyShape, Area, Circle, Group, Point, Polygon, Rectangle, Scene, Tone, Words
from domain.value import Text
from infra.drawing.palette import DARK, LIGHT, Palette, contrast
from tests.laws import drawn
from tests.laws.lives import live
from tests.laws.registry import EVERY_GAME, NUMBERS, REPRODUCIBLE

READABLE = 4.5  # WCAG 2, level AA, for writing of any size.

Placed: TypeAlias = tuple[AnyShape, int, int]
"""A shape, and the point it is counted from."""


def writing(scene: Scene) -> Iterator[tuple[Words, Tone]]:
    """Yield all writing with the colour that lies right below it."""
    placed = list(drawn.flat(scene.shapes))
    for place, (words, x, y) in enumerate(placed):
        if isinstance(words, Words):
            yield words, ground(placed[:place], (x + words.x + INWARD[words.anchor], y + words.y))


INWARD = {"start": 2, "middle": 0, "end": -2}


def ground(placed: Sequence[Placed], point: Point) -> Tone:
    """Return the colour on top at a point."""
    for shape, x, y in reversed(placed):
        if isinstance(shape, Area) and shape.fill is not None and covers(shape, (point[0] - x, point[1] - y)):
            return shape.fill
    return "paper"


def covers(form: Area, point: Point) -> bool:
    x, y = point
    match form:
        case Circle():
            return (x - form.x) ** 2 + (y - form.y) ** 2 <= form.radius**2
        case Rectangle():
            return form.x <= x <= form.x + form.width and form.y <= y <= form.y + form.height
        case Polygon(points=points):
            edges = pairwise((*points, points[0]))
            crossed = (
                (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1) for (x1, y1), (x2, y2) in edges
            )
            return sum(crossed) % 2 == 1


@EVERY_GAME
@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@REPRODUCIBLE
@NUMBERS
def test_all_writing_can_be_read_on_what_lies_below_it(rules: AnyRules, palette: Palette, number: int) -> None:
    for scene in drawn.scenes(live(rules, Random(number))):
        for words, below in writing(scene):
            assert contrast(palette[words.tone], palette[below]) >= READABLE, (words, below)


def test_the_ground_of_writing_is_the_last_thing_drawn_below_it() -> None:
    board = Rectangle(x=0, y=0, width=90, height=90, fill="board")
    stone = Group(x=30, y=30, shapes=(Circle(x=0, y=0, radius=9, fill="red"), Words(x=0, y=0, text="1", size=9)))
    roof = Polygon(points=((40, 60), (80, 60), (60, 40)), fill="yellow")
    label = Text(de="Bild", en="Picture")
    words = [Words(x=x, y=y, text="2", size=9) for x, y in ((60, 50), (42, 42), (95, 95))]
    scene = Scene(width=100, height=100, label=label, shapes=(board, stone, roof, *words))

    assert [below for _, below in writing(scene)] == ["red", "yellow", "board", "paper"]
