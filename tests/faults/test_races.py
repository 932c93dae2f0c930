"""Whoever moves first, through whichever process: each command is carried out once, and nobody moves unawares."""

import asyncio
from uuid import uuid4

import pytest

from domain.games.connect_four.rules import Drop
from infra.postgres.pool import StoreUnavailable
from services.api.house import House
from services.wish import Answer, Done, No
from tests.faults.houses import house, move, table, versions
from tests.holding import held
from tests.stores import Stores
from tests.toys.hoard.rules import Stake


async def test_turns_may_be_taken_through_processes_that_have_not_heard_of_the_last(here: House, there: House) -> None:
    at_table = await table(here)

    answers = [
        await move(house, at_table, ply % 2, Drop(column=column))
        for ply, (house, column) in enumerate(zip([here, there, there, here, there, here], [1, 2] * 3, strict=True))
    ]

    assert [answer.reason for answer in answers if isinstance(answer, No)] == []


@pytest.mark.parametrize("processes", [1, 2])
async def test_of_two_moves_of_one_seat_at_once_the_other_is_overtaken(
    stores: Stores, here: House, there: House, processes: int
) -> None:
    """A seat of hoard stays on turn, so that only what its player has not seen yet speaks against the second."""
    at_table = await table(here, "hoard", seats=2)
    houses = [here, here if processes == 1 else there]
    await houses[1].games.fresh(at_table.game)

    async with held(stores, at_table.game) as row:
        moves = [
            asyncio.create_task(move(house, at_table, 0, Stake(coins=(coin,)))) for coin, house in enumerate(houses)
        ]
        await row.waited_for(processes)
    answers = await asyncio.gather(*moves)

    (applied,), (other,) = of_both_kinds(answers)
    assert other.reason == "overtaken"
    assert other.since == applied.game.known(0).version - 1
    assert await versions(here, at_table.game) == applied.game.match.version


async def test_what_a_player_cannot_see_does_not_overtake(stores: Stores, here: House, there: House) -> None:
    at_table = await table(here, "hoard", seats=2)
    await there.games.fresh(at_table.game)

    async with held(stores, at_table.game) as row:
        moves = [
            asyncio.create_task(move(house, at_table, seat, Stake(coins=())))
            for seat, house in enumerate([here, there])
        ]
        await row.waited_for(2)
    answers = await asyncio.gather(*moves)

    assert [type(answer) for answer in answers] == [Done, Done]


@pytest.mark.parametrize("processes", [1, 2])
async def test_one_command_twice_at_once_is_carried_out_once_and_answered_alike(
    stores: Stores, here: House, there: House, processes: int
) -> None:
    at_table = await table(here)
    houses = [here, here if processes == 1 else there]
    await houses[1].games.fresh(at_table.game)
    before, command = await versions(here, at_table.game), uuid4()

    async with held(stores, at_table.game) as row:
        moves = [asyncio.create_task(move(house, at_table, 0, Drop(column=4), command=command)) for house in houses]
        await row.waited_for(processes)
    first, second = await asyncio.gather(*moves)

    assert isinstance(first, Done)
    assert isinstance(second, Done)
    assert {first.replayed, second.replayed} == {False, True}
    assert first.game.log == second.game.log
    assert await versions(here, at_table.game) == before + 1


async def test_a_refusal_tells_what_came_meanwhile(stores: Stores, here: House, there: House) -> None:
    at_table = await table(here)
    await there.games.fresh(at_table.game)

    async with held(stores, at_table.game) as row:
        moves = [
            asyncio.create_task(move(house, at_table, 0, Drop(column=column)))
            for column, house in enumerate([here, there], 3)
        ]
        await row.waited_for(2)
    answers = await asyncio.gather(*moves)

    (applied,), (other,) = of_both_kinds(answers)
    assert other.since == applied.game.match.version - 1
    assert other.game.log == applied.game.log


async def test_a_refusal_is_no_lost_race(stores: Stores) -> None:
    async with house(stores, retries_max=0) as strict:
        at_table = await table(strict)

        answer = await move(strict, at_table, 1, Drop(column=4))

    assert isinstance(answer, No)
    assert answer.reason == "not_your_turn"


async def test_whoever_waits_too_long_for_another_command_of_a_game_is_told_so_and_has_changed_nothing(
    stores: Stores,
) -> None:
    async with house(stores, acquire_seconds_max=0.1) as patient:
        at_table = await table(patient, "hoard", seats=2)
        async with held(stores, at_table.game) as row:
            first = asyncio.create_task(move(patient, at_table, 0, Stake(coins=(0,))))
            await row.waited_for(1)
            with pytest.raises(StoreUnavailable) as refused:
                await move(patient, at_table, 1, Stake(coins=(0,)))
        answer = await first

        assert isinstance(answer, Done)
        assert not refused.value.doubtful
        assert await versions(patient, at_table.game) == answer.game.match.version


def of_both_kinds(answers: list[Answer]) -> tuple[list[Done], list[No]]:
    """Part what was done from what was refused."""
    return [each for each in answers if isinstance(each, Done)], [each for each in answers if isinstance(each, No)]
