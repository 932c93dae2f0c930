"""Secrets: whatever a seat does unseen, nobody else is told anything otherwise, over any route."""

import asyncio
from collections.abc import Callable, Mapping, Sequence

import pytest
from litestar.routes import HTTPRoute

from tests.secrets.points import LEAKS, Point, broken, is_of_robots, points
from tests.secrets.questions import ROUTES, look
from tests.secrets.story import DOER, FIRST, Secret, Table, act, stake
from tests.secrets.worlds import NOBODY, NUMBERS, World, differences

PAIRS: Mapping[str, tuple[Secret, Secret]] = {
    "what it staked": (Secret(stakes=((0,),)), Secret(stakes=((1, 2),))),
    "how often it staked": (Secret(), Secret(stakes=((1, 2),), amid=(3,))),
    "what it was dealt": (Secret(purse=(1, 2, 3, 4)), Secret(purse=(6, 6, 6, 6))),
}
GUARDS: Sequence[Point] = (
    ("takes it for ended", "services.api.streams.replay"),
    ("takes it for ended", "services.api.games.known_at"),  # ?record=n
)
HARMLESS: Mapping[Point, str] = {
    ("knows all", "services.api.streams.at_the_end"): "asked of ended games, of which everybody knows all",
    ("sees as the doer", "services.api.streams.at_the_end"): "asked of ended games, of which everybody knows all",
    ("knows all", "services.api.feeds.Feed._end"): "asked of ended games, of which everybody knows all",
}
BREAKABLE = [point for point in (*points(), *GUARDS) if point not in HARMLESS and not is_of_robots(point)]


@pytest.mark.parametrize("secrets", PAIRS.values(), ids=PAIRS.keys())
async def test_nobody_else_can_tell(worlds: Sequence[World], secrets: tuple[Secret, Secret]) -> None:
    assert not await told_apart(worlds, secrets)


@pytest.mark.parametrize("secrets", PAIRS.values(), ids=PAIRS.keys())
async def test_the_doer_can_tell(worlds: Sequence[World], secrets: tuple[Secret, Secret]) -> None:
    one, other = worlds
    table = await both_act(worlds, secrets)

    await asyncio.gather(*(look(world, table.seats[DOER], table.game) for world in worlds))

    assert differences(one, other, apart_from=table.watchers)


async def test_every_route_that_can_be_read_is_asked(worlds: Sequence[World]) -> None:
    routes = [route for route in worlds[0].served.app.routes if isinstance(route, HTTPRoute)]

    assert {route.path for route in routes if "GET" in route.methods} == ROUTES.keys()


@pytest.mark.parametrize("point", BREAKABLE, ids=" ".join)
async def test_a_leak_is_caught(worlds: Sequence[World], point: Point) -> None:
    with broken(*point):
        assert await told_apart(worlds, PAIRS["how often it staked"])


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
async def test_a_leak_of_its_own_kind_is_caught(
    worlds: Sequence[World], leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)

    assert await told_apart(worlds, PAIRS["how often it staked"])


async def test_a_hash_of_what_is_hidden_is_caught(worlds: Sequence[World]) -> None:
    with broken("takes it for ended", "services.api.house.House.view_of", "services.api.wire.view"):  # Guarded twice.
        assert await told_apart(worlds, PAIRS["what it staked"])


async def test_what_opens_is_told_to_all_in_the_step_that_opened_it(worlds: Sequence[World]) -> None:
    world = worlds[0]
    table = await both_act(worlds, PAIRS["what it staked"])
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
    table = await both_act(worlds, PAIRS["what it staked"])

    await stake(world, table, FIRST, (2,))

    hands = (await world.ask(NOBODY, "GET", table.path)).json()["state"]["hands"]
    assert [hand["stakes"] for hand in hands] == ["sealed", [[0]], "sealed"]


async def told_apart(worlds: Sequence[World], secrets: tuple[Secret, Secret]) -> Sequence[str]:
    """Return the first differences that somebody who may not know is told: while it happens, or when asking."""
    one, other = worlds
    table = await both_act(worlds, secrets)
    for who in table.watchers:
        if found := differences(one, other, apart_from=[table.seats[DOER]]):
            return found
        await asyncio.gather(*(look(world, who, table.game) for world in worlds))
    return differences(one, other, apart_from=[table.seats[DOER]])


async def both_act(worlds: Sequence[World], secrets: tuple[Secret, Secret]) -> Table:
    """Let the same happen in both worlds, but for the secret; streams have ended, nothing has been shown yet."""
    number = next(NUMBERS)
    await asyncio.gather(*(world.begin(number) for world in worlds))
    table, _ = await asyncio.gather(*(act(world, secret) for world, secret in zip(worlds, secrets, strict=True)))
    await asyncio.gather(*(world.hang_up() for world in worlds))
    return table
