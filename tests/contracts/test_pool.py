"""A pool lends connections that answer in time, cannot change facts, and come back as they went."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest

from infra.postgres.pool import Changeable, Pool, StoreUnavailable, assert_immutable, connect, open_pool
from tests.stores import PrivateStores, Stores, private_stores
from tests.waiting import until

ROOT = Path(__file__).parents[2]
SOURCES = [*(ROOT / "infra" / "postgres").rglob("*.py"), *(ROOT / "services").rglob("*.py")]
MARKS_A_SESSION = re.compile(
    r"""["']SET |\bSET (SESSION|ROLE)|set_config|\bLISTEN\b|add_listener|advisory_lock|CREATE TEMP|WITH HOLD"""
)


@pytest.fixture
async def pool(any_stores: Stores) -> AsyncIterator[Pool]:
    async with open_pool(any_stores.settings(pool_size_min=1, pool_size_max=1, acquire_seconds_max=0.05)) as pool:
        yield pool


async def test_connections_act_as_the_application_within_its_limits(pool: Pool) -> None:
    async with pool.acquire() as connection:
        row = await connection.fetchrow(
            """
            SELECT
              current_user,
              current_setting('application_name'),
              current_setting('statement_timeout'),
              current_setting('lock_timeout'),
              current_setting('idle_in_transaction_session_timeout')
            """
        )

    assert row is not None
    assert list(row) == ["zugfolge_app", "zugfolge", "5s", "2s", "10s"]


async def test_whoever_finds_no_connection_free_is_told_in_time(pool: Pool) -> None:
    async with pool.acquire():
        with pytest.raises(StoreUnavailable, match="no connection") as refused:
            async with pool.acquire():
                pass

    assert not refused.value.doubtful


async def test_a_database_that_is_not_there_is_said_to_be_unavailable(any_stores: Stores) -> None:
    nowhere = any_stores.settings(database_url="postgresql://somebody@127.0.0.1:1/nothing")
    with pytest.raises(StoreUnavailable, match="no connection to the database"):
        async with open_pool(nowhere):
            pass


async def test_a_statement_that_the_server_gives_up_on_has_not_happened(any_stores: Stores) -> None:
    async with open_pool(any_stores.settings(pool_size_min=1, statement_seconds_max=0.01)) as pool:
        with pytest.raises(StoreUnavailable) as refused:
            async with pool.acquire() as connection:
                await connection.execute("SELECT pg_sleep(60)")

    assert not refused.value.doubtful


async def test_a_connection_lost_in_use_leaves_a_doubt_and_is_replaced(any_stores: Stores, pool: Pool) -> None:
    async def lose() -> None:
        async with pool.acquire() as connection, connect(any_stores.owner_url) as owner:
            await owner.execute("SELECT pg_terminate_backend($1, 10000)", connection.get_server_pid())
            await connection.execute("SELECT 1")

    with pytest.raises(StoreUnavailable) as lost:
        await lose()
    async with pool.acquire() as connection:
        answer = await connection.fetchval("SELECT 1")

    assert lost.value.doubtful
    assert answer == 1


async def test_a_wrong_statement_is_a_bug_and_not_an_outage(pool: Pool) -> None:
    with pytest.raises(asyncpg.UndefinedTableError):
        async with pool.acquire() as connection:
            await connection.execute("SELECT FROM nothing")


async def test_a_transaction_left_open_does_not_reach_the_next_user(pool: Pool) -> None:
    async with pool.acquire() as connection:
        await connection.execute("BEGIN")
    async with pool.acquire() as connection:
        assert not connection.is_in_transaction()


async def test_a_connection_is_given_back_when_its_user_is_cancelled(pool: Pool) -> None:
    holding = asyncio.Event()

    async def hold() -> None:
        async with pool.acquire() as connection:
            holding.set()
            await connection.execute("SELECT pg_sleep(60)")

    task = asyncio.create_task(hold())
    await holding.wait()
    task.cancel()
    await asyncio.wait([task])

    async with pool.acquire() as connection:
        assert await connection.fetchval("SELECT 1") == 1


