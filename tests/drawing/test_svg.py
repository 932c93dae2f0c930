"""Scenes as SVG: well-formed, described, and complete."""

from random import Random
from xml.etree import ElementTree as ET

from domain.kernel import AnyRules
from domain.picture import Circle, Group, Line, Polygon, Rectangle, Region, Scene, Words
from domain.value import Language, Text
from infra.drawing.svg import svg
from tests.laws import drawn
from tests.laws.lives import live
from tests.laws.registry import EVERY_GAME

NAMESPACE = "{http://www.w3.org/2000/svg}"

TABLE = Scene(
    width=100,
    height=80,
    label=Text(de="Kreis & <Strich>", en='A "circle"'),
    shapes=(
        Rectangle(x=0, y=0, width=100, height=80, radius=4, fill="board"),
        Group(
            x=20,
            y=30,
            shapes=(Circle(x=1, y=2, radius=3, fill="red", relief="raised"),),
            label=Text(de="Stein", en="Stone"),
        ),
        Polygon(points=((0, 0), (4, 0), (4, 4)), stroke="ink", stroke_width=1),
        Line(points=((0, 0), (9, 9)), stroke="accent", fill="red"),
        Words(x=50, y=40, text=Text(de="Weiß < Rot", en="White < Red"), size=20, bold=True, anchor="end"),
        Circle(x=1, y=2, radius=3, fill="blue", relief="sunk"),
    ),
    regions=(
        Region(
            id="a",
            area=Rectangle(x=0, y=0, width=9, height=9),
            label=Text(de="Feld", en="Field"),
            hint=(Circle(x=77, y=5, radius=2, fill="accent"),),
            ghost=(Circle(x=88, y=5, radius=2, fill="accent"),),
        ),
    ),
)


def parsed(scene: Scene, language: Language = "de") -> ET.Element:
    return ET.fromstring(svg(scene, language))


def test_a_scene_is_one_image_with_a_name_in_the_language_asked_for() -> None:
    root = parsed(TABLE)

    assert root.get("role") == "img"
    assert root.get("aria-label") == "Kreis & <Strich>"
    assert root.findtext(f"{NAMESPACE}title") == "Kreis & <Strich>"
    assert root.get("viewBox") == "0 0 100 80"
    assert parsed(TABLE, "en").get("aria-label") == 'A "circle"'


def test_every_shape_is_drawn() -> None:
    root = parsed(TABLE)

    assert len(root.findall(f".//{NAMESPACE}polygon")) == 1
    assert [line.get("fill") for line in root.iter(f"{NAMESPACE}polyline")] == ["none"]
    assert [text.text for text in root.iter(f"{NAMESPACE}text")] == ["Weiß < Rot"]
    assert [group.get("transform") for group in root.iter(f"{NAMESPACE}g") if "transform" in group.attrib] == [
        "translate(20 30)"
    ]
    assert {title.text for title in root.iter(f"{NAMESPACE}title")} == {"Kreis & <Strich>", "Stein"}


def test_lights_are_defined_where_they_are_used() -> None:
    text, root = svg(TABLE, "de"), parsed(TABLE)

    defined = {light.get("id") for light in root.find(f"{NAMESPACE}defs") or ()}
    assert defined == {"raised-red", "sunk-blue"}
    assert all(f"url(#{name})" in text for name in defined)


def test_hints_are_drawn_and_ghosts_are_not() -> None:
    across = {circle.get("cx") for circle in parsed(TABLE).iter(f"{NAMESPACE}circle")}

    assert "77" in across
    assert "88" not in across


@EVERY_GAME
def test_every_game_is_drawn_well_formed(rules: AnyRules) -> None:
    for scene in drawn.scenes(live(rules, Random(1))):
        assert parsed(scene).get("aria-label") == scene.label.de
