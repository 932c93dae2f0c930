"""A server may be killed at any instruction: what it acknowledged stays, once, and every game goes on."""

import asyncio
from collections.abc import Sequence
from random import Random

import httpx
import pytest

from tests.faults.logs import whole
from tests.faults.mortal import Mortal, mortal
from tests.faults.players import Acknowledged, Client, Game
from tests.stores import private_stores
from tests.waiting import until

KILLS = 100
TABLES = ("connect_four",) * 6 + ("reversi", "bleib_cool")
LIFE_SECONDS_MAX = 0.08  # After the first move that was acknowledged.
SEED = 20_240_229


class Pair:
    """Two players, who play one game after the other, and what they were told."""

    def __init__(self, client: Client, number: int) -> None:
        self._client = client
        self._kind = TABLES[number]
        self._random = Random(SEED + number)
        self.games: list[tuple[Game, Sequence[Acknowledged]]] = []
        self.moves = 0
        self.over = False

    async def play_on(self) -> None:
        """Play until it is over, and the game that is being played to its end."""
        while not self.over:
            game = await self._client.begin(self._kind)
            self.games.append((game, await self._client.play(game, self._random, self._count)))

    def _count(self) -> None:
        self.moves += 1


@pytest.mark.timeout(600)
async def test_no_acknowledged_move_is_lost_or_doubled_by_a_hundred_kills() -> None:
    async with private_stores() as mine, httpx.AsyncClient(timeout=60) as http:
        client = Client(http)
        pairs = [Pair(client, number) for number in range(len(TABLES))]
        with mortal(mine.stores.settings(pool_size_min=1)) as server:
            http.base_url = server.url
            server.start()
            async with asyncio.TaskGroup() as playing:
                for pair in pairs:
                    playing.create_task(pair.play_on())
                for random in [Random(SEED)] * KILLS:
                    await kill(server, pairs, random.uniform(0, LIFE_SECONDS_MAX))
                for pair in pairs:
                    pair.over = True

        await whole(mine.stores, [played for pair in pairs for played in pair.games])
    assert client.lost >= KILLS
    assert client.replayed, "no kill fell between a commit and its answer"


async def kill(server: Mortal, pairs: Sequence[Pair], seconds: float) -> None:
    """Kill a server so long after it has acknowledged a move, and start it again."""
    before = sum(pair.moves for pair in pairs)
    await until(lambda: sum(pair.moves for pair in pairs) > before)
    await asyncio.sleep(seconds)
    server.kill()
    server.start()
