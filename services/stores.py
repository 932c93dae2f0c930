"""Stores: the database that a command works on which is no server itself."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from infra.embedded import attached
from infra.postgres.migrate import migrate, schema_version, versions
from infra.postgres.pool import Connection, Pool, StoreUnavailable, open_pool
from infra.settings import Settings


class CommandFailed(Exception):
    """A command cannot do what it was asked; the message says why, in a sentence."""


@contextmanager
def stores(settings: Settings) -> Iterator[Settings]:
    """Give the database's addresses: as named, of the server that runs on the folder, or started for the time being."""
    if settings.database_url:
        yield settings
        return
    with attached(settings) as whole:
        asyncio.run(migrate(whole.owner_url, whole.database_url))
        yield whole


@asynccontextmanager
async def migrated(settings: Settings) -> AsyncIterator[Pool]:
    """Give connections to a database that this release can work on.

    Raises:
        StoreUnavailable: it cannot be reached, or has not been migrated so far.
    """
    async with open_pool(settings) as pool:
        async with pool.acquire() as connection:
            await assert_migrated(connection)
        yield pool


async def assert_migrated(connection: Connection) -> None:
    """Check that a database is at this release's schema, or a later one's.

    Raises:
        StoreUnavailable: it has not been migrated so far.
    """
    version = await schema_version(connection)
    if version is None or version < versions()[-1]:
        raise StoreUnavailable("the database is not at the schema of this release: run `zugfolge migrate` first")
