"""Writer: while one append is in flight, the others wait and go together in the next."""

import asyncio
import math
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TypeAlias
from uuid import UUID

import asyncpg

from infra.metrics import APPEND_SECONDS, APPENDS_WAITING, BATCH_COMMITS
from infra.postgres.distributed import on_citus
from infra.postgres.pool import Pool, StoreUnavailable, connect, open_pool
from infra.postgres.store import Append, Lost, append
from infra.settings import Settings
from infra.traces import begun

WAIT_SECONDS_MAX = 2
TOGETHER_MIN = 16  # Of so few that wait, none waits for the next statement.
PLANNED_ONCE = {"plan_cache_mode": "force_generic_plan"}
"""One plan for the append, however many games it has: it goes through them in their order, so that batches do not lock
each other out.  (A plan made for each takes another order now and then, and costs more than it saves.)"""

Answer: TypeAlias = asyncio.Future[Lost | None]
Waiting: TypeAlias = tuple[Append, Answer, float]
"""What is to be appended, who waits for the answer, and since when."""


class Writer:
    """Appends commits durably, many in one statement, at most one of a game in each."""

    def __init__(
        self, pool: Pool, *, batch_max: int, queue_max: int, wait_seconds_max: float = WAIT_SECONDS_MAX
    ) -> None:
        self._pool = pool
        self._batch_max = batch_max
        self._queue_max = queue_max
        self._wait_seconds_max = wait_seconds_max
        self._queue = deque[Waiting]()
        self._looking: asyncio.TimerHandle | None = None  # When somebody has waited too long.
        self._woken = asyncio.Event()
        self._closing = False
        APPENDS_WAITING.set_function(self._queue.__len__)

    def append(self, one: Append) -> Answer:
        """Append one commit; what is returned is there once it is durable, or says what it lost against.

        Raises:
            StoreUnavailable: too many wait, or the database does not answer; `doubtful`: it may have been done.
        """
        if self._closing or len(self._queue) >= self._queue_max:
            raise StoreUnavailable("the server is stopping" if self._closing else "too many commits are waiting")
        loop = asyncio.get_running_loop()
        answer: Answer = loop.create_future()
        self._queue.append((one, answer, loop.time()))
        if self._looking is None:
            self._looking = loop.call_later(self._wait_seconds_max, self._give_up)
        self._woken.set()
        if (span := begun("append")) is not None:
            answer.add_done_callback(lambda _: span.end())
        return answer

    @asynccontextmanager
    async def running(self, lanes: int = 1) -> AsyncIterator[None]:
        """Write for as long as the context lasts; what waits at its end is still written."""
        tasks = [asyncio.create_task(self._write_on()) for _ in range(lanes)]
        try:
            yield
        finally:
            self._closing = True
            self._woken.set()
            await asyncio.gather(*tasks)
            if self._looking is not None:
                self._looking.cancel()

    async def _write_on(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            while batch := self._take():
                await self._write(batch)
            if self._closing:
                return

    def _take(self) -> Sequence[Waiting]:
        """Return half of those who wait: while PostgreSQL writes one half, this process answers and decides the other.

        Were all written together, each would have nothing to do while the other works.
        """
        batch, games, later = list[Waiting](), set[UUID](), deque[Waiting]()
        most = min(self._batch_max, max(TOGETHER_MIN, math.ceil(len(self._queue) / 2)))
        while self._queue and len(batch) < most:
            waiting = self._queue.popleft()
            one, answer, _ = waiting
            if one.game in games:
                later.append(waiting)
            elif not answer.done():
                games.add(one.game)
                batch.append(waiting)
        self._queue.extendleft(reversed(later))
        return batch

    async def _write(self, batch: Sequence[Waiting]) -> None:
        BATCH_COMMITS.observe(len(batch))
        try:
            async with self._pool.acquire() as connection:
                lost = await append(connection, [one for one, *_ in batch])
        except Exception as error:  # noqa: BLE001 - it is raised where somebody waits for the answer; writing goes on
            if len(batch) > 1 and _at_fault(error):
                for waiting in batch:
                    await self._write([waiting])
            else:
                for _, answer, _ in batch:
                    if not answer.done():
                        answer.set_exception(error)
        else:
            now = asyncio.get_running_loop().time()
            for one, answer, since in batch:
                APPEND_SECONDS.observe(now - since)
                if not answer.done():
                    answer.set_result(lost.get(one.game))

    def _give_up(self) -> None:
        """Tell whoever waits too long behind a database that hangs, in time and for sure: nothing was sent."""
        loop, self._looking = asyncio.get_running_loop(), None
        while self._queue:
            _, answer, since = self._queue[0]
            if (left := since + self._wait_seconds_max - loop.time()) > 0:
                self._looking = loop.call_later(left, self._give_up)
                return
            self._queue.popleft()
            if not answer.done():
                answer.set_exception(StoreUnavailable("the commit waited too long for those before it"))


@asynccontextmanager
async def open_writer(settings: Settings) -> AsyncIterator[Writer]:
    """Open a writer with a connection of its own, which no reader can take away; what waits at the end is written.

    Raises:
        StoreUnavailable: the database cannot be reached.
    """
    alone = settings.model_copy(update={"pool_size_min": 1, "pool_size_max": 1})
    async with open_pool(alone, name="writer", **PLANNED_ONCE) as pool:
        writer = Writer(
            pool,
            batch_max=settings.append_batch_max,
            queue_max=settings.append_queue_max,
            wait_seconds_max=settings.acquire_seconds_max,
        )
        async with writer.running():
            yield writer


async def planning(settings: Settings) -> Mapping[str, str]:
    """Return how the append is to be planned.  Citus must see which games it is about, and cannot plan it once.

    Raises:
        StoreUnavailable: the database cannot be reached.
    """
    async with connect(settings.database_url) as connection:
        return {} if await on_citus(connection) else PLANNED_ONCE


def _at_fault(error: Exception) -> bool:
    """Return whether one commit of a batch is to blame, for which the others must not suffer.  Nothing was done."""
    if isinstance(error, StoreUnavailable):
        return isinstance(error.__cause__, asyncpg.LockNotAvailableError)  # Somebody else holds that game.
    return True
