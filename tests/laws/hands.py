"""Hands: what can be gathered with a draft, and what a picture lets one do."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import ValidationError, convert, to_builtins

from domain.codec import tag
from domain.kernel import AnyRules, Move
from domain.picture import Act, Cycle, Draft, Gather, GroupsOf, Item, OneOf, Pick, Play, Put, Scene, SetOf, Take, Toggle

GATHERINGS = 200  # Tries at a legal move.


def acts(scene: Scene) -> Iterator[Act]:
    """Yield all that a scene lets one do, by click, double or secondary click, or dragging."""
    for region in scene.regions:
        acts = (region.act, region.double, region.secondary, *(drop.act for drop in region.drops))
        yield from (act for act in acts if act is not None)


def gathered(rules: AnyRules, draft: Draft, random: Random) -> Iterator[Move]:
    """Yield moves that a hand could gather, those a page would let through."""
    kind = next(move for move in rules.moves if tag(move) == draft.move)
    for _ in range(GATHERINGS):
        fields = {field.name: _gather(field, random) for field in draft.fields}
        try:
            yield convert({"type": draft.move, **draft.fixed, **fields}, kind)
        except ValidationError as error:
            raise AssertionError(f"{draft.move} lets one gather what is no move: {error}") from error


def can_gather(draft: Draft, move: Move) -> bool:
    """Return whether a hand could gather this very move."""
    asked: Mapping[str, Any] = to_builtins(move)
    names = {"type", *draft.fixed, *(field.name for field in draft.fields)}
    return (
        asked["type"] == draft.move
        and names == set(asked)
        and all(asked[name] == value for name, value in draft.fixed.items())
        and all(_fits(field, asked[field.name]) for field in draft.fields)
    )


def can_do(scene: Scene, drafts: Sequence[Draft], move: Move) -> bool:
    """Return whether the picture and the drafts let one make this move."""
    offered, asked = list(acts(scene)), to_builtins(move)
    if any(isinstance(act, Play) and to_builtins(act.move) == asked for act in offered):
        return True
    return any(
        can_gather(draft, move)
        and all(_parts(field, asked[field.name]) <= _offered(offered, draft, field) for field in draft.fields)
        for draft in drafts
    )


def _parts(field: SetOf | GroupsOf | OneOf, value: Any) -> set[Item]:
    """Return what has to be put together for a field of a move."""
    match field:
        case SetOf():
            return set(value) ^ set(field.first)
        case OneOf():
            return set() if value == field.first else {value}
        case GroupsOf():
            return {item for group in value for item in group}


def _offered(offered: Sequence[Act], draft: Draft, field: SetOf | GroupsOf | OneOf) -> set[Item]:
    """Return what the picture lets one put together for it."""
    named = [act for act in offered if isinstance(act, Gather) and (act.draft, act.field) == (draft.move, field.name)]
    items = {act.item for act in named if isinstance(act, Toggle | Take | Put) and act.item is not None}
    values = {act.value for act in named if isinstance(act, Pick)}
    values |= {act.picks[field.name] for act in offered if isinstance(act, Cycle) and field.name in act.picks}
    return items | values | {value for act in named if isinstance(act, Cycle) for value in act.values}


def _gather(field: SetOf | GroupsOf | OneOf, random: Random) -> Any:
    match field:
        case SetOf():
            return sorted(random.sample(field.items, random.randint(field.least, field.most)), key=field.items.index)
        case OneOf():
            return random.choice(field.values)
        case GroupsOf():
            items, groups = random.sample(field.items, len(field.items)), list[Any]()
            for _ in range(random.randint(field.least, field.most)):
                size = random.randint(field.size_least, field.size_most)
                if len(items) >= size:
                    groups.append([items.pop() for _ in range(size)])
            return groups


def _fits(field: SetOf | GroupsOf | OneOf, value: Any) -> bool:
    match field:
        case SetOf():
            return set(value) <= set(field.items) and field.least <= len(value) <= field.most
        case OneOf():
            return value in field.values
        case GroupsOf():
            items = [item for group in value for item in group]
            sizes = all(field.size_least <= len(group) <= field.size_most for group in value)
            return sizes and set(items) <= set(field.items) and field.least <= len(value) <= field.most
