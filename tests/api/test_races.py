"""Two at once: what one of them brings about is never done twice, and the other is told what it missed."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from tests.api.client import Answer, Client
from tests.api.conftest import Desk, desk
from tests.api.tables import DROP, Table, new_key, opened, stake, started


@pytest.fixture(scope="module")
async def there(here: Desk) -> AsyncIterator[Desk]:
    """Another process on the same stores."""
    async with desk(here.stores) as other:
        yield other


async def both(here: Desk, there: Desk, table: Table, first: Any, second: Any) -> Sequence[Answer]:
    """Ask here, then there, each while the append of the one before waits for the game's row."""
    async with here.held(table.id):
        answers: list[asyncio.Task[Answer]] = []
        for waiting, (client, ask) in enumerate(((here.client, first), (there.client, second)), 1):
            answers.append(asyncio.create_task(ask(client)))
            await here.waiting(waiting)
    return await asyncio.gather(*answers)


def dropping(table: Table, column: int, **headers: Any) -> Any:
    async def ask(client: Client) -> Answer:
        move = {"type": DROP, "column": column}
        return await client("POST", f"{table.path}/moves", move, by=table.players[0], changes=True, **headers)

    return ask


async def test_the_same_move_through_two_processes_is_made_once(here: Desk, there: Desk) -> None:
    table, key = await started(here.client), new_key()
    ask = dropping(table, 4, Idempotency_Key=key)

    first, second = await both(here, there, table, ask, ask)

    assert first.content == second.content
    assert [first.replayed, second.replayed] == [False, True]
    assert (await here.client("GET", table.path)).data["version"] == 5


async def test_of_two_moves_of_one_seat_the_second_is_told_what_it_missed(here: Desk, there: Desk) -> None:
    table = await started(here.client)

    first, second = await both(here, there, table, dropping(table, 4), dropping(table, 5))

    assert first.status == 200
    assert (second.status, second.code) == (409, "overtaken")
    assert second.data["version"] == 5
    assert second.data["steps"][0]["events"] == first.data["events"]


async def test_a_tag_may_become_stale_in_the_race(here: Desk, there: Desk) -> None:
    table = await started(here.client)
    tag = {"If_Match": '"4.s0"'}

    first, second = await both(here, there, table, dropping(table, 4, **tag), dropping(table, 5, **tag))

    assert first.status == 200
    assert (second.status, second.code) == (412, "stale")
    assert second.data["version"] == 5
    assert second.data["steps"][0]["events"] == first.data["events"]


async def test_a_move_is_decided_again_after_one_that_its_seat_may_not_see(here: Desk, there: Desk) -> None:
    table = await started(here.client, kind="hoard", players=3)
    asks = [lambda client, seat=seat: stake(client, table, seat, 0, changes=True) for seat in (0, 1)]

    first, second = await both(here, there, table, *asks)

    assert [first.status, second.status] == [200, 200]
    assert second.data["version"] == first.data["version"]  # Each has been shown its own stake alone.


async def test_the_last_seat_goes_to_one(here: Desk, there: Desk) -> None:
    table = await opened(here.client)
    guests = [await here.client.guest() for _ in range(2)]
    asks = [lambda client, by=by: client("POST", f"{table.path}/members", by=by, changes=True) for by in guests]

    first, second = await both(here, there, table, *asks)

    assert first.status == 200
    assert second.code == "already_started"


async def test_two_who_join_at_once_both_sit_down(here: Desk, there: Desk) -> None:
    table = await opened(here.client, kind="hoard", seats=3)
    guests = [await here.client.guest() for _ in range(2)]
    asks = [lambda client, by=by: client("POST", f"{table.path}/members", by=by, changes=True) for by in guests]

    first, second = await both(here, there, table, *asks)

    assert [first.data["status"], second.data["status"]] == ["open", "running"]
