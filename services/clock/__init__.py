"""Clock: puts out whoever runs out of time, whether or not anybody is looking."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from uuid import UUID

from infra.postgres.leases import Leases
from services.company import Company
from services.games import Games
from services.work import Job, Worker

POLL_SECONDS = 1


@asynccontextmanager
async def clock(company: Company) -> AsyncIterator[None]:
    """Let a process watch the clocks for as long as the context lasts."""
    leases = Leases(company.pool, company.machine.uuid7())
    job = clock_job(company.games, leases, company.settings.grace_seconds)
    async with Worker(job, leases, company.machine.now).working():
        yield


def clock_job(games: Games, leases: Leases, grace_seconds: float) -> Job:
    """Return the clock's work.  Any number of workers may do it: the gate lets each time-out happen once."""

    async def due(now: datetime, limit: int) -> Sequence[UUID]:
        return await leases.overdue(now - timedelta(seconds=grace_seconds), limit)

    async def do(game: UUID) -> None:
        await games.run_out(game)

    return Job(name="clock", poll_seconds=POLL_SECONDS, due=due, do=do)
