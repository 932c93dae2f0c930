"""Tables of robots alone, opened at the stores as no person could."""

import secrets
from collections.abc import Sequence
from uuid import UUID, uuid4

from domain.chance import SEED_BYTES
from domain.commands import Setup
from domain.kernel import AnyRules
from domain.match import Match, Member
from infra.postgres.pool import Connection
from services.games import Games
from services.robots.players import players_of
from tests.faults.houses import opened

LIMIT_SECONDS = 14 * 86_400
UNFINISHED = "SELECT count(*) FROM games WHERE game = ANY($1) AND finished_at IS NULL"


async def robots_alone(games: Games, rules: AnyRules, seats: int) -> UUID:
    """Open and start a game between robots of the first level."""
    level = rules.robots[0].level
    members = [Member(player=player.id, robot=level) for player in players_of(rules, level)[:seats]]
    setup = Setup(seats=seats, options=rules.options(), limit_seconds=LIMIT_SECONDS)
    done = await opened(games, uuid4(), rules, secrets.token_bytes(SEED_BYTES), members, setup)
    return done.live.id


async def unfinished(connection: Connection, games: Sequence[UUID]) -> int:
    """Return how many of these games have not ended."""
    return int(await connection.fetchval(UNFINISHED, games))


async def match_of(games: Games, game: UUID) -> Match:
    """Return what the store's log of a game says."""
    live = await games.fresh(game)
    assert live is not None
    return live.game.match
