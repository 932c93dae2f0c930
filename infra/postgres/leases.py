"""Leases: which worker looks after which game just now.  One row at a time, since no row lock may span shards."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from infra.postgres.pool import Pool

LEASE_SECONDS = 10  # So long a game waits for another worker when one has died.

TAKE = """
INSERT INTO leases (game, work, holder, until)
VALUES ($1, $2, $3, $4)
ON CONFLICT (game, work) DO UPDATE
SET
  holder = excluded.holder,
  until = excluded.until
WHERE leases.until <= $5
RETURNING game
"""

GIVE_BACK = """
DELETE FROM leases
WHERE game = $1
  AND work = $2
  AND holder = $3
"""

OVERDUE = """
SELECT game
FROM games
WHERE status = 'running'
  AND deadline < $1
ORDER BY deadline
LIMIT $2
"""

ROBOTS_ON_TURN = """
SELECT game
FROM games
WHERE status = 'running'
  AND robot_to_move <> 0
LIMIT $1
"""


class Leases:
    """Takes and gives back games.  Raises `infra.postgres.pool.StoreUnavailable`."""

    def __init__(self, pool: Pool, holder: UUID) -> None:
        self._pool = pool
        self._holder = holder

    async def take(self, game: UUID, work: str, now: datetime) -> bool:
        """Return whether this worker may look after a game for `LEASE_SECONDS`; nobody else then does."""
        until = now + timedelta(seconds=LEASE_SECONDS)
        return await self._pool.fetchval(TAKE, game, work, self._holder, until, now) is not None

    async def give_back(self, game: UUID, work: str) -> None:
        """Let others look after a game again."""
        await self._pool.execute(GIVE_BACK, game, work, self._holder)

    async def overdue(self, before: datetime, limit: int) -> Sequence[UUID]:
        """Return running games with a deadline before that time, the longest overdue first."""
        return [row["game"] for row in await self._pool.fetch(OVERDUE, before, limit)]

    async def robots_on_turn(self, limit: int) -> Sequence[UUID]:
        """Return running games in which a robot is on turn."""
        return [row["game"] for row in await self._pool.fetch(ROBOTS_ON_TURN, limit)]
