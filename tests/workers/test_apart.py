"""Interface, robots and clock as processes of their own: whoever watches sees at once what the workers do.

The interface never looks whether it has missed anything, so all it shows of them was told over Redis.
"""

import signal
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from random import Random

import httpx
import pytest

from infra.machine import Machine
from tests.faults.houses import house, table
from tests.servers import on, server, worker
from tests.stores import Stores
from tests.streams.sources import stream
from tests.workers.guests import Guest

NEVER = 3600
LIMIT = 60


@pytest.fixture
async def http(stores: Stores) -> AsyncIterator[httpx.AsyncClient]:
    async with (
        server(on(stores, reconcile_seconds=NEVER)) as running,
        httpx.AsyncClient(base_url=running.url, timeout=60) as http,
    ):
        yield http


async def test_spectators_see_what_robots_do(stores: Stores, http: httpx.AsyncClient) -> None:
    guest = await Guest.at(http)
    async with worker(on(stores, robot_pause_seconds=0), "robots"):
        game = (await guest.ask("POST", "/v1/games", {"kind": "connect_four", "robots": ["easy"]}))["id"]
        async with stream(http, f"/v1/games/{game}/feed?after=0") as seen:
            ended = await guest.play(game, Random(3))
            messages = await seen.rest()

    steps = [message.json()["version"] for message in messages if message.event == "game"]
    assert steps == sorted(set(steps))
    assert steps[-1] == ended["version"]
    assert messages[-1].event == "end"


async def test_spectators_see_who_runs_out_of_time(stores: Stores, http: httpx.AsyncClient) -> None:
    past = Machine(now=lambda: datetime.now(UTC) - timedelta(hours=1))
    async with house(stores, past) as an_hour_ago:
        game = (await table(an_hour_ago, limit_seconds=LIMIT)).game
    async with stream(http, f"/v1/games/{game}/feed") as seen:
        before = await seen.next()
        async with worker(on(stores), "clock"):
            messages = await seen.rest()

    assert before.json()["result"] is None
    assert messages[-2].json()["result"]["reason"] == "time"
    assert messages[-1].event == "end"


@pytest.mark.parametrize("work", ["clock", "robots"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_worker_stops_when_it_is_told_to(stores: Stores, work: str, number: signal.Signals) -> None:
    async with worker(on(stores), work) as running:
        assert await running.ended(number) == 0
