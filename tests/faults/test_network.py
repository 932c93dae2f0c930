"""A network that keeps failing loses nothing, doubles nothing, and hides nothing from whoever watches."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import TypeVar
from uuid import uuid4

import pytest

from domain.chain import broken
from domain.feed import Game
from domain.games import connect_four
from domain.judge import judge
from infra.postgres.pool import StoreUnavailable
from services.api.house import House
from services.wish import Done
from tests.faults.houses import Table, house, move, table
from tests.faults.proxy import Proxy, before_postgres, before_redis
from tests.faults.watchers import watching
from tests.stores import Stores
from tests.waiting import until

TABLES = 16
SEED = 20_240_301
PAUSE_SECONDS = 0.01
CALM_SECONDS_MAX = 0.02  # Between two cuts.
RULES = connect_four.RULES

T = TypeVar("T")


class Far:
    """A process that reaches its stores over networks."""

    def __init__(self, house: House, networks: Sequence[Proxy]) -> None:
        self.house, self.networks = house, networks


@asynccontextmanager
async def far(stores: Stores) -> AsyncIterator[Far]:
    async with (
        before_postgres(stores.database_url) as (postgres, database_url),
        before_redis(stores.redis_url) as (redis, redis_url),
        house(
            stores,
            database_url=database_url,
            redis_url=redis_url,
            pool_size_min=1,
            reconcile_seconds=0.2,
            silence_seconds_max=0.5,
        ) as made,
    ):
        yield Far(made, (postgres, postgres, redis))


@pytest.mark.timeout(300)
@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)  # redis-py forgets what fails to connect.
async def test_every_game_is_played_to_its_end_and_shown_to_all(stores: Stores) -> None:
    async with house(stores) as near, AsyncExitStack() as stack:
        sides = [await stack.enter_async_context(far(stores)) for _ in range(2)]
        tables = [await table(near) for _ in range(TABLES)]
        onlookers = [(each, await watching(side.house, each.game)) for each in tables for side in sides]
        cutting = asyncio.create_task(cut(sides, Random(SEED)))
        in_doubt = await asyncio.gather(*(play(sides, each, Random(n)) for n, each in enumerate(tables)))
        cutting.cancel()

        due = {each.game: await checked(near, each) for each in tables}
        for each, onlooker in onlookers:
            versions = due[each.game]
            await until(lambda: onlooker.versions[-1:] == versions[-1:])  # noqa: B023 - asked at once.
            assert onlooker.versions == versions
    assert sum(in_doubt) > 0, "no cut fell into a move"


async def cut(sides: Sequence[Far], random: Random) -> None:
    """Cut one connection after the other."""
    while True:
        await asyncio.sleep(random.uniform(0, CALM_SECONDS_MAX))
        random.choice([network for side in sides for network in side.networks]).cut_one(random)


async def play(sides: Sequence[Far], at_table: Table, random: Random) -> int:
    """Play a game to its end, each move through either side until it is answered; return how often it was not."""
    doubts = 0
    while not (game := await insist(lambda: known(sides[0].house, at_table))).match.ended:
        (seat,) = game.match.turn
        wanted, command = random.choice(list(RULES.legal_moves(game.match.board, seat))), uuid4()
        while True:
            try:
                answer = await move(random.choice(sides).house, at_table, seat, wanted, command=command)
            except StoreUnavailable:
                doubts += 1
                await asyncio.sleep(PAUSE_SECONDS)
            else:
                assert isinstance(answer, Done), answer.reason
                assert answer.game.match.version > game.match.version
                break
    return doubts


async def insist(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask until the store answers."""
    while True:
        try:
            return await ask()
        except StoreUnavailable:
            await asyncio.sleep(PAUSE_SECONDS)


async def known(house: House, at_table: Table) -> Game:
    """Return a game as the store has it."""
    live = await house.games.fresh(at_table.game)
    assert live is not None
    return live.game


async def checked(near: House, at_table: Table) -> Sequence[int]:
    """Hold that a game's log is whole and right, and return the version after each commit but the first."""
    entries, game = await near.store.events(at_table.game), await known(near, at_table)
    assert broken(at_table.game, entries) is None
    assert judge(RULES, game.log, await near.store.seed(at_table.game)) is None
    sizes = [len(commit.events) for commit in game.log]
    return [sum(sizes[: count + 1]) for count in range(1, len(sizes))]
