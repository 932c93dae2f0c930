"""Robots: make the moves of whoever is a robot, as any player would, from what its seat knows."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from uuid import UUID

from infra.beside import Beside
from infra.postgres.leases import Leases
from services.company import Company
from services.games import ROBOTS
from services.robots.playing import Playing
from services.work import Job, Worker

POLL_SECONDS = 2  # For what was called for while nobody heard; usually a call comes with the commit.
THINK_SECONDS_MAX = 5  # About one move; well within a lease.


@asynccontextmanager
async def robots(company: Company) -> AsyncIterator[None]:
    """Let a process play for robots for as long as the context lasts."""
    settings, games = company.settings, company.games
    leases = Leases(company.pool, company.machine.uuid7())
    with Beside(settings.robot_processes, seconds_max=THINK_SECONDS_MAX) as beside:
        worker = Worker(
            robots_job(Playing(games, beside, settings.robot_pause_seconds), leases), leases, company.machine.now
        )

        def call(work: str, game: UUID) -> None:
            if work == ROBOTS:
                worker.called(game)  # What is committed here is looked after here: nobody else need hear of it.
            else:
                company.fanout.call(work, game)

        company.fanout.answer(ROBOTS, worker.called)
        games.call = call
        async with worker.working():
            yield


def robots_job(playing: Playing, leases: Leases) -> Job:
    """Return the robots' work.  Any number of workers may do it: the gate lets each move happen once."""

    async def due(_now: datetime, limit: int) -> Sequence[UUID]:
        return await leases.robots_on_turn(limit)

    return Job(name=ROBOTS, poll_seconds=POLL_SECONDS, due=due, do=playing.play)
