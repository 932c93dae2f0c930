"""What is drawn of a game: laws of its pictures and drafts, each a check of one life."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import msgspec

from domain import feed
from domain.codec import canonical
from domain.kernel import AnyRules, Audience, Move
from domain.picture import (
    Act,
    AnyShape,
    Cycle,
    Draft,
    Gather,
    Group,
    GroupsOf,
    OneOf,
    Pick,
    Play,
    Put,
    Region,
    Scene,
    SetOf,
    Take,
    Toggle,
    Words,
    apply,
    difference,
)
from domain.value import Text
from tests.laws.lives import Life

LOOKS = 8  # Points of a life at which its pictures are looked at.

Field: TypeAlias = SetOf | GroupsOf | OneOf


def known(life: Life) -> Iterator[tuple[Audience, feed.Known]]:
    """Yield what everybody knew at some points of a life once it was started, its end among them."""
    for audience in (None, *range(len(life.match.seats))):
        running = [known for known in feed.history(life.rules, life.log, audience) if known.match.seats]
        some = sorted(life.random.sample(range(len(running)), min(LOOKS, len(running) - 1)))
        yield from ((audience, running[place]) for place in (*some, -1))


def scenes(life: Life) -> Iterator[Scene]:
    """Yield the pictures of some points of a life, as everybody saw them."""
    for _, seen in known(life):
        yield scene_of(life.rules, seen)


def scene_of(rules: AnyRules, seen: feed.Known) -> Scene:
    scene: Scene = rules.picture(seen.match.board)
    return scene


def a_scene_is_plain_json_with_whole_numbers(life: Life) -> None:
    for scene in scenes(life):
        written = msgspec.json.encode(scene)
        assert all(not isinstance(part, float) for part in parts(msgspec.json.decode(written)))
        assert msgspec.json.encode(msgspec.json.decode(written, type=Scene)) == written


def ids_name_one_thing_each(life: Life) -> None:
    for scene in scenes(life):
        things = [shape.id for shape, _, _ in flat(scene.shapes) if shape.id is not None]
        places = [region.id for region in scene.regions]
        assert len(set(things)) == len(things)
        assert len(set(places)) == len(places)


def everything_is_said_in_both_languages(life: Life) -> None:
    for scene in scenes(life):
        for part in structs(scene):
            if isinstance(part, Text):
                assert part.de.strip(), part
                assert part.en.strip(), part


def everything_lies_within_the_scene(life: Life) -> None:
    for scene in scenes(life):
        shown = (*scene.shapes, *(shape for region in scene.regions for shape in looks(region)))
        placed = [(shape, x, y) for shape, x, y in flat(shown) if not isinstance(shape, Words | Group)]
        areas = (*(region.area for region in scene.regions), *(panel.area for panel in scene.panels))
        for shape, x, y in (*placed, *((area, 0, 0) for area in areas)):
            left, top, right, bottom = box(shape)
            assert 0 <= x + left <= x + right <= scene.width, shape
            assert 0 <= y + top <= y + bottom <= scene.height, shape


def a_patch_makes_the_new_scene_of_the_old(life: Life) -> None:
    drawn = list(scenes(life))
    for old, new in (*pairwise(drawn), *pairwise(reversed(drawn))):
        patch = difference(old, new)
        assert apply(old, patch) == new
        assert len(msgspec.json.encode(patch)) <= len(msgspec.json.encode(new))
    assert msgspec.json.encode(difference(drawn[0], drawn[0])) == b"{}"


def every_listed_move_can_be_made_in_the_picture(life: Life) -> None:
    """A whole move by one region, or a compound one by a draft whose parts are regions."""
    for seat, seen in known(life):
        if seat is None or seat not in seen.match.turn:
            continue
        acts = [act for region in scene_of(life.rules, seen).regions for act in acts_of(region, seat)]
        drafts = list(life.rules.drafts(seen.match.board, seat))
        for move in life.rules.legal_moves(seen.match.board, seat):
            assert plays(acts, move) or any(gathers(draft, acts, move) for draft in drafts), (seat, move)


def every_part_belongs_to_a_draft_and_every_target_is_there(life: Life) -> None:
    for seat, seen in known(life):
        regions = scene_of(life.rules, seen).regions
        names = {region.id for region in regions}
        drafts = {d.move: d for d in life.rules.drafts(seen.match.board, seat)} if seat is not None else {}
        for region in regions:
            assert all(drop.onto in names for drop in region.drops), region
            for act in acts_of(region, seat):
                if isinstance(act, Gather) and act.draft in drafts:
                    assert any(fits(field, act) for field in drafts[act.draft].fields), (region, drafts)


def what_groups_do_by_their_sums_can_be_told(life: Life) -> None:
    for seat, seen in known(life):
        drafts = life.rules.drafts(seen.match.board, seat) if seat is not None else ()
        for field in (field for draft in drafts for field in draft.fields if isinstance(field, GroupsOf)):
            assert len(field.values) == (len(field.items) if field.sums or field.values else 0), field
            assert all(text.de.strip() and text.en.strip() for told in field.sums.values() for text in told), field
            assert all(len(told) <= field.most for told in field.sums.values()), field


def who_is_not_on_turn_has_no_drafts(life: Life) -> None:
    for seat, seen in known(life):
        if seat is not None and seat not in seen.match.turn:
            assert list(life.rules.drafts(seen.match.board, seat)) == []


Law: TypeAlias = Callable[[Life], None]


def every_seat_has_an_emblem_of_its_own(life: Life) -> None:
    for scene in scenes(life):
        seats = len(life.match.seats)
        assert len({msgspec.json.encode(emblem.shapes) for emblem in scene.emblems}) == seats, scene.emblems
        assert len({emblem.label for emblem in scene.emblems}) == seats


LAWS: Sequence[Law] = (
    a_scene_is_plain_json_with_whole_numbers,
    ids_name_one_thing_each,
    everything_is_said_in_both_languages,
    everything_lies_within_the_scene,
    a_patch_makes_the_new_scene_of_the_old,
    every_listed_move_can_be_made_in_the_picture,
    every_part_belongs_to_a_draft_and_every_target_is_there,
    what_groups_do_by_their_sums_can_be_told,
    who_is_not_on_turn_has_no_drafts,
    every_seat_has_an_emblem_of_its_own,
)


def looks(region: Region) -> Iterator[AnyShape]:
    """Yield all that a region may show."""
    yield from (*region.hint, *region.ghost, *(shape for face in region.faces.values() for shape in face))


def flat(shapes: Iterable[AnyShape]) -> Iterator[tuple[AnyShape, int, int]]:
    """Yield shapes and what groups hold, from back to front, each with the point it is counted from."""
    for shape in shapes:
        yield shape, 0, 0
        if isinstance(shape, Group):
            yield from ((part, shape.x, shape.y) for part in shape.shapes)


def parts(value: Any) -> Iterator[Any]:
    """Yield a JSON value and all values in it."""
    yield value
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in inside:
        yield from parts(part)


def structs(value: Any) -> Iterator[msgspec.Struct]:
    """Yield a struct and all structs in it."""
    if isinstance(value, msgspec.Struct):
        yield value
        for name in value.__struct_fields__:
            yield from structs(getattr(value, name))
    elif isinstance(value, tuple):
        for part in value:
            yield from structs(part)


def box(shape: AnyShape) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of an area."""
    data: Mapping[str, Any] = msgspec.structs.asdict(shape)
    if "points" in data:
        across, down = zip(*data["points"], strict=True)
        return min(across), min(down), max(across), max(down)
    x, y = data["x"], data["y"]
    if "width" in data:
        return x, y, x + data["width"], y + data["height"]
    return x - data["radius"], y - data["radius"], x + data["radius"], y + data["radius"]


