"""Stores: the database that a command works on which is no server itself."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from infra.embedded import attached
from infra.postgres.migrate import migrate
from infra.postgres.pool import Pool, StoreUnavailable, open_pool
from infra.postgres.store import Store
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
        if not await Store(pool).ready():
            raise StoreUnavailable("the database is not at the schema of this release: run `zugfolge migrate` first")
        yield pool
