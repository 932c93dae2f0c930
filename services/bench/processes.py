"""Processes: stores and servers of the bench's own, and an end to all of them."""

import asyncio
import os
import re
import resource
import shutil
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from infra.embedded import embedded
from infra.postgres.migrate import migrate
from infra.postgres.pool import connect
from infra.settings import Settings, variable
from services.bench.client import Address, BenchFailed

API = (str(Path(sys.executable).with_name("zugfolge")), "api")
BARE = (sys.executable, "-m", "services.bench.bare")
SERVING = re.compile(rb"http://([\d.]+):(\d+)")
START_SECONDS_MAX = 60
STOP_SECONDS_MAX = 15
RATE_MAX = 1_000_000  # Nobody is told to wait while something is measured.
FILES = 256  # Open ones beside the streams.


@contextmanager
def stores(settings: Settings) -> Iterator[Settings]:
    """Give stores that hold nothing: embedded ones in a folder of their own, or a new database on the server named."""
    folder = Path(tempfile.mkdtemp(prefix="zugfolge_bench_"))
    name = folder.name  # Nobody else's: letters, digits and underscores.
    ours = settings.model_copy(update={"data": folder, "redis_prefix": name, "host": "127.0.0.1", "port": 0})
    try:
        with embedded(ours) as whole:
            asyncio.run(_create(whole, name))
            try:
                yield _in(whole, name)
            finally:
                asyncio.run(_drop(whole, name))
    finally:
        shutil.rmtree((folder / "postgres").resolve(), ignore_errors=True)  # It may lie elsewhere: a link leads there.
        shutil.rmtree(folder, ignore_errors=True)


@asynccontextmanager
async def server(command: Sequence[str], settings: Settings) -> AsyncIterator[Address]:
    """Run a server in a process of its own for as long as the context lasts.

    Raises:
        BenchFailed: it does not start.
    """
    process = await asyncio.create_subprocess_exec(
        *command, env=_environment(settings), stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE
    )
    log = list[bytes]()
    reading = asyncio.create_task(_read(process, log))
    try:
        yield await _address(process, log)
    finally:
        await _stop(process)
        await reading


def allow_streams(streams: int) -> None:
    """Let this process and those it starts have that many connections open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < streams + FILES:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(streams + FILES, hard), hard))


def _environment(settings: Settings) -> dict[str, str]:
    rates = {"rate_reads_max": RATE_MAX, "rate_writes_max": RATE_MAX, "rate_sign_ins_max": RATE_MAX}
    ours = settings.model_copy(update=rates)
    values = {name: getattr(ours, name) for name in type(ours).model_fields}
    return dict(os.environ) | {variable(name): str(value) for name, value in values.items() if value is not None}


async def _read(process: Process, log: list[bytes]) -> None:
    """Take in what it logs to the end: a full pipe would stop it."""
    if process.stderr is not None:
        async for line in process.stderr:
            log.append(line)  # noqa: PERF401 - looked at meanwhile


async def _address(process: Process, log: list[bytes]) -> Address:
    deadline = asyncio.get_running_loop().time() + START_SECONDS_MAX
    while asyncio.get_running_loop().time() < deadline and process.returncode is None:
        for line in log:
            if found := SERVING.search(line):
                return Address(host=found[1].decode(), port=int(found[2]))
        await asyncio.sleep(0.05)
    raise BenchFailed("the server did not start:\n" + b"".join(log).decode(errors="replace"))


async def _stop(process: Process) -> None:
    if process.returncode is not None:
        return
    process.terminate()
    try:
        async with asyncio.timeout(STOP_SECONDS_MAX):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


async def _create(settings: Settings, name: str) -> None:
    async with connect(settings.owner_url) as connection:
        await connection.execute(f"CREATE DATABASE {name}")
    ours = _in(settings, name)
    await migrate(ours.owner_url, ours.database_url)


async def _drop(settings: Settings, name: str) -> None:
    async with connect(settings.owner_url) as connection:
        await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _in(settings: Settings, name: str) -> Settings:
    urls = {"database_url": settings.database_url, "database_owner_url": settings.owner_url}
    return settings.model_copy(
        update={key: urlsplit(url)._replace(path=f"/{name}").geturl() for key, url in urls.items()}
    )
