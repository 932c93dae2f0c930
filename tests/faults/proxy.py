"""A proxy: a network between two parties that loses what a test wants lost, and when."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import TypeAlias
from urllib.parse import parse_qs, unquote, urlsplit

CHUNK = 65536

Address: TypeAlias = tuple[str, int] | str
"""Host and port, or the path of a socket."""


class Loss:
    """One exchange that does not go as it should: of whoever speaks next."""

    def __init__(self, *, swallow: bool) -> None:
        self.swallow = swallow  # What is asked does not even arrive.
        self.asked = asyncio.Event()
        self.answered = asyncio.Event()  # An answer has come this far, and no further.
        self._released = asyncio.Event()
        self._link: Link | None = None

    def release(self) -> None:
        """Let the answer through after all."""
        self._released.set()

    def cut(self) -> None:
        """Cut the connection: the answer never comes."""
        assert self._link is not None, "nobody has spoken"
        self._link.cut()

    def _meet(self, link: "Link") -> None:
        self._link = link
        self.asked.set()

    async def _keep_back(self) -> None:
        self.answered.set()
        await self._released.wait()


class Link:
    """One connection through the proxy."""

    def __init__(self, proxy: "Proxy", client: StreamWriter, server: StreamWriter) -> None:
        self._proxy = proxy
        self._client = client
        self._server = server
        self._loss: Loss | None = None

    def cut(self) -> None:
        for side in (self._client, self._server):
            side.transport.abort()
        if self._loss is not None:
            self._loss.release()  # Into nothing.

    async def ask_on(self, asked: StreamReader) -> None:
        """Bring what the client says to the server."""
        while chunk := await asked.read(CHUNK):
            if (loss := self._proxy.take_loss()) is not None:
                self._loss = loss
                loss._meet(self)  # noqa: SLF001 - the two belong together
            if self._loss is None or not self._loss.swallow:
                self._server.write(chunk)
                await self._server.drain()
        self._server.close()

    async def answer_on(self, answered: StreamReader) -> None:
        """Bring what the server says to the client."""
        while chunk := await answered.read(CHUNK):
            if self._loss is not None:
                await self._loss._keep_back()  # noqa: SLF001 - the two belong together
            self._client.write(chunk)
            await self._client.drain()
        self._client.close()


class Proxy:
    """Passes everything on, but for what is to be lost."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._links = set[Link]()
        self._next: Loss | None = None
        self._refusing = False

    def hold_next(self) -> Loss:
        """Keep back the answer to whatever is asked next."""
        self._next = Loss(swallow=False)
        return self._next

    def swallow_next(self) -> Loss:
        """Lose whatever is asked next."""
        self._next = Loss(swallow=True)
        return self._next

    def take_loss(self) -> Loss | None:
        """Return the loss that whoever speaks now is to suffer."""
        loss, self._next = self._next, None
        return loss

    def cut_one(self, random: Random) -> None:
        """Cut one connection, whatever is on its way over it."""
        if self._links:
            random.choice(sorted(self._links, key=id)).cut()

    def part(self) -> None:
        """Cut every connection and let nobody through until `mend`."""
        self._refusing = True
        for link in tuple(self._links):
            link.cut()

    def mend(self) -> None:
        """Let everybody through again."""
        self._refusing = False

    async def serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        if self._refusing:
            writer.transport.abort()
            return
        if isinstance(self._address, str):
            answers, server = await asyncio.open_unix_connection(self._address)
        else:
            answers, server = await asyncio.open_connection(*self._address)
        link = Link(self, writer, server)
        self._links.add(link)
        ways = [asyncio.create_task(way) for way in (link.ask_on(reader), link.answer_on(answers))]
        try:
            with suppress(OSError):
                await asyncio.gather(*ways)
        finally:
            self._links.discard(link)
            link.cut()
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)


@asynccontextmanager
async def before_postgres(url: str) -> AsyncIterator[tuple[Proxy, str]]:
    """Give a proxy before that database, and the address that leads through it."""
    parts = urlsplit(url)
    named = parse_qs(parts.query)
    path = f"{named['host'][0]}/.s.PGSQL.{named['port'][0]}" if "host" in named else None
    proxy = Proxy(path or (parts.hostname or "127.0.0.1", parts.port or 5432))
    async with _listening(proxy) as port:
        login = f"{unquote(parts.username or '')}:{parts.password or 'none'}"
        yield proxy, f"postgresql://{login}@127.0.0.1:{port}{parts.path}?sslmode=disable"


@asynccontextmanager
async def before_redis(url: str) -> AsyncIterator[tuple[Proxy, str]]:
    """Give a proxy before that Redis, and the address that leads through it."""
    parts = urlsplit(url)
    proxy = Proxy(
        unquote(parts.path) if parts.scheme == "unix" else (parts.hostname or "127.0.0.1", parts.port or 6379)
    )
    async with _listening(proxy) as port:
        yield proxy, f"redis://127.0.0.1:{port}"


@asynccontextmanager
async def before_server(url: str) -> AsyncIterator[tuple[Proxy, str]]:
    """Give a proxy before that server, and the address that leads through it."""
    parts = urlsplit(url)
    assert parts.hostname
    assert parts.port
    proxy = Proxy((parts.hostname, parts.port))
    async with _listening(proxy) as port:
        yield proxy, f"http://127.0.0.1:{port}"


@asynccontextmanager
async def _listening(proxy: Proxy) -> AsyncIterator[int]:
    serving = set[asyncio.Task[None]]()

    async def serve(reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        serving.add(task)
        task.add_done_callback(serving.discard)
        await proxy.serve(reader, writer)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        proxy.part()
        await asyncio.gather(*serving, return_exceptions=True)
