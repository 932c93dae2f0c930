"""Sources: event streams as clients read them, one connection at a time or as a browser does, coming back."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from typing import Any

import httpx
import msgspec
from httpx_sse import EventSource, ServerSentEvent

from domain.value import Value

SECONDS_MAX = 60  # That anything takes on a slow machine.


class Message(Value):
    """One event of a stream; `id` is the last one there was, empty before the first."""

    event: str
    id: str
    data: str

    def json(self) -> Any:
        """Return what the data say."""
        return msgspec.json.decode(self.data)


class Stream:
    """One connection, and what has come over it so far."""

    def __init__(self, response: httpx.Response, events: AsyncIterator[ServerSentEvent]) -> None:
        self.response = response
        self.messages: list[Message] = []
        self.retries: list[int] = []
        self._events = events

    async def next(self) -> Message:
        """Return the next message."""
        async with asyncio.timeout(SECONDS_MAX):
            while True:
                event = await anext(self._events)
                if event.retry is not None:
                    self.retries.append(event.retry)
                if event.data:
                    self.messages.append(Message(event=event.event, id=event.id, data=event.data))
                    return self.messages[-1]

    async def until(self, good: Callable[[Message], bool]) -> Sequence[Message]:
        """Return all there was, up to the first message that is good."""
        while not good(await self.next()):
            pass
        return self.messages

    async def rest(self) -> Sequence[Message]:
        """Return all there was, up to the end of the stream."""
        try:
            return await self.until(lambda _: False)
        except StopAsyncIteration:
            return self.messages


@asynccontextmanager
async def stream(
    http: httpx.AsyncClient, path: str, *, token: str | None = None, last: str | None = None
) -> AsyncIterator[Stream]:
    """Open a stream, as somebody with that token who has `last` already."""
    headers = _headers(token, last)
    async with http.stream("GET", path, headers=headers, timeout=SECONDS_MAX) as response:
        assert response.status_code == 200, await response.aread()
        async with aclosing(EventSource(response).aiter_sse()) as events:
            yield Stream(response, events)


class Browser:
    """An EventSource as the standard has it: comes back with the last id until the server has nothing more.

    It is in a hurry: `pause_seconds`, not the time that the server asks for, passes before it comes back.
    """

    def __init__(self, http: httpx.AsyncClient, url: str, *, token: str | None = None) -> None:
        self.messages: list[Message] = []
        self.connections = 0
        self._http = http
        self._url = url
        self._token = token
        self._last: str | None = None
        self.pause_seconds = 0.02

    async def run(self) -> Sequence[Message]:
        """Read until a 204, and return all messages but heartbeats."""
        while True:
            self.connections += 1
            try:
                if not await self._read():
                    return self.messages
            except httpx.TransportError:
                pass
            await asyncio.sleep(self.pause_seconds)

    async def _read(self) -> bool:
        async with self._http.stream(
            "GET", self._url, headers=_headers(self._token, self._last), timeout=SECONDS_MAX
        ) as response:
            if response.status_code == 204:
                return False
            assert response.status_code == 200, f"{response.status_code} ends an EventSource for good"
            async for event in EventSource(response).aiter_sse():
                self._last = event.id or self._last
                if event.data and event.event != "heartbeat":
                    self.messages.append(Message(event=event.event, id=event.id, data=event.data))
        return True


def _headers(token: str | None, last: str | None) -> Mapping[str, str]:
    own = {} if token is None else {"Authorization": f"Bearer {token}"}
    return own if last is None else {**own, "Last-Event-ID": last}


@asynccontextmanager
async def deaf(app: Any, url: str, *, up_to: bytes = b"id: ") -> AsyncIterator[asyncio.Task[None]]:
    """Open a stream as the network does whose client takes what comes, up to these bytes, and then nothing more."""
    path, _, query = url.partition("?")
    begun, never = asyncio.Event(), asyncio.Event()
    asked = [{"type": "http.request", "body": b"", "more_body": False}]

    async def send(message: Any) -> None:
        if begun.is_set():
            await never.wait()
        if up_to in message.get("body", b""):
            begun.set()

    async def receive() -> Any:
        return asked.pop() if asked else await never.wait()

    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [],
        "scheme": "http",
        "http_version": "1.1",
        "root_path": "",
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 1),
        "extensions": {},
    }
    reading = asyncio.ensure_future(app(scope, receive, send))
    await asyncio.wait_for(begun.wait(), SECONDS_MAX)
    yield reading
