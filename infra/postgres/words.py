"""Words: the passwords of tables, as the event store keeps them: encrypted, and for as long as a game may need them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from infra.postgres.pool import Pool

OF = """
SELECT game, word
FROM words
WHERE game = ANY($1::uuid[])
"""

# What a rematch inherited that never came.
FORGET = """
DELETE FROM words
WHERE at < $1
  AND NOT EXISTS (
    SELECT
    FROM games
    WHERE games.game = words.game
  )
"""


class Words:
    """Reads words, which the append of a game's commits writes.  Raises `infra.postgres.pool.StoreUnavailable`."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def of(self, games: Sequence[UUID]) -> Mapping[UUID, bytes]:
        """Return the encrypted words of those games that have one."""
        return {row["game"]: row["word"] for row in await self._pool.fetch(OF, games)}

    async def forget(self, before: datetime) -> None:
        """Remove words kept since before that time for rematches that did not come."""
        await self._pool.execute(FORGET, before)
