"""Tables of robots alone, opened at the stores as no person could, and what has become of them."""

import secrets
from collections.abc import Sequence
from uuid import UUID, uuid4

from domain.chain import broken, commits, read
from domain.chance import SEED_BYTES
from domain.codec import Codec
from domain.commands import Setup
from domain.judge import judge
from domain.kernel import AnyRules
from domain.match import MatchEnded, Member
from infra.postgres.pool import Connection
from infra.postgres.store import Store
from services.games import Games
from services.robots.players import players_of
from tests.faults.houses import opened

LIMIT_SECONDS = 14 * 86_400
UNFINISHED = "SELECT count(*) FROM games WHERE game = ANY($1) AND finished_at IS NULL"


async def robots_alone(games: Games, rules: AnyRules) -> UUID:
    """Open and start a game between as few robots as can play it."""
    level, seats = rules.robots[0].level, min(rules.table.seats)
    members = [Member(player=player.id, robot=level) for player in players_of(rules, level)[:seats]]
    setup = Setup(seats=seats, options=rules.options(), limit_seconds=LIMIT_SECONDS)
    done = await opened(games, uuid4(), rules, secrets.token_bytes(SEED_BYTES), members, setup)
    return done.live.id


async def unfinished(connection: Connection, games: Sequence[UUID]) -> int:
    """Return how many of these games have not ended."""
    return int(await connection.fetchval(UNFINISHED, games))


async def moves_of(store: Store, rules: AnyRules, game: UUID) -> int:
    """Hold that a game's log is whole, as its rules and its seed demand, and ended; return how many moves it took."""
    entries = await store.events(game)
    together = list(commits(entries))
    log = [read(Codec(rules), one) for one in together]
    asked = [entry.command for entry in entries if entry.command is not None]
    assert broken(game, entries) is None
    assert judge(rules, log, await store.seed(game)) is None
    assert isinstance(log[-1].events[-1], MatchEnded)
    assert len(set(asked)) == len(asked) == len(together)
    return len(log) - 1
