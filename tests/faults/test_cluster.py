"""On a Redis Cluster a slot that moves and a node that is killed under play cost no viewer a step."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random

import httpx
import pytest

from domain.value import Value
from tests.clusters import Cluster, Node, redis_cluster
from tests.faults.logs import whole
from tests.faults.mortal import mortal
from tests.faults.players import Acknowledged, Client, Game
from tests.stores import Stores, private_stores
from tests.streams.sources import Browser
from tests.waiting import until

GAMES = 12  # So many that every node has some.
OFTEN = 0.2  # What was told while nobody knew where is found by comparing.
SECONDS_MAX = 120  # For all games to end, on a slow machine.


class Pair(Value):
    """Two servers on the same stores: who plays asks the first, who watches the second."""

    here: Client
    there: httpx.AsyncClient


class Load:
    """Games that are played through one server and watched through another, all to their ends."""

    def __init__(self, pair: Pair, games: Sequence[Game]) -> None:
        self.games = games
        self.made = 0  # Moves.
        self._browsers = [Browser(pair.there, f"{game.path}/feed") for game in games]
        self._reading = [asyncio.create_task(browser.run()) for browser in self._browsers]
        self._playing = [asyncio.create_task(self._play(pair, number)) for number, _ in enumerate(games)]
        self._may_go_on = asyncio.Event()

    async def under_way(self) -> None:
        """Wait until everybody watches and moves are made."""
        await until(lambda: all(browser.messages for browser in self._browsers))
        self._may_go_on.set()
        await until(lambda: self.made >= GAMES)

    async def end(self, stores: Stores) -> None:
        """Let all games end; hold that nothing is lost or doubled, and that every viewer saw every step in order."""
        async with asyncio.timeout(SECONDS_MAX):
            played = await asyncio.gather(*self._playing)
            await asyncio.gather(*self._reading)
        await whole(stores, list(zip(self.games, played, strict=True)))
        for browser, acknowledged in zip(self._browsers, played, strict=True):
            first, *seen = [int(one.id.partition(".")[0]) for one in browser.messages if one.event == "game"]
            assert seen == [move.version for move in acknowledged if move.version > first]

    async def _play(self, pair: Pair, number: int) -> Sequence[Acknowledged]:
        def count() -> None:
            self.made += 1

        await self._may_go_on.wait()
        return await pair.here.play(self.games[number], Random(number), count)


@pytest.fixture(scope="module")
async def mine() -> AsyncIterator[Stores]:
    async with private_stores() as made:
        yield made.stores


@pytest.fixture(scope="module")
async def cluster() -> AsyncIterator[Cluster]:
    async with redis_cluster() as made:
        yield made


@asynccontextmanager
async def loaded(stores: Stores, cluster: Cluster) -> AsyncIterator[Load]:
    settings = stores.settings(
        redis_url=cluster.url, redis_cluster=True, reconcile_seconds=OFTEN, silence_seconds_max=0.5
    )
    async with AsyncExitStack() as stack:
        clients = []
        for _ in range(2):
            server = stack.enter_context(mortal(settings))
            server.start()
            clients.append(await stack.enter_async_context(httpx.AsyncClient(base_url=server.url, timeout=60)))
        pair = Pair(here=Client(clients[0]), there=clients[1])
        for client in clients:
            await Client(client).ask("GET", "/health/ready")
        load = Load(pair, [await pair.here.begin() for _ in range(GAMES)])
        await load.under_way()
        yield load
        await load.end(stores)


async def test_slots_that_move_under_play_cost_no_step(mine: Stores, cluster: Cluster) -> None:
    async with loaded(mine, cluster) as load:
        for game in load.games:
            channel = channel_of(mine, game)
            before = await cluster.owner(channel)
            await cluster.move(channel, other_than(before, cluster))


async def test_a_node_killed_under_play_costs_no_step(mine: Stores, cluster: Cluster) -> None:
    async with loaded(mine, cluster) as load:
        gone = await cluster.owner(channel_of(mine, load.games[0]))
        gone.kill()
        made = load.made
        await until(lambda: load.made >= made + 2 * GAMES)
        gone.start()
        await cluster.whole()


def channel_of(stores: Stores, game: Game) -> str:
    return f"{stores.redis_prefix}:game:{game.id}"


def other_than(node: Node, cluster: Cluster) -> Node:
    return next(one for one in cluster.nodes if one is not node)
