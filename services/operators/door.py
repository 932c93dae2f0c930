"""Door: the port of the operators, beside whatever else a process does."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from litestar.types import ASGIApp

from infra.settings import Settings


class Beside(uvicorn.Server):
    """A server in the same process, which another one ends."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the other."""
        yield


def door(settings: Settings, app: ASGIApp) -> Beside | None:
    """Return what serves operators; None where they are to be served nowhere."""
    if settings.ops_port is None:
        return None
    return Beside(
        uvicorn.Config(
            app, host=settings.host, port=settings.ops_port, log_config=None, access_log=False, server_header=False
        )
    )


@asynccontextmanager
async def open_door(settings: Settings, app: ASGIApp) -> AsyncIterator[None]:
    """Serve operators, if they are to be served, for as long as the context lasts."""
    server = door(settings, app)
    if server is None:
        yield
        return
    serving = asyncio.create_task(server.serve())
    try:
        yield
    finally:
        server.should_exit = True
        await serving
