"""Stores for tests: real ones, from wheels, from containers or wherever the environment says, never one another's."""

import asyncio
import gc
import os
import secrets
import shutil
import tempfile
import time
import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import urlsplit

import docker
import redis.asyncio
from docker.errors import DockerException
from testcontainers.core.container import DockerContainer

from domain.value import Value
from infra.embedded import Postgres, Valkey
from infra.postgres.migrate import migrate
from infra.postgres.pool import StoreUnavailable, connect
from infra.settings import Settings
from tests.requirements import require

Kind: TypeAlias = Literal["wheels", "containers", "urls"]

POSTGRES_IMAGE = os.environ.get("ZUGFOLGE_TEST_POSTGRES_IMAGE", "postgres:15-alpine")
REDIS_IMAGE = os.environ.get("ZUGFOLGE_TEST_REDIS_IMAGE", "redis:7-alpine")
UNLIMITED = dict.fromkeys(("rate_reads_max", "rate_writes_max", "rate_sign_ins_max", "rate_lines_max"), 1_000_000)
"""All tests ask from one address, and those that share stores are counted together."""
PATIENT = dict.fromkeys(("acquire_seconds_max", "lock_seconds_max", "statement_seconds_max", "command_seconds_max"), 60)
"""Nobody gives up waiting, however slow the machine; for tests in which much waits at once."""
START_SECONDS_MAX = 120
POLL_SECONDS = 0.1


class Servers(Value):
    """Where a session's own stores are made: a database server as its owner, and a Redis."""

    owner_url: str
    redis_url: str


class Stores(Value):
    """A migrated database with a login of its own that can change no event, and a Redis prefix of its own."""

    database_url: str
    owner_url: str
    redis_url: str
    redis_prefix: str

    def settings(self, **changes: Any) -> Settings:
        """Return the settings of a server on these stores, on which nothing is limited unless `changes` say so."""
        addresses = {
            "database_url": self.database_url,
            "database_owner_url": self.owner_url,
            "redis_url": self.redis_url,
            "redis_prefix": self.redis_prefix,
        }
        return Settings(**(addresses | UNLIMITED | changes))


class PrivateStores(Value):
    """Stores that one test may stop, kill by `pid` and start again; the addresses stay the same."""

    stores: Stores
    postgres: Postgres
    valkey: Valkey


@asynccontextmanager
async def stores_of(kind: Kind) -> AsyncIterator[Stores]:
    """Give stores of that kind for a while, and leave nothing of them behind."""
    with SERVERS[kind]() as servers:
        await _answers(servers)
        async with _own(servers) as stores:
            yield stores


@asynccontextmanager
async def more_stores(stores: Stores) -> AsyncIterator[Stores]:
    """Give a second database and prefix on the same servers."""
    async with _own(Servers(owner_url=stores.owner_url, redis_url=stores.redis_url)) as more:
        yield more


@asynccontextmanager
async def private_stores() -> AsyncIterator[PrivateStores]:
    """Give a PostgreSQL and a Valkey that nobody else uses."""
    with _embedded() as (postgres, valkey):
        await migrate(postgres.owner_url)
        stores = Stores(
            database_url=postgres.url, owner_url=postgres.owner_url, redis_url=valkey.url, redis_prefix="zugfolge"
        )
        yield PrivateStores(stores=stores, postgres=postgres, valkey=valkey)


@contextmanager
def _embedded() -> Iterator[tuple[Postgres, Valkey]]:
    folder = Path(tempfile.mkdtemp(prefix="zugfolge-test-"))  # pytest's own are closed to the user of PostgreSQL.
    postgres, valkey = Postgres(folder), Valkey(folder)
    try:
        postgres.start()
        valkey.start()
        yield postgres, valkey
    finally:
        valkey.stop()
        postgres.stop()
        shutil.rmtree((folder / "postgres").resolve())  # It may lie elsewhere, see `infra.embedded.wheels`.
        shutil.rmtree(folder)


@contextmanager
def _wheels() -> Iterator[Servers]:
    with _embedded() as (postgres, valkey):
        yield Servers(owner_url=postgres.owner_url, redis_url=valkey.url)


@contextmanager
def _containers() -> Iterator[Servers]:
    if (silence := no_engine()) is not None:
        require("containers", silence)
    postgres = (
        DockerContainer(POSTGRES_IMAGE)
        .with_env("POSTGRES_USER", "owner")
        .with_env("POSTGRES_PASSWORD", "owner")
        .with_exposed_ports(5432)
    )
    try:
        with postgres, DockerContainer(REDIS_IMAGE).with_exposed_ports(6379) as valkey:
            database = f"{postgres.get_container_host_ip()}:{postgres.get_exposed_port(5432)}"
            hints = f"{valkey.get_container_host_ip()}:{valkey.get_exposed_port(6379)}"
            yield Servers(owner_url=f"postgresql://owner:owner@{database}/owner", redis_url=f"redis://{hints}/0")
    except DockerException as error:
        require("containers", f"no containers of {POSTGRES_IMAGE} and {REDIS_IMAGE}: {error}")


def no_engine() -> str | None:
    """Return why no Docker engine answers, if none does."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # docker leaves its socket open where nobody answers.
        try:
            docker.from_env().close()
        except DockerException as error:
            return f"no Docker engine answers: {error}"
        finally:
            gc.collect()
    return None


@contextmanager
def _urls() -> Iterator[Servers]:
    settings = Settings.load()
    if not settings.database_url or not settings.redis_url:
        raise ValueError("--stores=urls needs DATABASE_URL and REDIS_URL")
    yield Servers(owner_url=settings.owner_url, redis_url=settings.redis_url)


SERVERS: dict[Kind, Callable[[], AbstractContextManager[Servers]]] = {
    "wheels": _wheels,
    "containers": _containers,
    "urls": _urls,
}


async def _answers(servers: Servers) -> None:
    """Wait until both answer: a container runs before what is in it is ready."""
    deadline = time.monotonic() + START_SECONDS_MAX
    while True:
        try:
            async with connect(servers.owner_url), redis.asyncio.from_url(servers.redis_url) as hints:
                await hints.ping()
        except (StoreUnavailable, redis.RedisError):
            if time.monotonic() > deadline:
                raise
            await asyncio.sleep(POLL_SECONDS)
        else:
            return


@asynccontextmanager
async def _own(servers: Servers) -> AsyncIterator[Stores]:
    name = f"zugfolge_test_{secrets.token_hex(6)}"
    owner = urlsplit(servers.owner_url)
    login = owner._replace(netloc=f"{name}:{name}@{owner.netloc.rpartition('@')[2]}", path=f"/{name}")
    stores = Stores(
        database_url=login.geturl(),
        owner_url=owner._replace(path=f"/{name}").geturl(),
        redis_url=servers.redis_url,
        redis_prefix=name,
    )
    async with connect(servers.owner_url) as connection:
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.execute(f"CREATE ROLE {name} LOGIN PASSWORD '{name}'")
        try:
            await migrate(stores.owner_url, stores.database_url)
            yield stores
        finally:
            await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
            await connection.execute(f"DROP ROLE {name}")
