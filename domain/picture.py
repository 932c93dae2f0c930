"""Pictures: the words that any board can be drawn with.  Data only; pages and servers draw it.

Coordinates are whole units of the scene, x to the right and y downwards from its top left corner; a page scales them.
What comes later lies above what came before.  In JSON a field that has its default is left out.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import Literal, TypeAlias, TypeVar

from domain.value import Text, Value

# fmt: off
Tone: TypeAlias = Literal[
    "paper", "board", "shade", "line", "felt", "wood",  # Surfaces.
    "ink", "muted", "accent", "good", "bad",  # Writing and marks.
    "white", "white_soft", "white_deep", "black", "black_soft", "black_deep",  # Things, and each with a lighter
    "red", "red_soft", "red_deep", "yellow", "yellow_soft", "yellow_deep",     # and a darker shade.
    "blue", "blue_soft", "blue_deep", "green", "green_soft", "green_deep", "violet", "violet_soft", "violet_deep",
]
"""A colour by its use; the light and the dark theme map it, and in both a red stone is red.

No two things differ by colour alone.  `ink` and `muted` can be read on `paper`, `board`, `shade` and every soft shade;
on a thing one writes in `black` or `white`, which stay what they are as it does.
"""
# fmt: on

Point: TypeAlias = tuple[int, int]

Item: TypeAlias = int | str
"""What a hand gathers, as the move writes it: a die, a slot, a colour."""


Motion: TypeAlias = Literal["slide", "fall", "turn", "roll", "glint"]
"""How a thing comes to its place, or becomes what it is: gliding, falling, turned over, rolled, or glinting."""


class Shape(Value, tag_field="type", tag=str.lower, omit_defaults=True):
    """Anything drawn."""

    id: str | None = None  # Of a thing that moves or changes: the same from scene to scene, so that a page can show it.
    label: Text | None = None  # What it is, for whoever points at it.
    attention: bool = False  # It blinks; a secondary click switches that off and on.
    comes_from: Point | None = None  # Where a thing that is new in the scene starts on its way to its place ...
    way: tuple[Point, ...] = ()  # ... and the points at which one that has moved stops in between.
    motion: Motion = "slide"


class Form(Shape):
    """A shape with a surface and an outline."""

    fill: Tone | None = None
    stroke: Tone | None = None
    stroke_width: int = 2
    relief: Literal["flat", "raised", "sunk"] = (
        "flat"  # Lit from the top left, with the soft and deep shades of `fill`.
    )


class Circle(Form):
    """A disc, a field, a dot; `x` and `y` are its centre."""

    x: int
    y: int
    radius: int


class Rectangle(Form):
    """A board, a card, a button; `x` and `y` are its top left corner, `radius` rounds all four."""

    x: int
    y: int
    width: int
    height: int
    radius: int = 0


class Polygon(Form):
    """A closed form with straight sides."""

    points: tuple[Point, ...]


class Line(Form):
    """A line through these points, with round ends; never filled."""

    points: tuple[Point, ...]


class Words(Shape):
    """Writing in one line; `y` is the middle of its height, `x` the point that `anchor` tells."""

    x: int
    y: int
    text: str | Text  # The same in both languages, or not.
    size: int
    tone: Tone = "ink"
    anchor: Literal["start", "middle", "end"] = "middle"
    bold: bool = False


class Group(Shape):
    """Several shapes that are one thing and move together, placed at `x`, `y`; theirs are counted from there."""

    x: int
    y: int
    shapes: tuple["Circle | Rectangle | Polygon | Line | Words", ...]


AnyShape: TypeAlias = Circle | Rectangle | Polygon | Line | Words | Group
Area: TypeAlias = Circle | Rectangle | Polygon


class Act(Value, tag_field="type", tag=str.lower, omit_defaults=True):
    """What using a region does.  A picture knows no viewer: a page asks the viewer's moves and drafts who may."""


class Play(Act):
    """Make a whole move, as it stands in `moves`; usable by a viewer whose moves contain it."""

    move: object  # The game's own move, or its JSON object.


