"""Kept: what follows from no event, for the owner who asks whether a backup has brought it all back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from infra.postgres.pool import APPLICATION_ROLE, Connection

SEEDS = """
SELECT game, seed
FROM seeds
WHERE game = ANY($1::uuid[])
"""

WORDS = """
SELECT game, word
FROM words
WHERE game = ANY($1::uuid[])
"""

SEEDS_OF_NOTHING = """
SELECT game
FROM seeds
WHERE NOT EXISTS (
    SELECT
    FROM events
    WHERE events.game = seeds.game
  )
  AND NOT EXISTS (
    SELECT
    FROM archive
    WHERE archive.game = seeds.game
  )
ORDER BY game
"""

BARRED = """
SELECT needed.name, needed.right
FROM (VALUES ('events', 'INSERT'), ('seeds', 'INSERT'), ('games', 'UPDATE'), ('logs', 'SELECT'), ('players', 'UPDATE'))
  AS needed(name, "right")
WHERE NOT has_table_privilege($1, needed.name, needed.right)
"""


async def seeds(connection: Connection, games: Iterable[UUID]) -> Mapping[UUID, bytes]:
    """Return the secrets of these games' draws."""
    return {row["game"]: row["seed"] for row in await connection.fetch(SEEDS, list(games))}


async def words(connection: Connection, games: Iterable[UUID]) -> Mapping[UUID, bytes]:
    """Return the encrypted words of these games' tables."""
    return {row["game"]: row["word"] for row in await connection.fetch(WORDS, list(games))}


async def seeds_of_nothing(connection: Connection) -> Sequence[UUID]:
    """Return the games of which there is a seed and no event."""
    return [row["game"] for row in await connection.fetch(SEEDS_OF_NOTHING)]


async def barred(connection: Connection) -> Sequence[Any]:
    """Return what the application would have to be allowed and is not: grants are easily left out of a backup."""
    return [f"{row['right']} on {row['name']}" for row in await connection.fetch(BARRED, APPLICATION_ROLE)]
