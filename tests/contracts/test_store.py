"""The store reads logs and lists as they are, whole and in order."""

from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from msgspec.structs import replace

from infra.postgres.pool import Pool, connect, open_pool
from infra.postgres.store import Append, Listed, Store, append
from tests.contracts.appends import Played
from tests.laws.lives import BEGINNING
from tests.stores import Stores, more_stores

GAMES = 30
STATUSES = ("open", "running", "finished", "aborted")


class Shop:
    """A database with nothing in it but the games of one test."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self.store = Store(pool)

    async def append(self, *appends: Append) -> None:
        async with self._pool.acquire() as connection:
            assert await append(connection, appends) == {}

    async def pages(self, limit: int, **wanted: Any) -> Sequence[Listed]:
        """Return a whole list, read page by page."""
        listed: list[Listed] = []
        while True:
            before = (listed[-1].listed_at, listed[-1].game) if listed else None
            page = await self.store.listed(limit=limit, before=before, **wanted)
            listed.extend(page)
            if len(page) < limit:
                return listed


@pytest.fixture
async def shop(any_stores: Stores) -> AsyncIterator[Shop]:
    async with more_stores(any_stores) as fresh, open_pool(fresh.settings(pool_size_min=1)) as pool:
        yield Shop(pool)


@pytest.fixture(scope="module")
async def stocked(any_stores: Stores) -> AsyncIterator[tuple[Shop, Sequence[Played]]]:
    """One with games of two kinds in all states, some of which were listed at the same moment."""
    async with more_stores(any_stores) as fresh, open_pool(fresh.settings(pool_size_min=1)) as pool:
        shop, games = Shop(pool), [Played(number, ("hoard", "connect_four")[number % 2]) for number in range(GAMES)]
        for number, game in enumerate(games):
            await shop.append(listed_later(game.next(), number // 2))
            for one in game.rest()[: number * 2]:
                await shop.append(listed_later(one, number // 2))
        yield shop, games


async def test_a_log_is_read_whole_or_after_a_version(shop: Shop) -> None:
    played = Played()
    for one in played.rest():
        await shop.append(one)

    assert list(await shop.store.events(played.id)) == played.entries
    assert list(await shop.store.events(played.id, 3)) == played.entries[3:]
    assert list(await shop.store.events(played.id, played.version)) == []


async def test_of_a_game_that_is_not_there_nothing_is_read(shop: Shop) -> None:
    nowhere = uuid4()

    assert list(await shop.store.events(nowhere)) == []
    assert await shop.store.seed(nowhere) is None
    assert await shop.store.heads([nowhere]) == {}


async def test_heads_tell_how_far_each_game_is(shop: Shop) -> None:
    games = [Played(number) for number in range(3)]
    for game in games:
        await shop.append(game.next())
    await shop.append(games[1].next())

    heads = await shop.store.heads([*(game.id for game in games), uuid4()])

    assert heads == {game.id: game.version for game in games}


async def test_a_list_shows_of_each_game_what_its_row_says(shop: Shop) -> None:
    played = Played()
    one = played.next()
    await shop.append(one)

    (listed,) = await shop.store.listed(limit=10)

    row, known = one.row, {name: getattr(listed, name) for name in Listed.__struct_fields__ if name != "game"}
    assert listed.game == played.id
    assert known == {name: getattr(row, name) for name in known}


async def test_the_latest_comes_first_and_equals_have_an_order_too(stocked: tuple[Shop, Sequence[Played]]) -> None:
    shop, games = stocked

    listed = await shop.store.listed(limit=GAMES)

    keys = [(each.listed_at, each.game) for each in listed]
    assert len(listed) == len(games)
    assert keys == sorted(keys, reverse=True)
    assert len({at for at, _ in keys}) < len(keys)


@pytest.mark.parametrize("limit", [1, 4, GAMES])
async def test_page_by_page_every_game_comes_once(stocked: tuple[Shop, Sequence[Played]], limit: int) -> None:
    shop, games = stocked

    listed = await shop.pages(limit)

    assert [each.game for each in listed] == [each.game for each in await shop.store.listed(limit=GAMES)]
    assert {each.game for each in listed} == {game.id for game in games}


@pytest.mark.parametrize("statuses", [[status] for status in STATUSES] + [["running", "finished"], list(STATUSES)])
async def test_a_list_may_ask_for_states(stocked: tuple[Shop, Sequence[Played]], statuses: list[str]) -> None:
    shop, _ = stocked
    every = await shop.store.listed(limit=GAMES)

    listed = await shop.pages(3, statuses=statuses)

    assert list(listed) == [each for each in every if each.status in statuses]


async def test_a_list_may_ask_for_a_kind(stocked: tuple[Shop, Sequence[Played]]) -> None:
    shop, games = stocked

    listed = await shop.pages(4, kind="hoard")

    assert {each.game for each in listed} == {game.id for game in games if game.rules.name == "hoard"}


async def test_my_games_are_those_i_am_a_member_of(stocked: tuple[Shop, Sequence[Played]]) -> None:
    shop, _ = stocked
    every = await shop.store.listed(limit=GAMES)

    listed = await shop.pages(4, player="player-2")

    mine = [each for each in every if any(member.player == "player-2" for member in each.members)]
    assert list(listed) == mine
    assert 0 < len(mine) < len(every)


async def test_a_game_opened_while_pages_are_turned_moves_nothing(shop: Shop) -> None:
    games = [Played(number) for number in range(6)]
    for number, game in enumerate(games):
        await shop.append(listed_later(game.next(), number))
    first = await shop.store.listed(limit=3)

    newest = Played(7)
    await shop.append(listed_later(newest.next(), 100))
    second = await shop.store.listed(limit=3, before=(first[-1].listed_at, first[-1].game))

    assert [each.game for each in (*first, *second)] == [game.id for game in reversed(games)]


async def test_the_store_is_ready_once_it_is_migrated(shop: Shop) -> None:
    assert await shop.store.ready()


async def test_the_store_of_an_older_schema_is_not_ready(any_stores: Stores) -> None:
    async with (
        more_stores(any_stores) as fresh,
        connect(fresh.owner_url) as owner,
        open_pool(fresh.settings(pool_size_min=1)) as pool,
    ):
        await owner.execute("DELETE FROM alembic_version")

        assert not await Store(pool).ready()


def listed_later(one: Append, minutes: int) -> Append:
    """Return a commit with another place in the lists."""
    return replace(one, row=replace(one.row, listed_at=BEGINNING + timedelta(minutes=minutes)))
