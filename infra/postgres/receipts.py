"""Receipts: what was answered to commands that appended nothing, so that a retry is answered the same."""

from datetime import datetime
from uuid import UUID

from domain.value import Value
from infra.postgres.pool import Pool


class Receipt(Value):
    """A first answer, and the hash of the request that it answered."""

    body: bytes
    status: int
    answer: bytes


OF = """
SELECT body, status, answer
FROM receipts
WHERE game = $1
  AND id = $2
  AND at > $3
"""

KEEP = """
WITH lapsed AS (
  DELETE FROM receipts
  WHERE game = $1
    AND id <> $2
    AND at <= $7
)
INSERT INTO receipts (game, id, body, status, answer, at)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (game, id) DO UPDATE
SET
  body = excluded.body,
  status = excluded.status,
  answer = excluded.answer,
  at = excluded.at
WHERE receipts.at <= $7
"""
"""The first answer stands until it lapses; those of the same game that have lapsed go."""

FORGET = """
DELETE FROM receipts
WHERE game = $1
"""


class Receipts:
    """Reads and writes receipts.  Raises `infra.postgres.pool.StoreUnavailable`."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def of(self, game: UUID, command: UUID, *, since: datetime) -> Receipt | None:
        """Return the receipt of a command, unless it was written at or before `since` and has lapsed."""
        async with self._pool.acquire() as connection:
            found = await connection.fetchrow(OF, game, command, since)
        if found is None:
            return None
        return Receipt(body=found["body"], status=found["status"], answer=found["answer"])

    async def keep(self, game: UUID, command: UUID, receipt: Receipt, *, at: datetime, since: datetime) -> None:
        """Write a receipt down, unless the command has one that has not lapsed."""
        one = receipt
        async with self._pool.acquire() as connection:
            await connection.execute(KEEP, game, command, one.body, one.status, one.answer, at, since)

    async def forget(self, game: UUID) -> None:
        """Remove all receipts of a game, or of a player."""
        async with self._pool.acquire() as connection:
            await connection.execute(FORGET, game)