class Gather(Act):
    """A part of the draft whose move is `draft`; usable by a viewer whose drafts contain it."""

    draft: str
    field: str


class Toggle(Gather):
    """Put an item into a set, or take it out again."""

    item: Item


class Take(Gather):
    """Take an item in hand, out of its group if it lies in one; or lay it down again."""

    item: Item


class Put(Gather):
    """Put an item into the group of this number, from 0; without one into the next, and after the last into none.

    Without an item it is all that was taken in hand.
    """

    item: Item | None = None
    group: int | None = None


class Cycle(Gather):
    """Go on to the next of these values, and from the last to the first."""

    values: tuple[Item, ...]
    picks: Mapping[str, Item] = {}  # Values of other fields that go with it; where one was another, begin anew.


class Pick(Gather):
    """Choose this value instead of any other."""

    value: Item


class Confirm(Act):
    """Make the move that was gathered, if it is complete."""

    draft: str


AnyAct: TypeAlias = Play | Toggle | Take | Put | Cycle | Pick | Confirm


class Drop(Value):
    """Dragging a region onto another, named by its id, does this."""

    onto: str
    act: AnyAct


class Region(Value, omit_defaults=True):
    """A place to point at, to reach by keyboard, and to hear about.  Of two that overlap the later one is hit."""

    id: str
    area: Area  # Where it is; colours play no part.
    label: Text  # What is there, and what using it does.
    seat: int | None = None  # Whose it is to use; none: whoever may.
    act: AnyAct | None = None  # By click or Enter; none where there is only something to read.
    double: AnyAct | None = None  # By double click or Shift and Enter.
    secondary: AnyAct | None = None  # By secondary click, where nothing blinks that this would switch.
    drops: tuple[Drop, ...] = ()
    hint: tuple[AnyShape, ...] = ()  # Shown while it can be used.
    ghost: tuple[AnyShape, ...] = ()  # Shown faintly while it can be used and is pointed at or focused.
    attention: bool = False  # It blinks while it can be used; a secondary click switches that off and on.
    faces: Mapping[str, tuple[AnyShape, ...]] = {}  # How it looks while it gathers this value; "": none of its own.
    tint: Tone = "accent"  # Outlines it while its part of a draft is gathered ...
    cross: bool = False  # ... and crosses it out ...
    count: bool = False  # ... and shows the number of its group, from 1, its value, or what it sums up to.


class Emblem(Value):
    """What tells the things of a seat from those of others, drawn around 0, 0; a page scales it."""

    label: Text
    shapes: tuple[AnyShape, ...]


class Panel(Value, omit_defaults=True):
    """A part of a scene that is of use alone: a page with little room shows one at a time."""

    area: Rectangle
    label: Text
    seat: int | None = None  # Whose it is: shown first to whoever plays it.


class Scene(Value, omit_defaults=True):
    """A board as everybody with the same knowledge sees it: shapes from back to front, regions in reading order."""

    width: int
    height: int
    label: Text  # The position in a sentence: what a screen reader says first, and after every move.
    emblems: tuple[Emblem, ...] = ()  # Of the seats, in their order.
    panels: tuple[Panel, ...] = ()  # None: it is of use as a whole.
    shapes: tuple[AnyShape, ...] = ()
    regions: tuple[Region, ...] = ()


class SetOf(Value, tag_field="type", tag="set", omit_defaults=True):
    """A field of a move gathered by `toggle`: some of these items, in this order."""

    name: str
    items: tuple[Item, ...]
    least: int = 0
    most: int
    first: tuple[Item, ...] = ()  # What is in it before anybody chose.


class GroupsOf(Value, tag_field="type", tag="groups", omit_defaults=True):
    """A field of a move gathered by `put`: lists of these items, each at most once; empty groups are left out."""

    name: str
    items: tuple[Item, ...]
    least: int = 0  # Groups.
    most: int
    size_least: int = 1  # Items in each.
    size_most: int
    values: tuple[int, ...] = ()  # What each item counts, where what a group does depends on its sum ...
    sums: Mapping[int, tuple[Text, ...]] = {}  # ... and what that is: of the first group of a sum, the second, …


