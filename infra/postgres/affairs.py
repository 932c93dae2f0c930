"""Affairs: what concerns players now, of many players together, since somebody looks every few seconds."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from uuid import UUID

import msgspec

from domain.kernel import Cause, Result, Seat
from domain.match import Status
from domain.row import Seated
from domain.value import Value
from infra.postgres.invitations import Invitation, invitation_of
from infra.postgres.pool import Pool, Record
from infra.postgres.rematches import Offer


class Concern(Value):
    """A game that runs or has ended a while ago, of one who has, or had, a seat in it."""

    player: str
    game: UUID
    kind: str
    status: Status
    seat: Seat
    left: Cause | None
    on_turn: bool
    deadline: datetime | None
    limit_seconds: int | None
    ended_at: datetime | None
    result: Result | None


class Invited(Value):
    """An open invitation, and what to."""

    invitation: Invitation
    kind: str


COLUMNS = "game, kind, status, members, to_move, deadline, limit_seconds, finished_at, result"

OF_PLAYERS = f"""
SELECT {COLUMNS}
FROM games
WHERE members @> ANY($1::jsonb[])
  AND (status = 'running' OR finished_at > $2)
"""  # noqa: S608 - from constants, as below

OF_GAMES = f"""
SELECT {COLUMNS}
FROM games
WHERE game = ANY($1::uuid[])
"""  # noqa: S608

STARTED = f"""
SELECT {COLUMNS}
FROM games
WHERE status IN ('running', 'finished', 'aborted')
  AND listed_at > $1
"""  # noqa: S608

INVITED = """
SELECT
  invitations.id,
  game,
  inviter::text AS inviter,
  invited::text AS invited,
  answered,
  at,
  kind
FROM invitations
JOIN games USING (game)
WHERE invited = ANY($1::uuid[])
  AND NOT answered
  AND games.status = 'open'
ORDER BY at DESC
"""

OFFERED = """
SELECT game, seat, player::text AS player, luck, agreed
FROM rematches
WHERE game = ANY($1::uuid[])
  AND at > $2
ORDER BY game, seat
"""

_members = msgspec.json.Decoder(tuple[Seated, ...])
_result = msgspec.json.Decoder(Result)


class Affairs:
    """Reads affairs.  Raises `infra.postgres.pool.StoreUnavailable`."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def of_players(self, players: Collection[str], *, since: datetime) -> Sequence[Concern]:
        """Return the games of players that run or have ended since a time; looked for in all games there are."""
        members = [msgspec.json.encode([{"player": player}]).decode() for player in players]
        found = await self._pool.fetch(OF_PLAYERS, members, since)
        return _concerns(found, players)

    async def of_games(self, games: Collection[UUID], players: Collection[str]) -> Sequence[Concern]:
        """Return what these games are to these players by now."""
        found = await self._pool.fetch(OF_GAMES, list(games))
        return _concerns(found, players)

    async def started(self, players: Collection[str], *, since: datetime) -> Sequence[Concern]:
        """Return what games that have started since a time, and may have ended already, are to these players."""
        found = await self._pool.fetch(STARTED, since)
        return _concerns(found, players)

    async def invited(self, players: Collection[str]) -> Sequence[Invited]:
        """Return what players were asked to and have not answered, as long as the table waits; the newest first."""
        found = await self._pool.fetch(INVITED, list(players))
        return [Invited(invitation=invitation_of(row), kind=row["kind"]) for row in found]

    async def offered(self, games: Collection[UUID], *, since: datetime) -> dict[UUID, list[Offer]]:
        """Return what was said about rematches of these games since a time."""
        offers = dict[UUID, list[Offer]]()
        found = await self._pool.fetch(OFFERED, list(games), since) if games else ()
        for row in found:
            offer = Offer(seat=row["seat"], player=row["player"], luck=row["luck"] or "", agreed=row["agreed"])
            offers.setdefault(row["game"], []).append(offer)
        return offers


def _concerns(rows: Iterable[Record], players: Collection[str]) -> Sequence[Concern]:
    """Return what games are to those of these players who have, or had, a seat in them."""
    return [
        Concern(
            player=seated.player,
            game=row["game"],
            kind=row["kind"],
            status=row["status"],
            seat=seated.seat,
            left=seated.left,
            on_turn=bool(row["to_move"] >> seated.seat & 1),
            deadline=row["deadline"],
            limit_seconds=row["limit_seconds"],
            ended_at=row["finished_at"],
            result=None if row["result"] is None else _result.decode(row["result"]),
        )
        for row in rows
        for seated in _members.decode(row["members"])
        if seated.player in players and seated.player is not None and seated.seat is not None
    ]
