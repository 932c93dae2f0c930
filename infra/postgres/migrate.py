"""Migrations: bring a database to the newest schema, one plain SQL file after the other, once.

Alembic keeps the order and the version table; what it would run goes through the same driver as everything else, so
that there is one way to reach the database.  There is no way back: a release must run on the schema after its own.
"""

import asyncio
import io
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import ModuleType
from urllib.parse import unquote, urlsplit

from alembic.runtime.migration import MigrationContext, MigrationStep
from alembic.script import Script
from alembic.script.revision import RevisionMap

from infra.postgres.pool import APPLICATION_ROLE, Connection, connect

FOLDER = files("infra.postgres") / "migrations"
LOCK = 0x5A75_6766  # "Zugf"; any number will do that nothing else in the database locks.
LOCK_POLL_SECONDS = 0.2


def versions() -> Sequence[str]:
    """Return every schema version this release knows, the oldest first: `0001`, `0002` ..."""
    return [_version(file) for file in _files()]


async def schema_version(connection: Connection) -> str | None:
    """Return the version a database is at, or None if it has never been migrated."""
    if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
        return None
    version: str | None = await connection.fetchval("SELECT version_num FROM alembic_version")
    return version


async def migrate(owner_url: str, application_url: str = "", *, wait_seconds_max: float = 300) -> Sequence[str]:
    """Migrate as the owner and return the versions applied; nothing to do is the empty list.

    If the application logs in as somebody else, that login is made a member of the role it is to run as.
    Any number of processes may try at once: one migrates, the others wait for it.  Each file is one transaction.

    Raises:
        TimeoutError: another process has been migrating for `wait_seconds_max`.
        LookupError: the database is at a version that this release does not know.
    """
    async with connect(owner_url) as connection, _alone(connection, wait_seconds_max):
        before = await schema_version(connection)
        if before is not None and before not in versions():
            raise LookupError(f"the database is at version {before}, this release knows {versions()[-1]} at most")
        missing = [version for version in versions() if before is None or version > before]
        if missing:
            await connection.execute(_script(before))
        await _admit(connection, unquote(urlsplit(application_url).username or ""))
        return missing


@asynccontextmanager
async def _alone(connection: Connection, wait_seconds_max: float) -> AsyncIterator[None]:
    # Polled: a session that waits for the lock holds a snapshot, and CREATE INDEX CONCURRENTLY waits for snapshots.
    async with asyncio.timeout(wait_seconds_max):
        while not await connection.fetchval("SELECT pg_try_advisory_lock($1)", LOCK):  # noqa: ASYNC110 - nothing calls
            await asyncio.sleep(LOCK_POLL_SECONDS)
    yield  # The lock goes with the connection.


async def _admit(connection: Connection, login: str) -> None:
    missing = await connection.fetchval(
        """
        SELECT quote_ident(rolname)
        FROM pg_roles
        WHERE rolname = $1
          AND rolname <> current_user
          AND NOT pg_has_role(rolname, $2, 'MEMBER')
        """,
        login,
        APPLICATION_ROLE,
    )
    if missing:
        await connection.execute(f"GRANT {APPLICATION_ROLE} TO {missing}")


def _script(before: str | None) -> str:
    """Return what leads from that version to the newest as SQL, transactions included."""
    script = io.StringIO()
    revisions = RevisionMap(lambda: list(_revisions()))

    def steps(_heads: object, _context: MigrationContext) -> Iterable[MigrationStep]:
        newest_first = revisions.iterate_revisions("head", before or "base")
        scripts = [each for each in newest_first if isinstance(each, Script)]
        return [MigrationStep.upgrade_from_script(revisions, script) for script in reversed(scripts)]

    options = {
        "as_sql": True,
        "fn": steps,
        "output_buffer": script,
        "starting_rev": before,
        "transaction_per_migration": True,
    }
    MigrationContext.configure(dialect_name="postgresql", opts=options).run_migrations(script=script)
    return script.getvalue()


def _revisions() -> Iterable[Script]:
    before: str | None = None
    for file in _files():
        yield _revision(file, before)
        before = _version(file)


def _revision(file: Traversable, before: str | None) -> Script:
    """Return the Python module that Alembic expects of each revision, without a file of its own."""

    def upgrade(script: io.StringIO) -> None:
        script.write(f"{file.read_text('utf-8')}\n")

    module = ModuleType(file.name)
    vars(module).update(revision=_version(file), down_revision=before, upgrade=upgrade)
    return Script(module, _version(file), file.name)


def _files() -> Sequence[Traversable]:
    return sorted((file for file in FOLDER.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)


def _version(file: Traversable) -> str:
    return file.name.partition("_")[0]
