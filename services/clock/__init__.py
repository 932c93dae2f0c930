"""Clock: puts out whoever runs out of time, whether or not anybody is looking."""

from datetime import datetime, timedelta
from uuid import UUID

from infra.postgres.leases import Leases
from services.games import Games
from services.work import Job

POLL_SECONDS = 1


def clock(games: Games, leases: Leases, grace_seconds: float) -> Job:
    """Return the clock's work.  Any number of workers may do it: the gate lets each time-out happen once."""

    async def due(now: datetime, limit: int) -> list[UUID]:
        return list(await leases.overdue(now - timedelta(seconds=grace_seconds), limit))

    async def do(game: UUID) -> None:
        await games.run_out(game)

    return Job(name="clock", poll_seconds=POLL_SECONDS, due=due, do=do)
