"""The application's connections to PostgreSQL: few, with a deadline on everything, and unable to change an event."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any, Protocol

import asyncpg

from infra.metrics import POOL_IN_USE, POOL_MAX
from infra.settings import Settings

APPLICATION_NAME = "zugfolge"
APPLICATION_ROLE = "zugfolge_app"
CONNECT_SECONDS_MAX = 10
CLOSE_SECONDS_MAX = 5
RELEASE_SECONDS_MAX = 2
IMMUTABLE = ("events", "archive", "seeds", "rating_order")

# The server refused, and nothing was done.
REFUSED = (asyncpg.QueryCanceledError, asyncpg.LockNotAvailableError, asyncpg.InsufficientResourcesError)
# It is the primary no longer, or for a while: nothing was done, either.
READ_ONLY = asyncpg.ReadOnlySQLTransactionError
# The answer never came.  (A time-out is an OSError, too.)
LOST = (OSError, asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError)
ANY = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)


class StoreUnavailable(Exception):
    """The database does not answer in time, or not at all.

    `doubtful` says that a statement had been sent and may have been carried out: only a fresh read can tell.
    """

    def __init__(self, reason: str, *, doubtful: bool = False) -> None:
        super().__init__(reason)
        self.doubtful = doubtful


class Changeable(Exception):
    """A connection that must only add and read could change or remove what is written."""


class Record(Protocol):
    """One row: its columns by name or position; iterating gives the values."""

    def __getitem__(self, column: str | int | slice) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """What we use of asyncpg's connections, which bring no types of their own."""

    async def execute(self, query: str, *args: object) -> str: ...
    async def executemany(self, command: str, args: Iterable[Sequence[object]]) -> None: ...
    async def fetch(self, query: str, *args: object) -> list[Record]: ...
    async def fetchrow(self, query: str, *args: object) -> Record | None: ...
    async def fetchval(self, query: str, *args: object) -> Any: ...
    def transaction(
        self, *, isolation: str | None = None, readonly: bool = False
    ) -> AbstractAsyncContextManager[object]: ...
    def cursor(self, query: str, *args: object, prefetch: int | None = None) -> AsyncIterator[Record]: ...
    def is_closed(self) -> bool: ...
    def is_in_transaction(self) -> bool: ...
    def get_server_pid(self) -> int: ...


class Pool:
    """Some connections, shared; each is waited for at most `acquire_seconds_max`."""

    def __init__(self, pool: Any, acquire_seconds_max: float, name: str) -> None:
        self._pool = pool
        self._acquire_seconds_max = acquire_seconds_max
        self._in_use = POOL_IN_USE.labels(name)

    @asynccontextmanager
    async def acquire(self) -> AsyncIterator[Connection]:
        """Lend a connection.

        Raises:
            StoreUnavailable: none came free in time or none could be opened; or, `doubtful`, it was lost in use.
        """
        try:
            connection = await self._pool.acquire(timeout=self._acquire_seconds_max)
        except ANY as error:
            raise StoreUnavailable(f"no connection to the database: {_reason(error)}") from error
        self._in_use.inc()
        try:
            yield connection
        except REFUSED as error:
            raise StoreUnavailable(f"the database gave up: {_reason(error)}") from error
        except READ_ONLY as error:
            await self._pool.expire_connections()  # Each leads to where no write is taken; the next looks anew.
            raise StoreUnavailable(f"the database takes no writes: {_reason(error)}") from error
        except LOST as error:
            raise StoreUnavailable(f"the database does not answer: {_reason(error)}", doubtful=True) from error
        except asyncpg.InterfaceError as error:
            if not _gone(connection):
                raise  # Misused, which is a bug.
            raise StoreUnavailable(f"the database hung up: {_reason(error)}", doubtful=True) from error
        finally:
            self._in_use.dec()
            # What cannot be released cleanly is thrown away by the pool; what was answered on it stands.
            with suppress(*ANY):
                await self._pool.release(connection, timeout=RELEASE_SECONDS_MAX)

    async def execute(self, query: str, *args: object) -> str:
        """Do what a single statement says, on a connection lent for it.  Raises as `acquire`, and so do those below."""
        async with self.acquire() as connection:
            return await connection.execute(query, *args)

    async def fetch(self, query: str, *args: object) -> list[Record]:
        """Return a statement's rows."""
        async with self.acquire() as connection:
            return await connection.fetch(query, *args)

    async def fetchrow(self, query: str, *args: object) -> Record | None:
        """Return a statement's first row, None where there is none."""
        async with self.acquire() as connection:
            return await connection.fetchrow(query, *args)

    async def fetchval(self, query: str, *args: object) -> Any:
        """Return the first column of a statement's first row, None where there is no row."""
        async with self.acquire() as connection:
            return await connection.fetchval(query, *args)