def test_nothing_marks_a_session_since_nothing_resets_it() -> None:
    """The pool runs no reset query (see `_leave_as_found`); only `migrate`, which has a connection of its own, may."""
    marking = {path.name for path in SOURCES if MARKS_A_SESSION.search(path.read_text())}

    assert marking == {"migrate.py"}


async def test_the_applications_login_can_change_nothing_written(pool: Pool) -> None:
    async with pool.acquire() as connection:
        await assert_immutable(connection)


async def test_a_login_that_could_change_events_is_noticed_behind_the_role(any_stores: Stores) -> None:
    async with open_pool(any_stores.settings(database_url=any_stores.owner_url)) as pool:
        with pytest.raises(Changeable, match="can change events"):
            async with pool.acquire() as connection:
                await assert_immutable(connection)


@pytest.mark.parametrize("right", ["UPDATE", "UPDATE (data)", "DELETE", "TRUNCATE"])
@pytest.mark.parametrize("table", ["events", "seeds"])
async def test_each_right_to_change_is_noticed(any_stores: Stores, table: str, right: str) -> None:
    right = right.replace("data", "seed") if table == "seeds" else right
    async with connect(any_stores.owner_url) as owner:
        await owner.execute("BEGIN")
        await owner.execute(f"GRANT {right} ON {table} TO zugfolge_app")
        await owner.execute("SET LOCAL SESSION AUTHORIZATION zugfolge_app")
        with pytest.raises(Changeable, match=f"zugfolge_app can change {table}"):
            await assert_immutable(owner)


async def test_an_owner_without_rights_is_noticed_since_he_can_grant_them(any_stores: Stores) -> None:
    async with connect(any_stores.owner_url) as owner:
        await owner.execute("BEGIN")
        await owner.execute("CREATE ROLE zugfolge_test_owner")
        await owner.execute("ALTER TABLE seeds OWNER TO zugfolge_test_owner")
        await owner.execute("REVOKE ALL ON seeds FROM zugfolge_test_owner")
        await owner.execute("SET LOCAL SESSION AUTHORIZATION zugfolge_test_owner")
        with pytest.raises(Changeable, match="zugfolge_test_owner can change seeds"):
            await assert_immutable(owner)


async def test_a_pool_outlives_a_restart_of_the_database() -> None:
    async with private_stores() as mine, open_pool(mine.stores.settings(pool_size_min=1)) as pool:
        mine.postgres.stop()
        with pytest.raises(StoreUnavailable):
            async with pool.acquire() as connection:
                await connection.fetchval("SELECT 1")
        mine.postgres.start()

        async with pool.acquire() as connection:
            assert await connection.fetchval("SELECT 1") == 1


async def test_a_database_that_takes_no_writes_any_more_is_left_for_whichever_does() -> None:
    """As after a fail-over: the sessions of old lead to what is a standby now."""
    async with private_stores() as mine, open_pool(mine.stores.settings(pool_size_min=2)) as pool:
        before = await sessions(pool)
        await turn(mine, "on")
        with pytest.raises(StoreUnavailable, match="takes no writes") as refused:
            async with pool.acquire() as connection:
                await connection.execute("DELETE FROM leases")
        after = await sessions(pool)
        await turn(mine, "off")
        async with pool.acquire() as connection:
            await connection.execute("DELETE FROM leases")

    assert not refused.value.doubtful
    assert before.isdisjoint(after)


async def sessions(pool: Pool) -> set[int]:
    """Return which of the server's processes two connections lead to."""
    async with pool.acquire() as one, pool.acquire() as other:
        return {one.get_server_pid(), other.get_server_pid()}


async def turn(mine: PrivateStores, read_only: str) -> None:
    """Let a database take writes, or none."""
    async with connect(mine.stores.owner_url) as owner:
        await owner.execute(f"ALTER SYSTEM SET default_transaction_read_only = {read_only}")
        await owner.execute("SELECT pg_reload_conf()")

    async def shown() -> str:
        async with connect(mine.stores.owner_url) as owner:
            setting: str = await owner.fetchval("SHOW default_transaction_read_only")
            return setting

    await until(shown, lambda setting: setting == read_only)
