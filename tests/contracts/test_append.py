"""An append is all or nothing, once, in one statement, and each game goes its own way."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from domain.chain import broken, commits, read
from domain.codec import Codec
from domain.feed import recall
from domain.row import row
from infra.postgres.pool import Connection, Pool, connect, open_pool
from infra.postgres.rows import columns, found
from infra.postgres.store import Append, Lost, Store, append
from infra.postgres.writer import PLANNED_ONCE
from tests.contracts.appends import Played
from tests.holding import held
from tests.laws.registry import KINDS
from tests.stores import Stores

LIVES = 3  # Of each kind.

TRACES = """
SELECT
  (SELECT count(*) FROM events WHERE game = $1) AS events,
  (SELECT count(*) FROM games WHERE game = $1) AS games,
  (SELECT count(*) FROM seeds WHERE game = $1) AS seeds,
  (SELECT head FROM games WHERE game = $1) AS head
"""


@pytest.fixture
async def pool(any_stores: Stores) -> AsyncIterator[Pool]:
    async with open_pool(any_stores.settings(pool_size_min=1), **PLANNED_ONCE) as pool:
        yield pool


@pytest.fixture
async def here(pool: Pool) -> AsyncIterator[Connection]:
    async with pool.acquire() as connection:
        yield connection


@pytest.fixture
async def there(pool: Pool) -> AsyncIterator[Connection]:
    async with pool.acquire() as connection:
        yield connection


@pytest.fixture
async def owner(any_stores: Stores) -> AsyncIterator[Connection]:
    async with connect(any_stores.owner_url) as connection:
        yield connection


@pytest.mark.parametrize("kind", KINDS)
async def test_a_games_row_is_always_what_its_stored_events_make_of_it(
    here: Connection, owner: Connection, kind: str
) -> None:
    for number in range(LIVES):
        played = Played(number, kind)
        while not played.game.match.ended:
            assert await append(here, [played.next()]) == {}
            (stored,) = await found(owner, [played.id])
            codec, rules = Codec(played.rules), played.rules
            fresh = recall(rules, [read(codec, together) for together in commits(stored.entries)])

            assert stored.row == columns(row(fresh), stored.entries[-1].hash)


async def test_what_is_read_is_what_was_appended_byte_for_byte(pool: Pool, here: Connection) -> None:
    played = Played()
    for one in played.rest():
        await append(here, [one])

    stored = await Store(pool).events(played.id)

    assert list(stored) == played.entries
    assert broken(played.id, stored) is None


async def test_the_seed_comes_with_the_first_commit_and_never_again(pool: Pool, here: Connection) -> None:
    played = Played()
    await append(here, [played.next()])
    await append(here, [replace(played.next(), seed=b"another")])

    assert await Store(pool).seed(played.id) == played.seed


async def test_a_game_without_a_seed_has_none(pool: Pool, here: Connection) -> None:
    played = Played()
    await append(here, [replace(played.next(), seed=None)])

    assert await Store(pool).seed(played.id) is None


async def test_whoever_is_behind_loses_and_hears_how_far_the_game_is(here: Connection, owner: Connection) -> None:
    played = Played()
    first, second, third = played.next(), played.next(), played.next()
    for one in (first, second, third):
        await append(here, [one])
    before = await traces(owner, played.id)

    late = with_command(second)

    assert await append(here, [late]) == {played.id: Lost(stood_at=third.row.version)}
    assert await traces(owner, played.id) == before


async def test_whoever_is_ahead_loses(here: Connection, owner: Connection) -> None:
    played = Played()
    first, _, third = played.next(), played.next(), played.next()
    await append(here, [first])
    before = await traces(owner, played.id)

    assert await append(here, [third]) == {played.id: Lost(stood_at=first.row.version)}
    assert await traces(owner, played.id) == before


async def test_a_game_is_opened_once_and_keeps_its_first_seed(pool: Pool, here: Connection, owner: Connection) -> None:
    first = Played(1)
    second = Played(2, game=first.id)
    opening = first.next()
    await append(here, [opening])
    before = await traces(owner, first.id)

    assert await append(here, [second.next()]) == {first.id: Lost(stood_at=opening.row.version)}
    assert await traces(owner, first.id) == before
    assert await Store(pool).seed(first.id) == first.seed


async def test_the_same_command_is_not_appended_again_even_at_the_right_version(
    here: Connection, owner: Connection
) -> None:
    played, command = Played(), uuid4()
    first, second = played.next(), played.next(command)
    third = played.next(command)
    await append(here, [first])
    await append(here, [second])
    before = await traces(owner, played.id)

    assert await append(here, [third]) == {played.id: Lost(stood_at=second.row.version)}
    assert await traces(owner, played.id) == before


async def test_a_command_of_one_game_says_nothing_about_another(here: Connection) -> None:
    command = uuid4()
    games = [Played(number) for number in range(2)]

    assert await append(here, [game.next(command) for game in games]) == {}


async def test_a_commit_of_many_events_is_one(pool: Pool, here: Connection) -> None:
    played = Played()
    for one in played.rest():
        await append(here, [one])

    together = list(commits(await Store(pool).events(played.id)))

    assert [len(one) for one in together] == [len(commit.events) for commit in played.game.log]
    assert max(len(one) for one in together) > 1


async def test_of_many_games_in_one_statement_each_passes_or_loses_alone(here: Connection, owner: Connection) -> None:
    games = [Played(number) for number in range(60)]
    await append(here, [game.next() for game in games])
    late, others = games[:20], [*games[20:], *(Played(number) for number in range(100, 120))]
    due = {game.id: Lost(stood_at=game.version) for game in late}
    before = [await traces(owner, game.id) for game in late]

    stale = [replace(game.next(), expected=99) for game in late]
    lost = await append(here, [*stale, *(game.next() for game in others)])

    assert lost == due
    assert [await traces(owner, game.id) for game in late] == before
    assert await heads(owner, others) == [game.version for game in others]


async def test_of_two_at_once_one_passes_and_the_other_was_level_with_it(
    any_stores: Stores, here: Connection, there: Connection, owner: Connection
) -> None:
    played = Played()
    await append(here, [played.next()])
    stood_at, move = played.version, played.next()

    async with held(any_stores, played.id) as rows:
        both = [asyncio.create_task(append(side, [with_command(move)])) for side in (here, there)]
        await rows.waited_for(2)
    outcomes = await asyncio.gather(*both)

    assert sorted(outcomes, key=len) == [{}, {played.id: Lost(stood_at=stood_at)}]
    assert (await heads(owner, [played])) == [played.version]


async def test_batches_over_the_same_games_in_whatever_order_do_not_lock_each_other_out(
    any_stores: Stores, here: Connection, there: Connection, owner: Connection
) -> None:
    games = [Played(number) for number in range(40)]
    await append(here, [game.next() for game in games])
    for turn in range(10):
        moves = [game.next() for game in games if not game.game.match.ended]
        async with held(any_stores, *(game.id for game in games[turn::10])) as rows:
            batches = (moves, [with_command(move) for move in reversed(moves)])
            both = [
                asyncio.create_task(append(side, batch)) for side, batch in zip((here, there), batches, strict=True)
            ]
            await rows.waited_for(2)
        first, second = await asyncio.gather(*both)

        assert set(first) ^ set(second) == {move.game for move in moves}
    assert await heads(owner, games) == [game.version for game in games]


async def traces(owner: Connection, game: UUID) -> list[object]:
    """Return what a game has left in the tables."""
    found = await owner.fetchrow(TRACES, game)
    assert found is not None
    return list(found)


async def heads(owner: Connection, games: Sequence[Played]) -> list[int]:
    """Return how many events each game has, which its row and its log must agree on."""
    rows = {each.game: each for each in await found(owner, [game.id for game in games])}
    for each in rows.values():
        assert each.row is not None
        assert [entry.version for entry in each.entries] == list(range(1, each.row["version"] + 1))
    return [len(rows[game.id].entries) for game in games]


def with_command(one: Append) -> Append:
    """Return the same commit under a command of its own."""
    first, *more = one.entries
    return replace(one, entries=(replace(first, command=uuid4()), *more))
