"""A worker does what is due and what it is called for, once, and nothing that fails keeps it from the rest."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from infra.postgres.leases import LEASE_SECONDS, Leases
from infra.postgres.pool import Pool, StoreUnavailable, open_pool
from services.work import AT_ONCE, BATCH, Job, Worker
from tests.stores import Stores
from tests.waiting import until

NEVER = 3600


class Work:
    """Work of which a test says what is due, and how long it takes."""

    def __init__(self, *due: UUID) -> None:
        self.due = list(due)
        self.done: list[UUID] = []
        self.begun: list[UUID] = []
        self.again: float | None = None
        self.free = asyncio.Event()
        self.free.set()
        self.failure: Exception | None = None
        self.at = datetime(2026, 1, 1, 12, tzinfo=UTC)

    def job(self, poll_seconds: float = NEVER) -> Job:
        return Job(name=f"test-{id(self)}", poll_seconds=poll_seconds, due=self._due, do=self._do)

    async def _due(self, _now: datetime, limit: int) -> Sequence[UUID]:
        return self.due[:limit]

    async def _do(self, game: UUID) -> float | None:
        self.begun.append(game)
        await self.free.wait()
        if self.failure is not None:
            raise self.failure
        self.done.append(game)
        if game in self.due:
            self.due.remove(game)
        again, self.again = self.again, None
        return again


@pytest.fixture
async def pool(stores: Stores) -> AsyncIterator[Pool]:
    async with open_pool(stores.settings()) as one:
        yield one


@asynccontextmanager
async def working(pool: Pool, work: Work, poll_seconds: float = NEVER) -> AsyncIterator[Worker]:
    worker = Worker(work.job(poll_seconds), Leases(pool, uuid4()), lambda: work.at)
    async with worker.working():
        yield worker


async def test_what_is_due_at_the_start_is_done(pool: Pool) -> None:
    games = [uuid4() for _ in range(3)]
    work = Work(*games)

    async with working(pool, work):
        await until(lambda: not work.due)

    assert sorted(work.done) == sorted(games)


async def test_more_than_is_looked_up_together_is_done_without_waiting_for_the_next_look(pool: Pool) -> None:
    work = Work(*(uuid4() for _ in range(2 * BATCH + 1)))

    async with working(pool, work):
        await until(lambda: not work.due)

    assert len(work.done) == len(set(work.done)) == 2 * BATCH + 1


async def test_what_calls_is_done_at_once(pool: Pool) -> None:
    work, game = Work(), uuid4()

    async with working(pool, work) as worker:
        worker.called(game)
        await until(lambda: work.done)

    assert work.done == [game]


async def test_a_call_that_may_have_been_missed_makes_it_look(pool: Pool) -> None:
    work = Work(first := uuid4())

    async with working(pool, work) as worker:
        await until(lambda: work.done == [first])
        work.due.append(second := uuid4())
        worker.called(None)
        await until(lambda: work.done == [first, second])


async def test_without_a_call_it_looks_again_after_a_while(pool: Pool) -> None:
    work = Work(first := uuid4())

    async with working(pool, work, poll_seconds=0.05):
        await until(lambda: work.done == [first])
        work.due.append(second := uuid4())
        await until(lambda: work.done == [first, second])


async def test_what_calls_while_in_hand_is_done_once_more(pool: Pool) -> None:
    work, game = Work(), uuid4()
    work.free.clear()

    async with working(pool, work) as worker:
        worker.called(game)
        await until(lambda: work.begun)
        worker.called(game)
        worker.called(game)
        work.free.set()
        await until(lambda: len(work.done) == 2)

    assert work.begun == [game, game]


async def test_what_asks_for_it_is_done_again(pool: Pool) -> None:
    work, game = Work(), uuid4()
    work.again = 0.01

    async with working(pool, work) as worker:
        worker.called(game)
        await until(lambda: len(work.done) == 2)


async def test_no_more_is_done_at_the_same_time_than_there_are_places(pool: Pool) -> None:
    work = Work(*(uuid4() for _ in range(2 * AT_ONCE)))
    work.free.clear()

    async with working(pool, work):
        await until(lambda: len(work.begun) == AT_ONCE)
        work.free.set()
        await until(lambda: not work.due)

    assert len(work.done) == 2 * AT_ONCE


async def test_what_waits_to_be_done_again_keeps_no_place(pool: Pool) -> None:
    work = Work()

    async with working(pool, work) as worker:
        for game in [uuid4() for _ in range(AT_ONCE)]:
            work.again = NEVER
            worker.called(game)
            await until(lambda game=game: game in work.done)  # type: ignore[misc]
        worker.called(other := uuid4())
        await until(lambda: other in work.done)


async def test_two_workers_never_do_the_same_at_the_same_time(pool: Pool) -> None:
    work = Work(*(uuid4() for _ in range(20)))
    work.free.clear()

    async with working(pool, work), working(pool, work):
        await until(lambda: len(work.begun) == 2 * AT_ONCE)
        in_hand = set(work.begun)
        work.free.set()

    assert len(in_hand) == 2 * AT_ONCE


@pytest.mark.parametrize("failure", [StoreUnavailable("no answer"), ValueError("a bug")], ids=["store", "bug"])
async def test_what_fails_keeps_nothing_else_waiting_and_is_left_alone_for_a_lease(
    pool: Pool, failure: Exception
) -> None:
    work, bad = Work(), uuid4()
    work.failure = failure

    async with working(pool, work) as worker:
        worker.called(bad)
        await until(lambda: work.begun == [bad])
        work.failure = None
        worker.called(good := uuid4())
        await until(lambda: work.done == [good])
        worker.called(bad)
        worker.called(other := uuid4())
        await until(lambda: work.done == [good, other])
        assert bad not in work.done
        work.at += timedelta(seconds=LEASE_SECONDS)
        worker.called(bad)
        await until(lambda: bad in work.done)


async def test_what_calls_after_the_end_is_others(pool: Pool) -> None:
    work = Work()
    async with working(pool, work) as worker:
        pass

    worker.called(uuid4())
    await asyncio.sleep(0)

    assert work.begun == []


async def test_what_is_in_hand_at_the_end_is_free_for_others_at_once(pool: Pool) -> None:
    work = Work(game := uuid4())
    work.free.clear()
    async with working(pool, work):
        await until(lambda: work.begun)

    work.free.set()
    async with working(pool, work):
        await until(lambda: work.done == [game])
