"""Limits: how often somebody may do something, counted for all processes together."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import structlog
from redis.asyncio import Redis, RedisCluster
from redis.exceptions import RedisClusterException

from infra.redis.servers import FAILED

ANSWER_SECONDS_MAX = 0.5
PAUSE_SECONDS = 1  # After a failure nobody waits for that Redis so long.

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
    """Counts calls per key in fixed windows.  Without Redis nothing is limited: play goes on.

    On a cluster nobody is limited whose key belongs to a node that is away.
    """

    def __init__(self, redis: Redis | RedisCluster, prefix: str, window_seconds: float) -> None:
        # Sent each time: a node of a cluster that has just been started knows no script.
        self._count: Callable[..., Awaitable[tuple[int, int]]] = partial(redis.eval, COUNT, 1)
        self._prefix = prefix
        self._window = round(window_seconds * 1000)
        self._redis = redis
        self._paused_until = dict[str, float]()  # By server.

    async def exceeded(self, what: str, who: str, most: int) -> float | None:
        """Count one call; return the seconds to wait where it was one too many, else None."""
        loop, key = asyncio.get_running_loop(), f"{self._prefix}:limit:{what}:{who}"
        server = self._server(key)
        if loop.time() < self._paused_until.get(server, 0):
            return None
        try:
            async with asyncio.timeout(ANSWER_SECONDS_MAX):
                calls, rest = await self._count(key, self._window)
        except FAILED as error:
            self._paused_until[server] = loop.time() + PAUSE_SECONDS
            log.warning("limit_not_counted", what=what, reason=type(error).__name__)
            return None
        return max(rest, 0) / 1000 if calls > most else None

    def _server(self, key: str) -> str:
        """Return which node of a cluster counts a key, as far as that is known."""
        node = None
        if isinstance(self._redis, RedisCluster):
            with suppress(RedisClusterException):
                node = self._redis.get_node_from_key(key)
        return "" if node is None else node.name
