"""Writer: while one append is in flight, the others wait and go together in the next."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TypeAlias
from uuid import UUID

import asyncpg  # type: ignore[import-untyped]

from infra.postgres.pool import Pool, StoreUnavailable
from infra.postgres.store import Append, append

Waiting: TypeAlias = tuple[Append, asyncio.Future[bool]]


class Writer:
    """Appends commits durably, many in one statement, at most one of a game in each."""

    def __init__(self, pool: Pool, *, batch_max: int, queue_max: int) -> None:
        self._pool = pool
        self._batch_max = batch_max
        self._queue_max = queue_max
        self._queue = deque[Waiting]()
        self._woken = asyncio.Event()
        self._closing = False

    async def append(self, one: Append) -> bool:
        """Append one commit; return whether it passed the gate and is durable now.

        Raises:
            StoreUnavailable: too many wait, or the database does not answer; `doubtful`: it may have been done.
        """
        if self._closing or len(self._queue) >= self._queue_max:
            raise StoreUnavailable("the server is stopping" if self._closing else "too many commits are waiting")
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.append((one, answer))
        self._woken.set()
        return await answer

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

    async def _write_on(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            while batch := self._take():
                await self._write(batch)
            if self._closing:
                return

    def _take(self) -> Sequence[Waiting]:
        batch, games, later = list[Waiting](), set[UUID](), deque[Waiting]()
        while self._queue and len(batch) < self._batch_max:
            one, answer = self._queue.popleft()
            if one.game in games:
                later.append((one, answer))
            elif not answer.cancelled():
                games.add(one.game)
                batch.append((one, answer))
        self._queue.extendleft(reversed(later))
        return batch

    async def _write(self, batch: Sequence[Waiting]) -> None:
        try:
            async with self._pool.acquire() as connection:
                passed = await append(connection, [one for one, _ in batch])
        except StoreUnavailable as error:
            _settle(batch, error)
        except asyncpg.PostgresError as error:  # One of them is at fault; the others must not suffer.
            if len(batch) == 1:
                _settle(batch, error)
            else:
                for waiting in batch:
                    await self._write([waiting])
        else:
            for one, answer in batch:
                if not answer.done():
                    answer.set_result(one.game in passed)


def _settle(batch: Sequence[Waiting], error: Exception) -> None:
    for _, answer in batch:
        if not answer.done():
            answer.set_exception(error)
