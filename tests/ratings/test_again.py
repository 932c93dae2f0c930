"""Again: all ratings follow from the order and the events, and are made again from them, number for number."""

import asyncio
from datetime import timedelta
from random import Random
from uuid import UUID

import pytest

from infra.postgres.rating_order import CHANGE, STANDING
from services.ratings.again import Compared, ratings_again
from services.ratings.model import plackett_luce
from tests.laws.registry import KINDS
from tests.ratings.conftest import Hall, opened
from tests.ratings.games import NOON, dropped, season
from tests.servers import on, run
from tests.stores import more_stores

PEOPLE = [str(UUID(int=number)) for number in range(1, 101)]
FACTS = ("events", "seeds", "rating_order")
MADE_AGAIN = ("games", "rating_changes", "ratings")
RIGHT = Compared(written=0, wrong=())

DAMAGE = {
    "place": "place + 1000",
    "game": "gen_random_uuid()",
    "at": "now()",
    "player": "gen_random_uuid()",
    "robot": "'another'",
    "reached": "coalesce(reached, 0) + 1",
    "shared": "NOT shared",
    "cause": "coalesce(cause, '') || 'x'",
    "points": "coalesce(points, 0) + 1",
    "why": "why || 'x'",
    **{name: f"{name} + 1" for name in ("mean_before", "deviation_before", "mean", "deviation")},
    **{name: f"{name} + 1" for name in ("strength", "played", "won", "drawn", "times_left")},
}


@pytest.fixture
async def rated(hall: Hall) -> Hall:
    """A hall in which some games of every kind of end were rated."""
    await hall.ended(*season(40, Random(2), PEOPLE[:8]))
    await hall.rated()
    return hall


async def checked(hall: Hall) -> Compared:
    return await ratings_again(hall.owner, KINDS, plackett_luce, check=True)


async def rebuilt(hall: Hall) -> Compared:
    return await ratings_again(hall.owner, KINDS, plackett_luce, check=False)


async def test_two_thousand_games_give_a_copy_identical_numbers(hall: Hall) -> None:
    await hall.ended(*season(2000, Random(1), PEOPLE))
    await asyncio.gather(*(hall.rated(rater) for rater in (hall.rater(), hall.rater())))
    async with more_stores(hall.stores) as stores, opened(stores) as copy:
        for table in FACTS:
            await copied(hall, copy, table)
        done = await run(on(stores), "rebuild")

        assert done.code == 0, done.out + done.err
        assert await checked(copy) == RIGHT
        assert len(await hall.table("rating_order")) == 2000
        for table in MADE_AGAIN:
            assert await copy.table(table) == await hall.table(table)


async def test_what_was_rated_in_play_is_what_follows(rated: Hall) -> None:
    assert await checked(rated) == RIGHT
    assert await rebuilt(rated) == RIGHT


@pytest.mark.parametrize(
    ("table", "column"),
    [*(("rating_changes", name) for name in CHANGE), *(("ratings", name) for name in STANDING)],
)
async def test_a_damaged_column_is_named_and_made_again(rated: Hall, table: str, column: str) -> None:
    right = await rated.table(table)
    await rated.owner.execute(f"UPDATE {table} SET {column} = {DAMAGE[column]}")
    damaged = await rated.table(table)
    named = await checked(rated)
    unchanged = await rated.table(table)
    mended = await rebuilt(rated)

    assert unchanged == damaged
    assert named.wrong
    assert column in {"place", "player"} or all(f": {column} is " in sentence for sentence in named.wrong)
    assert mended.wrong == ()
    assert await rated.table(table) == right
    assert await checked(rated) == RIGHT


async def test_a_wrong_number_is_named_with_the_right_one(hall: Hall) -> None:
    ann, ben = PEOPLE[:2]
    one = dropped(UUID(int=7), [ann, ben])
    await hall.ended(one)
    await hall.rated()
    await hall.owner.execute("UPDATE ratings SET strength = 9999 WHERE player = $1", one.seats[0])
    await hall.owner.execute("DELETE FROM ratings WHERE player = $1", one.seats[1])

    assert (await checked(hall)).wrong == tuple(
        sorted(
            [
                f"ranking of connect_four: player {one.seats[0]}: strength is 9999, must be 1079",
                f"ranking of connect_four: player {one.seats[1]}: it is missing",
            ]
        )
    )


async def test_emptied_tables_are_made_again_exactly(rated: Hall) -> None:
    right = [await rated.table(table) for table in ("rating_changes", "ratings")]
    await rated.owner.execute("TRUNCATE rating_changes, ratings")
    await rebuilt(rated)

    assert [await rated.table(table) for table in ("rating_changes", "ratings")] == right


async def test_a_place_that_is_missing_is_said_and_nothing_changed(hall: Hall) -> None:
    await hall.ended(*(dropped(UUID(int=n), PEOPLE[:2], at=NOON + timedelta(seconds=n)) for n in (1, 2, 3)))
    await hall.rated()
    await hall.owner.execute("DELETE FROM rating_order WHERE place = 2")
    before = await hall.table("ratings")

    assert (await rebuilt(hall)).wrong == ("ranking of connect_four: a place after 0 is missing",)
    assert await hall.table("ratings") == before


async def test_a_game_in_the_order_that_has_not_ended_is_said(hall: Hall) -> None:
    one = dropped(UUID(int=1), PEOPLE[:2], "1212")
    await hall.ended(one)
    await hall.owner.execute("INSERT INTO rating_order VALUES ('connect_four', 1, $1)", one.game)

    sentence = f"ranking of connect_four: {one.game}, at place 1, has not been played to an end"
    assert (await checked(hall)).wrong == (sentence,)


async def test_a_kind_that_is_not_known_is_said(hall: Hall) -> None:
    await hall.owner.execute("INSERT INTO rating_order VALUES ('halma', 1, gen_random_uuid())")

    assert (await rebuilt(hall)).wrong == ("ranking of halma: it is not known here",)


async def test_beside_those_who_rate_nothing_is_wrongly_named_and_all_is_right_in_the_end(hall: Hall) -> None:
    games, found = list(season(300, Random(3), PEOPLE)), list[Compared]()

    async def play() -> None:
        rater = hall.rater()
        async with opened(hall.stores) as other:
            for start in range(0, len(games), 20):
                await other.ended(*games[start : start + 20])
                while await hall.rated(rater):
                    pass

    async def survey_on(playing: asyncio.Task[None]) -> None:
        while not playing.done():
            found.append(await checked(hall))
            found.append(await rebuilt(hall))

    playing = asyncio.create_task(play())
    await survey_on(playing)
    await playing
    await hall.rated()

    assert {one.wrong for one in found} == {()}
    assert {one.written for one in found} == {0}
    assert len(await hall.table("rating_order")) == len(games)
    assert await checked(hall) == RIGHT


async def copied(hall: Hall, copy: Hall, table: str) -> None:
    """Copy what a table holds into another database."""
    names = [row["name"] for row in await hall.owner.fetch(COLUMNS, table)]
    rows = await hall.owner.fetch(f"SELECT {', '.join(names)} FROM {table}")
    values = ", ".join(f"${number}" for number, _ in enumerate(names, 1))
    await copy.owner.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({values})", map(tuple, rows))


COLUMNS = """
SELECT column_name AS name
FROM information_schema.columns
WHERE table_name = $1
ORDER BY ordinal_position
"""
