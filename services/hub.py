"""Hub: one for a process.  Knows who watches what, and sees to it that nobody misses anything."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, Protocol

import msgspec
import structlog

from domain.value import Value
from infra.metrics import RECONCILIATIONS
from infra.postgres.pool import StoreUnavailable
from infra.redis.fanout import Fanout
from infra.redis.line import Ear
from infra.unending import unending

SUBSCRIBE_SECONDS_MAX = 1  # Without Redis a stream begins all the same; reconciliation feeds it.
TOGETHER_SECONDS = 0.02  # Hints that come so close after one another are looked into once.
PROOFS_SECONDS = 3  # How often it is asked whether those who listen may still say who they are.

log = structlog.get_logger()


class Stream(Protocol):
    """One open stream of server-sent events."""

    @property
    def proof(self) -> bytes | None:
        """The hash of the token that its caller showed, if any."""

    def beat(self, heartbeat: bytes) -> None:
        """Send a heartbeat; a reader who has not even taken the last one is cut off."""

    def finish(self) -> None:
        """End cleanly: the client comes back, here or elsewhere."""


class Keeper(Protocol):
    """Who keeps sources of one kind, and reads many of them together."""

    async def read(self, sources: Sequence[Any]) -> None:
        """Bring these up to what the store knows."""


class Source(Ear, Protocol):
    """What streams watch: it is hinted at on a channel, and can be read from the store at any time."""

    @property
    def channel(self) -> str:
        """Where it is hinted at."""

    @property
    def keeper(self) -> Keeper:
        """Who reads it."""


class Times(Value):
    """How often the hub does what it does over and over."""

    reconcile_seconds: float
    heartbeat_seconds: float


class Hub:
    """Open streams, and what keeps them fed."""

    def __init__(
        self,
        fanout: Fanout,
        now: Callable[[], datetime],
        valid: Callable[[Collection[bytes]], Awaitable[Collection[bytes]]],
        times: Times,
    ) -> None:
        """Take the hints; `valid` says which of those proofs still hold."""
        self._fanout = fanout
        self._now = now
        self._valid = valid
        self._times = times
        self._streams = set[Stream]()
        self._interest = Counter[Source]()  # Streams of each source, which is held for them; those about to join, too.
        self._stale = set[Source]()
        self._to_read = asyncio.Event()
        self.draining = False

    async def watch(self, source: Source) -> None:
        """Listen to a source's hints, then read what the store has: from now on nothing is missed.

        Whoever has watched leaves it in the end.
        """
        self._interest[source] += 1
        try:
            await self._fanout.watch(source.channel, source, SUBSCRIBE_SECONDS_MAX)
            await source.keeper.read([source])
        except BaseException:
            self.leave(source)
            raise

    def leave(self, source: Source) -> None:
        """Watch a source no longer."""
        self._interest[source] -= 1
        if not self._interest[source]:
            del self._interest[source]
            self._fanout.forget(source.channel)

    def hint(self, source: Source) -> None:
        """Read a source soon, without waiting for it: all that are hinted at meanwhile, together."""
        self._stale.add(source)
        self._to_read.set()

    def join(self, stream: Stream) -> None:
        """Keep a stream alive from now on."""
        self._streams.add(stream)
        if self.draining:
            stream.finish()

    def part(self, stream: Stream) -> None:
        """Keep a stream alive no longer."""
        self._streams.discard(stream)

    def drain(self) -> None:
        """End every stream, and each that still comes."""
        self.draining = True
        for stream in tuple(self._streams):
            stream.finish()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Read, compare, beat and look at proofs for as long as the context lasts."""
        async with unending(self._read_stale, self._reconcile, self._beat, self._look_at_proofs):
            yield

    async def _read_stale(self) -> None:
        await self._to_read.wait()
        await asyncio.sleep(TOGETHER_SECONDS)
        self._to_read.clear()
        stale, self._stale = self._stale, set()
        await self._read(source for source in stale if source in self._interest)

    async def _reconcile(self) -> None:
        await asyncio.sleep(self._times.reconcile_seconds)
        RECONCILIATIONS.inc()
        await self._read(self._interest)

    async def _read(self, sources: Any) -> None:
        kept = dict[Keeper, list[Source]]()
        for source in sources:
            kept.setdefault(source.keeper, []).append(source)
        for keeper, together in kept.items():
            try:
                await keeper.read(together)
            except StoreUnavailable as error:
                log.warning("reading_failed", sources=len(together), reason=str(error))  # Reconciliation tries again.

    async def _beat(self) -> None:
        await asyncio.sleep(self._times.heartbeat_seconds)
        heartbeat = b'event: heartbeat\ndata: {"at":%b}\n\n' % msgspec.json.encode(self._now())
        for stream in tuple(self._streams):
            stream.beat(heartbeat)

    async def _look_at_proofs(self) -> None:
        """End the streams of whoever has signed out, here or elsewhere."""
        await asyncio.sleep(PROOFS_SECONDS)
        proofs = {stream.proof for stream in self._streams if stream.proof is not None}
        try:
            good = await self._valid(proofs) if proofs else ()
        except StoreUnavailable as error:
            log.warning("proofs_not_seen", reason=str(error))
            return
        for stream in tuple(self._streams):
            if stream.proof in proofs and stream.proof not in good:
                stream.finish()
