"""Rematches: who wants to play again.  Beside the log, after whose end nothing is appended."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import msgspec

from domain.kernel import Result, Seat
from domain.match import Player
from domain.row import Seated
from domain.value import Value
from infra.postgres.pool import Pool

OFFER_SECONDS = 86_400  # How long an offer stands.


class Offer(Value):
    """What one seat of an ended game said."""

    seat: Seat
    player: str
    luck: str
    agreed: bool


class Played(Value):
    """A game that came to places: by whom it was played, seat by seat, and which game it was a rematch of."""

    game: UUID
    seats: tuple[Player, ...]
    result: Result
    rematch_of: UUID | None


SAY = """
INSERT INTO rematches (game, seat, player, luck, agreed, at)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (game, seat) DO UPDATE
SET
  luck = excluded.luck,
  agreed = excluded.agreed,
  at = excluded.at
"""

SAID = """
SELECT seat, player::text AS player, luck, agreed
FROM rematches
WHERE game = $1
  AND at > $2
ORDER BY seat
"""


PLAYED = """
SELECT game, members, result, rematch_of
FROM games
WHERE game = $1
  AND status = 'finished'
"""


class Rematches:
    """Reads and writes offers.  Raises `infra.postgres.pool.StoreUnavailable`."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def say(self, game: UUID, offer: Offer, at: datetime) -> None:
        """Write down what a seat says; the last word counts."""
        await self._pool.execute(SAY, game, offer.seat, offer.player, offer.luck, offer.agreed, at)

    async def of(self, game: UUID, *, since: datetime) -> Sequence[Offer]:
        """Return what the seats of an ended game have said since a time; what was said before has lapsed."""
        found = await self._pool.fetch(SAID, game, since)
        return [
            Offer(seat=row["seat"], player=row["player"], luck=row["luck"] or "", agreed=row["agreed"]) for row in found
        ]

    async def played(self, game: UUID) -> Played | None:
        """Return a game that came to places, None where it did not, or not yet."""
        row = await self._pool.fetchrow(PLAYED, game)
        if row is None:
            return None
        members = msgspec.json.decode(row["members"], type=list[Seated])
        seats = {one.seat: one.player for one in members if one.seat is not None and one.player is not None}
        return Played(
            game=row["game"],
            seats=tuple(seats[seat] for seat in sorted(seats)),
            result=msgspec.json.decode(row["result"], type=Result),
            rematch_of=row["rematch_of"],
        )
