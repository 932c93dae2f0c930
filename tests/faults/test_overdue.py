"""Any number of clock workers, however they end: whoever ran out of time is put out once, and no late move counts."""

import signal
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta

from domain.games.connect_four.rules import Drop
from domain.match import MatchSeatLeft
from infra.machine import Machine
from infra.postgres.leases import Leases
from infra.postgres.pool import Connection, connect, open_pool
from services.api.house import House
from services.wish import No
from tests.faults.houses import Table, house, move, table, versions
from tests.holding import held
from tests.servers import on, worker
from tests.stores import Stores
from tests.waiting import until

GAMES = 100
HELD = 3
LIMIT = 60
ENDED = "SELECT count(*) FROM games WHERE game = ANY($1) AND finished_at IS NOT NULL"


async def test_a_hundred_overdue_games_are_timed_out_once_each_though_a_worker_is_killed_midway(stores: Stores) -> None:
    """Some of the games are held up, so that there is something left to do when it is killed."""
    environment = on(stores, pool_size_min=1)
    async with house(stores, an_hour_ago()) as past, connect(stores.owner_url) as watching, AsyncExitStack() as stack:
        tables = [await table(past, limit_seconds=LIMIT) for _ in range(GAMES)]
        rows = [await stack.enter_async_context(held(stores, one.game)) for one in tables[:HELD]]
        async with worker(environment, "clock") as killed, worker(environment, "clock"):
            await until(lambda: ended(watching, tables))
            await rows[0].waited_for(1)
            await killed.ended(signal.SIGKILL)
            left = GAMES - await ended(watching, tables)
            await stack.aclose()
            await until(lambda: ended(watching, tables), lambda number: number == GAMES)

        assert left >= HELD
        for one in tables:
            await versions(past, one.game)
            assert await put_out(past, one) == [0]


async def test_a_late_move_never_wins_against_a_worker_that_is_busy(stores: Stores) -> None:
    """The worker that has the game in hand does not come to it: whoever is asked puts out whoever is late."""
    machine = Machine()
    async with (
        house(stores, an_hour_ago()) as past,
        house(stores, machine) as now,
        open_pool(stores.settings()) as pool,
    ):
        one = await table(past, limit_seconds=LIMIT)
        assert await Leases(pool, machine.uuid7()).take(one.game, "clock", machine.now())

        answer = await move(now, one, 0, Drop(column=4))

        assert isinstance(answer, No)
        assert answer.reason == "over"
        assert await put_out(now, one) == [0]


def an_hour_ago() -> Machine:
    return Machine(now=lambda: datetime.now(UTC) - timedelta(hours=1))


async def ended(connection: Connection, tables: Sequence[Table]) -> int:
    """Return how many of these games have ended."""
    return int(await connection.fetchval(ENDED, [one.game for one in tables]))


async def put_out(house: House, at_table: Table) -> list[int]:
    """Return the seats that ran out of time, as the store has it."""
    live = await house.games.fresh(at_table.game)
    assert live is not None
    events = [event for commit in live.game.log for event in commit.events]
    return [event.seat for event in events if isinstance(event, MatchSeatLeft) and event.cause == "time"]