@asynccontextmanager
async def open_pool(settings: Settings, *, name: str = "shared", **session: str) -> AsyncIterator[Pool]:
    """Open the application's pool, acting as `zugfolge_app` whoever logs in; close it at the end.

    `name`: what its metrics call it; `session`: more settings of PostgreSQL for these connections.

    Raises:
        StoreUnavailable: the database cannot be reached, or has not been migrated so far.
    """
    try:
        pool = await asyncpg.create_pool(
            settings.database_url,
            min_size=settings.pool_size_min,
            max_size=settings.pool_size_max,
            timeout=CONNECT_SECONDS_MAX,
            command_timeout=settings.command_seconds_max,
            reset=_leave_as_found,
            server_settings={
                "application_name": APPLICATION_NAME,
                "role": APPLICATION_ROLE,
                "statement_timeout": _milliseconds(settings.statement_seconds_max),
                "lock_timeout": _milliseconds(settings.lock_seconds_max),
                "idle_in_transaction_session_timeout": _milliseconds(settings.transaction_idle_seconds_max),
                **session,
            },
        )
    except ANY as error:
        raise StoreUnavailable(f"no connection to the database: {_reason(error)}") from error
    POOL_MAX.labels(name).inc(settings.pool_size_max)
    try:
        yield Pool(pool, settings.acquire_seconds_max, name)
    finally:
        POOL_MAX.labels(name).dec(settings.pool_size_max)
        try:
            async with asyncio.timeout(CLOSE_SECONDS_MAX):
                await pool.close()
        except TimeoutError:
            pool.terminate()  # Somebody still holds a connection; the process is ending.


@asynccontextmanager
async def connect(url: str) -> AsyncIterator[Connection]:
    """Open one connection as whoever the address names, without time limits: for operators' work.

    Raises:
        StoreUnavailable: the database cannot be reached.
    """
    try:
        connection = await asyncpg.connect(
            url, timeout=CONNECT_SECONDS_MAX, server_settings={"application_name": APPLICATION_NAME}
        )
    except ANY as error:
        raise StoreUnavailable(f"no connection to the database: {_reason(error)}") from error
    try:
        yield connection
    finally:
        with suppress(*ANY):
            await connection.close(timeout=CLOSE_SECONDS_MAX)


async def assert_immutable(connection: Connection) -> None:
    """Check that neither the role in force nor the login behind it can change a table of facts, or become able to.

    A login counts, since `RESET ROLE` leads back to it; so does whoever owns a table, who can grant himself anything.

    Raises:
        Changeable: naming who can do what.
    """
    for row in await connection.fetch(WHO_CAN_CHANGE, IMMUTABLE):
        raise Changeable(f"{row['role']} can change {row['name']}; the application needs a login that cannot")


WHO_CAN_CHANGE = """
SELECT
  role,
  relname AS name
FROM pg_class
CROSS JOIN unnest(ARRAY[current_user, session_user]) AS role
WHERE pg_class.oid IN (
    SELECT to_regclass(name)
    FROM unnest($1::text[]) AS name
  )
  AND (
    has_table_privilege(role, pg_class.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER')
    OR has_any_column_privilege(role, pg_class.oid, 'UPDATE')
    OR pg_has_role(role, relowner, 'MEMBER')
  )
ORDER BY role, array_position($1::text[], relname::text)
"""


async def _leave_as_found(connection: Connection) -> None:
    """Run instead of asyncpg's reset query, which costs each use a round trip.

    It can go because nothing leaves a mark on a session: no setting, no listening, no lock outlives its transaction.
    An open transaction would be a mark, too; `tests/contracts/test_pool.py` guards both.
    """
    if connection.is_in_transaction():
        await connection.execute("ROLLBACK")


def _gone(connection: Connection) -> bool:
    try:
        return connection.is_closed()
    except asyncpg.InterfaceError:  # The pool has taken a lost one back already, and answers for it no more.
        return True


def _milliseconds(seconds: float) -> str:
    return str(round(seconds * 1000))


def _reason(error: BaseException) -> str:
    return str(error) or type(error).__name__
