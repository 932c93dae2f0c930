"""A table that is opened twice at once is one table, and its draws come from the seed it was committed to."""

import asyncio
import secrets
from uuid import uuid4

import pytest

from domain.chance import SEED_BYTES, commitment
from domain.commands import Setup
from domain.judge import judge
from domain.match import Member
from services.api.house import House
from services.wish import Done
from tests.faults.houses import KINDS, Table, delayed, move, opened
from tests.stores import Stores
from tests.toys.hoard.rules import Stake

RULES = KINDS["hoard"]
SETUP = Setup(seats=2, options=RULES.options(), limit_seconds=3600)


@pytest.mark.parametrize("processes", [1, 2])
async def test_one_table_is_opened_and_its_seed_is_the_one_it_promised(
    stores: Stores, here: House, there: House, processes: int
) -> None:
    game, members = uuid4(), [Member(player=str(uuid4()))]
    houses = [here, here if processes == 1 else there]

    async with delayed(stores, game, processes):
        opening = [
            asyncio.create_task(opened(each.games, game, RULES, secrets.token_bytes(SEED_BYTES), members, SETUP))
            for each in houses
        ]
    first, second = await asyncio.gather(*opening)

    seed = await here.store.seed(game)
    assert seed is not None
    assert first.game.log == second.game.log
    assert {first.replayed, second.replayed} == {False, True}
    assert commitment(seed) == first.game.match.opened.commitment
    assert first.live.seed == second.live.seed == seed


async def test_a_game_opened_twice_at_once_draws_from_its_seed_in_every_process(
    stores: Stores, here: House, there: House
) -> None:
    game, members = uuid4(), [Member(player=str(uuid4())) for _ in range(2)]
    async with delayed(stores, game, 2):
        opening = [
            asyncio.create_task(opened(each.games, game, RULES, secrets.token_bytes(SEED_BYTES), members, SETUP))
            for each in (here, there)
        ]
    done = await asyncio.gather(*opening)

    for each in (here, there, here, there):
        await move_somebody(each, done[0])

    live = await here.games.fresh(game)
    assert live is not None
    assert live.game.match.ended
    assert judge(RULES, live.game.log, await here.store.seed(game)) is None


async def test_a_table_opened_again_later_is_the_same(here: House, there: House) -> None:
    game, members = uuid4(), [Member(player=str(uuid4()))]
    first = await opened(here.games, game, RULES, b"a" * SEED_BYTES, members, SETUP)

    again = await opened(there.games, game, RULES, b"b" * SEED_BYTES, members, SETUP)

    assert again.replayed
    assert again.game.log == first.game.log


async def move_somebody(each: House, done: Done) -> None:
    """Make the first seat on turn stake nothing."""
    live = await each.games.fresh(done.live.id)
    assert live is not None
    players = tuple(taken.player or "" for taken in live.game.match.seats)
    seat = live.game.match.turn[0]
    assert isinstance(await move(each, Table(game=done.live.id, players=players), seat, Stake(coins=())), Done)
