"""Rebuild: the rows follow from the events alone, and are made again from them while the games are played on."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.chain import commits
from domain.feed import recall
from domain.kernel import AnyRules
from domain.match import Commit
from domain.row import row
from domain.value import Value
from infra.postgres.pool import Connection, connect
from infra.postgres.rows import NAMES, columns, found, replace
from infra.postgres.store import Append, append
from services.rebuild import Survey, survey
from tests.laws.lives import live
from tests.laws.registry import KINDS
from tests.records.documents import sealed
from tests.stores import Stores, more_stores

LIVES = 3  # Of each kind.
LATER = UUID("ffffffff-0000-7000-8000-000000000000")

DAMAGE = {
    "kind": "'another'",
    "status": "'open'",
    "version": "version + 1",
    "head": "'\\x00'",
    "listed_at": "now()",
    "opened_at": "now()",
    "started_at": "now()",
    "finished_at": "now()",
    "seats": "99",
    "members": "'[]'",
    "options": "'{\"another\": 1}'",
    "limit_seconds": "99",
    "locked": "NOT locked",
    "strength_max": "99",
    "origin": "'imported'",
    "rematch_of": "gen_random_uuid()",
    "to_move": "99",
    "robot_to_move": "99",
    "deadline": "now()",
    "audience_versions": "'{}'",
    "result": "'{}'",
}


class Played(Value):
    """A database in which games of every kind were played, and what its rows were then."""

    owner: Connection
    games: Sequence[UUID]
    rows: Sequence[Any]


@pytest.fixture(scope="module")
async def played(any_stores: Stores) -> AsyncIterator[Played]:
    """One for all who leave it as they found it."""
    async with more_stores(any_stores) as fresh, connect(fresh.owner_url) as owner:
        games = await filled(owner)
        yield Played(owner=owner, games=games, rows=await table(owner))


@pytest.fixture
async def owner(any_stores: Stores) -> AsyncIterator[Connection]:
    async with more_stores(any_stores) as fresh, connect(fresh.owner_url) as connection:
        yield connection


@pytest.fixture
async def player(owner: Connection, any_stores: Stores) -> AsyncIterator[Connection]:
    """A second connection to the same database."""
    name = await owner.fetchval("SELECT current_database()")
    async with connect(any_stores.owner_url.replace(any_stores.redis_prefix, name)) as connection:
        yield connection


def appends(rules: AnyRules, log: Sequence[Commit], game: UUID) -> Sequence[Append]:
    """Return what a server appends, commit by commit."""
    whole, made = list(commits(sealed(rules, log, game))), list[Append]()
    for number, entries in enumerate(whole, 1):
        after = row(recall(rules, log[:number]))
        seed = bytes(32) if number == 1 else None
        made.append(Append(game=game, expected=entries[0].version - 1, entries=tuple(entries), row=after, seed=seed))
    return made


async def filled(connection: Connection) -> Sequence[UUID]:
    """Play games of every kind: some only just opened, some in the midst, some to their end."""
    games = list[UUID]()
    for rules in KINDS.values():
        for number in range(LIVES):
            game, log = UUID(int=1 + len(games)), live(rules, Random(number)).log
            part = (1, len(log) * 2 // 3, len(log))[number]
            for one in appends(rules, log[:part], game):
                assert await append(connection, [one]) == {}
            games.append(game)
    return games


async def table(connection: Connection) -> Sequence[Any]:
    return [tuple(each) for each in await connection.fetch(f"SELECT game, {', '.join(NAMES)} FROM games ORDER BY game")]


async def checked(connection: Connection) -> Survey:
    return await survey(connection, KINDS, lambda _: None, check=True)


async def rebuilt(connection: Connection) -> Survey:
    return await survey(connection, KINDS, lambda _: None, check=False)


async def test_the_rows_written_in_play_are_those_that_the_events_make(played: Played) -> None:
    assert await checked(played.owner) == Survey(games=len(played.games), written=0, wrong=())
    assert await rebuilt(played.owner) == Survey(games=len(played.games), written=0, wrong=())


def test_every_column_is_damaged_below() -> None:
    assert set(DAMAGE) == set(NAMES)


@pytest.mark.parametrize("column", DAMAGE)
async def test_a_damaged_column_is_named_and_made_again(played: Played, column: str) -> None:
    await played.owner.execute(f"UPDATE games SET {column} = {DAMAGE[column]}")
    damaged = await table(played.owner)
    named = await checked(played.owner)
    unchanged = await table(played.owner)
    mended = await rebuilt(played.owner)

    assert unchanged == damaged
    assert named.wrong
    assert all(f": {column} is " in sentence for sentence in named.wrong)
    assert mended == Survey(games=len(played.games), written=len(named.wrong), wrong=())
    assert await table(played.owner) == played.rows


async def test_an_emptied_table_is_made_again_exactly(played: Played) -> None:
    await played.owner.execute("TRUNCATE games")

    assert (await checked(played.owner)).wrong == tuple(f"game {game}: it has no row" for game in played.games)
    assert (await rebuilt(played.owner)).written == len(played.games)
    assert await table(played.owner) == played.rows


async def test_a_row_without_events_is_named_and_removed(played: Played) -> None:
    names = ", ".join(NAMES)
    copy = f"INSERT INTO games (game, {names}) SELECT $1, {names} FROM games LIMIT 1"
    await played.owner.execute(copy, LATER)

    assert (await checked(played.owner)).wrong == (f"game {LATER}: it has a row and no events",)
    assert (await rebuilt(played.owner)).written == 1
    assert await table(played.owner) == played.rows


async def test_a_changed_event_is_named_by_its_version_and_its_row_left_alone(owner: Connection) -> None:
    rules, game = KINDS["reversi"], UUID(int=1)
    for one in appends(rules, live(rules, Random(1)).log, game):
        await append(owner, [one])
    await owner.execute("UPDATE events SET actor = 'another' WHERE version = 3")
    await owner.execute("UPDATE games SET seats = 99")
    before = await table(owner)
    sentence = f"game {game}: version 3 does not follow from those before it"

    assert (await checked(owner)).wrong == (sentence,)
    assert (await rebuilt(owner)).wrong == (sentence,)
    assert await table(owner) == before


async def test_a_row_read_before_a_move_is_not_written_after_it(owner: Connection) -> None:
    rules, game = KINDS["reversi"], UUID(int=1)
    first, second, third, *_ = appends(rules, live(rules, Random(1)).log, game)
    for one in (first, second):
        await append(owner, [one])
    (before,) = await found(owner, [game])
    await append(owner, [third])
    after = await table(owner)

    assert not await replace(owner, before, columns(second.row, second.entries[-1].hash))
    assert await table(owner) == after


async def test_a_game_opened_meanwhile_keeps_its_row(owner: Connection) -> None:
    rules, game = KINDS["reversi"], UUID(int=1)
    first, *_ = appends(rules, live(rules, Random(1)).log, game)
    (before,) = await found(owner, [game])
    await append(owner, [first])

    assert not await replace(owner, before, columns(first.row, first.entries[-1].hash))
    assert (await checked(owner)).wrong == ()


async def test_beside_live_play_nothing_is_lost_nothing_wrongly_named_and_all_is_mended(
    owner: Connection, player: Connection
) -> None:
    rules = KINDS["reversi"]
    games = [UUID(int=number) for number in range(1, 5)]
    logs = [appends(rules, live(rules, Random(game.int)).log, game) for game in games]
    surveys, refused = list[Survey](), list[UUID]()

    async def play() -> None:
        for moves in zip(*logs, strict=False):
            for one in moves:
                refused.extend(await append(player, [one]))

    async def survey_on(playing: asyncio.Task[None]) -> None:
        while not playing.done():
            surveys.append(await checked(owner))
            await owner.execute("UPDATE games SET seats = 99 WHERE version % 3 = 0")
            await rebuilt(owner)

    playing = asyncio.create_task(play())
    await survey_on(playing)
    await playing
    last = await rebuilt(owner)

    assert refused == []
    assert [survey.wrong for survey in surveys if survey.wrong] == []
    assert last.wrong == ()
    assert (await checked(owner)).wrong == ()
    assert len(surveys) > 1
