"""Secrets: whatever a seat does unseen, nobody else is told anything otherwise, over any route."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pytest
from litestar.routes import HTTPRoute

from tests.secrets.points import HARMLESS, LEAKS, Point, breakable, broken, points
from tests.secrets.questions import ROUTES, look
from tests.secrets.story import DOER, FIRST, Secret, act, stake
from tests.secrets.telling import Act, both_act, told_apart
from tests.secrets.worlds import NOBODY, World, differences

PAIRS: Mapping[str, tuple[Secret, Secret]] = {
    "what it staked": (Secret(stakes=((0,),)), Secret(stakes=((1, 2),))),
    "how often it staked": (Secret(), Secret(stakes=((1, 2),), amid=(3,))),
    "what it was dealt": (Secret(purse=(1, 2, 3, 4)), Secret(purse=(6, 6, 6, 6))),
}

TOLD_OF_NO_HOARD: Mapping[Point, str] = {
    ("knows all", "services.web.site._preview"): "tells whose turn it is: of every stake the same; a duel tells more",
}


def acts(pair: str) -> Sequence[Act]:
    return [partial(act, secret=secret) for secret in PAIRS[pair]]


@pytest.mark.parametrize("pair", PAIRS)
async def test_nobody_else_can_tell(worlds: Sequence[World], pair: str) -> None:
    assert not await told_apart(worlds, acts(pair))


@pytest.mark.parametrize("pair", PAIRS)
async def test_the_doer_can_tell(worlds: Sequence[World], pair: str) -> None:
    one, other = worlds
    table = await both_act(worlds, acts(pair))

    await asyncio.gather(*(look(world, table.seats[DOER], table.game) for world in worlds))

    assert differences(one, other, apart_from=table.watchers)


async def test_every_route_that_can_be_read_is_asked(worlds: Sequence[World]) -> None:
    routes = [route for route in worlds[0].served.app.routes if isinstance(route, HTTPRoute)]

    assert {route.path for route in routes if "GET" in route.methods} == ROUTES.keys()


def test_what_is_excused_is_there() -> None:
    assert HARMLESS.keys() <= set(points())
    assert TOLD_OF_NO_HOARD.keys() <= set(breakable())


@pytest.mark.broken
@pytest.mark.parametrize("point", [point for point in breakable() if point not in TOLD_OF_NO_HOARD], ids=" ".join)
async def test_a_leak_is_caught(worlds: Sequence[World], point: Point) -> None:
    with broken(*point):
        assert await told_apart(worlds, acts("how often it staked"))


@pytest.mark.broken
@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
async def test_a_leak_of_its_own_kind_is_caught(
    worlds: Sequence[World], leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)

    assert await told_apart(worlds, acts("how often it staked"))


@pytest.mark.broken
async def test_a_hash_of_what_is_hidden_is_caught(worlds: Sequence[World]) -> None:
    with broken("takes it for ended", "services.api.house.House.view_of", "services.api.wire.view"):  # Guarded twice.
        assert await told_apart(worlds, acts("what it staked"))


async def test_what_opens_is_told_to_all_in_the_step_that_opened_it(worlds: Sequence[World]) -> None:
    world = worlds[0]
    table = await both_act(worlds, acts("what it staked"))
    before = (await world.ask(NOBODY, "GET", f"{table.path}/events")).json()["steps"]

    await stake(world, table, FIRST, (2,))

    *told, last = (await world.ask(NOBODY, "GET", f"{table.path}/events")).json()["steps"]
    assert told == before
    assert [(event["type"], event["seat"]) for event in last["events"]] == [
        ("hoard.purse_dealt", DOER),
        ("hoard.staked", DOER),
        ("hoard.all_staked", FIRST),
    ]


async def test_what_has_not_opened_stays_sealed(worlds: Sequence[World]) -> None:
    world = worlds[0]
    table = await both_act(worlds, acts("what it staked"))

    await stake(world, table, FIRST, (2,))

    hands = (await world.ask(NOBODY, "GET", table.path)).json()["state"]["hands"]
    assert [hand["stakes"] for hand in hands] == ["sealed", [[0]], "sealed"]
