"""Limits: how often somebody may do something, counted for all processes together."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog
from redis.asyncio import Redis

from infra.redis.fanout import FAILED

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

    def __init__(self, redis: Redis, prefix: str, window_seconds: float) -> None:
        self._count: Callable[..., Awaitable[tuple[int, int]]] = redis.register_script(COUNT)
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
                calls, rest = await self._count(keys=[f"{self._prefix}:limit:{what}:{who}"], args=[self._window])
        except FAILED as error:
            self._paused_until = loop.time() + PAUSE_SECONDS
            log.warning("limit_not_counted", what=what, reason=type(error).__name__)
            return None
        return max(rest, 0) / 1000 if calls > most else None
