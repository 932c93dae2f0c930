"""Work: what workers have in common.  Look for what is due, take it on lease, do it, and look again."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from uuid import UUID

import structlog

from domain.value import Value
from infra.postgres.leases import LEASE_SECONDS, Leases
from infra.postgres.pool import StoreUnavailable

BATCH = 64  # Games looked up together.
AT_ONCE = 8  # Games looked after at the same time.

log = structlog.get_logger()


class Job(Value):
    """One kind of work: `due` names games that need it, `do` looks after one.

    `do` may be cut short or done twice at any time: what it appends is kept from being doubled by the gate.
    """

    name: str
    poll_seconds: float
    due: Callable[[datetime, int], Awaitable[Sequence[UUID]]]
    do: Callable[[UUID], Awaitable[None]]


async def work_on(job: Job, leases: Leases, now: Callable[[], datetime], woken: asyncio.Event) -> None:
    """Do a job for ever; `woken` is a hint that something may be due before the next look."""
    places = asyncio.Semaphore(AT_ONCE)
    busy = set[UUID]()

    async def look_after(game: UUID) -> None:
        async with places:
            await _do(job, leases, now, game)
        busy.discard(game)

    async with asyncio.TaskGroup() as tasks:
        while True:
            woken.clear()
            for game in await _due(job, now()):
                if game not in busy:
                    busy.add(game)
                    tasks.create_task(look_after(game))
            try:
                async with asyncio.timeout(job.poll_seconds):
                    await woken.wait()
            except TimeoutError:
                continue


async def _due(job: Job, now: datetime) -> Sequence[UUID]:
    try:
        return await job.due(now, BATCH)
    except StoreUnavailable as error:
        log.warning("work_not_seen", work=job.name, reason=str(error))
        return ()


async def _do(job: Job, leases: Leases, now: Callable[[], datetime], game: UUID) -> None:
    try:
        if await leases.take(game, job.name, now()):
            async with asyncio.timeout(LEASE_SECONDS):
                await job.do(game)
            await leases.give_back(game, job.name)
    except (StoreUnavailable, TimeoutError) as error:
        log.warning("work_not_done", work=job.name, game=str(game), reason=str(error))  # The next look finds it again.
    except Exception:  # One game that cannot be looked after must not keep all others waiting.
        log.exception("work_failed", work=job.name, game=str(game))
