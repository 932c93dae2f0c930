"""Drawn: an ended game says what it drew, draw by draw, so that anyone can draw it again."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from domain.chance import Seeded
from tests.api.conftest import Desk
from tests.api.tables import Table, finished
from tests.luck.tables import BLEIB_COOL, DIAMOND_YATZY, LEVEL_X, Seeds, play, seeded

COLOURS = ("white", "yellow", "red", "blue", "violet", "green")
WORD = "0123456789abcdef"


@pytest.mark.parametrize("kind", [BLEIB_COOL, LEVEL_X, DIAMOND_YATZY])
async def test_what_was_drawn_is_what_the_events_tell(here: Desk, seeds: Seeds, kind: str) -> None:
    table = await played(here, seeds, kind)

    answer = (await here.client("GET", f"{table.path}/draws")).data

    drawn: dict[int, list[int]] = {}
    for draw in answer["draws"]:
        drawn.setdefault(draw["version"], []).append(draw["drawn"])
    assert drawn == numbers(await recorded(here, table))


async def test_whoever_draws_again_with_what_is_told_draws_the_same(here: Desk, seeds: Seeds) -> None:
    table = await played(here, seeds, LEVEL_X, luck=WORD)

    answer = (await here.client("GET", f"{table.path}/draws")).data

    assert answer["luck"] == [WORD, ""]
    chance = Seeded(bytes.fromhex(answer["seed"]), answer["luck"])
    assert all(chance.draw(draw["label"], draw["sides"]) == draw["drawn"] for draw in answer["draws"])


async def test_a_rematch_without_luck_has_drawn_nothing_where_its_first_game_drew_who_begins(here: Desk) -> None:
    first = await finished(here.client)
    _, agreed = [await here.client("POST", f"{first.path}/rematch", by=player) for player in first.players]
    again = Table(id=agreed.data["game"], players=first.players)
    await here.client("DELETE", f"{again.path}/members/me", by=again.players[0])

    drawn = [(await here.client("GET", f"{table.path}/draws")).data["draws"] for table in (first, again)]

    assert [[(draw["label"], draw["sides"]) for draw in draws] for draws in drawn] == [[("match/first_seat", 2)], []]


async def test_nothing_is_told_before_the_end(here: Desk, seeds: Seeds) -> None:
    table = await seeded(here.client, seeds, LEVEL_X, 5)

    answer = await here.client("GET", f"{table.path}/draws")

    assert (answer.status, answer.code) == (409, "not_finished")


async def played(here: Desk, seeds: Seeds, kind: str, **more: Any) -> Table:
    """Play at random to the end, or for long enough, and then leave."""
    table = await seeded(here.client, seeds, kind, 5, **more)
    random, left = Random(5), iter(range(1, 61))
    await play(here.client, table, lambda view: next(left, None) and random.choice(view["moves"]))
    await here.client("DELETE", f"{table.path}/members/me", by=table.players[1])
    return table


async def recorded(here: Desk, table: Table) -> Sequence[Any]:
    return [
        (event["version"], event["type"], event["data"])
        for event in (await here.client("GET", f"{table.path}/record")).data["events"]
    ]


def numbers(events: Sequence[tuple[int, str, Any]]) -> Mapping[int, Sequence[int]]:
    """Return what each event tells of luck, as the numbers that were drawn."""
    joined = [data["player"] for _, kind, data in events if kind == "match.joined"]
    found: dict[int, Sequence[int]] = {}
    for version, kind, data in events:
        match kind:
            case "match.started":
                found[version] = [joined.index(data["seats"][0]) + 1]
            case "bleib_cool.rolled":
                found[version] = [data["number"]]
            case "level_x.dice_rolled":
                found[version] = data["dice"]
            case "diamond_yatzy.collection_drawn" if len(data["kept"]) < 5:
                new = (jewel for slot, jewel in enumerate(data["jewels"]) if slot not in data["kept"])
                found[version] = [COLOURS.index(jewel) + 1 for jewel in new]
            case _:
                pass
    return found
