"""Whoever leaves or runs out of time is out, and the game goes on for the others, to the places and points of §1."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from tests.api.client import Client, Player
from tests.api.conftest import Desk
from tests.api.tables import Table, started

LIMIT = 60
LATE = LIMIT + 3  # The grace is two seconds.
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
