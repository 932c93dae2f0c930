"""The feed: what a stream tells first, what it tells then, and how it ends."""

import re
from datetime import datetime

import httpx
import pytest

from tests.api.client import Client
from tests.api.conftest import desk
from tests.api.tables import drop, finished, opened, stake, started
from tests.stores import Stores
from tests.streams.sources import Browser, stream


async def test_without_a_resume_point_the_game_comes_as_it_is(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client)
    await drop(client, table, "12")

    async with stream(http, f"{table.path}/feed", token=table.players[0].token) as feed:
        first = await feed.next()

    view = (await client("GET", table.path, by=table.players[0])).data
    same = ("version", "state", "to_move", "moves", "deadline", "result")
    assert (first.event, first.id) == ("game", f"{view['version']}.s0")
    assert first.json() == {"events": []} | {name: view[name] for name in same}


async def test_after_0_everything_comes(client: Client, http: httpx.AsyncClient) -> None:
    table = await finished(client)

    async with stream(http, f"{table.path}/feed?after=0") as feed:
        *games, _ = await feed.rest()

    steps = (await client("GET", f"{table.path}/events")).data["steps"]
    assert [game.json()["events"] for game in games] == [step["events"] for step in steps]
    assert [game.id for game in games] == [f"{step['version']}.o" for step in steps]


async def test_each_commit_comes_live(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client)

    async with stream(http, f"{table.path}/feed", token=table.players[1].token) as feed:
        await feed.next()
        answer = await drop(client, table, "4")
        told = await feed.next()

    assert told.id == f"{answer.data['version']}.s1"
    assert told.json() == answer.data | {"moves": [{"type": "connect_four.drop", "column": n} for n in range(1, 8)]}


async def test_a_step_that_an_audience_is_not_shown_is_no_message(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client, "hoard", 3)

    async with stream(http, f"{table.path}/feed", token=table.players[0].token) as feed:
        await feed.next()
        await stake(client, table, 1, 0)
        await client("DELETE", f"{table.path}/members/me", by=table.players[2])
        told = await feed.next()

    assert [event["type"] for event in told.json()["events"]] == ["match.seat_left"]


@pytest.mark.parametrize("point", ["?after=4", "?after=4.o", "Last-Event-ID"])
async def test_after_a_resume_point_the_rest_comes(client: Client, http: httpx.AsyncClient, point: str) -> None:
    table = await started(client)
    await drop(client, table, "123")
    query, last = ("", "4.o") if point == "Last-Event-ID" else (point, None)

    async with stream(http, f"{table.path}/feed{query}", last=last) as feed:
        told = [await feed.next() for _ in range(3)]

    assert [message.id for message in told] == ["5.o", "6.o", "7.o"]


async def test_the_last_id_goes_before_the_one_asked_for(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client)
    await drop(client, table, "123")

    async with stream(http, f"{table.path}/feed?after=0", last="6.o") as feed:
        assert (await feed.next()).id == "7.o"


@pytest.mark.parametrize("last", ["6.s0", "6.s1", "6.s7", "8.o", "999999999.o"])
async def test_an_id_that_is_not_of_this_feed_begins_it_anew(
    client: Client, http: httpx.AsyncClient, last: str
) -> None:
    table = await started(client)
    await drop(client, table, "123")

    async with stream(http, f"{table.path}/feed", last=last) as feed:
        first = await feed.next()

    assert (first.event, first.id) == ("reset", "7.o")
    assert first.json() == (await client("GET", table.path)).data


async def test_a_seat_that_comes_with_the_onlookers_id_begins_anew(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client)

    async with stream(http, f"{table.path}/feed", token=table.players[0].token, last="4.o") as feed:
        first = await feed.next()

    assert (first.event, first.id) == ("reset", "4.s0")
    assert first.json() == (await client("GET", table.path, by=table.players[0])).data


async def test_when_more_is_missing_than_is_sent_the_feed_begins_anew(stores: Stores) -> None:
    async with desk(stores, resume_max=2) as small:
        table = await started(small.client)
        await drop(small.client, table, "123")

        async with stream(small.client.http, f"{table.path}/feed", last="5.o") as feed:
            assert [(await feed.next()).event, (await feed.next()).event] == ["game", "game"]
        async with stream(small.client.http, f"{table.path}/feed", last="4.o") as feed:
            assert (await feed.next()).event == "reset"


