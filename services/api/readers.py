"""Readers: the open streams of this process, each with a bounded queue of what waits to be sent."""

import asyncio
import secrets  # noqa: TID251 - when clients come back decides nothing
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Any, TypeAlias, Union

import structlog
from litestar.types import Receive, Scope, Send

from domain.value import Value
from infra.metrics import READERS_CUT_OFF

RETRY_MILLISECONDS_MIN = 1_000
RETRY_MILLISECONDS_SPREAD = 4_000  # Clients must not come back all at once.
HEADERS = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # Proxies must pass every event on at once.
)

Write: TypeAlias = Callable[[bytes], Awaitable[None]]

log = structlog.get_logger()


class Marked(Value):
    """A message of one of a stream's logs, and how far that log has been told with it."""

    topic: str
    position: str
    message: bytes  # Without an id, which names all logs of the stream.


Item: TypeAlias = Union[bytes, Marked, "Later"]
Later: TypeAlias = Callable[[], Awaitable[Sequence[bytes | Marked]]]
"""What is made only when it can be sent, since it takes a while or may change until then."""


class Reader:
    """One open stream: what waits to be sent, and how far each of its logs has been sent.

    `proof` is the hash of the token that its caller showed; `waiting_max` how much may wait before the reader is cut
    off, to resume; `positions` how far the logs had been told that it resumes.
    """

    def __init__(
        self, waiting_max: int, proof: bytes | None = None, positions: Mapping[str, str] | None = None
    ) -> None:
        """Begin with nothing to send."""
        self.proof = proof
        self.ended = False  # Nothing follows what is waiting.
        self.cut = False  # The reader has gone, or was too slow; whoever comes back resumes.
        self._positions = dict(positions or {})
        self._waiting = list[Item]()
        self._waiting_max = waiting_max
        self._idle: asyncio.Future[None] | None = None  # An event would do, but costs much of a delivery.
        self._beating = False
        self._stop: Callable[[], object] = _nothing

    async def serve(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work of this stream until it is done or the reader is cut off, even in the midst of a write."""
        task = asyncio.create_task(work)
        self._stop = task.cancel
        try:
            await task
        except asyncio.CancelledError:
            if not self.cut:
                task.cancel()
                raise

    def send(self, item: Item) -> None:
        """Queue a message, or what will be some."""
        if self.ended or self.cut:
            return
        self._waiting.append(item)
        if len(self._waiting) > self._waiting_max:
            self._cut_off()
        self._wake()

    def beat(self, heartbeat: bytes) -> None:
        """Queue a heartbeat; if the last one is still waiting, nobody is reading."""
        if self._beating:
            self._cut_off()
        self._beating = True
        self.send(heartbeat)

    def finish(self) -> None:
        """End after what is waiting; the client comes back after a pause of its own."""
        self.send(retry())
        self.ended = True
        self._wake()

    def hang_up(self) -> None:
        """Stop at once."""
        self.cut = True
        self._waiting.clear()
        self._stop()

    def _cut_off(self) -> None:
        log.info("slow_reader_cut", waiting=len(self._waiting))
        READERS_CUT_OFF.inc()
        self.hang_up()

    async def wait(self) -> None:
        """Wait until there is something to do."""
        while not (self._waiting or self.ended):
            self._idle = asyncio.get_running_loop().create_future()
            await self._idle

    async def take(self) -> bytes:
        """Return all that waits."""
        if len(self._waiting) == 1 and isinstance(only := self._waiting[0], bytes):  # As nearly always.
            self._waiting.clear()
            self._beating = False
            return only
        chunks = list[bytes]()
        while self._waiting:
            waiting, self._waiting = self._waiting, []
            self._beating = False
            for item in waiting:
                if isinstance(item, bytes):
                    chunks.append(item)
                elif isinstance(item, Marked):
                    chunks.append(self._told(item))
                else:
                    chunks.extend(map(self._told, await item()))
        return b"".join(chunks)

    def _wake(self) -> None:
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    def _told(self, message: bytes | Marked) -> bytes:
        """Return a message as it is sent, its id made of how far everything before it has come."""
        if isinstance(message, bytes):
            return message
        self._positions[message.topic] = message.position
        named = ",".join(f"{topic}={position}" for topic, position in sorted(self._positions.items()))
        return b"id: %b\n%b" % (named.encode(), message.message)


async def pour(reader: Reader, receive: Receive, send: Send, work: Coroutine[Any, Any, None] | None = None) -> None:
    """Send all that a reader is given, or do what else there is to send, until the end or nobody reads any more."""
    gone = asyncio.create_task(_gone(receive, reader))
    try:
        await reader.serve(work or _pour(reader, send))
    finally:
        gone.cancel()


async def begin(send: Send) -> Write:
    """Begin a stream; return what writes to it."""
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})

    async def write(chunk: bytes) -> None:
        await send({"type": "http.response.body", "body": chunk, "more_body": True})

    await write(retry())
    return write


async def end(send: Send) -> None:
    """End a stream."""
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def headers_alone(_: Scope, __: Receive, send: Send) -> None:
    """Answer as a stream that nobody reads."""
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await end(send)


async def nothing_more(_: Scope, __: Receive, send: Send) -> None:
    """Answer 204, which tells a browser not to come back."""
    await send({"type": "http.response.start", "status": 204, "headers": ()})
    await end(send)


def retry() -> bytes:
    """Return when to come back, a little different for everybody."""
    return b"retry: %d\n\n" % (RETRY_MILLISECONDS_MIN + secrets.randbelow(RETRY_MILLISECONDS_SPREAD))


def sse(event: str, data: bytes, tag: str | None = None) -> bytes:
    """Return one server-sent event; `data` is one line."""
    head = b"" if tag is None else b"id: %b\n" % tag.encode()
    return b"%bevent: %b\ndata: %b\n\n" % (head, event.encode(), data)


async def _pour(reader: Reader, send: Send) -> None:
    await begin(send)
    while True:
        await reader.wait()
        if chunk := await reader.take():
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        elif reader.ended:
            return await end(send)


async def _gone(receive: Receive, reader: Reader) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    reader.hang_up()


def _nothing() -> None:
    """There is nothing to stop yet."""
