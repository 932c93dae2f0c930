"""Order: each game that ended is rated once, whoever rates, and whenever it comes to be seen."""

import asyncio
import json
from datetime import timedelta
from random import Random
from uuid import UUID

import asyncpg
import pytest

from domain.match import Member
from infra.postgres import rating_order
from infra.postgres.rating_order import Mark
from services.ratings.rater import LOOK_BACK, SWEEP, lease_of
from tests.laws.registry import KINDS
from tests.ratings.conftest import LATER, Hall
from tests.ratings.games import NOON, aborted, closed, dropped, imported, left, season

ANN, BEN, CLEO = (str(UUID(int=number)) for number in (0xA, 0xB, 0xC))
SECOND = timedelta(seconds=1)


def game(number: int) -> UUID:
    return UUID(int=number)


async def test_games_count_in_the_order_in_which_they_ended(hall: Hall) -> None:
    late, early = dropped(game(1), [ANN, BEN], at=NOON + SECOND), dropped(game(2), [ANN, BEN])
    await hall.ended(late, early)

    assert await hall.rated() == 2
    assert await hall.order() == [early.game, late.game]


async def test_a_win_makes_newcomers_1079_and_921(hall: Hall) -> None:
    one = dropped(game(1), [ANN, BEN])
    await hall.ended(one)
    await hall.rated()

    assert await hall.strengths(*one.seats, CLEO) == [1079, 921, None]


async def test_what_was_rated_is_not_rated_again(hall: Hall) -> None:
    await hall.ended(dropped(game(1), [ANN, BEN]))
    rater = hall.rater()

    assert [await hall.rated(rater), await hall.rated(rater), await hall.rated()] == [1, 0, 0]


async def test_each_kind_has_an_order_and_strengths_of_its_own(hall: Hall) -> None:
    four, reversi = dropped(game(1), [ANN, BEN]), left(game(2), "reversi", [ANN, BEN], [0])
    await hall.ended(four, reversi)
    await hall.rated()

    assert await hall.order("connect_four") == [four.game]
    assert await hall.order("reversi") == [reversi.game]
    assert await hall.strengths(*reversi.seats, kind="reversi") == [921, 1079]


async def test_an_aborted_game_has_a_place_and_changes_nothing(hall: Hall) -> None:
    one = aborted(game(1), [ANN, BEN])
    await hall.ended(one)
    await hall.rated()

    assert await hall.order() == [one.game]
    assert await hall.table("ratings") == []


async def test_a_game_that_goes_on_a_closed_table_and_an_imported_game_have_none(hall: Hall) -> None:
    await hall.ended(dropped(game(1), [ANN, BEN], "1212"), closed(game(2), ANN), imported(game(3)))

    assert await hall.rated() == 0


async def test_robots_play_along_and_nobodys_strength_changes(hall: Hall) -> None:
    robot = Member(player=str(game(0xFF)), robot="easy")
    await hall.ended(dropped(game(1), [Member(player=ANN), robot]))
    await hall.rated()

    standings = {row["player"]: row for row in await hall.owner.fetch("SELECT * FROM ratings")}
    assert {(row["mean"], row["played"]) for row in standings.values()} == {(1_000_000, 1)}
    assert standings[UUID(robot.player)]["robot"] == "easy"


async def test_two_who_rate_at_once_rate_each_game_once(hall: Hall) -> None:
    games = list(season(200, Random(1), [str(game(n)) for n in range(10, 20)]))
    await hall.ended(*games)
    raters = hall.rater(), hall.rater()

    done = await asyncio.gather(*(hall.rated(rater) for rater in raters))

    assert sum(done) == 200
    ordered = [one for kind in KINDS for one in await hall.order(kind)]
    assert sorted(ordered) == sorted(one.game for one in games)
    changes = await hall.owner.fetchval("SELECT count(*) FROM rating_changes")
    assert await hall.owner.fetchval("SELECT sum(played) FROM ratings") == changes


