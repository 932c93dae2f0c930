"""Line: one connection that listens to a Redis server, and a queue of what to tell it."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import chain, groupby
from typing import Protocol

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.crc import key_slot
from redis.exceptions import MovedError

from domain.value import Value
from infra.metrics import FANOUT_LOSSES
from infra.redis.servers import FAILED, Slot
from infra.traces import Span, SpanKind, begun, ended
from infra.unending import unending

BATCH_MAX = 256  # Messages sent together.
QUEUE_MAX = 10_000  # Messages waiting for a Redis that does not take them; then the oldest are dropped.
SUBSCRIBE_MAX = 500  # Channels named in one command.
READ_SECONDS = 0.5
RETRY_SECONDS = 0.2

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


class Watched(Value, gc=True):
    """A channel that is listened to: by whom, and whether Redis has agreed."""

    ear: Ear
    agreed: asyncio.Event


class Exchange(Protocol):
    """Whom a line tells what becomes of it."""

    def failed(self, messages: int) -> None:
        """Hear that so many messages were not told."""

    def strayed(self, slots: Collection[Slot]) -> None:
        """Hear that these slots may belong to another server; none are named where the line was lost."""


class Line:
    """Listens to some channels of one server and tells on others; a lost connection comes back."""

    def __init__(self, redis: Redis, exchange: Exchange, *, sharded: bool, silence_seconds_max: float) -> None:
        """Take a client without retries of its own; `sharded`: of a node, which tells of its own slots alone."""
        self._redis = redis
        self._exchange = exchange
        self._sharded = sharded
        self._silence = silence_seconds_max
        self._script = redis.register_script(PUBLISH)
        self._outgoing = deque[tuple[bytes, bytes]](maxlen=QUEUE_MAX)
        self._traced = list[Span]()  # Of what waits to be told.
        self._to_tell = asyncio.Event()
        self._watched = dict[bytes, Watched]()  # By channel.
        self._changes = dict[bytes, str]()  # Channel: the command it still needs, in the order of asking.
        self._to_steer = asyncio.Event()
        self._pubsub: PubSub | None = None

    def tell(self, channel: bytes, message: bytes) -> None:
        """Publish soon.  Never fails and never waits."""
        if len(self._outgoing) == QUEUE_MAX:
            self._exchange.failed(1)  # The oldest is dropped.
        self._outgoing.append((channel, message))
        self._to_tell.set()
        if (span := begun("publish", SpanKind.PRODUCER)) is not None:
            self._traced.append(span)

    def listen(self, channel: bytes, watched: Watched) -> None:
        """Listen to a channel; its ear hears when that begins."""
        self._watched[channel] = watched
        self._change(channel, "subscribe")

    def forget(self, channel: bytes) -> None:
        """Listen to a channel no longer."""
        del self._watched[channel]
        self._change(channel, "unsubscribe")

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
                    refused = await self._publish(batch)
            except FAILED as error:
                self._lose(len(batch), error)
            else:
                if refused:
                    self._lose(len(refused), refused[0])
                    self._exchange.strayed({error.slot_id for error in refused if isinstance(error, MovedError)})
        ended(traced)

    async def _publish(self, batch: Sequence[tuple[bytes, bytes]]) -> Sequence[Exception]:
        """Publish; return why some of it was refused, though the rest went out."""
        if not self._sharded:
            await self._script(args=list(chain.from_iterable(batch)))
            return ()
        pipeline = self._redis.pipeline(transaction=False)
        for channel, message in batch:
            pipeline.execute_command("SPUBLISH", channel, message)
        answers = await pipeline.execute(raise_on_error=False)
        return [answer for answer in answers if isinstance(answer, Exception)]

    def _lose(self, messages: int, error: Exception) -> None:
        self._exchange.failed(messages)
        log.warning("publish_failed", messages=messages, reason=type(error).__name__)

    async def _beat(self) -> None:
        """Ask for an answer: a connection that does not bring it is dead, whatever its socket says."""
        if self._pubsub is not None:
            with suppress(*FAILED):
                async with asyncio.timeout(self._silence):
                    await self._pubsub.ping()
        await asyncio.sleep(self._silence / 3)

    async def _listen(self) -> None:
        """Listen until the connection is lost."""
        # Acknowledgements must be seen: after a silent reconnect nothing else tells that messages were missed.
        pubsub = self._redis.pubsub(ignore_subscribe_messages=False)
        try:
            async with asyncio.timeout(self._silence):
                await pubsub.connect()
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
                await pubsub.aclose()
        self._exchange.strayed(())
        await asyncio.sleep(RETRY_SECONDS)

    async def _hear(self, pubsub: PubSub) -> None:
        loop = asyncio.get_running_loop()
        heard_at = loop.time()
        while self._pubsub is pubsub:
            # Read with a time-out of its own and never cancelled midway, which would tear a message.
            try:
                message = await pubsub.get_message(timeout=READ_SECONDS)
            except MovedError as error:  # So a node answers to SSUBSCRIBE whose slot has moved.
                self._exchange.strayed({error.slot_id})
                continue
            if message is not None:
                heard_at = loop.time()
                self._take(message["type"], message["channel"], message["data"])
            elif loop.time() - heard_at > self._silence:
                raise TimeoutError("Redis fell silent")

    def _take(self, kind: str, channel: bytes, data: bytes) -> None:
        watched = self._watched.get(channel)
        if watched is None:  # An answer to our beat, or what was forgotten just now.
            return
        match kind.removeprefix("s") if self._sharded else kind:
            case "message":
                watched.ear.heard(data)
            case "subscribe":
                watched.agreed.set()
                watched.ear.missed()
            case "unsubscribe" if self._sharded:  # The slot has moved; or it was watched again just now.
                watched.agreed.clear()
                self._exchange.strayed({key_slot(channel)})
            case _:
                pass

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
                send = getattr(pubsub, f"s{command}" if self._sharded else command)
                for channels in self._together([channel for channel, needed in changes.items() if needed == command]):
                    async with asyncio.timeout(self._silence):
                        await send(*channels)
        except FAILED as error:
            log.warning("fanout_send_failed", reason=type(error).__name__)
            if self._pubsub is pubsub:
                self._pubsub = None  # The listener notices, and connects anew.

    def _together(self, channels: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
        """Yield what one command may name: not too many, and on a cluster those of one slot."""
        groups = [channels]
        if self._sharded:
            groups = [list(group) for _, group in groupby(sorted(channels, key=key_slot), key_slot)]
        for group in groups:
            for start in range(0, len(group), SUBSCRIBE_MAX):
                yield group[start : start + SUBSCRIBE_MAX]

    def _change(self, channel: bytes, command: str) -> None:
        self._changes[channel] = command
        self._to_steer.set()
