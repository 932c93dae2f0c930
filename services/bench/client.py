"""Client: the least that can ask a server in earnest.

Raw HTTP/1.1 on kept connections, since the usual clients take longer to ask than the server to answer.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import cast

from domain.value import Value

CONNECT_MAX = 100  # Connections opened at the same time.
WAIT_SECONDS_MAX = 60  # For one answer, or for one message to reach all its listeners.
MESSAGE = b"event: game\n"  # Stands once in every message of a stream that counts.


class BenchFailed(Exception):
    """Something did not go as it must; nothing was measured."""


class Address(Value):
    """Where a server listens."""

    host: str
    port: int


class Connection(asyncio.Protocol):
    """One kept connection, on which one request is under way at a time."""

    def __init__(self) -> None:
        """Begin unconnected."""
        self._transport = asyncio.WriteTransport()
        self._received = b""
        self._answer: asyncio.Future[bytes] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.WriteTransport", transport)  # uvloop's are none by name.

    def data_received(self, data: bytes) -> None:
        received = self._received = self._received + data
        head, found, body = received.partition(b"\r\n\r\n")
        if not found or len(body) < _length(head) or self._answer is None or self._answer.done():
            return
        self._received = b""
        if head[9:10] == b"2":  # HTTP/1.1 2xx
            self._answer.set_result(body)
        else:
            self._answer.set_exception(BenchFailed((head[9:] + b"\n" + body).decode(errors="replace")))

    def connection_lost(self, exc: Exception | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(BenchFailed(f"the server hung up: {exc}"))

    async def ask(self, request: bytes) -> bytes:
        """Send a request and return the body of the answer.

        Raises:
            BenchFailed: the server refused, or did not answer.
        """
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._answer

    def close(self) -> None:
        self._transport.close()


class Listeners:
    """Many open streams, and how many messages they have received together."""

    def __init__(self) -> None:
        """Begin with none."""
        self._count = 0
        self._wanted = 0
        self._reached: asyncio.Future[None] | None = None
        self._transports = list[asyncio.BaseTransport]()

    async def open(self, address: Address, path: str, streams: int) -> None:
        """Open that many streams and wait until each has received its first message."""
        loop, gate, ask = asyncio.get_running_loop(), asyncio.Semaphore(CONNECT_MAX), request(address, "GET", path)

        async def one() -> None:
            async with gate:
                transport, _ = await loop.create_connection(lambda: _Listener(self, ask), address.host, address.port)
                self._transports.append(transport)

        await asyncio.gather(*(one() for _ in range(streams)))
        await self.received(streams)

    def take(self, messages: int) -> None:
        """Count what one of them received."""
        self._count += messages
        if self._reached is not None and self._count >= self._wanted and not self._reached.done():
            self._reached.set_result(None)

    async def received(self, messages: int) -> None:
        """Wait until that many more have arrived.

        Raises:
            BenchFailed: some got lost.
        """
        self._wanted += messages
        if self._count < self._wanted:
            self._reached = asyncio.get_running_loop().create_future()
            try:
                async with asyncio.timeout(WAIT_SECONDS_MAX):
                    await self._reached
            except TimeoutError:
                raise BenchFailed(f"{self._wanted - self._count} messages never arrived") from None

    def close(self) -> None:
        for transport in self._transports:
            transport.close()


class _Listener(asyncio.Protocol):
    """One stream."""

    def __init__(self, listeners: Listeners, ask: bytes) -> None:
        self._listeners = listeners
        self._ask = ask
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast("asyncio.WriteTransport", transport).write(self._ask)

    def data_received(self, data: bytes) -> None:
        seen = self._rest + data  # A message may come in two parts.
        self._rest = seen[1 - len(MESSAGE) :]
        if messages := seen.count(MESSAGE):
            self._listeners.take(messages)


def request(
    address: Address, method: str, path: str, body: bytes = b"", *, token: str | None = None, key: str | None = None
) -> bytes:
    """Return a request as it goes over the wire."""
    head = [f"{method} {path} HTTP/1.1", f"Host: {address.host}:{address.port}", "Accept: */*"]
    if token is not None:
        head.append(f"Authorization: Bearer {token}")
    if key is not None:
        head.append(f"Idempotency-Key: {key}")
    if method != "GET":
        head += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


@asynccontextmanager
async def connections(address: Address, count: int) -> AsyncIterator[Sequence[Connection]]:
    """Keep that many connections for as long as the context lasts."""
    loop, kept = asyncio.get_running_loop(), list[Connection]()
    try:
        for _ in range(count):
            kept.append((await loop.create_connection(Connection, address.host, address.port))[1])
        yield kept
    finally:
        for connection in kept:
            connection.close()


def _length(head: bytes) -> int:
    """Return how long the body is that follows; none is announced where there is none."""
    _, _, after = head.lower().partition(b"\r\ncontent-length:")
    return int(after.partition(b"\r\n")[0] or 0)
