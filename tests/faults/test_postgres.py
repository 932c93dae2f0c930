"""Without PostgreSQL everybody is told to come back; with it again all goes on, and nothing acknowledged is lost."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from uuid import uuid4

import httpx
import pytest

from domain.value import Value
from infra.postgres.pool import connect
from services.api.problems import PROBLEM_JSON
from tests.faults.freezing import ended, frozen
from tests.faults.logs import whole
from tests.faults.mortal import mortal
from tests.faults.players import Client
from tests.stores import PrivateStores, private_stores
from tests.streams.sources import Browser
from tests.waiting import until

PAIRS = 4
OUTAGES = 3
FROZEN_SECONDS = 4
COMMAND_SECONDS_MAX = 1  # Well below, so that time runs out.
ANSWER_SECONDS_MAX = 30  # Some time-outs one after the other, on a slow machine.


class Served(Value):
    """A server on stores that a test may kill and freeze."""

    mine: PrivateStores
    http: httpx.AsyncClient
    client: Client


@pytest.fixture(scope="module")
async def mine() -> AsyncIterator[PrivateStores]:
    async with private_stores() as made:
        yield made


@pytest.fixture
async def served(mine: PrivateStores) -> AsyncIterator[Served]:
    patience = {"command_seconds_max": COMMAND_SECONDS_MAX, "statement_seconds_max": COMMAND_SECONDS_MAX}
    settings = mine.stores.settings(**patience, acquire_seconds_max=0.5, reconcile_seconds=0.2)
    with mortal(settings) as server:
        server.start()
        async with httpx.AsyncClient(base_url=server.url, timeout=ANSWER_SECONDS_MAX) as http:
            client = Client(http)
            await client.ask("GET", "/health/ready")
            yield Served(mine=mine, http=http, client=client)


async def test_while_postgres_is_away_askers_are_told_when_to_come_back(served: Served) -> None:
    game = await served.client.begin()
    async with away(served.mine):
        for method, path in (("GET", game.path), ("POST", f"{game.path}/moves"), ("GET", "/health/ready")):
            body = {"type": "connect_four.drop", "column": 4} if method == "POST" else None
            headers = {"Authorization": f"Bearer {game.tokens[0]}"}
            answer = await served.http.request(method, path, json=body, headers=headers)

            assert answer.status_code == 503
            assert answer.headers["content-type"] == PROBLEM_JSON
            assert answer.json()["code"] == "unavailable"
            assert int(answer.headers["retry-after"]) >= 1
        assert (await served.http.get("/health/live")).status_code == 200

    assert (await served.client.drop(game, 0, 4)).status_code == 200


async def test_no_acknowledged_move_is_lost_or_doubled_when_postgres_is_killed_in_play(served: Served) -> None:
    async def play(number: int) -> None:
        game = await served.client.begin()
        acknowledged = await served.client.play(game, Random(number), made.set)
        await whole(served.mine.stores, [(game, acknowledged)])

    made = asyncio.Event()
    async with asyncio.TaskGroup() as playing:
        for number in range(PAIRS):
            playing.create_task(play(number))
        for _ in range(OUTAGES):
            made.clear()
            await made.wait()
            async with away(served.mine):
                await until(lambda: served.client.unavailable)
            served.client.unavailable.clear()


async def test_a_stream_outlives_postgres_and_misses_nothing(served: Served) -> None:
    game = await served.client.begin()
    browser = Browser(served.http, f"{game.path}/feed")
    reading = asyncio.create_task(browser.run())
    await until(lambda: browser.messages)

    async with away(served.mine):
        moving = asyncio.create_task(served.client.drop(game, 0, 1))
        await until(lambda: served.client.unavailable)
    await moving
    for ply, column in enumerate((2, 1, 2, 1, 2, 1), 1):
        await served.client.drop(game, ply % 2, column)
    await reading

    steps = await served.client.feed(game)
    shown = [int(message.id.partition(".")[0]) for message in browser.messages if message.event == "game"]
    assert browser.connections == 2  # The second was told that there is nothing more.
    assert shown[1:] == [step["version"] for step in steps if step["version"] > shown[0]]


async def test_while_postgres_is_frozen_nobody_waits_for_ever_and_afterwards_all_goes_on(served: Served) -> None:
    game = await served.client.begin()
    key = uuid4().hex
    with frozen(served.mine.postgres.pid):
        asked = [asyncio.create_task(served.http.get(game.path)) for _ in range(20)]
        moving = asyncio.create_task(served.client.drop(game, 0, 4, key))
        answers = await asyncio.gather(*asked)
        await until(lambda: served.client.unavailable)
        await asyncio.sleep(FROZEN_SECONDS)
    moved = await moving

    assert {answer.status_code for answer in answers} == {503}
    assert moved.status_code == 200
    again = await served.client.drop(game, 0, 4, key)
    assert again.headers["idempotency-replayed"] == "true"
    assert again.json()["version"] == moved.json()["version"]
    assert (await served.client.drop(game, 1, 4)).json()["version"] == moved.json()["version"] + 1


async def test_while_postgres_takes_no_writes_movers_are_told_when_to_come_back_and_watchers_see_what_there_is(
    served: Served,
) -> None:
    game = await served.client.begin()
    async with read_only(served.mine):
        moving = asyncio.create_task(served.client.drop(game, 0, 4))
        await until(lambda: served.client.unavailable)
        seen = await served.http.get(game.path)

    assert {int(headers["retry-after"]) for headers in served.client.unavailable} == {1}
    assert seen.status_code == 200
    assert (await moving).status_code == 200


@asynccontextmanager
async def read_only(mine: PrivateStores) -> AsyncIterator[None]:
    """Let PostgreSQL take no writes, as after a fail-over, until the context is left."""
    async with connect(mine.stores.owner_url) as owner:
        try:
            await owner.execute("ALTER SYSTEM SET default_transaction_read_only = on")
            await owner.execute("SELECT pg_reload_conf()")
            yield
        finally:
            await owner.execute("ALTER SYSTEM RESET default_transaction_read_only")
            await owner.execute("SELECT pg_reload_conf()")


@asynccontextmanager
async def away(mine: PrivateStores) -> AsyncIterator[None]:
    """Kill PostgreSQL, as a crash does, and start it again when the context is left."""
    os.kill(mine.postgres.pid, signal.SIGQUIT)
    try:
        await until(lambda: ended(mine.postgres.pid))
        yield
    finally:
        await asyncio.to_thread(mine.postgres.start)
