"""Work: what workers have in common.  Look for what is due, take it on lease, do it, and look again."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from uuid import UUID

import structlog

from domain.value import Value
from infra.metrics import WORK_DUE, WORK_FAILURES, WORK_LOOKED
from infra.postgres.leases import LEASE_SECONDS, Leases
from infra.postgres.pool import StoreUnavailable
from infra.traces import whole
from infra.unending import unending

BATCH = 64  # Games looked up together, besides those in hand.
AT_ONCE = 8  # Games worked on at the same time.
IN_HAND_MAX = 1024  # Games worked on, waiting for a place, or to be worked on again soon.

log = structlog.get_logger()


class Job(Value):
    """One kind of work: `due` names games that need it, `do` looks after one.

    `do` returns after how many seconds the game needs it again, None where that is not known.  It may be cut short or
    done twice at any time: what it appends is kept from being doubled by the gate.
    """

    name: str
    poll_seconds: float
    due: Callable[[datetime, int], Awaitable[Sequence[UUID]]]
    do: Callable[[UUID], Awaitable[float | None]]


class Worker:
    """Does one job, beside any number of others that do the same."""

    def __init__(self, job: Job, leases: Leases, now: Callable[[], datetime]) -> None:
        """Take a job, and what keeps others from doing the same for nothing."""
        self._job = job
        self._leases = leases
        self._now = now
        self._woken = asyncio.Event()
        self._places = asyncio.Semaphore(AT_ONCE)
        self._in_hand = dict[UUID, asyncio.Task[bool]]()
        self._called = set[UUID]()  # While in hand.
        self._at_work = False

    def called(self, game: UUID | None) -> None:
        """Hear that a game may be due; None: that any may be.  Only a hint: whatever is due is found anyway."""
        if game is None:
            self._woken.set()
        elif game in self._in_hand:
            self._called.add(game)
        elif self._at_work and len(self._in_hand) < IN_HAND_MAX:
            self._begin(game)

    @asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        """Work for as long as the context lasts; what is in hand then is given back."""
        self._at_work = True
        try:
            async with unending(self._look):
                yield
        finally:
            self._at_work = False
            tasks = list(self._in_hand.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _look(self) -> None:
        """Begin with all that is due; wait for a call, or for the next time, unless there is more."""
        self._woken.clear()
        limit = len(self._in_hand) + min(BATCH, IN_HAND_MAX - len(self._in_hand))
        try:
            due = await self._job.due(self._now(), limit)
            WORK_LOOKED.labels(self._job.name).set(self._now().timestamp())
            WORK_DUE.labels(self._job.name).set(len(due))
        except StoreUnavailable as error:
            WORK_FAILURES.labels(self._job.name).inc()
            log.warning("work_not_seen", work=self._job.name, reason=str(error))
            due = ()
        begun = [self._begin(game) for game in due if game not in self._in_hand]
        if len(due) == limit and begun:
            done, _ = await asyncio.wait(begun, timeout=self._job.poll_seconds)
            if any(task.result() for task in done if not task.cancelled()):
                return  # Not all of it is others' just now.
        try:
            async with asyncio.timeout(self._job.poll_seconds):
                await self._woken.wait()
        except TimeoutError:
            return

    def _begin(self, game: UUID) -> asyncio.Task[bool]:
        self._in_hand[game] = task = asyncio.get_running_loop().create_task(self._look_after(game))
        return task

    async def _look_after(self, game: UUID) -> bool:
        """Work on a game for as long as it needs that; return whether it was there to be worked on."""
        was_free, wait = False, 0.0
        while True:
            await asyncio.sleep(wait)
            self._called.discard(game)
            async with self._places:
                free, again = await self._try(game)
            was_free = was_free or free
            if again is None and game not in self._called:
                del self._in_hand[game]  # Here, so that no call falls in between.
                return was_free
            wait = again or 0.0

    async def _try(self, game: UUID) -> tuple[bool, float | None]:
        """Work on a game once, if nobody else does; return whether it was free, and after how long it needs more."""
        try:
            if not await self._leases.take(game, self._job.name, self._now()):
                return False, None
            try:
                with whole(self._job.name):
                    async with asyncio.timeout(LEASE_SECONDS):
                        again = await self._job.do(game)
            except asyncio.CancelledError:
                await self._leases.give_back(game, self._job.name)
                raise
            await self._leases.give_back(game, self._job.name)
        except (StoreUnavailable, TimeoutError) as error:
            log.warning("work_not_done", work=self._job.name, game=str(game), reason=str(error))
        except Exception:  # One game that cannot be looked after must not keep all others waiting.
            log.exception("work_failed", work=self._job.name, game=str(game))
        else:
            return True, again
        WORK_FAILURES.labels(self._job.name).inc()
        return False, None  # The lease stays: for a while everybody leaves the game alone.
