"""Cuts: a browser that follows a game loses and doubles nothing, whatever cuts it off."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

import httpx
import pytest

from infra.postgres.pool import connect
from tests.api.client import Client
from tests.api.conftest import KINDS
from tests.api.tables import Table, drop, started
from tests.servers import on, server
from tests.stores import Stores
from tests.streams.proxies import Cutter, cutting, nginx
from tests.streams.sources import Browser, stream
from tests.waiting import until

DRAW = "121212212121343434434343565656656565777777"  # Fills the board: the longest game there is.
BYTES_MOST = 2_500  # Between two cuts, of messages of some 700: cuts come in heads, amid messages and between them.


@pytest.mark.parametrize("number", range(3))
async def test_cut_off_anywhere_by_a_proxy(client: Client, number: int) -> None:
    table = await started(client)
    cutter = Cutter(Random(number), BYTES_MOST)
    cutter.targets = [str(client.http.base_url)]

    async with cutting(cutter) as url, following(url, table) as browser:
        await drop(client, table, DRAW)

    assert cutter.cuts > 5
    await saw_all(client, table, browser)


async def test_cut_off_by_a_server_that_stops_and_one_that_is_killed(stores: Stores) -> None:
    cutter = Cutter(Random(0), bytes_most=10_000_000)  # Cuts nothing; the browser need not learn of new addresses.
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(server(on(stores)))
        client = await stack.enter_async_context(asking(stores, running.url))
        table, url = await started(client), await stack.enter_async_context(cutting(cutter))
        cutter.targets = [running.url]
        async with following(url, table) as browser:
            for turn, ending in ((0, signal.SIGTERM), (14, signal.SIGKILL)):
                await drop(client, table, DRAW[turn : turn + 14], first=turn)
                await running.ended(ending)
                running = await stack.enter_async_context(server(on(stores)))
                client.http.base_url, cutter.targets = httpx.URL(running.url), [running.url]
            await drop(client, table, DRAW[28:], first=28)

        assert browser.connections > 3
        await saw_all(client, table, browser)


async def test_each_time_sent_to_another_process(stores: Stores) -> None:
    cutter = Cutter(Random(0), BYTES_MOST)
    async with server(on(stores)) as one, server(on(stores)) as other, asking(stores, one.url) as client:
        table = await started(client)
        cutter.targets = [one.url, other.url]

        async with cutting(cutter) as url, following(url, table) as browser:
            await drop(client, table, DRAW)

        assert cutter.cuts > 5
        await saw_all(client, table, browser)


async def test_what_one_process_commits_streams_of_another_tell(stores: Stores) -> None:
    async with server(on(stores)) as one, server(on(stores)) as other, asking(stores, one.url) as client:
        table = await started(client)
        async with httpx.AsyncClient(base_url=other.url) as http, stream(http, f"{table.path}/feed") as feed:
            await feed.next()
            for turn, column in enumerate(DRAW):
                answer = await drop(client, table, column, first=turn)
                assert (await feed.next()).json()["events"] == answer.data["events"]


async def test_behind_an_nginx_that_buffers_each_commit_comes_at_once(client: Client, tmp_path: Path) -> None:
    table = await started(client)

    async with (
        nginx(tmp_path, str(client.http.base_url)) as url,
        httpx.AsyncClient(base_url=url) as http,
        stream(http, f"{table.path}/feed") as feed,
    ):
        await feed.next()
        for turn, column in enumerate("121212"):
            answer = await drop(client, table, column, first=turn)
            assert (await feed.next()).json()["events"] == answer.data["events"]


async def test_cut_off_by_an_nginx_that_waits_no_longer(client: Client, tmp_path: Path) -> None:
    table = await started(client)

    async with nginx(tmp_path, str(client.http.base_url), idle_seconds=1) as url, following(url, table) as browser:
        for turn, column in enumerate("1212121"):
            connections = browser.connections
            await until(lambda: browser.connections > connections)  # noqa: B023 - asked at once.
            await drop(client, table, column, first=turn)

    await saw_all(client, table, browser)


@asynccontextmanager
async def asking(stores: Stores, url: str = "") -> AsyncIterator[Client]:
    """Give a client of a server process, which may be sent to another one by its `http.base_url`."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as http, connect(stores.owner_url) as store:
        yield Client(http, (await http.get("/v1/openapi.json")).json(), KINDS, store)


@asynccontextmanager
async def following(url: str, table: Table) -> AsyncIterator[Browser]:
    """Let a browser follow a game from its beginning, and wait in the end until it has stopped by itself."""
    async with httpx.AsyncClient() as http:
        browser = Browser(http, f"{url}{table.path}/feed?after=0")
        reading = asyncio.create_task(browser.run())
        yield browser
        await reading


async def saw_all(client: Client, table: Table, browser: Browser) -> None:
    """Hold what a browser saw to a stream that nothing cut off."""
    async with stream(client.http, f"{table.path}/feed?after=0") as feed:
        assert browser.messages == await feed.rest()
