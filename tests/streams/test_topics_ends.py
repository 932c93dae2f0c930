"""Ends: whoever signs out hears nothing more, on any process; without Redis everything comes a little later."""

import asyncio

from msgspec.structs import replace

from tests.api.client import PASSWORD, Client, Player
from tests.api.conftest import Desk, desk
from tests.api.tables import invite, opened, started
from tests.stores import Stores, more_stores
from tests.streams.sources import SECONDS_MAX, deaf, stream
from tests.streams.topics import among_players, game, lobby, mine, topics

NOBODY = "redis://127.0.0.1:1/0"  # No Redis listens there.


async def test_the_streams_of_who_signs_out_end_on_every_process(client: Client, there: Desk) -> None:
    player = await client.registered()
    other = (await client("POST", "/v1/sessions", {"name": player.name, "password": PASSWORD})).data["token"]
    staying = Player(id=player.id, name=player.name, token=other)
    table = await opened(client, player)
    async with (
        topics(client.http, "me", by=player) as near,
        topics(there.client.http, "me", game(table), by=player) as far,
        stream(there.client.http, f"{table.path}/feed", token=player.token) as feed,
        topics(there.client.http, "me", by=staying) as session,
        topics(there.client.http, "chat:lobby") as nobody,
    ):
        await client("DELETE", "/v1/sessions", by=player)
        for one in (near, far, feed):
            await asyncio.wait_for(one.rest(), SECONDS_MAX)
            assert one.retries[1:]  # Told to come back; what it is told then is that the token is not valid.
        await client("POST", "/v1/lobby/chat", {"text": "still here"}, by=staying)
        await nobody.until(lambda message: "still here" in message.data)
        await client("POST", f"{table.path}/invitations", {"name": player.name}, by=staying, changes=True)
        assert [message.event for message in session.messages] in ([], ["me"])
    again = await there.client("GET", "/v1/stream?topics=me", by=player)

    assert again.code == "token_unknown"


async def test_who_is_erased_hears_nothing_more(client: Client, there: Desk) -> None:
    player = await client.guest()
    async with topics(there.client.http, "me", by=player) as one:
        await client("DELETE", "/v1/me", by=player)
        await asyncio.wait_for(one.rest(), SECONDS_MAX)


async def test_without_redis_everything_comes_when_it_is_compared(stores: Stores) -> None:
    async with (
        more_stores(stores) as fresh,
        desk(replace(fresh, redis_url=NOBODY), reconcile_seconds=0.05) as here,
        desk(replace(fresh, redis_url=NOBODY), reconcile_seconds=0.05) as there,
    ):
        host, guest = await here.client.guest(), await here.client.guest()
        table = await opened(here.client, host, kind="reversi")
        names = ("me", "lobby", game(table), among_players(table), "chat:lobby")
        async with topics(there.client.http, *names, by=host) as one:
            await one.until(lambda message: message.json().get("topic") == "chat:lobby")
            await here.client("POST", f"{table.path}/chat/players", {"text": "without a hint"}, by=host)
            await one.until(lambda message: "without a hint" in message.data)
            await here.client("POST", "/v1/lobby/chat", {"text": "none here either"}, by=guest)
            await one.until(lambda message: "none here either" in message.data)
            await here.client("POST", f"{table.path}/members", by=guest)
            await here.client("DELETE", f"{table.path}/members/me", by=guest)  # Before it was seen to run.
            await mine(one, lambda me: [game["game"] for game in me["finished"]] == [table.id])
            running = await started(here.client)
            while lobby(one.messages).get(running.id, {}).get("status") != "running":
                await one.next()
            other = await opened(here.client, guest)
            await invite(here.client, other, host)
            await mine(one, lambda me: me["invitations"])


async def test_a_server_that_stops_ends_streams_and_each_is_resumed(stores: Stores, there: Desk) -> None:
    async with desk(stores) as stopping:
        table = await started(stopping.client)
        async with topics(stopping.client.http, game(table), "chat:lobby") as one:
            last = [await one.next() for _ in range(2)][-1].id
            stopping.served.house.hub.drain()
            await asyncio.wait_for(one.rest(), SECONDS_MAX)
    async with topics(there.client.http, game(table), "chat:lobby", last=last) as anew:
        speaker = await there.client.guest()
        await there.client("POST", "/v1/lobby/chat", {"text": f"after {table.id}"}, by=speaker)
        assert f"after {table.id}" in (await anew.until(lambda message: table.id in message.data))[-1].data


async def test_who_does_not_read_is_cut_off_and_states_wait_but_once(stores: Stores) -> None:
    """However often the lobby changes, one message waits; of a chat every line does."""
    async with (
        desk(stores, stream_queue_max=5, heartbeat_seconds=3600) as small,
        deaf(small.served.app, "/v1/stream?topics=lobby,chat:lobby", up_to=b"event: chat") as reading,
    ):
        speaker = await small.client.guest()
        for _ in range(8):
            await opened(small.client)
            await asyncio.sleep(0.05)
        assert not reading.done()
        for number in range(6):
            await small.client("POST", "/v1/lobby/chat", {"text": f"{number}"}, by=speaker)
        await asyncio.wait_for(reading, SECONDS_MAX)
