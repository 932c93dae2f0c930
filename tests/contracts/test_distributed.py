"""Schema and statements stay within what Citus accepts for tables that are distributed by game.

PostgreSQL's own parser reads them, so that no Citus is needed; what only a Citus can tell is not asked here.
"""

import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pglast
import pytest
from pglast.visitors import Visitor

import infra.postgres
from infra.postgres.distributed import DISTRIBUTE, NoCitus, distribute
from infra.postgres.pool import Connection, connect
from infra.postgres.writer import planning
from tests.servers import on, run
from tests.stores import Stores, more_stores

ast: Any = pglast.ast  # Whose every field may be missing, says its typing.

DISTRIBUTED = frozenset(re.findall(r"'(\w+)'[,\n]", DISTRIBUTE.read_text("utf-8").partition("ARRAY[")[2]))
KEYED = DISTRIBUTED | {"logs"}  # Which is events, and archived ones.
BEGINNINGS = ("WITH", "SELECT", "INSERT", "UPDATE", "DELETE")

# Which games they are about is what they ask: lists, polls, and what is removed wherever it lies.
SPANNING = {
    "affairs": {"OF_PLAYERS", "STARTED", "INVITED"},
    "archive": {"DUE"},
    "chat_statements": {"PLACES_OF", "EXPORT"},
    "invitations": {"OF", "OPEN"},
    "kept": {"SEEDS_OF_NOTHING"},
    "leases": {"OVERDUE", "ROBOTS_ON_TURN"},
    "rating_order": {"ENDED"},
    "rows": {"KNOWN"},
    "statements": {"LISTED", "LISTED_OF_PLAYER"},
    "words": {"FORGET"},
}

STANDIN = """
CREATE TABLE pg_dist_partition (logicalrelid regclass PRIMARY KEY, by text NOT NULL);
CREATE FUNCTION create_distributed_table(regclass, text) RETURNS void LANGUAGE sql
  AS 'INSERT INTO pg_dist_partition VALUES ($1, $2)';
"""
"""What a migration sees of Citus: it notes what it is asked for, and refuses it twice."""


def statements() -> Iterator[tuple[str, str, str]]:
    """Yield every statement of `infra.postgres`: module, name and SQL."""
    for module in iter_modules(infra.postgres.__path__):
        for name, text in vars(import_module(f"infra.postgres.{module.name}")).items():
            if isinstance(text, str) and name.isupper() and text.split()[:1] and text.split()[0] in BEGINNINGS:
                yield module.name, name, text


STATEMENTS = sorted(set(statements()))
EACH = pytest.mark.parametrize(
    ("module", "name", "text"), STATEMENTS, ids=[f"{module}.{name}" for module, name, _ in STATEMENTS]
)


class Scope:
    """One level of a statement: the distributed tables it reads or writes, and how each is bound to a game."""

    def __init__(self, node: Any, common: set[str]) -> None:
        self.node = node
        self._equals = list[tuple[Any, Any]]()
        self._tables = dict[str, str]()
        self._using = False
        for part in ("relation", "fromClause", "usingClause", "whereClause"):
            self._read(getattr(node, part, None), common)

    @property
    def tables(self) -> set[str]:
        return set(self._tables.values())

    def bound(self, alias: str) -> str | None:
        """Return by what a table is bound: to games that are `named`, `joined` to another table's, or not at all."""
        others = [other for one, other in self._sides() if _is_game(one, alias, alone=len(self._tables) == 1)]
        if any(isinstance(_bare(other), ast.ParamRef) for other in others):
            return "named"
        return "joined" if self._using or any(isinstance(other, ast.ColumnRef) for other in others) else None

    def bonds(self) -> Mapping[str, str | None]:
        """Return by what each distributed table is bound."""
        return {alias: self.bound(alias) for alias, table in self._tables.items() if table in KEYED}

    def _sides(self) -> Iterator[tuple[Any, Any]]:
        for left, right in self._equals:
            yield left, right
            yield right, left

    def _read(self, node: object, common: set[str]) -> None:
        match node:
            case tuple():
                for each in node:
                    self._read(each, common)
            case ast.RangeVar() if node.relname not in common:
                self._tables[node.alias.aliasname if node.alias else node.relname] = node.relname
            case ast.JoinExpr():
                self._using = self._using or [name.sval for name in node.usingClause or ()] == ["game"]
                for each in (node.larg, node.rarg, node.quals):
                    self._read(each, common)
            case ast.BoolExpr() if node.boolop.name == "AND_EXPR":
                self._read(node.args, common)
            case ast.A_Expr() if node.name[-1].sval == "=":
                self._equals.append((node.lexpr, node.rexpr))
            case _:
                pass


