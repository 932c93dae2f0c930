"""Audiences: whoever comes to see a game through other eyes begins anew, on the same stream."""

import httpx

from tests.api.client import Client
from tests.api.conftest import Desk
from tests.api.tables import Table, drop, opened, stake, started
from tests.streams.sources import Stream, stream


async def test_who_is_seated_begins_anew_as_that_seat(client: Client, http: httpx.AsyncClient) -> None:
    host = await client.guest()
    table = await opened(client, host, kind="hoard", seats=2)

    async with stream(http, f"{table.path}/feed", token=host.token) as feed:
        member = await feed.next()
        started = await client("POST", f"{table.path}/members", by=await client.guest())
        seated = await feed.next()

    seat = next(s["seat"] for s in started.data["seats"] if s["player"]["id"] == host.id)
    view = (await client("GET", table.path, by=host)).data
    assert (member.event, member.id) == ("game", "2.o")
    assert (seated.event, seated.id) == ("reset", f"{view['version']}.s{seat}")
    assert seated.json() == view


async def test_a_seat_hears_of_its_own_secrets_after_that(client: Client, http: httpx.AsyncClient) -> None:
    host = await client.guest()
    table = await opened(client, host, kind="hoard", seats=2)

    async with stream(http, f"{table.path}/feed", token=host.token) as feed:
        await feed.next()
        seats = (await client("POST", f"{table.path}/members", by=await client.guest())).data["seats"]
        await feed.next()
        seat = next(s["seat"] for s in seats if s["player"]["id"] == host.id)
        await client("POST", f"{table.path}/moves", {"type": "hoard.stake", "coins": [1, 2]}, by=host)
        told = await feed.next()

    (staked,) = told.json()["events"]
    assert (staked["type"], staked["seat"], staked["coins"]) == ("hoard.staked", seat, [1, 2])


async def test_who_leaves_goes_on_as_an_onlooker(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client, "hoard", 3)

    async with stream(http, f"{table.path}/feed", token=table.players[2].token) as feed:
        await feed.next()
        await client("DELETE", f"{table.path}/members/me", by=table.players[2])
        left = await feed.next()
        view = (await client("GET", table.path)).data

        assert (left.event, left.id) == ("reset", f"{view['version']}.o")
        assert left.json() == view
        await is_told_what_onlookers_are(client, http, table, feed)


async def test_who_ran_out_of_time_is_told_as_an_onlooker(here: Desk, client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client, limit_seconds=60)

    async with stream(http, f"{table.path}/feed", token=table.players[0].token) as feed:
        await feed.next()
        here.clock.pass_by(seconds=90)
        move = {"type": "connect_four.drop", "column": 1}
        late = await client("POST", f"{table.path}/moves", move, by=table.players[0], changes=True)
        _, anew, end = await feed.rest()

    assert late.code == "time_over"
    assert (anew.event, anew.id) == ("reset", "6.o")
    assert anew.json()["result"]["reason"] == "time"
    assert end.event == "end"


async def test_whose_leaving_ends_the_game_is_told_all_and_the_end(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client)

    async with stream(http, f"{table.path}/feed", token=table.players[0].token) as feed:
        await drop(client, table, "1")
        await client("DELETE", f"{table.path}/members/me", by=table.players[0])
        *_, anew, end = await feed.rest()

    assert (anew.event, anew.id) == ("reset", "7.o")
    assert anew.json()["result"] == {"reason": "left", "places": [[1], [0]], "scores": None, "points": None}
    assert (end.event, end.id) == ("end", "7.o")


async def test_who_has_a_token_but_no_seat_is_an_onlooker(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client, "hoard", 2)

    async with stream(http, f"{table.path}/feed?after=0", token=(await client.guest()).token) as feed:
        await is_told_what_onlookers_are(client, http, table, feed)


async def is_told_what_onlookers_are(client: Client, http: httpx.AsyncClient, table: Table, feed: Stream) -> None:
    """Play on, and compare with a stream of nobody in particular."""
    begun = len(feed.messages)
    async with stream(http, f"{table.path}/feed?after=0") as onlookers:
        for seat, coin in ((0, 0), (1, 0), (0, 1), (1, 1)):
            await stake(client, table, seat, coin)
        own, others = await feed.rest(), await onlookers.rest()

    told = own[begun:]
    assert told
    assert told == others[-len(told) :]
