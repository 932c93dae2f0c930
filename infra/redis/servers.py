"""Servers: one Redis, or the nodes of a cluster; and which of them a channel belongs to."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol, TypeAlias
from urllib.parse import urlsplit

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.crc import key_slot
from redis.exceptions import RedisClusterException, RedisError

from infra.settings import Settings

CONNECT_SECONDS_MAX = 1
LOOK_SECONDS_MAX = 1  # How long one node is asked about the others.
ALONE = "redis"  # The name of one that needs none.
FAILED = (RedisError, RedisClusterException, OSError, TimeoutError)

Address: TypeAlias = str
Slot: TypeAlias = int
"""0 to 16,383; what belongs together on a cluster (see the cluster specification of Redis)."""

# Whatever waits for Redis has a time-out of its own; the client's would cost a task for each command.
PATIENCE: Mapping[str, Any] = {"socket_connect_timeout": CONNECT_SECONDS_MAX, "socket_timeout": None}


class Servers(Protocol):
    """Where channels are told and listened to."""

    sharded: bool
    """Whether each server tells of its own channels alone."""

    async def look(self) -> set[Address]:
        """Find out which servers there are, and what belongs to whom; raises one of `FAILED`."""

    def of(self, channel: bytes) -> Address | None:
        """Return the server that a channel belonged to at the last look; None where that is not known."""

    def connected(self, address: Address) -> AbstractAsyncContextManager[Redis]:
        """Give a client of one server, without retries of its own."""


class Alone:
    """One Redis, to which all belongs."""

    sharded = False

    def __init__(self, redis: Redis) -> None:
        """Take a client without retries of its own."""
        self._redis = redis

    async def look(self) -> set[Address]:
        """Return the one there is."""
        return {ALONE}

    def of(self, channel: bytes) -> Address | None:  # noqa: ARG002 - it is always the same
        """Return the one there is."""
        return ALONE

    @asynccontextmanager
    async def connected(self, address: Address) -> AsyncIterator[Redis]:  # noqa: ARG002
        """Give the client."""
        yield self._redis


class Cluster:
    """The nodes of a Redis Cluster that have slots of their own; any of them may go, and slots may move."""

    sharded = True

    def __init__(self, url: str) -> None:
        """Take the address of any node; all others are reached in the same way."""
        self._url = urlsplit(url)
        self._slots = dict[Slot, Address]()
        self._named = self._url.netloc.rpartition("@")[2]
        self._nodes = [self._named]  # Whom to ask, in this order; the one that was named for ever.

    async def look(self) -> set[Address]:
        """Ask one node after the other, another one first each time: one that is cut off does not know.

        Raises:
            ConnectionError: no node answers.
        """
        self._nodes = [*self._nodes[1:], self._nodes[0]]
        for asked in self._nodes:
            try:
                async with asyncio.timeout(LOOK_SECONDS_MAX), self.connected(asked) as redis:
                    told = await redis.execute_command("CLUSTER", "SLOTS")
            except FAILED:
                continue
            self._slots = dict(_slots(told, asked))
            nodes = set(self._slots.values())
            self._nodes = [
                *(node for node in self._nodes if node in nodes | {self._named}),
                *nodes.difference(self._nodes),
            ]
            return nodes
        raise ConnectionError("no node of the cluster answers")

    def of(self, channel: bytes) -> Address | None:
        """Return the node that had the channel's slot at the last look."""
        return self._slots.get(key_slot(channel))

    @asynccontextmanager
    async def connected(self, address: Address) -> AsyncIterator[Redis]:
        """Give a client of one node."""
        login, at, _ = self._url.netloc.rpartition("@")
        url = self._url._replace(netloc=f"{login}{at}{address}").geturl()
        async with Redis.from_url(url, retry=None, **PATIENCE) as redis:
            yield redis


def servers_of(settings: Settings, redis: Redis | RedisCluster) -> Servers:
    """Return the servers that the settings name; `redis` is what `open_redis` gave."""
    return Alone(redis) if isinstance(redis, Redis) else Cluster(settings.redis_url)


def open_redis(settings: Settings) -> Redis | RedisCluster:
    """Return a client for whatever has a key; no command is tried twice."""
    if not settings.redis_cluster:
        return Redis.from_url(settings.redis_url, retry=None, **PATIENCE)
    once = Retry(NoBackoff(), 0)
    return RedisCluster.from_url(settings.redis_url, retry=once, require_full_coverage=False, **PATIENCE)


def _slots(told: Any, asked: Address) -> Iterator[tuple[Slot, Address]]:
    """Read an answer to CLUSTER SLOTS: first and last slot, then the node they belong to, and its replicas."""
    for first, last, (host, port, *_), *_replicas in told:
        name = (host.decode() if host else asked.rpartition(":")[0] or asked).strip("[]")  # None: the one asked.
        node = f"[{name}]:{port}" if ":" in name else f"{name}:{port}"
        for slot in range(first, last + 1):
            yield slot, node
