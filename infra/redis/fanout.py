"""Fan-out: tells every process what was committed.  Only a hint: lost, late, doubled or reordered, it harms nobody."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import chain
from typing import Protocol, TypeAlias
from uuid import UUID

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from domain.value import Value
from infra.metrics import FANOUT_LOSSES, PUBLISH_FAILURES
from infra.traces import Span, begun, ended
from infra.unending import unending

BATCH_MAX = 256  # Messages sent together.
QUEUE_MAX = 10_000  # Messages waiting for a Redis that does not take them; then the oldest are dropped.
SUBSCRIBE_MAX = 500  # Channels named in one command.
GAME_BYTES = 16  # Of a game's id.
READ_SECONDS = 0.5
RETRY_SECONDS = 0.2
FAILED = (RedisError, OSError, TimeoutError)

# One command for many messages: reading an answer to each would cost more than all else about it.
PUBLISH = """
for n = 1, #ARGV, 2 do
  redis.call('PUBLISH', ARGV[n], ARGV[n + 1])
end
"""

log = structlog.get_logger()


class Ear(Protocol):
    """What a process does with what it hears on a channel.  Called in the event loop; must not block."""

    def heard(self, message: bytes) -> None:
        """Take in what was said."""

    def missed(self) -> None:
        """Hear that the channel was (again) subscribed: what was said before may have been missed."""


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


class _Watched(Value, gc=True):
    """A channel that is listened to: by whom, and whether Redis has agreed."""

    ear: Ear
    agreed: asyncio.Event


class Fanout:
    """One connection that listens, one channel for each thing watched (`game:…`), and a queue of what to tell."""

    def __init__(self, redis: Redis, *, name: str, prefix: str, silence_seconds_max: float) -> None:
        """Take a client without retries of its own; `name` tells this process from others."""
        self._redis = redis
        self._publish: Callable[..., Awaitable[object]] = redis.register_script(PUBLISH)
        self._prefix = f"{prefix}:".encode()
        self._pulse = f"{prefix}:pulse:{name}".encode()
        self._silence = silence_seconds_max
        self._outgoing = deque[tuple[bytes, bytes]](maxlen=QUEUE_MAX)
        self._traced = list[Span]()  # Of what waits to be told.
        self._to_tell = asyncio.Event()
        self._watched = dict[bytes, _Watched]()  # By channel.
        self._changes = dict[bytes, str]()  # Channel: the command it still needs, in the order of asking.
        self._to_steer = asyncio.Event()
        self._pubsub: PubSub | None = None
        self.publish_failures = 0

    def tell(self, channel: str, message: bytes) -> None:
        """Publish soon.  Never fails and never waits: whoever misses it reads it back."""
        self._say(self._prefix + channel.encode(), message)
        if (span := begun("publish")) is not None:
            self._traced.append(span)

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
            self._change(named, "unsubscribe")

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Listen and tell for as long as the context lasts."""
        async with unending(self._listen, self._steer, self._tell, self._beat):
            yield

    async def _tell(self) -> None:
        await self._to_tell.wait()
        self._to_tell.clear()
        traced, self._traced = self._traced, []
        while self._outgoing:
            batch = [self._outgoing.popleft() for _ in range(min(len(self._outgoing), BATCH_MAX))]
            try:
                async with asyncio.timeout(self._silence):
                    await self._publish(args=list(chain.from_iterable(batch)))
            except FAILED as error:
                self._failed(len(batch))
                log.warning("publish_failed", messages=len(batch), reason=type(error).__name__)
        ended(traced)

    async def _beat(self) -> None:
        """Speak to ourselves: a connection that does not bring it back is dead, whatever its socket says."""
        self._say(self._pulse, b"")
        await asyncio.sleep(self._silence / 3)

    async def _listen(self) -> None:
        """Listen until the connection is lost."""
        # Acknowledgements must be seen: after a silent reconnect nothing else tells that messages were missed.
        pubsub = self._redis.pubsub(ignore_subscribe_messages=False)
        try:
            async with asyncio.timeout(self._silence):
                await pubsub.subscribe(self._pulse)
            self._pubsub, self._changes = pubsub, dict.fromkeys(self._watched, "subscribe")
            self._to_steer.set()
            await self._hear(pubsub)
        except FAILED as error:
            FANOUT_LOSSES.inc()
            log.warning("fanout_lost", reason=type(error).__name__)
        finally:
            self._pubsub = None
            for watched in self._watched.values():
                watched.agreed.clear()
            with suppress(*FAILED):
                await pubsub.aclose()  # type: ignore[no-untyped-call]
        await asyncio.sleep(RETRY_SECONDS)

    async def _hear(self, pubsub: PubSub) -> None:
        loop = asyncio.get_running_loop()
        heard_at = loop.time()
        while self._pubsub is pubsub:
            # Read with a time-out of its own and never cancelled midway, which would tear a message.
            message = await pubsub.get_message(timeout=READ_SECONDS)
            if message is not None:
                heard_at = loop.time()
                self._take(message["type"], message["channel"], message["data"])
            elif loop.time() - heard_at > self._silence:
                raise TimeoutError("Redis fell silent")

    def _take(self, kind: str, channel: bytes, data: bytes) -> None:
        watched = self._watched.get(channel)
        if watched is None:  # Our own pulse, or what was forgotten just now.
            return
        if kind == "message":
            watched.ear.heard(data)
        elif kind == "subscribe":
            watched.agreed.set()
            watched.ear.missed()

    async def _steer(self) -> None:
        """Send what changed in what is watched: from one place, so that commands leave in the order of asking."""
        await self._to_steer.wait()
        self._to_steer.clear()
        pubsub = self._pubsub
        if pubsub is None:
            return  # On connecting, everything watched is subscribed.
        changes, self._changes = self._changes, {}
        try:
            for command in ("unsubscribe", "subscribe"):
                channels = [channel for channel, needed in changes.items() if needed == command]
                await self._send(getattr(pubsub, command), channels)
        except FAILED as error:
            log.warning("fanout_send_failed", reason=type(error).__name__)
            if self._pubsub is pubsub:
                self._pubsub = None  # The listener notices, and connects anew.

    async def _send(self, command: Callable[..., Awaitable[object]], channels: Sequence[bytes]) -> None:
        for start in range(0, len(channels), SUBSCRIBE_MAX):
            async with asyncio.timeout(self._silence):
                await command(*channels[start : start + SUBSCRIBE_MAX])

    def _listen_to(self, channel: str, ear: Ear) -> _Watched:
        named = self._prefix + channel.encode()
        if named not in self._watched:
            self._watched[named] = _Watched(ear=ear, agreed=asyncio.Event())
            self._change(named, "subscribe")
        return self._watched[named]

    def _change(self, channel: bytes, command: str) -> None:
        self._changes[channel] = command
        self._to_steer.set()

    def _say(self, channel: bytes, message: bytes) -> None:
        if len(self._outgoing) == QUEUE_MAX:
            self._failed(1)  # The oldest is dropped.
        self._outgoing.append((channel, message))
        self._to_tell.set()

    def _failed(self, messages: int) -> None:
        self.publish_failures += messages
        PUBLISH_FAILURES.inc(messages)
