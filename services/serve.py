"""Serve: run the processes, alone or all in one, until told to stop."""

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable, Collection
from typing import NoReturn

import structlog
import uvicorn
import uvloop
from litestar.types import ASGIApp

from domain.games import discover
from infra.embedded import embedded
from infra.machine import Machine
from infra.postgres.migrate import migrate
from infra.postgres.pool import assert_immutable, open_pool
from infra.settings import Settings
from infra.telemetry import start_logging
from infra.traces import start_tracing
from services.api.app import create_app
from services.company import company
from services.crew import CREW, Work, working
from services.operators.app import create_operators, create_watch
from services.operators.door import door, open_door
from services.stores import assert_migrated

STOP_SECONDS_MAX = 10  # For what is under way; streams are ended at once.
BACKLOG = 2048
KEEP_ALIVE_SECONDS = 75  # Longer than proxies and clients keep theirs: none asks over a connection just closed.
UNREAD_SECONDS_MAX = 60  # How long the other side may take nothing before its connection is taken down.
GARBAGE_MAX = 20_000  # Objects made and not yet gone before the collector looks at them.
STOPPING = (signal.SIGINT, signal.SIGTERM)

log = structlog.get_logger()


class Server(uvicorn.Server):
    """uvicorn, which alone would wait for open streams for ever."""

    def __init__(
        self, app: ASGIApp, settings: Settings, drain: Callable[[], None], beside: uvicorn.Server | None = None
    ) -> None:
        """Take the application to serve, what ends its streams, and a server that runs as long."""
        super().__init__(
            uvicorn.Config(
                app,
                host=settings.host,
                port=settings.port,
                log_config=None,  # Ours already.
                access_log=False,
                server_header=False,
                proxy_headers=False,  # `services.api.paces.address_of` knows whom to trust.
                backlog=BACKLOG,
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=STOP_SECONDS_MAX,
            )
        )
        self._drain = drain
        self._beside = beside
        self._running: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say where."""
        await super().startup(sockets)
        spare_collector()
        if self.started:
            for listening in self.servers[0].sockets:
                _take_down_unread(listening)
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            if self._beside is not None:
                self._running = asyncio.create_task(self._beside.serve())
            log.info("serving", url=f"http://{f'[{host}]' if ':' in host else host}:{port}")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End every stream, finish what is under way, and stop."""
        self._drain()
        await super().shutdown(sockets)
        if self._beside is not None and self._running is not None:
            self._beside.should_exit = True
            await self._running


def spare_collector() -> None:
    """Let cycles be looked for rarely, and never among what there is by now: requests leave little behind."""
    gc.freeze()
    gc.set_threshold(GARBAGE_MAX)


def serve(settings: Settings) -> None:
    """Run everything in one process, with embedded stores where no others are named, until SIGINT or SIGTERM."""
    _begin(settings, "serve")
    with embedded(settings) as whole:
        asyncio.run(migrate(whole.owner_url, whole.database_url))
        _run(whole, CREW.values())


def api(settings: Settings) -> None:
    """Run the public interface alone, on stores that are there and migrated, until SIGINT or SIGTERM."""
    _begin(settings, "api")
    _run(settings)


def worker(settings: Settings, name: str) -> None:
    """Do one work of the crew alone, on stores that are there and migrated, until SIGINT or SIGTERM."""
    _begin(settings, name)
    if settings.environment != "development":
        asyncio.run(_check(settings))
    uvloop.run(_work(settings, name))


def _begin(settings: Settings, process: str) -> None:
    start_logging(settings)
    start_tracing(process)
    _leave_by_signal()


def _leave_by_signal() -> None:
    """Let SIGINT and SIGTERM unwind the process, so that what it has started is stopped; code 0.

    uvicorn takes them while it serves and raises them again afterwards, which by default would end the process on the
    spot.
    """

    def leave(_number: int, _frame: object) -> NoReturn:
        for number in STOPPING:
            signal.signal(number, signal.SIG_IGN)  # Once is enough: stopping must not be stopped.
        sys.exit(0)

    for number in STOPPING:
        signal.signal(number, leave)


def _run(settings: Settings, crew: Collection[Work] = ()) -> None:
    if settings.environment != "development":
        asyncio.run(_check(settings))
    app = create_app(settings, crew=crew)

    def drain() -> None:
        house = app.state.get("house")
        if house is not None:
            house.hub.drain()

    Server(app, settings, drain, door(settings, create_operators(app))).run()


async def _work(settings: Settings, name: str) -> None:
    """Do one work until SIGINT or SIGTERM.

    Raises:
        StoreUnavailable: the database cannot be reached, or has not been migrated so far.
    """
    told = asyncio.Event()
    for number in STOPPING:
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    async with company(settings, Machine(), discover()) as ours:
        async with ours.pool.acquire() as connection:
            await assert_migrated(connection)
        async with working(ours, [CREW[name]]), open_door(settings, create_watch(settings, ours.store.ready)):
            log.info("working", work=name)
            await told.wait()


async def _check(settings: Settings) -> None:
    """Refuse to run on a connection that could rewrite history."""
    async with open_pool(settings) as pool, pool.acquire() as connection:
        await assert_immutable(connection)


def _take_down_unread(listening: socket.socket) -> None:
    """Let the kernel drop connections that nobody reads: closing one waits for ever until all has been taken."""
    if sys.platform == "linux":
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS_MAX * 1000)
