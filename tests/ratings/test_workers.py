"""Workers: any number of processes rate, some are killed, and each game counts exactly once."""

import signal
from contextlib import AsyncExitStack
from functools import partial
from operator import lt
from random import Random
from uuid import UUID

from services.ratings.again import Compared, ratings_again
from services.ratings.model import plackett_luce
from tests.laws.registry import KINDS
from tests.ratings.conftest import Hall
from tests.ratings.games import season
from tests.servers import on, worker
from tests.waiting import until

PEOPLE = [str(UUID(int=number)) for number in range(1, 31)]
PORTIONS = 3


async def test_of_two_workers_one_is_killed_again_and_again_and_each_game_is_rated_once(hall: Hall) -> None:
    games = list(season(900, Random(4), PEOPLE))
    size = len(games) // PORTIONS

    async def rated() -> int:
        count: int = await hall.owner.fetchval("SELECT count(*) FROM rating_order")
        return count

    async with AsyncExitStack() as stack:
        await stack.enter_async_context(worker(on(hall.stores), "ratings"))
        for portion in range(PORTIONS):
            mortal = await stack.enter_async_context(worker(on(hall.stores), "ratings"))
            await hall.ended(*games[portion * size : (portion + 1) * size])
            await until(rated, partial(lt, portion * size))
            await mortal.ended(signal.SIGKILL)
        await until(rated, lambda count: count >= len(games))

    ordered = [one for kind in KINDS for one in await hall.order(kind)]
    assert sorted(ordered) == sorted(one.game for one in games)
    assert await ratings_again(hall.owner, KINDS, plackett_luce, check=True) == Compared(written=0, wrong=())
