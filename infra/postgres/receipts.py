"""Receipts: what was answered to commands that appended nothing, so that a retry is answered the same."""

from datetime import datetime, timedelta
from uuid import UUID

from domain.value import Value
from infra.postgres.pool import Pool

IN_HAND = 0  # A status that no answer has.
IN_HAND_SECONDS_MAX = 30  # Longer than any such work takes: whoever has had it in hand for so long has died.


class Receipt(Value):
    """A first answer, and the hash of the request that it answered; or that somebody is about to answer it."""

    body: bytes
    status: int
    answer: bytes

    @property
    def in_hand(self) -> bool:
        """Whether it is not answered yet."""
        return self.status == IN_HAND


OF = """
SELECT body, status, answer
FROM receipts
WHERE game = $1
  AND id = $2
  AND at > $3
"""

TAKE = f"""
INSERT INTO receipts (game, id, body, status, answer, at)
VALUES ($1, $2, $3, {IN_HAND}, '', $4)
ON CONFLICT (game, id) DO UPDATE
SET
  body = excluded.body,
  status = excluded.status,
  answer = excluded.answer,
  at = excluded.at
WHERE receipts.at <= $5
  OR (receipts.status = {IN_HAND} AND receipts.at <= $6)
RETURNING id
"""  # noqa: S608 - from a constant, as below

GIVE_BACK = f"""
DELETE FROM receipts
WHERE game = $1
  AND id = $2
  AND status = {IN_HAND}
"""  # noqa: S608

KEEP = f"""
INSERT INTO receipts (game, id, body, status, answer, at)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (game, id) DO UPDATE
SET
  body = excluded.body,
  status = excluded.status,
  answer = excluded.answer,
  at = excluded.at
WHERE receipts.at <= $7
  OR receipts.status = {IN_HAND}
RETURNING id
"""  # noqa: S608
"""The first answer stands until it lapses."""

SWEEP = """
DELETE FROM receipts
WHERE game = $1
  AND at <= $2
"""

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
        found = await self._pool.fetchrow(OF, game, command, since)
        if found is None:
            return None
        return Receipt(body=found["body"], status=found["status"], answer=found["answer"])

    async def take(self, game: UUID, command: UUID, body: bytes, *, at: datetime, since: datetime) -> Receipt | None:
        """Take a command in hand, so that nobody else does; None: done.  Else what there is of it."""
        dead = at - timedelta(seconds=IN_HAND_SECONDS_MAX)
        while True:
            taken = await self._pool.fetchval(TAKE, game, command, body, at, since, dead)
            if taken is not None:
                return None
            if (found := await self.of(game, command, since=since)) is not None:
                return found  # Else it was given back meanwhile.

    async def give_back(self, game: UUID, command: UUID) -> None:
        """Let others take a command in hand, since it was not done."""
        await self._pool.execute(GIVE_BACK, game, command)

    async def keep(self, game: UUID, command: UUID, receipt: Receipt, *, at: datetime, since: datetime) -> Receipt:
        """Write a receipt down, unless the command has one that has not lapsed; return the one that stands."""
        one = receipt
        async with self._pool.acquire() as connection:
            kept = await connection.fetchval(KEEP, game, command, one.body, one.status, one.answer, at, since)
            await connection.execute(SWEEP, game, since)  # Those of the same game that have lapsed go.
        return receipt if kept is not None else await self.of(game, command, since=since) or receipt

    async def forget(self, game: UUID) -> None:
        """Remove all receipts of a game, or of a player."""
        await self._pool.execute(FORGET, game)
