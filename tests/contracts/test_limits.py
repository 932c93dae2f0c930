"""Limits count for all processes together, and without Redis nobody is limited."""

import asyncio
from collections.abc import AsyncIterator
from uuid import uuid4

import pytest
from redis.asyncio import Redis

from infra.redis.limits import Limits
from tests.stores import Stores
from tests.waiting import until

SECONDS_MAX = 30


@pytest.fixture
async def redis(any_stores: Stores) -> AsyncIterator[Redis]:
    async with Redis.from_url(any_stores.redis_url, retry=None) as client:
        yield client


async def test_whoever_asks_too_often_is_told_how_long_to_wait(redis: Redis, any_stores: Stores) -> None:
    limits, who = Limits(redis, any_stores.redis_prefix, 60), str(uuid4())

    waits = [await limits.exceeded("writes", who, 3) for _ in range(4)]

    assert waits[:3] == [None, None, None]
    assert waits[3] is not None
    assert 0 < waits[3] <= 60


async def test_processes_count_together(redis: Redis, any_stores: Stores) -> None:
    here, there = (Limits(redis, any_stores.redis_prefix, 60) for _ in range(2))
    who = str(uuid4())

    await here.exceeded("writes", who, 1)

    assert await there.exceeded("writes", who, 1) is not None


async def test_everybody_and_everything_counts_alone(redis: Redis, any_stores: Stores) -> None:
    limits, who = Limits(redis, any_stores.redis_prefix, 60), str(uuid4())
    await limits.exceeded("writes", who, 1)

    assert await limits.exceeded("reads", who, 1) is None
    assert await limits.exceeded("writes", str(uuid4()), 1) is None


async def test_after_the_window_one_may_ask_again(redis: Redis, any_stores: Stores) -> None:
    limits, who = Limits(redis, any_stores.redis_prefix, 0.2), str(uuid4())
    await limits.exceeded("writes", who, 1)

    assert await until(lambda: limits.exceeded("writes", who, 1), lambda wait: wait is None) is None


async def test_without_redis_nobody_is_limited() -> None:
    async with Redis.from_url("redis://127.0.0.1:1", retry=None) as nowhere:
        limits = Limits(nowhere, "test", 60)

        assert [await limits.exceeded("writes", "me", 1) for _ in range(3)] == [None, None, None]


async def test_a_redis_that_does_not_answer_keeps_nobody_waiting() -> None:
    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()[:2]
    async with Redis.from_url(f"redis://{host}:{port}", retry=None, socket_timeout=SECONDS_MAX) as mute:
        limits = Limits(mute, "test", 60)
        async with asyncio.timeout(SECONDS_MAX / 2):
            answers = [await limits.exceeded("writes", "me", 1) for _ in range(100)]
    server.close()

    assert answers == [None] * 100
