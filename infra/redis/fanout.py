"""Fan-out: tells every process what was committed.  Only a hint: lost, late, doubled or reordered, it harms nobody."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import TypeAlias
from uuid import UUID

import structlog
from redis.crc import key_slot

from infra.metrics import PUBLISH_FAILURES
from infra.redis.line import RETRY_SECONDS, Ear, Line, Watched
from infra.redis.servers import FAILED, Address, Servers, Slot
from infra.unending import unending

GAME_BYTES = 16  # Of a game's id.
NOWHERE = (None, None)
LOOK_SECONDS = 5  # How often it is asked which servers there are, where nothing says that they have changed.

log = structlog.get_logger()

Called: TypeAlias = Callable[[UUID | None], None]
"""Hears which game calls for work; None: calls may have been missed.  As `Ear`."""


class _Answering:
    """Hears calls for one work."""

    def __init__(self, called: Called) -> None:
        self._called = called

    def heard(self, message: bytes) -> None:
        self._called(UUID(bytes=message) if len(message) == GAME_BYTES else None)

    def missed(self) -> None:
        self._called(None)


class Fanout:
    """One channel for each thing watched (`game:…`), and a line to each server that has some."""

    def __init__(self, servers: Servers, *, prefix: str, silence_seconds_max: float) -> None:
        """Take the servers; `prefix` tells this installation from others."""
        self._servers = servers
        self._prefix = f"{prefix}:".encode()
        self._silence = silence_seconds_max
        self._lines = dict[Address, tuple[Line, AsyncExitStack]]()
        self._watched = dict[bytes, Watched]()  # By channel.
        self._placed = dict[bytes, Address]()  # By channel, where it is listened to.
        self._astray = set[Slot]()  # What may have to be listened to anew.
        self._to_place = asyncio.Event()
        self.publish_failures = 0

    def tell(self, channel: str, message: bytes) -> None:
        """Publish soon.  Never fails and never waits: whoever misses it reads it back."""
        named = self._prefix + channel.encode()
        line = self._line(self._servers.of(named))
        if line is None:
            self.failed(1)
        else:
            line.tell(named, message)

    def call(self, work: str, game: UUID) -> None:
        """Tell whoever does that work that a game may be due; as `tell`."""
        self.tell(f"call:{work}", game.bytes)

    def answer(self, work: str, called: Called) -> None:
        """Hear of all calls for that work, from now on and in the whole installation."""
        self._listen_to(f"call:{work}", _Answering(called))

    async def watch(self, channel: str, ear: Ear, seconds_max: float) -> None:
        """Listen to a channel; return when Redis has agreed, or when it took too long (then it is caught up later)."""
        watched = self._listen_to(channel, ear)
        if not watched.agreed.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds_max):
                    await watched.agreed.wait()

    def forget(self, channel: str) -> None:
        """Listen to a channel no longer."""
        named = self._prefix + channel.encode()
        if self._watched.pop(named, None) is not None:
            self._displace(named)

    def failed(self, messages: int) -> None:
        """Count messages that were not told."""
        self.publish_failures += messages
        PUBLISH_FAILURES.inc(messages)

    def strayed(self, slots: Collection[Slot]) -> None:
        """Look soon which server these belong to, and listen to them there."""
        self._astray.update(slots)
        self._to_place.set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Listen and tell for as long as the context lasts."""
        self._to_place.set()
        try:
            async with unending(self._place_all):
                yield
        finally:
            for _, stack in self._lines.values():
                await stack.aclose()
            self._lines.clear()

    async def _place_all(self) -> None:
        """Listen to everything watched where it belongs by now."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_SECONDS):
                await self._to_place.wait()
        self._to_place.clear()
        try:
            addresses = await self._servers.look()
        except FAILED as error:
            log.warning("fanout_lost", reason=type(error).__name__)
            self._to_place.set()
        else:
            astray, self._astray = self._astray, set()
            for address in addresses - self._lines.keys():
                await self._open(address)
            for channel, watched in self._watched.items():
                if self._placed.get(channel) != self._servers.of(channel) or (astray and key_slot(channel) in astray):
                    self._place(channel, watched)
            for address in self._lines.keys() - addresses:
                _, stack = self._lines.pop(address)
                await stack.aclose()
        await asyncio.sleep(RETRY_SECONDS)

    async def _open(self, address: Address) -> None:
        stack = AsyncExitStack()
        redis = await stack.enter_async_context(self._servers.connected(address))
        line = Line(redis, self, sharded=self._servers.sharded, silence_seconds_max=self._silence)
        await stack.enter_async_context(line.running())
        self._lines[address] = line, stack

    def _listen_to(self, channel: str, ear: Ear) -> Watched:
        named = self._prefix + channel.encode()
        if named not in self._watched:
            self._watched[named] = Watched(ear=ear, agreed=asyncio.Event())
            self._place(named, self._watched[named])
        return self._watched[named]

    def _place(self, channel: bytes, watched: Watched) -> None:
        """Listen to a channel where it belongs, as far as that is known, and nowhere else."""
        self._displace(channel)
        watched.agreed.clear()
        address = self._servers.of(channel)
        line = self._line(address)
        if line is not None and address is not None:
            line.listen(channel, watched)
            self._placed[channel] = address

    def _displace(self, channel: bytes) -> None:
        line = self._line(self._placed.pop(channel, None))
        if line is not None:
            line.forget(channel)

    def _line(self, address: Address | None) -> Line | None:
        line, _ = self._lines.get(address, NOWHERE) if address is not None else NOWHERE
        return line
