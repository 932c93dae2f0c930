"""Rows: what `games` says beside what the events say, for the owner who compares the two and mends the rows."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import asdict

from domain.chain import Entry
from domain.codec import canonical
from domain.row import Row
from domain.value import Value
from infra.postgres.archive import logs_of
from infra.postgres.pool import Connection

DOCUMENTS = ("members", "options", "audience_versions", "result")
NAMES = (*Row.__struct_fields__, "head")
NIL = UUID(int=0)

KNOWN = """
SELECT game
FROM (
  (SELECT game FROM events WHERE version = 1 AND game > $1 ORDER BY game LIMIT $2)
  UNION
  (SELECT game FROM archive WHERE game > $1 ORDER BY game LIMIT $2)
  UNION
  (SELECT game FROM games WHERE game > $1 ORDER BY game LIMIT $2)
) AS known
ORDER BY game
LIMIT $2
"""

ROWS = f"""
SELECT game, {", ".join(NAMES)}
FROM games
WHERE game = ANY($1::uuid[])
"""  # noqa: S608 - from constants, as below

EVENTS = """
SELECT game, version, type, schema, data, actor, command, body, at, hash
FROM logs
WHERE game = ANY($1::uuid[])
ORDER BY game, version
"""

ADD = f"""
INSERT INTO games (game, {", ".join(NAMES)})
VALUES ($1, {", ".join(f"${place}" for place, _ in enumerate(NAMES, 2))})
ON CONFLICT (game) DO NOTHING
RETURNING game
"""  # noqa: S608

REPLACE = f"""
UPDATE games
SET {", ".join(f"{name} = ${place}" for place, name in enumerate(NAMES, 3))}
WHERE game = $1
  AND version = $2
RETURNING game
"""  # noqa: S608

REMOVE = """
DELETE FROM games
WHERE game = $1
  AND version = $2
  AND NOT EXISTS (
    SELECT
    FROM logs
    WHERE logs.game = $1
  )
RETURNING game
"""


class Found(Value):
    """A game's row, None where there is none, and its log, as they were at one moment."""

    game: UUID
    row: Mapping[str, Any] | None
    entries: tuple[Entry, ...]


async def count(connection: Connection) -> int:
    """Return how many games there are."""
    games: int = await connection.fetchval("SELECT count(*) FROM games")
    return games


async def known(connection: Connection, together: int) -> AsyncIterator[Sequence[UUID]]:
    """Yield the ids of all games that have events or a row, so many at once."""
    last = NIL
    while games := [record["game"] for record in await connection.fetch(KNOWN, last, together)]:
        yield games
        last = games[-1]


async def found(connection: Connection, games: Sequence[UUID]) -> Sequence[Found]:
    """Return rows and logs of games, as they were at one moment however fast they are played."""
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        rows = {record["game"]: _told(record) for record in await connection.fetch(ROWS, games)}
        logs = logs_of(games, await connection.fetch(EVENTS, games))
    return [Found(game=game, row=rows.get(game), entries=tuple(logs[game])) for game in games]


def columns(row: Row, head: bytes) -> Mapping[str, Any]:
    """Return what stands in `games` for a row."""
    documents = {name: msgspec.json.decode(canonical(getattr(row, name))) for name in DOCUMENTS}
    rematch_of = None if row.rematch_of is None else UUID(row.rematch_of)
    return asdict(row) | documents | {"rematch_of": rematch_of, "head": head}


async def replace(connection: Connection, before: Found, due: Mapping[str, Any] | None) -> bool:
    """Write the row that is due, none where a game has no events; False: it has been played on since, or opened."""
    values = [] if due is None else [_written(name, due[name]) for name in NAMES]
    if before.row is None:
        return await connection.fetchval(ADD, before.game, *values) is not None
    statement = REMOVE if due is None else REPLACE
    return await connection.fetchval(statement, before.game, before.row["version"], *values) is not None


def _told(record: Any) -> Mapping[str, Any]:
    texts = {name: record[name] for name in DOCUMENTS}
    documents = {name: None if text is None else msgspec.json.decode(text) for name, text in texts.items()}
    return {name: record[name] for name in NAMES} | documents


def _written(name: str, value: Any) -> Any:
    return canonical(value).decode() if name in DOCUMENTS and value is not None else value
