"""Any number of workers play for robots, and any may be killed at any time: every game ends, no turn is doubled."""

import asyncio
import signal
from collections.abc import Mapping
from random import Random

import pytest

from domain.games import discover
from infra.machine import Machine
from infra.postgres.pool import connect
from services.company import company
from tests.servers import on, worker
from tests.stores import Stores
from tests.workers.tables import moves_of, robots_alone, unfinished

KINDS = discover()
TABLES = {"connect_four": 110, "level_x": 60, "reversi": 15, "diamond_yatzy": 10, "bleib_cool": 5}
LIFE_SECONDS_MAX = 2  # Of a worker that is killed, once it works.
SECONDS_MAX = 300  # For all games; a quiet machine takes a fifth.
POLL_SECONDS = 0.2
SEED = 20_240_301


@pytest.mark.timeout(500)
async def test_two_hundred_games_end_and_no_turn_is_doubled_whatever_happens_to_a_worker(stores: Stores) -> None:
    environment, over = on(stores, robot_pause_seconds=0, pool_size_min=1), asyncio.Event()
    async with company(stores.settings(), Machine(), KINDS) as ours, connect(stores.owner_url) as watching:
        games = {await robots_alone(ours.games, KINDS[kind]): kind for kind, n in TABLES.items() for _ in range(n)}
        async with worker(environment, "robots"), worker(environment, "robots"), asyncio.timeout(SECONDS_MAX):
            killing = asyncio.create_task(killed_again_and_again(environment, over))
            while await unfinished(watching, list(games)):  # noqa: ASYNC110 - PostgreSQL does not tell
                await asyncio.sleep(POLL_SECONDS)
            over.set()
            kills = await killing

        assert len(games) == 200
        assert kills > 2
        for game, kind in games.items():
            assert await moves_of(ours.store, KINDS[kind], game) > 0


async def killed_again_and_again(environment: Mapping[str, str], over: asyncio.Event) -> int:
    """Run one worker after the other, and kill each in the midst of its work; return how many were killed."""
    random, kills = Random(SEED), 0
    while not over.is_set():
        async with worker(environment, "robots") as running:
            await asyncio.sleep(random.uniform(0, LIFE_SECONDS_MAX))
            await running.ended(signal.SIGKILL)
        kills += 1
    return kills
