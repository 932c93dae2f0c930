"""Limits: how often somebody may do something, counted for all processes together."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import structlog
from redis.asyncio import Redis, RedisCluster

from infra.redis.servers import FAILED

ANSWER_SECONDS_MAX = 0.5
PAUSE_SECONDS = 1  # After a failure nobody waits for Redis so long.

log = structlog.get_logger()

# One atomic step; the window begins with its first call.
COUNT = """
local calls = redis.call('INCR', KEYS[1])
if calls == 1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return {calls, redis.call('PTTL', KEYS[1])}
"""


class Limits:
    """Counts calls per key in fixed windows.  Without Redis nothing is limited: play goes on."""

    def __init__(self, redis: Redis | RedisCluster, prefix: str, window_seconds: float) -> None:
        # Sent each time: a node of a cluster that has just been started knows no script.
        self._count: Callable[..., Awaitable[tuple[int, int]]] = partial(redis.eval, COUNT, 1)
        self._prefix = prefix
        self._window = round(window_seconds * 1000)
        self._paused_until = 0.0

    async def exceeded(self, what: str, who: str, most: int) -> float | None:
        """Count one call; return the seconds to wait where it was one too many, else None."""
        loop = asyncio.get_running_loop()
        if loop.time() < self._paused_until:
            return None
        try:
            async with asyncio.timeout(ANSWER_SECONDS_MAX):
                calls, rest = await self._count(f"{self._prefix}:limit:{what}:{who}", self._window)
        except FAILED as error:
            self._paused_until = loop.time() + PAUSE_SECONDS
            log.warning("limit_not_counted", what=what, reason=type(error).__name__)
            return None
        return max(rest, 0) / 1000 if calls > most else None