class Reading(Visitor):
    """What a statement does, level by level."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.common = set(re.findall(r"(\w+) AS \($", text, re.MULTILINE))
        self.scopes, self.inserts, self.locks = list[Scope](), list[Any](), list[Any]()
        self.updates, self.functions = list[Any](), set[str]()
        self(pglast.parse_sql(text))

    @property
    def tables(self) -> set[str]:
        return {table for scope in self.scopes for table in scope.tables} | {
            one.relation.relname for one in self.inserts
        }

    def visit(self, _ancestors: object, node: Any) -> None:
        match node:
            case ast.SelectStmt() | ast.UpdateStmt() | ast.DeleteStmt():
                self.scopes.append(Scope(node, self.common))
                if getattr(node, "lockingClause", None):
                    self.locks.append(node)
                if isinstance(node, ast.UpdateStmt):
                    self.updates.append(node)
            case ast.InsertStmt():
                self.inserts.append(node)
            case ast.FuncCall():
                self.functions.add(node.funcname[-1].sval)
            case ast.SQLValueFunction():
                self.functions.add("now")
            case _:
                pass


def test_there_are_statements_to_judge() -> None:
    assert len(STATEMENTS) > 90
    assert all(
        (module, name) in {one[:2] for one in STATEMENTS} for module, names in SPANNING.items() for name in names
    )


@EACH
def test_no_statement_joins_two_sorts_of_tables(module: str, name: str, text: str) -> None:
    tables = Reading(text).tables

    assert tables <= KEYED or tables.isdisjoint(KEYED), (module, name)


@EACH
def test_each_statement_says_which_games_it_is_about(module: str, name: str, text: str) -> None:
    bonds = [bond for scope in Reading(text).scopes for bond in scope.bonds().values()]

    if name in SPANNING.get(module, ()):
        assert "named" not in bonds or name == "KNOWN"
    else:
        assert None not in bonds
        assert set(bonds) <= {"named"} or set(bonds) <= {"joined"}, "either one game, or as many as there are"


@EACH
def test_no_row_is_locked_but_of_one_game(module: str, name: str, text: str) -> None:
    for select in Reading(text).locks:
        assert set(Scope(select, set()).bonds().values()) == {"named"}, (module, name)
        assert not any(lock.waitPolicy.name == "LockWaitSkip" for lock in select.lockingClause)


@EACH
def test_a_row_is_written_with_its_game_and_stays_with_it(module: str, name: str, text: str) -> None:
    reading = Reading(text)
    for insert in reading.inserts:
        if insert.relation.relname in DISTRIBUTED:
            assert "game" in [column.name for column in insert.cols], (module, name)
            if insert.onConflictClause is not None:
                assert "game" in [one.name for one in insert.onConflictClause.infer.indexElems]
                _keeps(insert.onConflictClause.targetList)
    for update in reading.updates:
        if update.relation.relname in DISTRIBUTED:
            _keeps(update.targetList)


async def test_no_statement_calls_what_answers_differently_each_time(any_stores: Stores) -> None:
    called = {
        function
        for _, _, text in STATEMENTS
        if (reading := Reading(text)).tables & KEYED
        for function in reading.functions
    }
    async with connect(any_stores.owner_url) as owner:
        found = await owner.fetch(
            """
            SELECT proname, bool_or(provolatile = 'v') AS volatile
            FROM pg_proc
            WHERE proname = ANY($1::text[])
            GROUP BY proname
            """,
            sorted(called),
        )

    assert {row["proname"] for row in found} == called
    assert [row["proname"] for row in found if row["volatile"]] == []
    assert "now" not in called


async def test_every_table_whose_key_begins_with_the_game_is_distributed_and_unique_within_games(
    any_stores: Stores,
) -> None:
    async with connect(any_stores.owner_url) as owner:
        keys = await owner.fetch(
            """
            SELECT
              indrelid::regclass::text AS name,
              indisprimary,
              array(
                SELECT attname::text
                FROM unnest(indkey) WITH ORDINALITY AS key(number, place)
                JOIN pg_attribute ON attrelid = indrelid AND attnum = number
                ORDER BY place
              ) AS columns
            FROM pg_index
            JOIN pg_class ON pg_class.oid = indrelid
            WHERE indisunique
              AND relnamespace = 'public'::regnamespace
            """
        )
    keyed = {row["name"] for row in keys if row["indisprimary"] and row["columns"][0] == "game"}

    assert keyed == DISTRIBUTED
    assert [row["name"] for row in keys if row["name"] in DISTRIBUTED and "game" not in row["columns"]] == []


SAYS_ITS_GAMES, JOINS = test_each_statement_says_which_games_it_is_about, test_no_statement_joins_two_sorts_of_tables
LOCKS, WRITES = test_no_row_is_locked_but_of_one_game, test_a_row_is_written_with_its_game_and_stays_with_it


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("SELECT version FROM games WHERE kind = $1", SAYS_ITS_GAMES),
        ("SELECT version FROM games JOIN seeds ON true WHERE games.game = $1", SAYS_ITS_GAMES),
        ("SELECT version FROM games JOIN seeds USING (game) WHERE games.game = $1", SAYS_ITS_GAMES),
        ("SELECT (SELECT count(*) FROM seeds WHERE game = games.game) FROM games WHERE game = $1", SAYS_ITS_GAMES),
        ("UPDATE games SET kind = $2 WHERE kind = $1", SAYS_ITS_GAMES),
        ("DELETE FROM words WHERE game = $1 OR true", SAYS_ITS_GAMES),
        ("SELECT name FROM games JOIN players ON true WHERE game = $1", JOINS),
        ("SELECT game FROM games WHERE status = $1 FOR UPDATE", LOCKS),
        ("SELECT game FROM games WHERE game = $1 FOR UPDATE SKIP LOCKED", LOCKS),
        ("UPDATE games SET game = $2 WHERE game = $1", WRITES),
        ("INSERT INTO invitations (id) VALUES ($1)", WRITES),
        ("INSERT INTO seeds (game) VALUES ($1) ON CONFLICT (seed) DO NOTHING", WRITES),
    ],
)
def test_what_citus_would_refuse_is_caught(text: str, test: Callable[[str, str, str], None]) -> None:
    with pytest.raises(AssertionError):
        test("nowhere", "NOTHING", text)


@pytest.fixture
async def citus(stores: Stores) -> AsyncIterator[tuple[Stores, Connection]]:
    """A database that looks like one of Citus, and its owner."""
    async with more_stores(stores) as made, connect(made.owner_url) as owner:
        await owner.execute(STANDIN)
        try:
            yield made, owner
        finally:
            await owner.execute("ALTER ROLE zugfolge_app NOLOGIN")  # Roles belong to all databases.


async def test_migrating_distributes_every_table_by_its_game_once(citus: tuple[Stores, Connection]) -> None:
    made, owner = citus
    said = [await run(on(made), "migrate", "--distributed") for _ in range(2)]
    found = await owner.fetch("SELECT logicalrelid::text AS name, by FROM pg_dist_partition")

    assert [(one.code, one.out, one.err) for one in said] == [(0, "nothing to do\n", "")] * 2
    assert {(row["name"], row["by"]) for row in found} == {(name, "game") for name in DISTRIBUTED}
    assert await owner.fetchval("SELECT rolcanlogin FROM pg_roles WHERE rolname = 'zugfolge_app'")


async def test_without_citus_nothing_is_distributed(stores: Stores) -> None:
    with pytest.raises(NoCitus, match="CREATE EXTENSION citus"):
        await distribute(stores.owner_url)


async def test_the_append_is_planned_once_but_on_citus(stores: Stores, citus: tuple[Stores, Connection]) -> None:
    """There a plan without the games in it cannot be carried out."""
    made, _ = citus

    assert await planning(stores.settings()) == {"plan_cache_mode": "force_generic_plan"}
    assert await planning(made.settings()) == {}


def _keeps(changes: Sequence[Any]) -> None:
    assert "game" not in [change.name for change in changes or ()]


def _is_game(node: Any, alias: str, *, alone: bool) -> bool:
    if not isinstance(node, ast.ColumnRef):
        return False
    names = [part.sval for part in node.fields if isinstance(part, ast.String)]
    return names == [alias, "game"] or (alone and names == ["game"])


def _bare(node: Any) -> Any:
    return node.arg if isinstance(node, ast.TypeCast) else node
