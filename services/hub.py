"""Hub: one for a process.  Knows who watches which game, and sees to it that nobody misses anything."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

import msgspec
import structlog

from infra.postgres.pool import StoreUnavailable
from infra.redis.fanout import Fanout
from infra.unending import unending
from services.games import Games
from services.live import Live, Watcher

SUBSCRIBE_SECONDS_MAX = 1  # Without Redis a stream begins all the same; reconciliation feeds it.

log = structlog.get_logger()


class Stream(Watcher, Protocol):
    """One open stream of server-sent events."""

    def beat(self, heartbeat: bytes) -> None:
        """Send a heartbeat; a reader who has not even taken the last one is cut off."""

    def finish(self) -> None:
        """End cleanly: the client comes back, here or elsewhere."""


class Hub:
    """Open streams, and what keeps them fed."""

    def __init__(self, games: Games, fanout: Fanout, *, reconcile_seconds: float, heartbeat_seconds: float) -> None:
        """Take the games and the hints about them."""
        self._now = games.machine.now
        self._games = games
        self._fanout = fanout
        self._reconcile_seconds = reconcile_seconds
        self._heartbeat_seconds = heartbeat_seconds
        self._streams = set[Stream]()
        self._interest = Counter[Live]()  # Streams of each game, which is held for them; those about to join, too.
        self.draining = False

    async def watch(self, live: Live) -> None:
        """Listen to a game's hints, then read what the store has: from now on nothing is missed.

        Whoever has watched joins, and parts in the end.
        """
        self._interest[live] += 1
        try:
            await self._fanout.watch(live.id, SUBSCRIBE_SECONDS_MAX)
            await self._games.refresh(live)
        except BaseException:
            self._lose_interest(live)
            raise

    def join(self, stream: Stream, live: Live | None = None) -> None:
        """Keep a stream alive from now on, and let it hear every commit of a game."""
        self._streams.add(stream)
        if live is not None:
            live.watchers.add(stream)
        if self.draining:
            stream.finish()

    async def part(self, stream: Stream, live: Live | None = None) -> None:
        """Let a stream hear no more."""
        self._streams.discard(stream)
        if live is not None:
            live.watchers.discard(stream)
            self._lose_interest(live)

    def drain(self) -> None:
        """End every stream, and each that still comes."""
        self.draining = True
        for stream in tuple(self._streams):
            stream.finish()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Compare and beat for as long as the context lasts."""
        async with unending(self._reconcile, self._beat):
            yield

    def _lose_interest(self, live: Live) -> None:
        self._interest[live] -= 1
        if not self._interest[live]:
            del self._interest[live]
            self._fanout.forget(live.id)

    async def _reconcile(self) -> None:
        await asyncio.sleep(self._reconcile_seconds)
        try:
            await self._games.reconcile()
        except StoreUnavailable as error:
            log.warning("reconciliation_failed", reason=str(error))

    async def _beat(self) -> None:
        await asyncio.sleep(self._heartbeat_seconds)
        heartbeat = b'event: heartbeat\ndata: {"at":%b}\n\n' % msgspec.json.encode(self._now())
        for stream in tuple(self._streams):
            stream.beat(heartbeat)
