"""The schema keeps its promises whatever is asked of it: facts stay, and polling for nothing costs nothing."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from uuid import UUID

import asyncpg
import pytest

from infra.postgres.leases import OVERDUE, ROBOTS_ON_TURN
from infra.postgres.pool import Connection, connect, open_pool
from infra.postgres.statements import LISTED, LISTED_OF_PLAYER
from tests.stores import Stores

GAME = UUID("00000000-0000-7000-8000-000000000001")
NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
COMMAND = UUID("00000000-0000-7000-8000-00000000c0de")

RIGHTS = {
    "alembic_version": "SELECT",
    "archive": "SELECT",
    **dict.fromkeys(("acts", "chat_entries", "events", "rating_changes", "rating_order", "seeds"), "INSERT SELECT"),
    **dict.fromkeys(("chat_rooms", "games", "ratings", "reports"), "INSERT SELECT UPDATE"),
    **dict.fromkeys(
        (
            *("chat_lines", "ignores", "invitations", "leases", "mutes", "players", "receipts", "rematches"),
            *("tokens", "words"),
        ),
        "DELETE INSERT SELECT UPDATE",
    ),
}
"""Of the application, for every table."""

WRITE = """
INSERT INTO events (game, version, type, schema, data, command, at, hash)
VALUES ($1, $2, 'toy.moved', 1, '{"column":4}', $3, now(), '')
"""

RUNNING_GAMES = """
INSERT INTO games (
  game, kind, status, version, head, listed_at, opened_at, seats, members, options, locked, origin, to_move,
  robot_to_move, audience_versions
)
SELECT
  gen_random_uuid(), 'toy', 'running', 1, '', now(), now(), 2, '[]', '{}', false, 'played', 1, 0, '{}'
FROM generate_series(1, 5000)
"""


@pytest.fixture
async def application(any_stores: Stores) -> AsyncIterator[Connection]:
    async with open_pool(any_stores.settings(pool_size_min=1)) as pool, pool.acquire() as connection:
        yield connection


@pytest.fixture
async def owner(any_stores: Stores) -> AsyncIterator[Connection]:
    """A connection whose work is undone."""
    async with connect(any_stores.owner_url) as connection:
        await connection.execute("BEGIN")
        yield connection


@pytest.mark.parametrize("change", ["UPDATE {} SET game = game", "DELETE FROM {}", "TRUNCATE {}", "DROP TABLE {}"])
@pytest.mark.parametrize("table", ["events", "archive", "seeds", "events_readable", "rating_order"])
async def test_what_is_written_cannot_be_changed_or_removed(application: Connection, table: str, change: str) -> None:
    with pytest.raises(asyncpg.PostgresError, match=r"permission denied|must be owner|is not a table"):
        await application.execute(change.format(table))


async def test_the_application_has_the_rights_it_needs_and_no_more(application: Connection) -> None:
    rows = await application.fetch(
        """
        SELECT
          table_name,
          string_agg(privilege_type, ' ' ORDER BY privilege_type) AS rights
        FROM information_schema.table_privileges
        WHERE grantee IN ('zugfolge_app', 'PUBLIC')
          AND table_schema = 'public'
        GROUP BY table_name
        """
    )

    assert {row["table_name"]: row["rights"] for row in rows} == {**RIGHTS, "logs": "SELECT"}


async def test_the_application_makes_no_tables(application: Connection) -> None:
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await application.execute("CREATE TABLE mine (id integer)")


async def test_a_command_is_applied_once(owner: Connection) -> None:
    await owner.execute(WRITE, GAME, 1, COMMAND)
    with pytest.raises(asyncpg.UniqueViolationError, match="events_command"):
        await owner.execute(WRITE, GAME, 2, COMMAND)


async def test_events_without_a_command_of_their_own_are_many(owner: Connection) -> None:
    await owner.execute(WRITE, GAME, 1, COMMAND)
    await owner.execute(WRITE, GAME, 2, None)
    await owner.execute(WRITE, GAME, 3, None)

    assert await owner.fetchval("SELECT count(*) FROM events WHERE game = $1", GAME) == 3


async def test_a_version_is_given_once(owner: Connection) -> None:
    await owner.execute(WRITE, GAME, 1, COMMAND)
    with pytest.raises(asyncpg.UniqueViolationError, match="events_pkey"):
        await owner.execute(WRITE, GAME, 1, None)


async def test_versions_begin_at_one(owner: Connection) -> None:
    with pytest.raises(asyncpg.CheckViolationError):
        await owner.execute(WRITE, GAME, 0, None)


async def test_operators_can_read_what_an_event_says(owner: Connection) -> None:
    await owner.execute(WRITE, GAME, 1, None)

    assert await owner.fetchval("SELECT data->'column' FROM events_readable WHERE game = $1", GAME) == "4"


@pytest.mark.parametrize(
    ("statement", "arguments", "index"),
    [
        (OVERDUE, (NOW, 10), "games_clock"),
        (ROBOTS_ON_TURN, (10,), "games_robots"),
        (LISTED, ("running", None, None, None, 10), "games_list"),
        (LISTED, ("running", "rare", None, None, 10), "games_list_kind"),
        (LISTED_OF_PLAYER, ('[{"player": "x"}]', ["open", "running"], None, None, None, 10), "games_mine"),
    ],
    ids=["clock", "robots", "lobby", "kind", "mine"],
)
async def test_what_is_asked_again_and_again_reads_an_index_however_many_games_there_are(
    owner: Connection, statement: str, arguments: tuple[object, ...], index: str
) -> None:
    await owner.execute(RUNNING_GAMES)
    await owner.execute("ANALYZE games")

    assert await indexes(owner, statement, *arguments) == {index}


async def test_nothing_keeps_the_tables_from_being_distributed(owner: Connection) -> None:
    tables = await owner.fetch(
        "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
    )
    bound = await owner.fetchval(
        """
        SELECT
          (SELECT count(*) FROM pg_constraint WHERE contype = 'f')
          + (SELECT count(*) FROM pg_trigger)
          + (SELECT count(*) FROM pg_sequences)
        """
    )

    assert {row["name"] for row in tables} == RIGHTS.keys()
    assert bound == 0


async def indexes(connection: Connection, statement: str, *arguments: object) -> set[object]:
    """Return by what the games are read: the indexes, None for all of them one by one."""
    plan = json.loads(await connection.fetchval(f"EXPLAIN (FORMAT JSON) {statement}", *arguments))[0]["Plan"]
    reads = [step for step in steps(plan) if "Index Name" in step or "Relation Name" in step]
    return {step.get("Index Name") for step in reads if step["Node Type"] != "Bitmap Heap Scan"}


def steps(plan: dict[str, object]) -> list[dict[str, object]]:
    """Return a plan's steps, the outermost first."""
    below = plan.get("Plans", [])
    assert isinstance(below, list)
    return [plan, *(step for part in below for step in steps(part))]
