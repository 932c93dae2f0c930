"""Whoever leaves or runs out of time is out, and the game goes on for the others, to the places and points of §1."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import pytest

from tests.api.client import Client, Player
from tests.api.conftest import Desk
from tests.api.tables import DROP, Table, drop, started

LIMIT = 60
GRACE = 2
LATE = LIMIT + GRACE + 1
MOVES_MAX = 5_000


async def test_four_players_of_whom_one_leaves_and_one_runs_out_of_time(here: Desk) -> None:
    """rules.md §1 Points: leavers get -600 and the places from the bottom, a place above the last is paid by its row.

    Two go on alone: the first with all stones home gets 1600, who is left then the next open place, and 1200.
    """
    table = await started(here.client, "bleib_cool", 4, limit_seconds=LIMIT)
    left = (await on_turn(here.client, table) + 2) % 4
    await here.client("DELETE", f"{table.path}/members/me", by=table.players[left])
    late = await on_turn(here.client, table)
    here.clock.pass_by(seconds=LATE)
    await here.served.house.games.run_out(UUID(table.id))
    playing = [seat for seat in range(4) if seat not in {left, late}]

    between = await seen(here.client, table)
    ended = await played_on(here.client, table)

    assert between["status"] == "running"
    assert [seat["left"] for seat in between["seats"]] == [{left: "left", late: "time"}.get(seat) for seat in range(4)]
    assert [between["state"]["sides"][seat]["place"] for seat in (left, late)] == [4, 3]
    first, second = (seat for place in ended["result"]["places"][:2] for seat in place)
    assert {first, second} == set(playing)
    assert ended["result"]["reason"] == "complete"
    assert ended["result"]["places"] == [[first], [second], [late], [left]]
    points = {first: 1600, second: 1200, late: -600, left: -600}
    assert ended["result"]["points"] == [points[seat] for seat in range(4)]


async def test_the_last_of_four_is_paid_by_its_stones_where_nobody_left(here: Desk) -> None:
    """rules.md §1 Points: 1600, 1200, 800; the last place 50, plus 50 for each stone in its final position."""
    table = await started(here.client, "bleib_cool", 4, limit_seconds=LIMIT)

    ended = await played_on(here.client, table)

    order = [seat for place in ended["result"]["places"] for seat in place]
    stones = ended["state"]["sides"][order[3]]["stones"]
    final = next(run for run in range(4) if 43 - run not in stones)
    assert [ended["result"]["points"][seat] for seat in order] == [1600, 1200, 800, 50 + 50 * final]


@pytest.mark.parametrize("limit", [10, 3_600, 14 * 86_400])
async def test_a_limit_of_seconds_or_days_and_the_grace_are_kept_to_the_second(here: Desk, limit: int) -> None:
    table = await started(here.client, limit_seconds=limit)
    await drop(here.client, table, "12")  # The first limit of each seat is longer.
    here.clock.pass_by(seconds=limit + GRACE)
    in_time = await here.client("POST", f"{table.path}/moves", {"type": DROP, "column": 1}, by=table.players[0])
    here.clock.pass_by(seconds=limit + GRACE + 1)

    late = await here.client(
        "POST", f"{table.path}/moves", {"type": DROP, "column": 2}, by=table.players[1], changes=True
    )

    assert in_time.status == 200
    assert late.code == "time_over"
    result = (await seen(here.client, table))["result"]
    assert (result["reason"], result["places"]) == ("time", [[0], [1]])


async def seen(client: Client, table: Table, by: Player | None = None) -> Any:
    return (await client("GET", table.path, by=by)).data


async def on_turn(client: Client, table: Table) -> int:
    (seat,) = (await seen(client, table))["to_move"]
    return int(seat)


async def played_on(client: Client, table: Table) -> Any:
    """Let whoever is on turn make its last listed move, until the game is over."""
    told = await seen(client, table, table.players[await on_turn(client, table)])
    for _ in range(MOVES_MAX):
        if told["result"] is not None:
            return await seen(client, table)
        (seat,) = told["to_move"]
        moves: Sequence[Any] = told["moves"] or (await seen(client, table, table.players[seat]))["moves"]
        answer = await client("POST", f"{table.path}/moves", moves[-1], by=table.players[seat], changes=True)
        assert answer.status == 200
        told = answer.data
    raise AssertionError("it does not end")
