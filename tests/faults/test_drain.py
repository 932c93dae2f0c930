"""A server that is told to stop finishes what is under way and sends its viewers away, a little apart and at once."""

import asyncio
import re
import signal
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from urllib.parse import urlsplit
from uuid import UUID

import httpx
import pytest

from tests.faults.logs import whole
from tests.faults.players import Acknowledged, Client, Game
from tests.holding import held
from tests.servers import on, server
from tests.stores import Stores, private_stores
from tests.streams.proxies import nginx
from tests.streams.sources import Browser
from tests.waiting import until

STREAMS = 500
GAMES = 10
SECONDS_MAX = 15  # Far more than it takes; well below what Kubernetes waits before it kills.
TABLES = 4


@pytest.fixture(scope="module")
async def mine() -> AsyncIterator[Stores]:
    async with private_stores() as made:
        yield made.stores


class Reader:
    """A stream as it comes over the wire, from its first byte to the last."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self.text = b""

    async def begun(self) -> None:
        while b"event: game" not in self.text:
            self.text += await self._reader.read(65536)

    async def rest(self) -> None:
        self.text += await self._reader.read()

    @property
    def retries(self) -> list[int]:
        """When it was told to come back, at the beginning and at the end."""
        return [int(milliseconds) for milliseconds in re.findall(rb"retry: (\d+)", self.text)]


async def test_five_hundred_streams_and_moves_in_flight_are_ended_cleanly_and_soon(mine: Stores) -> None:
    async with (
        server(on(mine)) as running,
        httpx.AsyncClient(base_url=running.url, timeout=60) as http,
        AsyncExitStack() as stack,
    ):
        client = Client(http)
        games = [await client.begin() for _ in range(GAMES)]
        readers = [
            await stack.enter_async_context(reading(running.url, games[number % GAMES])) for number in range(STREAMS)
        ]
        await asyncio.gather(*(reader.begun() for reader in readers))
        moving = [asyncio.create_task(client.drop(game, 0, 4)) for game in games]
        await asyncio.wait(moving, return_when=asyncio.FIRST_COMPLETED)

        begun = time.monotonic()
        code = await running.ended(signal.SIGTERM)
        seconds = time.monotonic() - begun
        await asyncio.gather(*(reader.rest() for reader in readers))
        print(f"{STREAMS} streams drained in {seconds:.2f} s")  # noqa: T201 - to be read with -s
        async with server(on(mine, port=running.url.rpartition(":")[2])):
            answers = await asyncio.gather(*moving)
            shown = [(await client.feed(game))[-1]["version"] for game in games]

    again = [reader.retries[-1] for reader in readers]
    assert code == 0
    assert seconds < SECONDS_MAX
    assert all(reader.text.endswith(b"\r\n0\r\n\r\n") for reader in readers), "each ends as HTTP has it"
    assert {len(reader.retries) for reader in readers} == {2}
    assert 1_000 <= min(again) < 2_000
    assert 4_000 < max(again) <= 5_000
    assert [answer.status_code for answer in answers] == [200] * GAMES
    assert shown == [answer.json()["version"] for answer in answers]


async def test_a_move_that_waits_for_the_store_is_finished_though_all_streams_have_ended(mine: Stores) -> None:
    async with (
        server(on(mine)) as running,
        httpx.AsyncClient(base_url=running.url, timeout=60) as http,
    ):
        client = Client(http)
        game = await client.begin()
        async with reading(running.url, game) as reader:
            await reader.begun()
            async with held(mine, UUID(game.id)) as row:
                moving = asyncio.create_task(post(http, game, 4))
                await row.waited_for(1)
                ending = asyncio.create_task(running.ended(signal.SIGTERM))
                await reader.rest()
            answer, code = await moving, await ending

    assert (answer.status_code, code) == (200, 0)


async def test_servers_restarted_one_after_the_other_behind_a_proxy_cost_nobody_anything(
    mine: Stores, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(server(on(mine))) for _ in range(2)]
        url = await stack.enter_async_context(nginx(tmp_path, *(one.url for one in servers)))
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=url, timeout=60))
        crowd = Crowd(Client(http))
        async with asyncio.TaskGroup() as playing:
            for number in range(TABLES):
                playing.create_task(crowd.play_on(Random(number)))
            for one in servers:
                await crowd.plays_on()
                assert await one.ended(signal.SIGTERM) == 0
                again = server(on(mine, port=urlsplit(one.url).port))
                await stack.enter_async_context(again)
            crowd.over = True

        await whole(mine, crowd.played)
        assert [seen for seen, _ in crowd.watched] == [shown for _, shown in crowd.watched]
        assert all(int(headers["retry-after"]) >= 1 for headers in crowd.client.unavailable)
        assert crowd.client.lost == 0, "nginx stays, and so does every connection to it"


class Crowd:
    """Players at some tables who begin anew whenever a game ends, each game with an onlooker."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.made = 0  # Moves.
        self.over = False
        self.played = list[tuple[Game, Sequence[Acknowledged]]]()
        self.watched = list[tuple[list[int], list[int]]]()  # The versions an onlooker was shown, and those there were.

    async def play_on(self, random: Random) -> None:
        """Play one game after the other until it is over; any answer but a success and 503 is an error."""
        while not self.over:
            game = await self.client.begin()
            browser = Browser(self.client.http, f"{game.path}/feed")
            watching = asyncio.create_task(browser.run())
            await until(partial(bool, browser.messages))
            self.played.append((game, await self.client.play(game, random, self._count)))
            await watching
            first, *seen = [int(one.id.partition(".")[0]) for one in browser.messages if one.event == "game"]
            shown = [step["version"] for step in await self.client.feed(game) if step["version"] > first]
            self.watched.append((seen, shown))

    async def plays_on(self) -> None:
        """Wait until some more moves have been made."""
        made = self.made
        await until(lambda: self.made >= made + 2 * TABLES)

    def _count(self) -> None:
        self.made += 1


@asynccontextmanager
async def reading(url: str, game: Game) -> AsyncIterator[Reader]:
    address = urlsplit(url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    try:
        writer.write(f"GET {game.path}/feed HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode())
        yield Reader(reader)
    finally:
        writer.close()
        await writer.wait_closed()


async def post(http: httpx.AsyncClient, game: Game, column: int) -> httpx.Response:
    """Ask once for a move of the first seat."""
    headers = {"Authorization": f"Bearer {game.tokens[0]}", "Idempotency-Key": "once"}
    body = {"type": "connect_four.drop", "column": column}
    return await http.post(f"{game.path}/moves", json=body, headers=headers)