async def test_whoever_was_slower_changes_nothing_and_finds_what_is_left(hall: Hall) -> None:
    first, second = dropped(game(1), [ANN, BEN]), dropped(game(2), [ANN, BEN], at=NOON + SECOND)
    slow, quick, lease = hall.rater(), hall.rater(), lease_of("connect_four")
    await hall.ended(first)
    await slow.due(LATER)
    await hall.ended(second)
    await quick.due(LATER)
    await quick.rate(lease)
    before = await hall.table("ratings")

    assert await slow.rate(lease) == 0
    assert await hall.table("ratings") == before
    assert await hall.order() == [first.game, second.game]


async def test_a_game_that_is_seen_late_is_rated_all_the_same(hall: Hall) -> None:
    rater = hall.rater()
    await hall.ended(dropped(game(1), [ANN, BEN], at=NOON))
    await hall.rated(rater)
    held_up = dropped(game(2), [ANN, BEN], at=NOON - LOOK_BACK + SECOND)
    await hall.ended(held_up)

    assert await hall.rated(rater) == 1
    assert (await hall.order())[1] == held_up.game


async def test_a_game_that_was_held_up_for_very_long_is_found_by_the_sweep(hall: Hall) -> None:
    rater = hall.rater()
    await hall.ended(dropped(game(1), [ANN, BEN], at=NOON))
    await hall.rated(rater)
    await hall.ended(dropped(game(2), [ANN, BEN], at=NOON - 2 * LOOK_BACK))

    assert await hall.rated(rater) == 0
    assert await hall.rated(rater, LATER + SWEEP + SECOND) == 1


async def test_a_clock_that_is_ahead_hides_nobody_elses_games(hall: Hall) -> None:
    rater = hall.rater()
    await hall.ended(dropped(game(1), [ANN, BEN], at=LATER + SWEEP))
    await hall.rated(rater)
    await hall.ended(dropped(game(2), [ANN, BEN], at=LATER))

    assert await hall.rated(rater) == 1


async def test_more_games_than_are_looked_at_together_are_all_rated(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.ratings.rater.PAGE", 4)
    monkeypatch.setattr("services.ratings.rater.TOGETHER", 3)
    rater, games = hall.rater(), [dropped(game(n), [ANN, BEN], at=NOON + n * SECOND) for n in range(1, 14)]
    await hall.ended(*games[:9])

    assert await hall.rated(rater) == 9
    await hall.ended(*games[9:])
    assert await hall.rated(rater) == 4
    assert await hall.order() == [one.game for one in games]


async def test_a_kind_that_is_not_known_here_waits_for_whoever_knows_it(hall: Hall) -> None:
    four, reversi = dropped(game(1), [ANN, BEN]), left(game(2), "reversi", [ANN, BEN])
    await hall.ended(reversi, four)

    assert await hall.rated(hall.rater({"connect_four": KINDS["connect_four"]})) == 1
    assert await hall.rated() == 1


async def test_a_game_that_cannot_be_read_keeps_no_other_waiting(hall: Hall) -> None:
    unreadable, other = dropped(game(1), [ANN, BEN]), dropped(game(2), [ANN, BEN])
    await hall.ended(unreadable, other)
    await hall.owner.execute("UPDATE events SET schema = 99 WHERE game = $1 AND version = 1", unreadable.game)

    assert await hall.rated() == 1
    assert await hall.order() == [other.game]


async def test_a_place_is_given_once_and_for_all(hall: Hall) -> None:
    await hall.ended(dropped(game(1), [ANN, BEN]))
    await hall.rated()

    async with hall.pool.acquire() as connection:
        for change in ("UPDATE rating_order SET place = 2", "DELETE FROM rating_order", "TRUNCATE rating_order"):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await connection.execute(change)


async def test_looking_for_what_ended_reads_no_more_than_that(hall: Hall) -> None:
    games = [dropped(game(n), [ANN, BEN], at=NOON + n * SECOND) for n in range(1, 301)]
    await hall.ended(*games)
    await hall.owner.execute("ANALYZE")
    mark = Mark(at=NOON + 299 * SECOND)

    asked = f"EXPLAIN (FORMAT json) {rating_order.ENDED}"
    plan = json.dumps(json.loads(await hall.owner.fetchval(asked, mark.at, mark.game, 100)))
    assert '"Index Name": "games_ended"' in plan
    assert "Sort" not in plan
