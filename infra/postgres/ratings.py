"""Ratings: where players stand, and how they came there, as rankings and their own pages show it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from domain.rating import Part, Skill, Standing, Why
from domain.value import Value
from infra.postgres.pool import Pool, Record


class Ranked(Value):
    """A player in a ranking."""

    player: str
    robot: str | None
    standing: Standing


class Rated(Value):
    """What a game changed for a player; `place` is the game's in the order of rating."""

    kind: str
    place: int
    game: UUID
    at: datetime
    part: Part
    why: Why
    before: Skill
    after: Skill


class Moment(Value):
    """What was believed of a player's strength in a kind after a game that ended at that time."""

    kind: str
    at: datetime
    skill: Skill


FIRST = (2**31 - 1, UUID(int=0))  # Before anybody.

STRENGTHS = """
SELECT player::text AS player, strength
FROM ratings
WHERE kind = $1
  AND player = ANY($2::uuid[])
"""

STANDING = "mean, deviation, points, played, won, drawn, times_left"

RANKING = f"""
SELECT ratings.player::text AS player, ratings.robot, {STANDING}
FROM ratings
JOIN players ON players.id = ratings.player
WHERE kind = $1
  AND ratings.robot IS NULL
  AND players.erased_at IS NULL
  AND strength <= $2
  AND (strength < $2 OR ratings.player > $3)
ORDER BY strength DESC, ratings.player
LIMIT $4
"""  # noqa: S608 - from constants, as below
"""Whoever was erased has gone: a ranking is about people who can be met."""

ABOVE = """
kind = $1
    AND ratings.robot IS NULL
    AND strength >= $2
    AND (strength > $2 OR ratings.player < $3)
"""

# Everybody, less those few who were erased: looking up each for that takes several times as long.
BEFORE = f"""
SELECT
  coalesce(sum(one) FILTER (WHERE strength > $2), 0)::integer AS stronger,
  coalesce(sum(one), 0)::integer AS before
FROM (
  SELECT 1 AS one, strength
  FROM ratings
  WHERE {ABOVE}
  UNION ALL
  SELECT -1 AS one, strength
  FROM players
  JOIN ratings ON ratings.player = players.id
  WHERE players.erased_at IS NOT NULL
    AND {ABOVE}
) AS counted
"""  # noqa: S608

# Several of a level can sit at one table: they count together.
ROBOTS = """
SELECT robot, 0 AS mean, 0 AS deviation, sum(points)::integer AS points, sum(played)::integer AS played,
  sum(won)::integer AS won, sum(drawn)::integer AS drawn, sum(times_left)::integer AS times_left
FROM ratings
WHERE kind = $1
  AND robot IS NOT NULL
GROUP BY robot
"""

OF_PLAYER = f"""
SELECT kind, player::text AS player, robot, {STANDING}
FROM ratings
WHERE player = $1
ORDER BY kind
"""  # noqa: S608

CHANGE = """
kind, place, game, at, player::text AS player, robot, reached, shared, cause, points, why, mean_before,
  deviation_before, mean, deviation
"""

# The latest of each kind, by an index scan each.
LATEST = """
FROM (
  SELECT kind AS played
  FROM ratings
  WHERE player = $1
) AS kinds
CROSS JOIN LATERAL (
  SELECT *
  FROM rating_changes
  WHERE player = $1
    AND kind = played
  ORDER BY place DESC
  LIMIT $2
) AS latest
ORDER BY kind, place DESC
"""

CHANGES = f"SELECT {CHANGE} {LATEST}"

HISTORY = f"SELECT kind, at, mean, deviation {LATEST}"

OTHERS = f"""
SELECT {CHANGE}
FROM rating_changes
JOIN unnest($1::text[], $2::integer[]) AS asked(kind, place) USING (kind, place)
WHERE player <> $3
ORDER BY kind, place, reached, player
"""  # noqa: S608


class Ratings:
    """Reads ratings.  Raises `infra.postgres.pool.StoreUnavailable`."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def strengths(self, kind: str, players: Sequence[str]) -> Mapping[str, int]:
        """Return the strengths of those players who have one."""
        return {row["player"]: row["strength"] for row in await self._pool.fetch(STRENGTHS, kind, players)}

    async def ranking(self, kind: str, after: tuple[int, UUID] | None, limit: int) -> Sequence[Ranked]:
        """Return people by falling strength: the first, or who follows a strength and player."""
        strength, player = after if after is not None else FIRST
        return [_ranked(row) for row in await self._pool.fetch(RANKING, kind, strength, player, limit)]

    async def before(self, kind: str, strength: int, player: UUID) -> tuple[int, int]:
        """Return how many people are stronger than somebody, and how many a ranking names before."""
        found = await self._pool.fetchrow(BEFORE, kind, strength, player)
        return (found["stronger"], found["before"]) if found is not None else (0, 0)

    async def robots(self, kind: str) -> Mapping[str, Standing]:
        """Return what is counted of the robots of each level that has played; their skill is none of its business."""
        return {row["robot"]: standing_of(row) for row in await self._pool.fetch(ROBOTS, kind)}

    async def of_player(self, player: str) -> Mapping[str, Ranked]:
        """Return where a player stands in each kind played."""
        return {row["kind"]: _ranked(row) for row in await self._pool.fetch(OF_PLAYER, player)}

    async def changes(self, player: str, limit: int) -> Sequence[Rated]:
        """Return the latest changes of a player in each kind, the latest first."""
        return [rated_of(row) for row in await self._pool.fetch(CHANGES, player, limit)]

    async def moments(self, player: str, limit: int) -> Sequence[Moment]:
        """Return how a player's strength went in each kind, up to so many games back, the latest first."""
        rows = await self._pool.fetch(HISTORY, player, limit)
        return [Moment(kind=row["kind"], at=row["at"], skill=_skill(row)) for row in rows]

    async def others(self, player: str, changes: Sequence[Rated]) -> Sequence[Rated]:
        """Return what the same games changed for the others in them."""
        kinds, places = [one.kind for one in changes], [one.place for one in changes]
        return [rated_of(row) for row in await self._pool.fetch(OTHERS, kinds, places, player)]


def standing_of(row: Record) -> Standing:
    """Return the standing that a row of `ratings` holds."""
    return Standing(
        skill=_skill(row),
        points=row["points"],
        played=row["played"],
        won=row["won"],
        drawn=row["drawn"],
        left=row["times_left"],
    )


def rated_of(row: Record) -> Rated:
    """Return the change that a row of `rating_changes` holds."""
    part = Part(
        player=row["player"],
        robot=row["robot"],
        place=row["reached"],
        shared=row["shared"],
        left=row["cause"],
        points=row["points"],
    )
    return Rated(
        kind=row["kind"],
        place=row["place"],
        game=row["game"],
        at=row["at"],
        part=part,
        why=row["why"],
        before=Skill(mean=row["mean_before"], deviation=row["deviation_before"]),
        after=_skill(row),
    )


def _skill(row: Record) -> Skill:
    return Skill(mean=row["mean"], deviation=row["deviation"])


def _ranked(row: Record) -> Ranked:
    return Ranked(player=row["player"], robot=row["robot"], standing=standing_of(row))
