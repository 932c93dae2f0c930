"""Invitations: who was asked to which table.  Beside the log, since nobody else needs to know."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from domain.value import Value
from infra.postgres.pool import Pool, Record


class Invitation(Value):
    """Somebody was asked to a table by one of its members."""

    id: UUID
    game: UUID
    inviter: str
    invited: str
    answered: bool
    at: datetime


INVITE = """
INSERT INTO invitations (game, id, inviter, invited, answered, at)
VALUES ($1, $2, $3, $4, false, $5)
ON CONFLICT (game, id) DO UPDATE
SET
  answered = false,
  at = excluded.at
"""

OF = """
SELECT id, game, inviter::text AS inviter, invited::text AS invited, answered, at
FROM invitations
WHERE id = $1
"""

OPEN = """
SELECT invitations.id, game, inviter::text AS inviter, invited::text AS invited, answered, at
FROM invitations
JOIN games USING (game)
WHERE invited = $1
  AND NOT answered
  AND games.status = 'open'
ORDER BY at DESC
LIMIT $2
"""

BY = """
SELECT inviter::text AS inviter
FROM invitations
WHERE game = $1
  AND invited = $2
  AND NOT answered
"""

ANSWER = """
UPDATE invitations
SET answered = true
WHERE game = $1
  AND id = $2
"""


class Invitations:
    """Reads and writes invitations.  Raises `infra.postgres.pool.StoreUnavailable`."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def invite(self, one: Invitation) -> None:
        """Write an invitation down; one with the same id is renewed."""
        await self._pool.execute(INVITE, one.game, one.id, one.inviter, one.invited, one.at)

    async def of(self, invitation: UUID) -> Invitation | None:
        """Return an invitation."""
        found = await self._pool.fetchrow(OF, invitation)
        return None if found is None else invitation_of(found)

    async def open(self, player: str, limit: int) -> Sequence[Invitation]:
        """Return what a player was asked to and has not answered, as long as the table waits; the newest first."""
        return [invitation_of(row) for row in await self._pool.fetch(OPEN, player, limit)]

    async def by(self, game: UUID, player: str) -> set[str]:
        """Return who has asked a player to a table and was not answered."""
        return {row["inviter"] for row in await self._pool.fetch(BY, game, player)}

    async def answer(self, one: Invitation) -> None:
        """Note that an invitation was answered, one way or the other."""
        await self._pool.execute(ANSWER, one.game, one.id)


def invitation_of(row: Record) -> Invitation:
    """Return the invitation that a row with all its columns tells of."""
    return Invitation(
        id=row["id"],
        game=row["game"],
        inviter=row["inviter"],
        invited=row["invited"],
        answered=row["answered"],
        at=row["at"],
    )
