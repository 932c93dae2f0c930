"""Servers for tests: the real program in a process of its own, on a port that the system chooses."""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from domain.value import Value
from tests.stores import UNLIMITED, Stores

PROGRAM = Path(sys.executable).with_name("zugfolge")
ADDRESSES = {"DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL"}
SERVING = re.compile(r"(?=.*\bserving\b).*?(http://[^\s\"]+)")  # In JSON the fields come first.
WORKING = re.compile(r"\bworking\b.*?(\w+)")
START_SECONDS_MAX = 120
STOP_SECONDS_MAX = 30
RUN_SECONDS_MAX = 240


class Finished(Value):
    """What a command left: its exit code and what it wrote."""

    code: int
    out: str
    err: str


class Server:
    """A server listening at `url`, or a worker.  Whoever ends it early may: leaving the context then does no more."""

    def __init__(self, process: Process, ready: re.Pattern[str] = SERVING) -> None:
        self._process = process
        self._ready = ready
        self._reading = asyncio.create_task(self._read())
        self._url: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.log: list[str] = []

    @property
    def url(self) -> str:
        return self._url.result()

    @property
    def pid(self) -> int:
        return self._process.pid

    async def serving(self) -> None:
        """Wait until it listens, or works."""
        either: set[asyncio.Future[Any]] = {self._url, self._reading}
        async with asyncio.timeout(START_SECONDS_MAX):
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        assert self._url.done(), "the server ended:\n" + "\n".join(self.log)

    async def ended(self, *signals: signal.Signals) -> int:
        """Send these signals, wait until it has ended, and return its exit code."""
        for number in signals:
            if self._process.returncode is None:
                self._process.send_signal(number)
        async with asyncio.timeout(STOP_SECONDS_MAX):
            await asyncio.shield(self._reading)
            return await self._process.wait()

    async def _read(self) -> None:
        """Read what it logs to the end: a full pipe would stop it."""
        assert self._process.stderr
        async for line in self._process.stderr:
            self.log.append(line.decode(errors="replace").rstrip())
            found = self._ready.search(self.log[-1])
            if found and not self._url.done():
                self._url.set_result(found[1])


@asynccontextmanager
async def server(environment: Mapping[str, str], *, command: str = "api") -> AsyncIterator[Server]:
    """Run a server in that environment (see `on`) until the context is left, then stop it as an operator would.

    `serve` starts embedded stores in `ZUGFOLGE_DATA` where the environment names no others.
    """
    async with _running(environment, command, SERVING) as running:
        yield running


@asynccontextmanager
async def worker(environment: Mapping[str, str], work: str) -> AsyncIterator[Server]:
    """Run one of the crew in a process of its own until the context is left, as `server` does."""
    async with _running(environment, work, WORKING) as running:
        yield running


@asynccontextmanager
async def _running(environment: Mapping[str, str], command: str, ready: re.Pattern[str]) -> AsyncIterator[Server]:
    process = await asyncio.create_subprocess_exec(
        PROGRAM, command, env=environment, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, start_new_session=True
    )
    running = Server(process, ready)
    try:
        await running.serving()
        yield running
    finally:
        try:
            await running.ended(signal.SIGTERM)
        except TimeoutError:
            await running.ended(signal.SIGKILL)
            raise


async def run(environment: Mapping[str, str], *arguments: str | Path) -> Finished:
    """Run `zugfolge` with these arguments to its end."""
    process = await asyncio.create_subprocess_exec(
        PROGRAM, *arguments, env=environment, stdin=DEVNULL, stdout=PIPE, stderr=PIPE
    )
    try:
        async with asyncio.timeout(RUN_SECONDS_MAX):
            out, err = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return Finished(code=process.returncode or 0, out=out.decode(), err=err.decode())


def on(stores: Stores | None = None, **settings: object) -> Mapping[str, str]:
    """Return the environment of a server on these stores, with more settings by their names: `resume_max=5`."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("ZUGFOLGE_")}
    bare = {name: value for name, value in ours.items() if name not in ADDRESSES}
    more = {f"ZUGFOLGE_{name.upper()}": str(value) for name, value in ({"port": 0} | UNLIMITED | settings).items()}
    if stores is None:
        return bare | more
    return (
        bare
        | more
        | {
            "DATABASE_URL": stores.database_url,
            "DATABASE_OWNER_URL": stores.owner_url,
            "REDIS_URL": stores.redis_url,
            "ZUGFOLGE_REDIS_PREFIX": stores.redis_prefix,
        }
    )