async def test_an_open_table_can_be_watched(client: Client, http: httpx.AsyncClient) -> None:
    table = await opened(client)

    async with stream(http, f"{table.path}/feed") as feed:
        await feed.next()
        await client("POST", f"{table.path}/members", by=await client.guest())
        told = await feed.next()

    assert [event["type"] for event in told.json()["events"]] == ["match.joined", "match.started"]


async def test_after_the_last_step_the_feed_ends(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client)

    async with stream(http, f"{table.path}/feed") as feed:
        await feed.next()
        await drop(client, table, "1212121")
        *_, last, end = await feed.rest()

    assert last.json()["result"]["reason"] == "four"
    assert (end.event, end.id, end.json()) == ("end", last.id, {"version": last.json()["version"]})


@pytest.mark.parametrize(("query", "games"), [("", 1), ("?after=9", 2), ("?after=12", 0)])
async def test_of_an_ended_game_what_is_missing_comes_then_the_end(
    client: Client, http: httpx.AsyncClient, query: str, games: int
) -> None:
    table = await finished(client)

    async with stream(http, f"{table.path}/feed{query}") as feed:
        events = [message.event for message in await feed.rest()]

    assert events == ["game"] * games + ["end"]


async def test_a_browser_that_asks_by_a_bare_number_stops_too(client: Client, http: httpx.AsyncClient) -> None:
    table = await finished(client)
    browser = Browser(http, f"{table.path}/feed?after=12")

    assert [message.event for message in await browser.run()] == ["end"]


async def test_only_who_has_the_very_end_is_told_not_to_come_back(client: Client, http: httpx.AsyncClient) -> None:
    table = await finished(client)
    end = (await client("GET", table.path)).data["version"]

    async def status(last: str, token: str | None = None) -> int:
        headers = {"Last-Event-ID": last} | ({} if token is None else {"Authorization": f"Bearer {token}"})
        return (await http.get(f"{table.path}/feed", headers=headers)).status_code

    assert await status(f"{end}.o") == 204
    assert await status(f"{end}.s0", table.players[0].token) == 204
    for last in (f"{end}", f"{end}.s0", f"{end - 1}.o", f"{end + 1}.o"):
        assert await status(last) == 200


@pytest.mark.parametrize(
    ("path", "headers", "code"),
    [
        ("/v1/games/7d444840-9dc0-11d1-b245-5ffdce74fad2/feed", {}, "no_such_game"),
        ("{table}/feed", {"Authorization": "Bearer nobodys"}, "token_unknown"),
        ("{table}/feed", {"Last-Event-ID": "4.x0"}, "malformed"),
        ("{table}/feed?after=-1", {}, "malformed"),
    ],
)
async def test_what_is_refused_is_refused_before_the_stream_begins(
    client: Client, http: httpx.AsyncClient, path: str, headers: dict[str, str], code: str
) -> None:
    table = await started(client)

    answer = await http.get(path.format(table=table.path), headers=headers)

    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == code


async def test_nothing_on_the_way_may_keep_or_hold_back_a_stream(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client)

    async with stream(http, f"{table.path}/feed") as feed:
        headers = feed.response.headers

    assert headers["content-type"] == "text/event-stream; charset=utf-8"
    assert headers["cache-control"] == "no-store"
    assert headers["x-accel-buffering"] == "no"


async def test_clients_are_told_to_come_back_at_different_times(client: Client, http: httpx.AsyncClient) -> None:
    table = await finished(client)
    retries = []

    for _ in range(20):
        async with stream(http, f"{table.path}/feed") as feed:
            await feed.rest()
        retries += feed.retries

    assert len(retries) == 40  # Right away, and before the end.
    assert all(1_000 <= retry < 5_000 for retry in retries)
    assert len(set(retries)) > 10


async def test_a_message_is_one_line_of_json(client: Client, http: httpx.AsyncClient) -> None:
    table = await finished(client)

    text = (await http.get(f"{table.path}/feed?after=0&scene=1")).text

    message = re.compile(r"(retry: \d+|id: \d+\.o\nevent: (game|end)\ndata: \{.*\})\n\n")
    assert message.sub("", text) == ""


async def test_a_heartbeat_tells_the_time_and_is_no_place_to_resume_from(stores: Stores) -> None:
    async with desk(stores, heartbeat_seconds=0.05) as lively:
        table = await started(lively.client)
        async with stream(lively.client.http, f"{table.path}/feed") as feed:
            told = await feed.until(lambda message: message.event == "heartbeat")

    assert datetime.fromisoformat(told[-1].json()["at"]) == lively.clock.at
    assert told[-1].id == told[0].id  # A browser keeps the last id there was.
