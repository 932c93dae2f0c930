"""Ratings: give each game that has ended its place in the order of its kind, and rate who played it."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from uuid import UUID

from domain.kernel import Kinds
from infra.postgres.leases import Leases
from infra.postgres.rating_order import RatingOrder
from services.company import Company
from services.ratings.model import plackett_luce
from services.ratings.rater import Rater
from services.work import Job, Worker

WORK = "ratings"
POLL_SECONDS = 1


@asynccontextmanager
async def ratings(company: Company) -> AsyncIterator[None]:
    """Let a process rate games for as long as the context lasts."""
    leases = Leases(company.pool, company.machine.uuid7())
    job = ratings_job(RatingOrder(company.pool), company.kinds)
    async with Worker(job, leases, company.machine.now).working():
        yield


def ratings_job(order: RatingOrder, kinds: Kinds) -> Job:
    """Return the work of rating.  Any number of workers may do it; what is leased is a kind, by an id of its own."""
    rater = Rater(order, kinds, plackett_luce)

    async def due(now: datetime, _limit: int) -> Sequence[UUID]:
        return await rater.due(now)

    async def do(lease: UUID) -> None:
        await rater.rate(lease)

    return Job(name=WORK, poll_seconds=POLL_SECONDS, due=due, do=do)
