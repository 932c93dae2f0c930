"""Time runs out exactly once, for exactly those who let it, whoever notices and whatever they had heard."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from domain.games.connect_four.rules import Drop
from domain.match import MatchSeatLeft
from infra.machine import Machine
from services.api.house import House
from services.wish import Done, No
from tests.faults.houses import Table, house, leave, move, table, versions
from tests.holding import held
from tests.stores import Stores

LIMIT = 60
BEGINNING = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Watch:
    """A clock that a test sets, in seconds after the beginning."""

    def __init__(self) -> None:
        self.seconds = 0

    def machine(self) -> Machine:
        return Machine(now=lambda: BEGINNING + timedelta(seconds=self.seconds))


class Sides:
    """Two processes whose clocks need not agree, and a game that began when both stood at nought."""

    def __init__(self, houses: tuple[House, House], watches: tuple[Watch, Watch], at_table: Table) -> None:
        self.here, self.there = houses
        self._watches, self.table = watches, at_table

    def now(self, here: int, there: int) -> None:
        """Set the two clocks."""
        for watch, seconds in zip(self._watches, (here, there), strict=True):
            watch.seconds = seconds


@pytest.fixture
async def sides(stores: Stores) -> AsyncIterator[Sides]:
    watches = Watch(), Watch()
    async with (
        house(stores, watches[0].machine(), grace_seconds=2) as here,
        house(stores, watches[1].machine(), grace_seconds=2) as there,
    ):
        at_table = await table(here, limit_seconds=LIMIT)
        await there.games.fresh(at_table.game)
        yield Sides((here, there), watches, at_table)


async def test_a_move_within_the_grace_counts(sides: Sides) -> None:
    sides.now(LIMIT + 2, 0)

    assert isinstance(await move(sides.here, sides.table, 0, Drop(column=4)), Done)


async def test_a_move_after_the_grace_is_refused_and_the_seat_put_out(sides: Sides) -> None:
    sides.now(LIMIT + 3, 0)

    answer = await move(sides.here, sides.table, 0, Drop(column=4))

    assert isinstance(answer, No)
    assert await time_outs(sides) == [0]


async def test_however_many_notice_at_once_there_is_one_time_out(stores: Stores, sides: Sides) -> None:
    sides.now(LIMIT + 3, LIMIT + 3)

    async with held(stores, sides.table.game) as row:
        asked = [
            asyncio.create_task(move(at, sides.table, seat, Drop(column=4)))
            for seat in (0, 1)
            for at in (sides.here, sides.there)
        ]
        await row.waited_for(2)
    answers = await asyncio.gather(*asked)

    assert [type(answer) for answer in answers] == [No] * 4
    assert await time_outs(sides) == [0]
    await versions(sides.here, sides.table.game)


async def test_whoever_moved_in_time_elsewhere_is_not_put_out(sides: Sides) -> None:
    sides.now(30, 30)
    await move(sides.here, sides.table, 0, Drop(column=4))
    sides.now(50, LIMIT + 5)
    await move(sides.here, sides.table, 1, Drop(column=4))

    answer = await move(sides.there, sides.table, 0, Drop(column=4))

    assert isinstance(answer, Done)
    assert await time_outs(sides) == []


async def test_whoever_moved_elsewhere_and_is_late_by_now_is_put_out(sides: Sides) -> None:
    """The process asked believes in an older deadline, and must look at the newer one after it has learnt of it."""
    sides.now(10, 0)
    await move(sides.here, sides.table, 0, Drop(column=4))
    sides.now(20, 0)
    await move(sides.here, sides.table, 1, Drop(column=4))
    sides.now(20, 20 + LIMIT + 3)

    answer = await move(sides.there, sides.table, 0, Drop(column=4))

    assert isinstance(answer, No)
    assert await time_outs(sides) == [0]


@pytest.mark.parametrize("behind", [21, LIMIT + 5])
async def test_nothing_happens_earlier_than_what_its_asker_was_shown(sides: Sides, behind: int) -> None:
    """One clock runs ahead; the other process is asked before its own comes that far, its deadline passed or not."""
    sides.now(20, 0)
    await move(sides.here, sides.table, 0, Drop(column=4))
    sides.now(20 + LIMIT, behind)
    await move(sides.here, sides.table, 1, Drop(column=4))

    answer = await move(sides.there, sides.table, 0, Drop(column=4), by_feed=False)

    assert isinstance(answer, Done)
    times = [commit.at for commit in answer.game.log]
    assert times == sorted(times)


async def test_clocks_of_two_processes_that_notice_at_once_put_out_once(stores: Stores, sides: Sides) -> None:
    sides.now(LIMIT + 3, LIMIT + 3)

    async with held(stores, sides.table.game) as row:
        noticed = [asyncio.create_task(at.games.run_out(sides.table.game)) for at in (sides.here, sides.there)]
        await row.waited_for(2)
    done = await asyncio.gather(*noticed)

    assert sorted(done) == [False, True]
    assert await time_outs(sides) == [0]


async def test_a_clock_that_is_behind_puts_out_no_earlier_than_what_everybody_was_shown(sides: Sides) -> None:
    sides.now(0, 0)
    three = await table(sides.here, "hoard", seats=3, limit_seconds=LIMIT)
    sides.now(2 * LIMIT, LIMIT + 3)
    await leave(sides.here, three, 2)

    assert await sides.there.games.run_out(three.game)

    live = await sides.there.games.at_hand(three.game)
    assert live is not None
    times = [commit.at for commit in live.game.log]
    assert times == sorted(times)


async def time_outs(sides: Sides) -> list[int]:
    """Return the seats that ran out of time, as the store has it."""
    live = await sides.here.games.fresh(sides.table.game)
    assert live is not None
    events = [event for commit in live.game.log for event in commit.events]
    return [event.seat for event in events if isinstance(event, MatchSeatLeft) and event.cause == "time"]
