"""Distributed: the same schema and statements on Citus, its tables spread over many nodes by game."""

from importlib.resources import files

from infra.postgres.pool import Connection, connect

DISTRIBUTE = files("infra.postgres") / "distributed.sql"


class NoCitus(Exception):
    """A database cannot be distributed."""


async def on_citus(connection: Connection) -> bool:
    """Return whether a database is one of Citus."""
    return await connection.fetchval("SELECT to_regclass('pg_dist_partition')") is not None


async def distribute(owner_url: str) -> None:
    """Distribute the tables of a database that is at the newest schema; again, where a later schema has more of them.

    Raises:
        NoCitus: it has no such extension.
    """
    async with connect(owner_url) as connection:
        if not await on_citus(connection):
            raise NoCitus("the database has no Citus: CREATE EXTENSION citus there, and add its nodes, first")
        async with connection.transaction():
            await connection.execute(DISTRIBUTE.read_text("utf-8"))
