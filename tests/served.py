"""Served: the real application on a port of this machine, with a clock, luck and games that a test holds."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from uuid import UUID

from litestar import Litestar

from domain.kernel import Kinds
from domain.value import Value
from infra.machine import Machine
from infra.settings import Settings
from services.api.app import create_app
from services.api.house import House
from services.crew import Work
from services.serve import Server

BEGINNING = datetime(2026, 1, 1, 12, tzinfo=UTC)
POLL_SECONDS = 0.01
START_SECONDS_MAX = 60


class Fate:
    """A clock that stands still until it is set, and luck and ids that follow from a number alone."""

    def __init__(self, number: int = 0) -> None:
        self.number = number
        self.at = BEGINNING
        self._drawn = 0

    def begin(self, number: int) -> None:
        """Begin anew: the same number brings the same luck and ids, another number brings others."""
        self.number, self.at, self._drawn = number, BEGINNING, 0

    def set(self, seconds: float) -> None:
        """Let it be so many seconds after the beginning, or before what it was."""
        self.at = BEGINNING + timedelta(seconds=seconds)

    def machine(self) -> Machine:
        """Return the machine that an application asks."""
        return Machine(now=lambda: self.at, entropy=self._entropy, uuid7=self._uuid7)

    def _entropy(self, size: int) -> bytes:
        self._drawn += 1
        return hashlib.shake_256(f"{self.number}/{self._drawn}".encode()).digest(size)

    def _uuid7(self) -> UUID:
        drawn = bytearray(self._entropy(16))
        drawn[6], drawn[8] = 0x70 | drawn[6] & 0x0F, 0x80 | drawn[8] & 0x3F
        return UUID(bytes=bytes(drawn))


class Served(Value):
    """An application that listens at `url`."""

    url: str
    app: Litestar

    @property
    def house(self) -> House:
        """What the application was put together from."""
        house: House = self.app.state.house
        return house


class _Here(Server):
    """A server whose end is its test's business, not that of signals to the process."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def served(
    settings: Settings, machine: Machine, kinds: Kinds, crew: Collection[Work] = ()
) -> AsyncIterator[Served]:
    """Serve the application in this process, its workers beside it, until the context is left."""
    app = create_app(settings, machine, kinds, crew)

    def drain() -> None:
        app.state.house.hub.drain()

    server = _Here(app, settings.model_copy(update={"port": 0}), drain)
    serving = asyncio.create_task(server.serve())
    try:
        async with asyncio.timeout(START_SECONDS_MAX):
            while not server.started:
                assert not serving.done(), "the application did not start"
                await asyncio.sleep(POLL_SECONDS)
        host, port = server.servers[0].sockets[0].getsockname()[:2]
        yield Served(url=f"http://{host}:{port}", app=app)
    finally:
        server.should_exit = True
        await serving
