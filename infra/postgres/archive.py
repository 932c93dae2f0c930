"""Archive: ended games in one row each, put there by the owner and read like any other."""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

import msgspec

from domain.chain import Entry
from infra.postgres.pool import Connection

TYPE, DATA = (Entry.__struct_fields__.index(name) for name in ("type", "data"))

# What is written in another way one day begins with another byte than zlib's.
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[Entry, ...]).decode

MAY = """
SELECT has_table_privilege('archive', 'INSERT') AND has_table_privilege('events', 'DELETE')
"""

DUE = """
SELECT game
FROM games
WHERE status IN ('finished', 'aborted')
  AND finished_at < $1
  AND NOT EXISTS (
    SELECT
    FROM archive
    WHERE archive.game = games.game
  )
ORDER BY finished_at, game
LIMIT $2
"""

# Whoever archives the same game at the same time waits here, and finds it done.
PUT = """
INSERT INTO archive (game, events, head, log)
SELECT game, events, head, log
FROM unnest($1::uuid[], $2::integer[], $3::bytea[], $4::bytea[]) AS put(game, events, head, log)
ON CONFLICT (game) DO NOTHING
RETURNING game
"""

HELD = """
SELECT game, log
FROM archive
WHERE game = ANY($1::uuid[])
"""

REMOVE = """
DELETE FROM events
WHERE game = ANY($1::uuid[])
"""


def packed(entries: Sequence[Entry]) -> bytes:
    """Return a whole log as one row holds it."""
    return zlib.compress(_encode(entries), 9)


def unpacked(log: bytes) -> Sequence[Entry]:
    """Return the log again, every byte as it was."""
    return _decode(zlib.decompress(log))


def entries_of(rows: Iterable[Any]) -> Sequence[Entry]:
    """Return the entries that a game's rows of `logs` are, in the order of an entry's fields."""
    found = list(rows)
    if found and found[0][TYPE] is None:
        return unpacked(found[0][DATA])
    return [Entry(*columns) for columns in found]


def logs_of(games: Sequence[UUID], rows: Iterable[Any]) -> Mapping[UUID, Sequence[Entry]]:
    """Return each game's entries, of rows of `logs` that begin with the game and are ordered by it."""
    found = {game: entries_of(row[1:] for row in of) for game, of in groupby(rows, lambda row: row[0])}
    return {game: found.get(game, ()) for game in games}


async def may(connection: Connection) -> bool:
    """Return whether whoever is connected is allowed to archive: the owner is, the application is not."""
    allowed: bool = await connection.fetchval(MAY)
    return allowed


async def due(connection: Connection, before: datetime, limit: int) -> Sequence[UUID]:
    """Return games that ended before that time and are not archived yet, the oldest first."""
    return [row["game"] for row in await connection.fetch(DUE, before, limit)]


async def put(connection: Connection, logs: Mapping[UUID, Sequence[Entry]]) -> set[UUID]:
    """Write one row for each of these games; return those that had none."""
    columns = zip(*((game, len(log), log[-1].hash, packed(log)) for game, log in logs.items()), strict=True)
    return {row["game"] for row in await connection.fetch(PUT, *columns)}


async def held(connection: Connection, games: Iterable[UUID]) -> Mapping[UUID, Sequence[Entry]]:
    """Return what the archive holds of these games."""
    return {row["game"]: unpacked(row["log"]) for row in await connection.fetch(HELD, list(games))}


async def remove(connection: Connection, games: Iterable[UUID]) -> int:
    """Remove the events of these games; return how many there were."""
    done = await connection.execute(REMOVE, list(games))
    return int(done.rpartition(" ")[2])
