"""The replay: a finished game again, in the log's order and timing, everything open."""

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any

import httpx
import pytest

from tests.api.client import Client
from tests.api.conftest import Desk, desk
from tests.api.tables import Table, drop, finished, stake, started
from tests.stores import Stores
from tests.streams.sources import Browser, Message, stream

FAST: Mapping[str, int] = {"speed": 1000}
HOUR = 3600
SHOWN = ("version", "state", "to_move", "deadline", "result")
VERSIONS = ["2", "4", "5", "6", "7", "8", "9", "10", "12"]  # Opened, joined and started, six moves, the winning one.


async def test_everything_comes_in_the_order_in_which_it_happened(client: Client, http: httpx.AsyncClient) -> None:
    table = await hoarded(client)

    *games, _ = await watched(http, table, **FAST)

    events = [event for game in games for event in game.json()["events"]]
    staked = [(event["seat"], event["gem"]) for event in events if event["type"] == "hoard.staked"]
    assert staked == [(1, 0), (0, 0), (1, 1), (0, 1)]
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))


async def test_each_step_shows_the_game_as_the_record_has_it(client: Client, http: httpx.AsyncClient) -> None:
    table = await hoarded(client)

    *games, _ = await watched(http, table, **FAST)

    for game in games:
        then = (await client("GET", f"{table.path}?record={game.id}")).data
        assert {name: game.json()[name] for name in SHOWN} == {name: then[name] for name in SHOWN}


async def test_a_replay_ends(client: Client, http: httpx.AsyncClient) -> None:
    table = await finished(client)

    *games, end = await watched(http, table, **FAST)

    assert [game.id for game in games] == VERSIONS
    assert (end.event, end.id, end.json()) == ("end", "12", {"version": 12})


@pytest.mark.parametrize(("first", "versions"), [(0, VERSIONS), (9, VERSIONS[-2:]), (11, ["12"]), (12, [])])
async def test_it_begins_after_the_version_asked_for(
    client: Client, http: httpx.AsyncClient, first: int, versions: Sequence[str]
) -> None:
    table = await finished(client)

    *games, end = await watched(http, table, **{"from": first}, **FAST)

    assert [game.id for game in games] == versions
    assert end.event == "end"


@pytest.mark.parametrize(("seconds", "speed"), [(300, 1000), (0.15, 0.5)])
async def test_pauses_are_as_long_as_they_were_but_for_the_speed(
    here: Desk, http: httpx.AsyncClient, seconds: float, speed: float
) -> None:
    table = await slow(here, seconds=seconds)

    began = monotonic()
    await watched(http, table, speed=speed)

    assert monotonic() - began >= 0.3


async def test_long_pauses_are_cut(here: Desk, http: httpx.AsyncClient) -> None:
    table = await slow(here, seconds=HOUR)

    *games, _ = await watched(http, table, gap_max=0)  # The test's own limit is far below the hour.

    assert [game.id for game in games] == VERSIONS


async def test_in_a_long_pause_the_server_shows_that_it_is_there(stores: Stores) -> None:
    async with desk(stores, heartbeat_seconds=0.05) as lively:
        table = await slow(lively, seconds=HOUR)
        async with stream(lively.client.http, f"{table.path}/replay") as replay:
            told = await replay.until(lambda message: message.event == "heartbeat")

    assert [message.id for message in told[:-1]] == VERSIONS[:2]


async def test_a_server_that_stops_ends_replays(stores: Stores) -> None:
    async with desk(stores) as one:
        table = await slow(one, seconds=HOUR)
        async with stream(one.client.http, f"{table.path}/replay") as replay:
            await replay.until(lambda message: message.id == VERSIONS[1])
            one.served.house.hub.drain()
            told = await replay.rest()

    assert [message.id for message in told] == VERSIONS[:2]


async def test_a_browser_sees_each_step_once_and_then_stops(client: Client, http: httpx.AsyncClient) -> None:
    table = await finished(client)
    browser = Browser(http, f"{table.path}/replay?speed=1000")

    told = await browser.run()

    assert [message.id for message in told] == [*VERSIONS, "12"]


async def test_whoever_was_cut_off_goes_on_from_there(client: Client, http: httpx.AsyncClient) -> None:
    table = await finished(client)

    async with stream(http, f"{table.path}/replay?speed=1000", last="9") as replay:
        told = await replay.rest()

    assert [message.id for message in told] == ["10", "12", "12"]


@pytest.mark.parametrize(
    ("query", "headers", "status", "code"),
    [
        ("?from=13", {}, 404, "no_such_version"),
        ("", {"Last-Event-ID": "13"}, 404, "no_such_version"),
        ("", {"Last-Event-ID": "9.o"}, 400, "malformed"),
        ("?speed=0", {}, 400, "malformed"),
        ("?gap_max=-1", {}, 400, "malformed"),
    ],
)
async def test_what_never_was_is_not_replayed(
    client: Client, query: str, headers: Mapping[str, Any], status: int, code: str
) -> None:
    table = await finished(client)

    answer = await client("GET", f"{table.path}/replay{query}", **headers)

    assert (answer.status, answer.code) == (status, code)


async def test_before_the_end_there_is_no_replay(client: Client) -> None:
    table = await started(client, "hoard", 2)

    answer = await client("GET", f"{table.path}/replay", by=table.players[1])

    assert (answer.status, answer.code) == (409, "not_finished")
    assert answer.data["version"] == (await client("GET", table.path, by=table.players[1])).data["version"]


async def watched(http: httpx.AsyncClient, table: Table, **query: Any) -> Sequence[Message]:
    """Return all that a replay tells."""
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    async with stream(http, f"{table.path}/replay?{asked}") as replay:
        return await replay.rest()


async def hoarded(client: Client) -> Table:
    """Play a game with secrets to its end."""
    table = await started(client, "hoard", 2)
    for seat, coin in ((1, 0), (0, 1), (1, 2), (0, 3)):
        await stake(client, table, seat, coin)
    return table


async def slow(here: Desk, seconds: float) -> Table:
    """Play a game with one long pause, before the first move."""
    table = await started(here.client)
    here.clock.pass_by(seconds=seconds)
    await drop(here.client, table, "1212121")
    return table
