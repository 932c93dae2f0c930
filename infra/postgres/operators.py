"""Operators: what players report, and every act of those who look after the place."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from domain.value import Value
from infra.postgres.pool import Pool, Record

T = TypeVar("T", bound=Value)


class Report(Value):
    """What somebody reports, about a player, a game, both or neither."""

    id: UUID
    reporter: UUID
    player: UUID | None
    game: UUID | None
    text: str
    at: datetime
    closed_at: datetime | None = None


class Act(Value):
    """What an operator did, to whom or what, and why."""

    id: UUID
    operator: str
    act: str
    subject: str
    note: str
    at: datetime


REPORT = """
INSERT INTO reports (id, reporter, player, game, text, at)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (id) DO NOTHING
"""

REPORTS = """
SELECT id, reporter, player, game, text, at, closed_at
FROM reports
WHERE closed_at IS NULL
ORDER BY at
LIMIT $1
"""

CLOSE = """
UPDATE reports
SET closed_at = $2
WHERE id = $1
  AND closed_at IS NULL
RETURNING id
"""

ACT = """
INSERT INTO acts (id, operator, act, subject, note, at)
VALUES ($1, $2, $3, $4, $5, $6)
"""

ACTS = """
SELECT id, operator, act, subject, note, at
FROM acts
ORDER BY at DESC, id DESC
LIMIT $1
"""

BAN = """
WITH gone AS (
  DELETE FROM tokens
  WHERE player = $1
)
UPDATE players
SET banned_at = $2
WHERE id = $1
RETURNING id
"""

UNBAN = """
UPDATE players
SET banned_at = NULL
WHERE id = $1
RETURNING id
"""


class Operators:
    """Reads and writes reports, acts and bans.  Raises `infra.postgres.pool.StoreUnavailable`."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def report(self, one: Report) -> None:
        """Write a report down; the same id again changes nothing."""
        await self._pool.execute(REPORT, one.id, one.reporter, one.player, one.game, one.text, one.at)

    async def reports(self, limit: int) -> Sequence[Report]:
        """Return the reports that nobody has closed, the oldest first."""
        return [_made(Report, row) for row in await self._pool.fetch(REPORTS, limit)]

    async def close(self, report: UUID, at: datetime) -> bool:
        """Close a report; return False where there is no such open one."""
        return await self._pool.fetchval(CLOSE, report, at) is not None

    async def record(self, one: Act) -> None:
        """Write down what an operator does."""
        await self._pool.execute(ACT, one.id, one.operator, one.act, one.subject, one.note, one.at)

    async def acts(self, limit: int) -> Sequence[Act]:
        """Return what operators did, the newest first."""
        return [_made(Act, row) for row in await self._pool.fetch(ACTS, limit)]

    async def ban(self, player: UUID, at: datetime) -> bool:
        """Let a player in no more, on any token; return False where there is no such player."""
        return await self._pool.fetchval(BAN, player, at) is not None

    async def unban(self, player: UUID) -> bool:
        """Let a player in again; return False where there is no such player."""
        return await self._pool.fetchval(UNBAN, player) is not None


def _made(what: type[T], row: Record) -> T:
    return what(**dict(zip(what.__struct_fields__, row, strict=True)))
