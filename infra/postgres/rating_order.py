"""Rating order: which ended game counts after which, and what each changed: written once, place by place."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from uuid import UUID

import asyncpg

from domain.chain import Entry
from domain.match import Player
from domain.rating import Change, Standing
from domain.value import Value
from infra.postgres.archive import logs_of
from infra.postgres.pool import Connection, Pool
from infra.postgres.ratings import standing_of

CHANGE = (
    "place",
    "game",
    "at",
    "player",
    "robot",
    "reached",
    "shared",
    "cause",
    "points",
    "why",
    "mean_before",
    "deviation_before",
    "mean",
    "deviation",
)
STANDING = ("player", "robot", "strength", "mean", "deviation", "points", "played", "won", "drawn", "times_left")
"""The columns of `rating_changes` and `ratings`, but for the kind."""


class Mark(Value):
    """A place among the games by their ends."""

    at: datetime = datetime.min.replace(tzinfo=UTC)
    game: UUID = UUID(int=0)


class Candidate(Value):
    """A game that has ended, and may have been rated already."""

    mark: Mark
    kind: str


class Placed(Value):
    """A game in the order of rating, and what it changed."""

    place: int
    game: UUID
    at: datetime
    changes: tuple[Change, ...]


ENDED = """
SELECT game, kind, finished_at
FROM games
WHERE origin = 'played'
  AND started_at IS NOT NULL
  AND finished_at IS NOT NULL
  AND (finished_at, game) > ($1, $2)
ORDER BY finished_at, game
LIMIT $3
"""

ORDERED = """
SELECT game
FROM rating_order
WHERE game = ANY($1::uuid[])
"""

MATCHES = r"""
SELECT game, version, type, schema, data, actor, command, body, at, hash
FROM logs
WHERE game = ANY($1::uuid[])
  AND (type LIKE 'match.%' OR type IS NULL)
ORDER BY game, version
"""

LAST = """
SELECT coalesce(max(place), 0)
FROM rating_order
WHERE kind = $1
"""

STANDINGS = """
SELECT player::text AS player, mean, deviation, points, played, won, drawn, times_left
FROM ratings
WHERE kind = $1
  AND player = ANY($2::uuid[])
"""

# The order comes first: where somebody else was quicker, nothing has been touched yet.
RATE = f"""
WITH placed AS (
  INSERT INTO rating_order (kind, place, game)
  SELECT $1, place, game
  FROM unnest($2::integer[], $3::uuid[]) AS placed(place, game)
  RETURNING place
),
changed AS (
  INSERT INTO rating_changes (kind, {", ".join(CHANGE)})
  SELECT $1, one.*
  FROM unnest(
    $4::integer[], $5::uuid[], $6::timestamptz[], $7::uuid[], $8::text[], $9::smallint[], $10::boolean[], $11::text[],
    $12::integer[], $13::text[], $14::integer[], $15::integer[], $16::integer[], $17::integer[]
  ) AS one
  WHERE EXISTS (SELECT FROM placed)
)
INSERT INTO ratings (kind, {", ".join(STANDING)})
SELECT $1, one.*
FROM unnest(
  $18::uuid[], $19::text[], $20::integer[], $21::integer[], $22::integer[], $23::integer[], $24::integer[],
  $25::integer[], $26::integer[], $27::integer[]
) AS one
WHERE EXISTS (SELECT FROM placed)
ON CONFLICT (kind, player) DO UPDATE
SET {", ".join(f"{name} = excluded.{name}" for name in STANDING[1:])}
"""  # noqa: S608 - from constants


class RatingOrder:
    """Gives games their places.  Raises `infra.postgres.pool.StoreUnavailable`."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def ended(self, after: Mark, limit: int) -> Sequence[Candidate]:
        """Return games in the order in which they ended."""
        found = await self._pool.fetch(ENDED, after.at, after.game, limit)
        return [Candidate(mark=Mark(at=row["finished_at"], game=row["game"]), kind=row["kind"]) for row in found]

    async def ordered(self, games: Sequence[UUID]) -> set[UUID]:
        """Return those of these games that have a place."""
        return {row["game"] for row in await self._pool.fetch(ORDERED, games)}

    async def matches(self, games: Sequence[UUID]) -> Mapping[UUID, Sequence[Entry]]:
        """Return the events of these games that are those of any match."""
        async with self._pool.acquire() as connection:
            return await matches_of(connection, games)

    async def last(self, kind: str) -> int:
        """Return the last place that was given."""
        place: int = await self._pool.fetchval(LAST, kind)
        return place

    async def standings(self, kind: str, players: Sequence[Player]) -> Mapping[Player, Standing]:
        """Return where those of these players stand who have been rated."""
        return {row["player"]: standing_of(row) for row in await self._pool.fetch(STANDINGS, kind, players)}

    async def rate(self, kind: str, games: Sequence[Placed]) -> bool:
        """Write all of these games down, or none: False, where one of the places or games had been taken before."""
        arguments = (*_columns([(one.place, one.game) for one in games], 2), *_changes(games), *_standings(games))
        try:
            await self._pool.execute(RATE, kind, *arguments)
        except asyncpg.UniqueViolationError:
            return False
        return True


async def matches_of(connection: Connection, games: Sequence[UUID]) -> Mapping[UUID, Sequence[Entry]]:
    """Return the events of games that are those of any match, not of a kind."""
    logs = logs_of(games, await connection.fetch(MATCHES, games))
    return {game: [entry for entry in log if entry.type.startswith("match.")] for game, log in logs.items()}


def change_row(placed: Placed, change: Change) -> tuple[object, ...]:
    """Return what `rating_changes` says of a change, besides the kind."""
    part, before, after = change.part, change.before.skill, change.after.skill
    return (
        placed.place,
        placed.game,
        placed.at,
        part.player,
        part.robot,
        part.place,
        part.shared,
        part.left,
        part.points,
        change.why,
        before.mean,
        before.deviation,
        after.mean,
        after.deviation,
    )


def standing_row(player: Player, robot: str | None, standing: Standing) -> tuple[object, ...]:
    """Return what `ratings` says of a player, besides the kind."""
    s = standing
    return player, robot, s.skill.strength, s.skill.mean, s.skill.deviation, s.points, s.played, s.won, s.drawn, s.left


def _changes(games: Sequence[Placed]) -> Sequence[Sequence[object]]:
    return _columns([change_row(one, change) for one in games for change in one.changes], len(CHANGE))


def _standings(games: Sequence[Placed]) -> Sequence[Sequence[object]]:
    last = {change.part.player: change for one in games for change in one.changes}
    rows = [standing_row(player, change.part.robot, change.after) for player, change in sorted(last.items())]
    return _columns(rows, len(STANDING))


def _columns(rows: Sequence[tuple[object, ...]], width: int) -> Sequence[Sequence[object]]:
    """Turn rows into columns, as `unnest` takes them."""
    return list(zip(*rows, strict=True)) if rows else [()] * width
