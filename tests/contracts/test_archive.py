"""Archive: an ended game is one row, byte for byte what its events were, and whoever reads logs reads it as before."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from domain.chain import Entry
from domain.value import Value
from infra.postgres.archive import due, packed, unpacked
from infra.postgres.pool import Connection, connect, open_pool
from infra.postgres.rating_order import matches_of
from infra.postgres.rows import NAMES
from infra.postgres.store import Store, append
from services.archive import archived
from services.rebuild import Survey, survey
from tests.contracts.appends import Played
from tests.laws.lives import BEGINNING
from tests.laws.registry import KINDS
from tests.stores import Stores, more_stores

LATER = BEGINNING + timedelta(days=365)
GAMES_MAX = 1000
COUNTS = """
SELECT
  (SELECT count(*) FROM events) AS events,
  (SELECT count(*) FROM archive) AS archive
"""


class Place(Value):
    """A database in which a game of every kind has ended, and another goes on."""

    stores: Stores
    owner: Connection
    store: Store
    ended: Sequence[Played]
    going_on: Sequence[Played]

    async def archive(self, connection: Connection | None = None) -> tuple[int, int, Sequence[str]]:
        own = connection or self.owner
        done = await archived(own, await due(own, LATER, GAMES_MAX))
        return done.games, done.events, done.refused

    async def counts(self) -> tuple[int, int]:
        (row,) = await self.owner.fetch(COUNTS)
        return row["events"], row["archive"]


@asynccontextmanager
async def opened(stores: Stores) -> AsyncIterator[Place]:
    async with (
        more_stores(stores) as own,
        open_pool(own.settings(pool_size_min=1)) as pool,
        connect(own.owner_url) as owner,
    ):
        ended, going_on = [Played(1, kind) for kind in KINDS], [Played(2, kind) for kind in KINDS]
        for one in ended:
            for commit in one.rest():
                assert await append(owner, [commit]) == {}
        for one in going_on:
            assert await append(owner, [one.next()]) == {}
        yield Place(stores=own, owner=owner, store=Store(pool), ended=ended, going_on=going_on)


@pytest.fixture(scope="module")
async def place(any_stores: Stores) -> AsyncIterator[Place]:
    """One in which all that has ended is archived."""
    async with opened(any_stores) as made:
        assert await made.archive() == (len(made.ended), sum(one.version for one in made.ended), ())
        yield made


@pytest.fixture
async def fresh(any_stores: Stores) -> AsyncIterator[Place]:
    async with opened(any_stores) as made:
        yield made


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_packed_comes_out_byte_for_byte(kind: str) -> None:
    game = Played(3, kind)
    game.rest()

    assert list(unpacked(packed(game.entries))) == game.entries


async def test_of_an_ended_game_one_row_is_left_and_of_others_everything(place: Place) -> None:
    assert await place.counts() == (sum(one.version for one in place.going_on), len(place.ended))


async def test_a_log_is_read_whole_or_after_a_version_as_before(place: Place) -> None:
    for game in (*place.ended, *place.going_on):
        whole, seed = await place.store.whole(game.id)

        assert (list(whole), seed) == (game.entries, game.seed)
        assert list(await place.store.events(game.id)) == game.entries
        assert list(await place.store.events(game.id, 2)) == game.entries[2:]
        assert list(await place.store.events(game.id, game.version)) == []


async def test_lists_and_heads_are_as_before(place: Place) -> None:
    games = (*place.ended, *place.going_on)
    listed = await place.store.listed(limit=GAMES_MAX)

    assert {one.game for one in listed} == {game.id for game in games}
    assert await place.store.heads([game.id for game in games]) == {game.id: game.version for game in games}


async def test_what_ratings_go_by_is_as_before(place: Place) -> None:
    found = await matches_of(place.owner, [game.id for game in place.ended])

    for game in place.ended:
        assert list(found[game.id]) == [entry for entry in game.entries if entry.type.startswith("match.")]


async def test_nothing_is_archived_twice(place: Place) -> None:
    assert await place.archive() == (0, 0, ())


async def test_the_first_commit_comes_again_in_vain(place: Place) -> None:
    game = Played(1, place.ended[0].rules.name, place.ended[0].id)

    assert set(await append(place.owner, [game.next()])) == {game.id}
    assert await place.counts() == (sum(one.version for one in place.going_on), len(place.ended))


async def test_a_game_that_ended_too_lately_stays(fresh: Place) -> None:
    ends = await fresh.owner.fetchval("SELECT min(finished_at) FROM games")

    assert await due(fresh.owner, ends, GAMES_MAX) == []


async def test_rows_are_made_again_from_the_archive(fresh: Place) -> None:
    await fresh.archive()
    rows = await table(fresh.owner)
    await fresh.owner.execute("TRUNCATE games")
    games = len(fresh.ended) + len(fresh.going_on)

    assert await survey(fresh.owner, KINDS, lambda _: None, check=False) == Survey(games=games, written=games, wrong=())
    assert await table(fresh.owner) == rows


async def test_a_row_whose_log_is_archived_is_not_taken_for_one_of_nothing(fresh: Place) -> None:
    await fresh.archive()

    assert (await survey(fresh.owner, KINDS, lambda _: None, check=True)).wrong == ()


async def test_two_who_archive_at_once_do_each_game_once(fresh: Place) -> None:
    async with connect(fresh.stores.owner_url) as other:
        games = [done[0] for done in await asyncio.gather(fresh.archive(), fresh.archive(other))]

    assert sum(games) == len(fresh.ended)
    assert await fresh.counts() == (sum(one.version for one in fresh.going_on), len(fresh.ended))


async def test_a_game_that_was_tampered_with_is_named_and_left_alone(fresh: Place) -> None:
    game = fresh.ended[0]
    await fresh.owner.execute("UPDATE events SET actor = 'another' WHERE game = $1 AND version = 2", game.id)
    games, _, refused = await fresh.archive()

    assert games == len(fresh.ended) - 1
    assert refused == (f"game {game.id}: version 2 does not follow from those before it",)
    assert await events_of(fresh.owner, game.id) == game.version


@pytest.mark.parametrize(
    "log", [b"\x00", packed(()), packed([Entry(1, "another", 1, b"{}", None, None, None, BEGINNING)])]
)
async def test_where_the_archive_does_not_give_back_what_was_put_there_nothing_has_changed(
    fresh: Place, log: bytes
) -> None:
    await fresh.owner.execute(
        f"""
        CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          NEW.log := '\\x{log.hex()}';
          RETURN NEW;
        END
        $$;
        CREATE TRIGGER spoilt BEFORE INSERT ON archive FOR EACH ROW EXECUTE FUNCTION spoil();
        """
    )
    before = await fresh.counts()
    with pytest.raises(Exception, match=r"give back|decompress"):
        await fresh.archive()

    assert await fresh.counts() == before
    assert list(await fresh.store.events(fresh.ended[0].id)) == fresh.ended[0].entries


async def events_of(connection: Connection, game: UUID) -> int:
    number: int = await connection.fetchval("SELECT count(*) FROM events WHERE game = $1", game)
    return number


async def table(connection: Connection) -> Sequence[Any]:
    return [tuple(each) for each in await connection.fetch(f"SELECT game, {', '.join(NAMES)} FROM games ORDER BY game")]
