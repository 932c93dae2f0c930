"""Company: what every process that plays is put together from, whatever else it does."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from redis.asyncio import Redis, RedisCluster

from domain.kernel import Kinds
from domain.value import Value
from infra.machine import Machine
from infra.postgres.pool import Pool, open_pool
from infra.postgres.store import Store
from infra.postgres.writer import open_writer
from infra.redis.fanout import Fanout
from infra.redis.servers import open_redis, servers_of
from infra.settings import Settings
from services.games import Games


class Company(Value):
    """Stores, the games on them, and the fan-out that tells of their commits."""

    settings: Settings
    machine: Machine
    kinds: Kinds
    pool: Pool
    redis: Redis | RedisCluster
    store: Store
    games: Games
    fanout: Fanout


@asynccontextmanager
async def company(settings: Settings, machine: Machine, kinds: Kinds) -> AsyncIterator[Company]:
    """Connect a process with its stores; everything begun is finished before it is taken apart."""
    async with AsyncExitStack() as stack:
        pool = await stack.enter_async_context(open_pool(settings))
        redis = open_redis(settings)
        stack.push_async_callback(redis.aclose)
        writer = await stack.enter_async_context(open_writer(settings))
        store = Store(pool)
        games = Games(kinds, store, writer, machine, settings)
        fanout = _fanout(redis, games, settings)
        await stack.enter_async_context(fanout.running())
        stack.push_async_callback(games.settled)
        yield Company(
            settings=settings,
            machine=machine,
            kinds=kinds,
            pool=pool,
            redis=redis,
            store=store,
            games=games,
            fanout=fanout,
        )


def _fanout(redis: Redis | RedisCluster, games: Games, settings: Settings) -> Fanout:
    """Return what tells what games commit, and lets them hear what other processes tell."""
    fanout = Fanout(
        servers_of(settings, redis),
        prefix=settings.redis_prefix,
        silence_seconds_max=settings.silence_seconds_max,
    )
    games.tell, games.call = fanout.tell, fanout.call
    return fanout
