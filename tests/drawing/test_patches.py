"""Patches of scenes: small where little has changed, and exact."""

from collections.abc import Sequence
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from domain.picture import (
    AnyShape,
    Circle,
    Emblem,
    Kept,
    Panel,
    Patch,
    Play,
    Rectangle,
    Region,
    Scene,
    Words,
    apply,
    difference,
)
from domain.value import Text

LABEL = Text(de="Bild", en="Picture")


def dot(x: int, name: str | None = None) -> Circle:
    return Circle(id=name, x=x, y=0, radius=1)


def scene(*shapes: AnyShape, regions: Sequence[Region] = ()) -> Scene:
    return Scene(width=10, height=10, label=LABEL, shapes=shapes, regions=tuple(regions))


def changes(old: Sequence[AnyShape], new: Sequence[AnyShape]) -> tuple[Kept | AnyShape, ...] | None:
    patch = difference(scene(*old), scene(*new))
    assert apply(scene(*old), patch) == scene(*new)
    return patch.shapes


A, B, C, D = (dot(x) for x in range(4))


def test_where_nothing_has_changed_a_patch_is_empty() -> None:
    assert msgspec.json.encode(difference(scene(A, B), scene(A, B))) == b"{}"


def test_what_stays_is_named_by_runs() -> None:
    assert changes([A, B, C], [A, B, C, D]) == ((0, 3), D)
    assert changes([A, B, C], [A, D, C]) == ((0, 1), D, (2, 1))
    assert changes([A, B, C], [D, A, B, C]) == (D, (0, 3))
    assert changes([A, B, C], [A, C]) == ((0, 1), (2, 1))
    assert changes([A, B, C], [C, A, B]) == ((2, 1), (0, 2))
    assert changes([A, B], []) == ()


def test_a_thing_that_moved_is_sent_alone() -> None:
    stone, moved = dot(5, "stone"), dot(7, "stone")

    assert changes([A, stone, B], [A, moved, B]) == ((0, 1), moved, (2, 1))
    assert changes([stone, A, B], [A, B, moved]) == ((1, 2), moved)


def test_equal_shapes_may_stand_several_times() -> None:
    assert changes([A, A, B], [A, B, A, A]) is not None


def test_size_label_emblems_and_panels_are_sent_when_they_change() -> None:
    old = scene(A)
    seats = (Emblem(label=LABEL, shapes=(A,)),)
    panels = (Panel(area=Rectangle(x=0, y=0, width=5, height=5), label=LABEL, seat=1),)
    new = Scene(width=10, height=20, label=Text(de="Ende", en="The end"), emblems=seats, panels=panels, shapes=(A,))

    assert difference(old, new) == Patch(height=20, label=new.label, emblems=seats, panels=panels)
    assert apply(old, difference(old, new)) == new


def test_regions_are_known_by_their_ids_whatever_move_they_carry() -> None:
    first, second = region("a", {"type": "toy.move"}), region("b", None)
    changed = region("a", {"type": "toy.move", "again": True})
    old, new = scene(regions=(first, second)), scene(regions=(second, changed))

    assert difference(old, new) == Patch(regions=((1, 1), changed))
    assert apply(old, difference(old, new)) == new


def test_in_json_kept_runs_are_pairs_among_new_shapes() -> None:
    patch = difference(scene(A, B), scene(A, Words(x=1, y=2, text="7", size=3)))

    written = msgspec.json.encode(patch)
    assert written == b'{"shapes":[[0,1],{"type":"words","x":1,"y":2,"text":"7","size":3}]}'
    assert msgspec.json.decode(written, type=Patch) == patch


SHAPES = st.lists(
    st.builds(dot, st.integers(0, 5), st.sampled_from([None])) | st.sampled_from([dot(9, "x")]), max_size=9
)


@given(old=SHAPES, new=SHAPES)
def test_any_scene_can_be_made_of_any_other(old: list[AnyShape], new: list[AnyShape]) -> None:
    changes(old, new)


def region(name: str, move: dict[str, Any] | None) -> Region:
    return Region(id=name, area=A, label=LABEL, act=None if move is None else Play(move=move))
