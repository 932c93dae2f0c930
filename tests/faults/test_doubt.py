"""An answer of the database that is lost leaves a doubt, never a lost move and never a doubled one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import uuid4

import pytest

from domain.games.connect_four.rules import Drop
from infra.postgres.pool import StoreUnavailable
from services.api.house import House
from services.wish import Done
from tests.faults.houses import Table, house, move, table, versions
from tests.faults.proxy import Proxy, before_postgres
from tests.holding import held
from tests.stores import Stores
from tests.waiting import until


class Doubtful:
    """A process that reaches its database through a network that fails, and a game it knows."""

    def __init__(self, house: House, network: Proxy, at_table: Table) -> None:
        self.house, self.network, self.table = house, network, at_table


@asynccontextmanager
async def _doubtful(stores: Stores, here: House) -> AsyncIterator[Doubtful]:
    at_table = await table(here)
    async with (
        before_postgres(stores.database_url) as (network, url),
        house(stores, database_url=url, pool_size_min=1, reconcile_seconds=3600) as made,
    ):
        for seat in (0, 1):  # From now on the statement is prepared: what is asked next is the append itself.
            await move(made, at_table, seat, Drop(column=1))
        yield Doubtful(made, network, at_table)


@pytest.fixture
async def there(stores: Stores, here: House) -> AsyncIterator[Doubtful]:
    async with _doubtful(stores, here) as made:
        yield made


async def test_a_move_whose_answer_is_lost_after_the_commit_is_found_and_acknowledged(
    here: House, there: Doubtful
) -> None:
    loss = there.network.hold_next()
    moving = asyncio.create_task(move(there.house, there.table, 0, Drop(column=4)))

    await loss.answered.wait()
    loss.cut()
    answer = await moving

    assert isinstance(answer, Done)
    assert await versions(here, there.table.game) == answer.game.match.version


async def test_a_move_that_never_reached_the_database_is_not_acknowledged(here: House, there: Doubtful) -> None:
    before, command = await versions(here, there.table.game), uuid4()
    loss = there.network.swallow_next()
    moving = asyncio.create_task(move(there.house, there.table, 0, Drop(column=4), command=command))
    await loss.asked.wait()

    loss.cut()
    with pytest.raises(StoreUnavailable):
        await moving

    assert await versions(here, there.table.game) == before
    assert isinstance(await move(there.house, there.table, 0, Drop(column=4), command=command), Done)


async def test_a_move_in_doubt_that_cannot_be_looked_up_is_answered_when_it_is_asked_again(
    here: House, there: Doubtful
) -> None:
    command, before = uuid4(), await versions(here, there.table.game)
    loss = there.network.hold_next()
    moving = asyncio.create_task(move(there.house, there.table, 0, Drop(column=4), command=command))
    await loss.answered.wait()
    there.network.part()
    with pytest.raises(StoreUnavailable):
        await moving

    there.network.mend()
    again = await move(there.house, there.table, 0, Drop(column=4), command=command)

    assert isinstance(again, Done)
    assert again.replayed
    assert await versions(here, there.table.game) == again.game.match.version == before + 1


async def test_a_move_that_is_committed_only_after_it_was_given_up_is_not_made_twice(
    stores: Stores, here: House, there: Doubtful
) -> None:
    command, before = uuid4(), await versions(here, there.table.game)
    async with held(stores, there.table.game) as row:
        loss = there.network.hold_next()
        moving = asyncio.create_task(move(there.house, there.table, 0, Drop(column=4), command=command))
        await row.waited_for(1)
        loss.cut()  # Postgres notices when it wants to answer.
        with pytest.raises(StoreUnavailable):
            await moving
    await until(lambda: versions(here, there.table.game), lambda count: count == before + 1)

    again = await move(there.house, there.table, 0, Drop(column=4), command=command)

    assert isinstance(again, Done)
    assert again.replayed
    assert await versions(here, there.table.game) == before + 1


async def test_a_mover_is_answered_with_the_own_move_whatever_was_read_meanwhile(here: House, there: Doubtful) -> None:
    live = await there.house.games.at_hand(there.table.game)
    assert live is not None
    before = live.game.match.version
    loss = there.network.hold_next()
    moving = asyncio.create_task(move(there.house, there.table, 0, Drop(column=4)))
    await loss.answered.wait()

    await move(here, there.table, 1, Drop(column=5))
    await there.house.games.refresh(live)
    loss.release()
    answer = await moving

    assert isinstance(answer, Done)
    assert answer.game.match.version == before + 1
    assert live.game.match.version == before + 2


async def test_a_move_under_way_goes_through_though_its_asker_has_gone(here: House, there: Doubtful) -> None:
    before = await versions(here, there.table.game)
    loss = there.network.hold_next()
    moving = asyncio.create_task(move(there.house, there.table, 0, Drop(column=4)))
    await loss.answered.wait()

    moving.cancel()
    await asyncio.wait([moving])
    loss.release()
    live = await there.house.games.fresh(there.table.game)
    assert live is not None
    seen = live.game.match.version
    answer = await move(there.house, there.table, 1, Drop(column=5))

    assert moving.cancelled()
    assert seen == before + 1
    assert isinstance(answer, Done)
    assert live.game.match.version == await versions(here, there.table.game) == before + 2