def acts_of(region: Region, seat: Audience) -> Iterator[Act]:
    """Yield all that this seat might do with a region."""
    if region.seat in {None, seat}:
        acts = (region.act, region.double, region.secondary, *(drop.act for drop in region.drops))
        yield from (act for act in acts if act is not None)


def plays(acts: Sequence[Act], move: Move) -> bool:
    return any(isinstance(act, Play) and canonical(act.move) == canonical(move) for act in acts)


def gathers(draft: Draft, acts: Sequence[Act], move: Move) -> bool:
    """Return whether a draft can become this move by what the regions offer."""
    fields: dict[str, Any] = msgspec.to_builtins(move)
    if fields.pop("type") != draft.move or fields.keys() != draft.fixed.keys() | {field.name for field in draft.fields}:
        return False
    mine = [act for act in acts if isinstance(act, Gather) and act.draft == draft.move]
    return all(fields[name] == value for name, value in draft.fixed.items()) and all(
        reaches(field, [act for act in mine if touches(act, field)], fields[field.name]) for field in draft.fields
    )


def touches(act: Gather, field: Field) -> bool:
    return act.field == field.name or (isinstance(act, Cycle) and field.name in act.picks)


def reaches(field: Field, acts: Sequence[Gather], value: Any) -> bool:
    match field:
        case SetOf(items=items, least=least, most=most):
            offered = {act.item for act in acts if isinstance(act, Toggle)}
            return (
                least <= len(value) <= most
                and [item for item in items if item in value] == list(value)
                and offered >= set(value) ^ set(field.first)
            )
        case GroupsOf(items=items, least=least, most=most):
            offered = {act.item for act in acts if isinstance(act, Put) and act.item is not None}
            if {act.group for act in acts if isinstance(act, Put) and act.item is None} >= set(range(len(value))):
                offered |= {act.item for act in acts if isinstance(act, Take)}
            gathered = [item for group in value for item in group]
            return (
                least <= len(value) <= most
                and all(field.size_least <= len(group) <= field.size_most for group in value)
                and len(set(gathered)) == len(gathered)
                and offered & set(items) >= set(gathered)
            )
        case OneOf(values=values, first=first):
            picked = {act.value for act in acts if isinstance(act, Pick)}
            cycles = [act for act in acts if isinstance(act, Cycle)]
            cycled = {value for act in cycles if act.field == field.name for value in act.values}
            gone_with = {act.picks[field.name] for act in cycles if field.name in act.picks}
            return value in values and value in {first, *picked, *cycled, *gone_with}


def fits(field: Field, act: Gather) -> bool:
    """Return whether a part is one that this field is gathered by."""
    if field.name != act.field:
        return False
    match field:
        case SetOf(items=items):
            return isinstance(act, Toggle) and act.item in items
        case GroupsOf(items=items, most=most):
            if isinstance(act, Put):
                return act.item in {None, *items} and (act.group is None or 0 <= act.group < most)
            return isinstance(act, Take) and act.item in items
        case OneOf(values=values):
            return (isinstance(act, Pick) and act.value in values) or (
                isinstance(act, Cycle) and set(act.values) <= set(values)
            )
