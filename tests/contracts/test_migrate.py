"""Migrations run once, in their order, whoever starts them."""

import asyncio
import re
import secrets
import sys
from collections.abc import AsyncIterator

import asyncpg
import pytest

from infra.postgres import migrate as migrations
from infra.postgres.migrate import migrate, schema_version, versions
from infra.postgres.pool import connect
from tests.stores import Stores

MIGRATING = "import asyncio, sys; from infra.postgres.migrate import migrate; print(*asyncio.run(migrate(sys.argv[1])))"


@pytest.fixture
async def empty(any_stores: Stores) -> AsyncIterator[str]:
    """The owner's address of a database that has never been migrated."""
    name = f"zugfolge_test_{secrets.token_hex(6)}"
    async with connect(any_stores.owner_url) as owner:
        await owner.execute(f"CREATE DATABASE {name}")
        yield re.sub(r"/zugfolge_test_\w+", f"/{name}", any_stores.owner_url)
        await owner.execute(f"DROP DATABASE {name} WITH (FORCE)")


async def test_a_new_database_comes_to_the_newest_version(empty: str) -> None:
    async with connect(empty) as owner:
        assert await schema_version(owner) is None
        assert await migrate(empty) == versions()
        assert await schema_version(owner) == versions()[-1]


async def test_migrating_again_changes_nothing(empty: str) -> None:
    await migrate(empty)

    assert await migrate(empty) == []


async def test_of_two_processes_one_migrates_and_the_other_waits(empty: str) -> None:
    command = sys.executable, "-c", MIGRATING, empty
    both = [await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE) for _ in range(2)]
    said = [(await process.communicate())[0].decode().split() for process in both]

    assert [process.returncode for process in both] == [0, 0]
    assert sorted(said) == [[], [*versions()]]


async def test_a_migration_that_fails_leaves_nothing_behind(empty: str) -> None:
    async with connect(empty) as owner:
        await owner.execute("CREATE TABLE rematches (in_the_way integer)")
        with pytest.raises(asyncpg.DuplicateTableError):
            await migrate(empty)

        assert await schema_version(owner) is None
        assert await owner.fetchval("SELECT to_regclass('events')") is None


async def test_a_database_from_the_future_is_left_alone(empty: str) -> None:
    await migrate(empty)
    async with connect(empty) as owner:
        await owner.execute("UPDATE alembic_version SET version_num = '9999'")
        with pytest.raises(LookupError, match="the database is at version 9999"):
            await migrate(empty)


async def test_whoever_waits_too_long_says_so(empty: str) -> None:
    async with connect(empty) as busy:
        await busy.execute(f"SELECT pg_advisory_lock({migrations.LOCK})")
        with pytest.raises(TimeoutError):
            await migrate(empty, wait_seconds_max=0.01)


async def test_a_login_of_the_application_is_let_in(empty: str) -> None:
    login = f"zugfolge_test_{secrets.token_hex(6)}"
    async with connect(empty) as owner:
        await owner.execute(f"CREATE ROLE {login} LOGIN")
        await migrate(empty, f"postgresql://{login}@somewhere/database")
        admitted = await owner.fetchval("SELECT pg_has_role($1, 'zugfolge_app', 'MEMBER')", login)
        await owner.execute(f"DROP ROLE {login}")

    assert admitted


def test_versions_are_numbers_without_a_gap() -> None:
    assert list(versions()) == [f"{number:04}" for number in range(1, len(versions()) + 1)]
