"""What is drawn: the laws of pictures and drafts, for every game."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel import AnyRules
from domain.picture import Drop, GroupsOf, Pick, Region, Scene, Toggle
from domain.value import Text
from tests.laws import drawn
from tests.laws.lives import live
from tests.laws.registry import EVERY_GAME, NUMBERS, REPRODUCIBLE
from tests.toys.hoard import RULES as HOARD

Broken = Callable[[Scene], Scene]


@EVERY_GAME
@pytest.mark.parametrize("law", drawn.LAWS, ids=lambda law: law.__name__)
@REPRODUCIBLE
@NUMBERS
def test_picture(rules: AnyRules, law: drawn.Law, number: int) -> None:
    law(live(rules, Random(number)))


BROKEN_SCENES: list[tuple[drawn.Law, Broken]] = [
    (drawn.a_scene_is_plain_json_with_whole_numbers, lambda scene: replace(scene, width=scene.width + 0.5)),
    (drawn.ids_name_one_thing_each, lambda scene: replace(scene, shapes=(*scene.shapes, *scene.shapes))),
    (drawn.ids_name_one_thing_each, lambda scene: replace(scene, regions=(*scene.regions, *scene.regions))),
    (drawn.everything_is_said_in_both_languages, lambda scene: replace(scene, label=Text(de="Bild", en=" "))),
    (drawn.everything_lies_within_the_scene, lambda scene: replace(scene, height=scene.height // 2)),
    (drawn.every_listed_move_can_be_made_in_the_picture, lambda scene: replace(scene, regions=scene.regions[1:])),
    (drawn.every_part_belongs_to_a_draft_and_every_target_is_there, lambda scene: mapped(scene, elsewhere)),
    (drawn.every_part_belongs_to_a_draft_and_every_target_is_there, lambda scene: mapped(scene, unknown_item)),
    (drawn.every_part_belongs_to_a_draft_and_every_target_is_there, lambda scene: mapped(scene, picked)),
]

BROKEN_DRAFTS: list[tuple[drawn.Law, dict[str, Any]]] = [
    (drawn.every_listed_move_can_be_made_in_the_picture, {"most": 1}),
    (drawn.every_listed_move_can_be_made_in_the_picture, {"items": (0,)}),
    (drawn.every_listed_move_can_be_made_in_the_picture, {"name": "cards"}),
]


def mapped(scene: Scene, change: Callable[[Region], Region]) -> Scene:
    return replace(scene, regions=tuple(map(change, scene.regions)))


def elsewhere(region: Region) -> Region:
    return replace(region, drops=(Drop(onto="nowhere", act=Toggle(draft="hoard.stake", field="coins", item=0)),))


def unknown_item(region: Region) -> Region:
    return replace(region, act=Toggle(draft="hoard.stake", field="coins", item=99))


def picked(region: Region) -> Region:
    return replace(region, act=Pick(draft="hoard.stake", field="coins", value=0))


@pytest.mark.parametrize(("law", "broken"), BROKEN_SCENES)
def test_a_law_catches_a_picture_broken_for_it(law: drawn.Law, broken: Broken) -> None:
    with pytest.raises(AssertionError):
        keep(law, replace(HOARD, picture=lambda state: broken(HOARD.picture(state))))


@pytest.mark.parametrize(("law", "changes"), BROKEN_DRAFTS)
def test_a_law_catches_a_draft_broken_for_it(law: drawn.Law, changes: dict[str, Any]) -> None:
    def drafts(state: Any, seat: int) -> Any:
        return [replace(each, fields=(replace(each.fields[0], **changes),)) for each in HOARD.drafts(state, seat)]

    with pytest.raises(AssertionError):
        keep(law, replace(HOARD, drafts=drafts))


@pytest.mark.parametrize(
    "told",
    [
        {"sums": {3: (Text(de="Schritt", en="step"),)}},
        {"values": (1, 2), "sums": {}},
        {"values": (1, 2, 3, 4), "sums": {3: (Text(de="Schritt", en=" "),)}},
        {"values": (1, 2, 3, 4), "sums": {3: (Text(de="Schritt", en="step"),) * 2}},
    ],
)
def test_a_law_catches_groups_that_do_not_say_what_they_do(told: dict[str, Any]) -> None:
    groups = GroupsOf(name="coins", items=(0, 1, 2, 3), most=1, size_most=4, **told)

    def drafts(state: Any, seat: int) -> Any:
        return [replace(each, fields=(groups,)) for each in HOARD.drafts(state, seat)]

    with pytest.raises(AssertionError):
        keep(drawn.what_groups_do_by_their_sums_can_be_told, replace(HOARD, drafts=drafts))


def test_a_law_catches_drafts_of_whoever_is_not_on_turn() -> None:
    state = HOARD.initial(2, HOARD.options())
    anyone = HOARD.drafts(state, 0)

    assert anyone
    with pytest.raises(AssertionError):
        keep(drawn.who_is_not_on_turn_has_no_drafts, replace(HOARD, drafts=lambda *_: anyone))


def keep(law: drawn.Law, rules: AnyRules) -> None:
    for number in range(12):
        law(live(rules, Random(number)))
