"""Rating rows: what ratings say beside what order and events say, for the owner who compares the two and mends them."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TypeAlias
from uuid import UUID

from domain.value import Value
from infra.postgres.pool import Connection
from infra.postgres.rating_order import CHANGE, STANDING

Row: TypeAlias = tuple[object, ...]
Rows: TypeAlias = Mapping[Row, Row]
"""Rows by their keys, the kind left out of both."""


class Table(Value):
    """What can be made again; a kind's rows differ by `key`."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    def keyed(self, rows: Sequence[Row]) -> Rows:
        """Return rows by their keys."""
        places = [self.columns.index(name) for name in self.key]
        return {tuple(row[place] for place in places): row for row in rows}


CHANGES = Table(name="rating_changes", columns=CHANGE, key=("place", "player"))
STANDINGS = Table(name="ratings", columns=STANDING, key=("player",))

KINDS = """
SELECT kind FROM rating_order
UNION
SELECT kind FROM rating_changes
UNION
SELECT kind FROM ratings
ORDER BY kind
"""

PLACES = """
SELECT place, game
FROM rating_order
WHERE kind = $1
  AND place > $2
ORDER BY place
LIMIT $3
"""


async def kinds(connection: Connection) -> Sequence[str]:
    """Return the kinds of which anything is rated."""
    return [row["kind"] for row in await connection.fetch(KINDS)]


async def places(connection: Connection, kind: str, after: int, limit: int) -> Mapping[int, UUID]:
    """Return which games have the places after one."""
    return {row["place"]: row["game"] for row in await connection.fetch(PLACES, kind, after, limit)}


async def changes(connection: Connection, kind: str, after: int, upto: int | None) -> Rows:
    """Return what the games at those places changed; None: all that follow."""
    given = "" if upto is None else "AND place <= $3"
    return await _rows(connection, CHANGES, f"place > $2 {given}", kind, after, *([] if upto is None else [upto]))


async def standings(connection: Connection, kind: str) -> Rows:
    """Return where the players of a kind stand."""
    return await _rows(connection, STANDINGS, "true", kind)


async def mend(connection: Connection, table: Table, kind: str, found: Rows, due: Rows) -> int:
    """Make rows what they must be; return how many were not."""
    wrong = [key for key in found.keys() | due.keys() if found.get(key) != due.get(key)]
    numbers = enumerate(table.key, 2)
    chosen = " AND ".join(f"{name} = ${number}" for number, name in numbers)
    remove = f"DELETE FROM {table.name} WHERE kind = $1 AND {chosen}"  # noqa: S608 - from constants, as below
    values = ", ".join(f"${number}" for number, _ in enumerate(("kind", *table.columns), 1))
    add = f"INSERT INTO {table.name} (kind, {', '.join(table.columns)}) VALUES ({values})"  # noqa: S608
    await connection.executemany(remove, [(kind, *key) for key in wrong if key in found])
    await connection.executemany(add, [(kind, *due[key]) for key in wrong if key in due])
    return len(wrong)


@asynccontextmanager
async def standing_still(connection: Connection, *, check: bool) -> AsyncIterator[None]:
    """Let nobody be rated meanwhile; for a mere check look at one moment instead, beside those who rate."""
    if check:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            yield
    else:
        async with connection.transaction():
            await connection.execute("LOCK TABLE rating_order IN EXCLUSIVE MODE")
            yield


async def _rows(connection: Connection, table: Table, which: str, *arguments: object) -> Rows:
    query = f"SELECT {', '.join(table.columns)} FROM {table.name} WHERE kind = $1 AND {which}"  # noqa: S608
    found = await connection.fetch(query, *arguments)
    player = table.columns.index("player")
    return table.keyed([(*row[:player], str(row[player]), *row[player + 1 :]) for row in map(tuple, found)])
