"""Without Redis play goes on, whoever watches waits a little, and nothing is missed; with it again all is as before."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

import httpx
import pytest
from redis.asyncio import Redis

from domain.value import Value
from tests.faults.freezing import frozen
from tests.faults.mortal import mortal
from tests.faults.players import Client, Game
from tests.stores import PrivateStores, private_stores
from tests.streams.sources import Browser
from tests.waiting import until

NEVER = 3600  # Only hints bring news ...
OFTEN = 0.2  # ... or comparing does.
SILENCE = 0.5
FROZEN_SECONDS = 4 * SILENCE  # Long enough to be noticed.
END = (1, 2, 1, 2, 1, 2, 1)


class Pair(Value):
    """Two servers on the same stores: who plays asks the first, who watches the second."""

    here: Client
    there: Client
    watched: httpx.AsyncClient


class Watched:
    """A game that is played through one server and watched through another."""

    def __init__(self, pair: Pair, game: Game) -> None:
        self.pair, self.game = pair, game
        self.browser = Browser(pair.watched, f"{game.path}/feed")
        self._reading = asyncio.create_task(self.browser.run())
        self._plies = 0

    async def play(self, plies: int) -> int:
        """Make moves, each of which must succeed, and return the version they lead to."""
        answer = None
        for column in END[self._plies : self._plies + plies]:
            answer = await self.pair.here.drop(self.game, self._plies % 2, column)
            assert answer.status_code == 200, answer.text
            self._plies += 1
        assert answer is not None
        return int(answer.json()["version"])

    async def seen(self, version: int) -> None:
        """Wait until the onlooker has been shown that much."""
        await until(lambda: version in self.versions())

    def versions(self) -> Sequence[int]:
        """Return what the onlooker was shown, message by message."""
        return [int(message.id.partition(".")[0]) for message in self.browser.messages if message.event == "game"]

    async def end(self) -> None:
        """Play to the end, and hold that every step was shown once and in order."""
        await self.play(len(END) - self._plies)
        await self._reading
        steps = await self.pair.there.feed(self.game)
        assert self.versions() == [step["version"] for step in steps if step["version"] >= self.versions()[0]]


@pytest.fixture(scope="module")
async def mine() -> AsyncIterator[PrivateStores]:
    async with private_stores() as made:
        yield made


@pytest.fixture(params=[NEVER, OFTEN], ids=["hints", "comparing"])
def reconcile(request: pytest.FixtureRequest) -> float:
    seconds: float = request.param
    return seconds


@asynccontextmanager
async def pair(mine: PrivateStores, reconcile: float) -> AsyncIterator[Pair]:
    async with AsyncExitStack() as stack:
        clients = []
        for _ in range(2):
            settings = mine.stores.settings(pool_size_min=1, reconcile_seconds=reconcile, silence_seconds_max=SILENCE)
            server = stack.enter_context(mortal(settings))
            server.start()
            clients.append(await stack.enter_async_context(httpx.AsyncClient(base_url=server.url, timeout=60)))
        yield Pair(here=Client(clients[0]), there=Client(clients[1]), watched=clients[1])


@asynccontextmanager
async def watched(pair: Pair) -> AsyncIterator[Watched]:
    """Begin a game that is watched, let the onlooker see a move of it, and play it to its end afterwards."""
    game = await pair.here.begin()
    await pair.there.feed(game)
    watching = Watched(pair, game)
    await until(lambda: watching.browser.messages)
    await watching.seen(await watching.play(1))
    yield watching
    await watching.end()


async def test_redis_killed_under_a_watched_game_costs_no_step(mine: PrivateStores, reconcile: float) -> None:
    async with pair(mine, reconcile) as both, watched(both) as game:
        os.kill(mine.valkey.pid, signal.SIGKILL)
        version = await game.play(3)
        if reconcile == OFTEN:
            await game.seen(version)
        await both.here.begin()
        mine.valkey.start()

        await game.seen(version)
        await game.seen(await game.play(1))


async def test_redis_frozen_under_a_watched_game_costs_no_step(mine: PrivateStores, reconcile: float) -> None:
    async with pair(mine, reconcile) as both, watched(both) as game:
        with frozen(mine.valkey.pid):
            version = await game.play(3)
            if reconcile == OFTEN:
                await game.seen(version)
            await both.here.begin()
            await asyncio.sleep(FROZEN_SECONDS)

        await game.seen(version)
        await game.seen(await game.play(1))


async def test_connections_to_redis_cut_under_a_watched_game_cost_no_step(mine: PrivateStores) -> None:
    async with (
        pair(mine, NEVER) as both,
        watched(both) as game,
        Redis.from_url(mine.stores.redis_url) as redis,
    ):
        for kind in ("pubsub", "normal", "pubsub", "pubsub"):
            await redis.client_kill_filter(_type=kind)
            await game.seen(await game.play(1))


async def test_servers_start_without_redis_and_hear_of_one_another_once_it_is_there(
    mine: PrivateStores, reconcile: float
) -> None:
    mine.valkey.stop()
    async with pair(mine, reconcile) as both:
        game = Watched(both, await both.here.begin())
        await until(lambda: game.browser.messages)
        version = await game.play(2)
        if reconcile == OFTEN:
            await game.seen(version)
        mine.valkey.start()

        await game.seen(version)
        await game.end()
