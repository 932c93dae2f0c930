"""Holding: games whose rows somebody else has locked, so that whoever appends to them waits."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

from infra.postgres.pool import Connection, connect
from tests.stores import Stores
from tests.waiting import until

HOLD = "SELECT FROM games WHERE game = ANY($1::uuid[]) FOR UPDATE"
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


class Held:
    """Some games that are held."""

    def __init__(self, watching: Connection) -> None:
        self._watching = watching

    async def waited_for(self, appends: int) -> None:
        """Wait until so many appends wait for them."""
        await locked_out(self._watching, appends)


@asynccontextmanager
async def held(stores: Stores, *games: UUID) -> AsyncIterator[Held]:
    """Lock these games' rows until the context is left."""
    async with (
        connect(stores.owner_url) as watching,
        connect(stores.owner_url) as connection,
        connection.transaction(),
    ):
        await connection.execute(HOLD, games)
        yield Held(watching)


async def locked_out(watching: Connection, statements: int) -> None:
    """Wait until so many statements wait for a lock."""
    await until(lambda: watching.fetchval(WAITING), lambda waiting: waiting >= statements)