class OneOf(Value, tag_field="type", tag="one", omit_defaults=True):
    """A field of a move gathered by `cycle` or `pick`: one of these values."""

    name: str
    values: tuple[Item, ...]
    first: Item | None = None  # What it is before anybody chose; none: choosing is required.


class Draft(Value, omit_defaults=True):
    """How a hand gathers a compound move: a page offers its parts as regions, keeps what was chosen, and posts it."""

    move: str  # The move's type, and the draft's name.
    fields: tuple[SetOf | GroupsOf | OneOf, ...]
    fixed: Mapping[str, Item] = {}  # The move's other fields.
    confirm: Text  # On the button that makes the move; behind it a page says what the groups' `sums` tell.


Kept: TypeAlias = tuple[int, int]
"""A run of what was there before: from which position, how many."""


class Patch(Value, omit_defaults=True):
    """How one scene becomes the next.  What is None stays; lists name what is kept and hold what is new, in order."""

    width: int | None = None
    height: int | None = None
    label: Text | None = None
    emblems: tuple[Emblem, ...] | None = None
    panels: tuple[Panel, ...] | None = None
    shapes: tuple[Kept | AnyShape, ...] | None = None
    regions: tuple[Kept | Region, ...] | None = None


T = TypeVar("T", bound=Value)


def difference(old: Scene, new: Scene) -> Patch:
    """Return what `apply` needs to make `new` of `old`: little, where little has changed."""
    return Patch(
        width=None if new.width == old.width else new.width,
        height=None if new.height == old.height else new.height,
        label=None if new.label == old.label else new.label,
        emblems=None if new.emblems == old.emblems else new.emblems,
        panels=None if new.panels == old.panels else new.panels,
        shapes=_changes(old.shapes, new.shapes),
        regions=_changes(old.regions, new.regions),
    )


def apply(scene: Scene, patch: Patch) -> Scene:
    """Return the scene that a patch makes of the one it was made from."""
    return Scene(
        width=scene.width if patch.width is None else patch.width,
        height=scene.height if patch.height is None else patch.height,
        label=scene.label if patch.label is None else patch.label,
        emblems=scene.emblems if patch.emblems is None else patch.emblems,
        panels=scene.panels if patch.panels is None else patch.panels,
        shapes=scene.shapes if patch.shapes is None else _applied(scene.shapes, patch.shapes),
        regions=scene.regions if patch.regions is None else _applied(scene.regions, patch.regions),
    )


def _changes(old: Sequence[T], new: Sequence[T]) -> tuple[Kept | T, ...] | None:
    """Return the runs kept and the values new, None if nothing has changed.

    Each value is looked for behind the one before it, where it usually is, and then by its name.
    """
    if old == new:
        return None
    places = {_name(value): place for place, value in enumerate(old)}
    changes: list[Kept | T] = []
    place = -1
    for value in new:
        place += 1
        if not _stands(old, place, value):
            elsewhere = places.get(_name(value), -1)
            if not _stands(old, elsewhere, value):
                changes.append(value)
                continue
            place = elsewhere
        run = changes[-1] if changes else None
        if isinstance(run, tuple) and sum(run) == place:
            changes[-1] = (run[0], run[1] + 1)
        else:
            changes.append((place, 1))
    return tuple(changes)


def _stands(values: Sequence[Value], place: int, value: Value) -> bool:
    return 0 <= place < len(values) and values[place] == value


def _name(value: Value) -> Hashable:
    """Return what a shape or region is known by; what has no id, and so never holds a move, by what it is."""
    if isinstance(value, Shape | Region) and value.id is not None:
        return value.id
    return value


def _applied(old: Sequence[T], changes: Sequence[Kept | T]) -> tuple[T, ...]:
    values: list[T] = []
    for change in changes:
        if isinstance(change, tuple):
            start, count = change
            values.extend(old[start : start + count])
        else:
            values.append(change)
    return tuple(values)
