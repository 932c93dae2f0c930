"""The writer writes many commits together, answers each for itself, and keeps nobody waiting for ever."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest
from msgspec.structs import replace

from infra.postgres.pool import Connection, Pool, StoreUnavailable, connect, open_pool
from infra.postgres.store import Append, Lost
from infra.postgres.writer import Writer
from tests.contracts.appends import Played
from tests.holding import WAITING
from tests.stores import Stores
from tests.waiting import until

SECONDS_MAX = 60


@pytest.fixture
async def pool(any_stores: Stores) -> AsyncIterator[Pool]:
    settings = any_stores.settings(
        pool_size_min=1, lock_seconds_max=30, statement_seconds_max=30, command_seconds_max=60
    )
    async with open_pool(settings) as pool:
        yield pool


@pytest.fixture
async def owner(any_stores: Stores) -> AsyncIterator[Connection]:
    async with connect(any_stores.owner_url) as connection:
        yield connection


@asynccontextmanager
async def writing(
    pool: Pool, *, batch: int = 64, queue: int = 1024, wait: float = SECONDS_MAX
) -> AsyncIterator[Writer]:
    writer = Writer(pool, batch_max=batch, queue_max=queue, wait_seconds_max=wait)
    async with writer.running():
        yield writer


async def test_a_commit_that_passes_is_written_when_it_is_answered(pool: Pool, owner: Connection) -> None:
    played = Played()
    async with writing(pool) as writer:
        assert await writer.append(played.next()) is None

        assert await written(owner, [played]) == [played.version]


async def test_a_commit_that_lost_is_told_so(pool: Pool, owner: Connection) -> None:
    played = Played()
    async with writing(pool) as writer:
        await writer.append(played.next())
        stood_at = played.version

        lost = await writer.append(replace(played.next(), expected=99))

    assert lost == Lost(stood_at=stood_at)
    assert await written(owner, [played]) == [stood_at]


@pytest.mark.parametrize(("waiting", "statements_needed"), [(16, 1), (40, 3)])
async def test_half_of_what_waits_while_another_is_written_goes_together_but_not_fewer_than_a_few(
    any_stores: Stores, pool: Pool, owner: Connection, waiting: int, statements_needed: int
) -> None:
    """Of 40 first 20, then 16, then 4."""
    first, *others = [Played(number) for number in range(waiting + 1)]
    async with writing(pool) as writer:
        await append_all(writer, [first.next()])
        async with held(any_stores, owner, first) as waited_for:
            one = asyncio.create_task(append_all(writer, [first.next()]))
            await waited_for()
            more = asyncio.create_task(append_all(writer, [each.next() for each in others]))
            await asyncio.sleep(0)
        await asyncio.gather(one, more)

    assert await statements(owner, others) == statements_needed


async def test_a_statement_holds_no_more_commits_than_allowed(pool: Pool, owner: Connection) -> None:
    games = [Played(number) for number in range(20)]
    async with writing(pool, batch=5) as writer:
        await append_all(writer, [game.next() for game in games])

    assert await statements(owner, games) == 4


async def test_commits_of_one_game_are_written_one_after_the_other(pool: Pool, owner: Connection) -> None:
    played = Played()
    async with writing(pool) as writer:
        answers = await append_all(writer, played.rest())

    assert set(answers) == {None}
    assert await written(owner, [played]) == [played.version]


async def test_more_commits_than_may_wait_are_refused_at_once_and_for_sure(
    any_stores: Stores, pool: Pool, owner: Connection
) -> None:
    first, *others = [Played(number) for number in range(6)]
    async with writing(pool, queue=4) as writer:
        await writer.append(first.next())
        async with held(any_stores, owner, first) as waited_for:
            one = writer.append(first.next())
            await waited_for()
            waiting = [writer.append(each.next()) for each in others[:4]]
            await asyncio.sleep(0)
            with pytest.raises(StoreUnavailable, match="too many") as refused:
                await writer.append(others[4].next())
        await asyncio.gather(one, *waiting)

    assert not refused.value.doubtful
    assert await written(owner, others) == [*(each.version for each in others[:4]), 0]


async def test_whoever_waits_too_long_for_those_before_is_told_so_and_not_written(
    any_stores: Stores, pool: Pool, owner: Connection
) -> None:
    first, other = Played(1), Played(2)
    async with writing(pool, wait=0.05) as writer:
        await writer.append(first.next())
        async with held(any_stores, owner, first) as waited_for:
            one = writer.append(first.next())
            await waited_for()
            with pytest.raises(StoreUnavailable, match="too long") as refused:
                await writer.append(other.next())
        assert await one is None

    assert not refused.value.doubtful
    assert await written(owner, [first, other]) == [first.version, 0]


async def test_a_commit_that_cannot_be_stored_harms_nobody_beside_it(pool: Pool, owner: Connection) -> None:
    games = [Played(number) for number in range(5)]
    commits = [game.next() for game in games]
    commits[2] = replace(commits[2], row=replace(commits[2].row, status="impossible"))
    async with writing(pool) as writer:
        answers = await append_all(writer, commits)

    assert isinstance(answers[2], asyncpg.CheckViolationError)
    assert [answers[number] for number in (0, 1, 3, 4)] == [None] * 4
    assert await written(owner, games) == [game.version if game is not games[2] else 0 for game in games]


async def test_a_commit_that_cannot_even_be_sent_harms_nobody_beside_it(pool: Pool, owner: Connection) -> None:
    games = [Played(number) for number in range(3)]
    commits = [game.next() for game in games]
    commits[1] = replace(commits[1], row=replace(commits[1].row, seats=2**40))
    async with writing(pool) as writer:
        answers = await append_all(writer, commits)
        later = Played(9)
        assert await writer.append(later.next()) is None

    assert isinstance(answers[1], asyncpg.DataError)
    assert [answers[0], answers[2]] == [None, None]
    assert await written(owner, games) == [games[0].version, 0, games[2].version]


async def test_a_game_that_somebody_keeps_locked_holds_up_no_other(any_stores: Stores, owner: Connection) -> None:
    games = [Played(number) for number in range(5)]
    async with (
        open_pool(any_stores.settings(pool_size_min=1, lock_seconds_max=0.1)) as impatient,
        writing(impatient) as writer,
    ):
        await append_all(writer, [game.next() for game in games])
        stood_at = games[3].version
        async with held(any_stores, owner, games[3]):
            answers = await append_all(writer, [game.next() for game in games])

    assert [answers[number] for number in (0, 1, 2, 4)] == [None] * 4
    assert isinstance(answers[3], StoreUnavailable)
    assert not answers[3].doubtful
    assert await written(owner, games) == [game.version if game is not games[3] else stood_at for game in games]


async def test_a_batch_that_two_sides_locked_each_other_out_of_is_written_after_all(
    any_stores: Stores, pool: Pool, owner: Connection
) -> None:
    """PostgreSQL ends one of the two after a second: the batch, which has waited longer."""
    games = sorted((Played(number) for number in range(2)), key=lambda game: game.id.bytes)
    lock = "SELECT FROM games WHERE game = $1 FOR UPDATE"
    async with writing(pool) as writer, connect(any_stores.owner_url) as other:
        await append_all(writer, [game.next() for game in games])
        await other.execute("BEGIN")
        await other.execute(lock, games[1].id)
        batch = asyncio.create_task(append_all(writer, [game.next() for game in games]))
        await until(lambda: owner.fetchval(WAITING))
        await other.execute(lock, games[0].id)
        await other.execute("COMMIT")
        answers = await batch

    assert answers == [None, None]
    assert await written(owner, games) == [game.version for game in games]


async def test_whoever_gives_up_before_being_written_is_not_written(
    any_stores: Stores, pool: Pool, owner: Connection
) -> None:
    first, other = Played(1), Played(2)
    async with writing(pool) as writer:
        await writer.append(first.next())
        async with held(any_stores, owner, first) as waited_for:
            one = writer.append(first.next())
            await waited_for()
            giving_up = writer.append(other.next())
            await asyncio.sleep(0)
            giving_up.cancel()
        await asyncio.wait([one, giving_up])

    assert await written(owner, [first, other]) == [first.version, 0]


async def test_whoever_gives_up_while_being_written_harms_nobody(
    any_stores: Stores, pool: Pool, owner: Connection
) -> None:
    first, other = Played(1), Played(2)
    async with writing(pool) as writer:
        await append_all(writer, [first.next(), other.next()])
        async with held(any_stores, owner, first) as waited_for:
            both = [writer.append(each.next()) for each in (first, other)]
            await waited_for()
            both[0].cancel()
        assert await both[1] is None

    assert await written(owner, [first, other]) == [first.version, other.version]


async def test_what_waits_when_the_writer_stops_is_still_written(
    any_stores: Stores, pool: Pool, owner: Connection
) -> None:
    first, *others = [Played(number) for number in range(10)]
    async with writing(pool, batch=2) as writer:
        await writer.append(first.next())
        async with held(any_stores, owner, first) as waited_for:
            waiting = [writer.append(each.next()) for each in (first, *others)]
            await waited_for()

    assert [await answer for answer in waiting] == [None] * 10
    assert await written(owner, [first, *others]) == [game.version for game in (first, *others)]


async def test_after_the_writer_has_stopped_nothing_is_taken(pool: Pool) -> None:
    async with writing(pool) as writer:
        pass

    with pytest.raises(StoreUnavailable, match="stopping") as refused:
        await writer.append(Played().next())

    assert not refused.value.doubtful


async def test_a_connection_lost_while_writing_leaves_a_doubt_and_the_next_commit_is_written(
    pool: Pool, any_stores: Stores, owner: Connection
) -> None:
    first, other = Played(1), Played(2)
    async with writing(pool) as writer:
        await writer.append(first.next())
        async with held(any_stores, owner, first) as waited_for:
            one = writer.append(first.next())
            await waited_for()
            await owner.fetchval(
                """
                SELECT bool_and(pg_terminate_backend(pid, 10000))
                FROM pg_stat_activity
                WHERE datname = current_database()
                  AND wait_event_type = 'Lock'
                """
            )
            with pytest.raises(StoreUnavailable) as lost:
                await one
        assert await writer.append(other.next()) is None

    assert lost.value.doubtful


@asynccontextmanager
async def held(stores: Stores, owner: Connection, game: Played) -> AsyncIterator[Callable[[], Awaitable[Any]]]:
    """Lock a game's row until the context is left, and tell when an append waits for it."""
    async with connect(stores.owner_url) as connection, connection.transaction():
        await connection.execute("SELECT FROM games WHERE game = $1 FOR UPDATE", game.id)
        yield lambda: until(lambda: owner.fetchval(WAITING))


async def append_all(writer: Writer, appends: Sequence[Append]) -> list[Any]:
    """Append all of these at once and return each one's answer or error."""
    return list(await asyncio.gather(*(writer.append(one) for one in appends), return_exceptions=True))


async def written(owner: Connection, games: Sequence[Played]) -> list[int]:
    """Return how many events the database has of each game."""
    ids = [game.id for game in games]
    found = await owner.fetch("SELECT game, count(*) AS events FROM events WHERE game = ANY($1) GROUP BY game", ids)
    counted = {record["game"]: record["events"] for record in found}
    return [counted.get(game, 0) for game in ids]


async def statements(owner: Connection, games: Sequence[Played]) -> int:
    """Return how many transactions wrote these games' events."""
    ids = [game.id for game in games]
    count: int = await owner.fetchval("SELECT count(DISTINCT xmin::text) FROM events WHERE game = ANY($1)", ids)
    return count
