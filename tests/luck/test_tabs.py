"""Tabs: two of one player saw the same, and each asks for the next collection at once."""

import asyncio
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from tests.api.client import Answer, Client
from tests.api.conftest import Desk
from tests.api.tables import Table
from tests.luck.tables import DIAMOND_YATZY, Seeds, move, seeded
from tests.waiting import until

SEAT = 0


async def test_of_two_draws_from_the_same_view_one_is_spent(
    desks: Sequence[Desk], client: Client, seeds: Seeds
) -> None:
    table = await seeded(client, seeds, DIAMOND_YATZY, 1)
    before = await steps(client, table)
    tag = (await client("GET", table.path, by=table.players[SEAT])).headers["etag"]

    answers = await both_draw(desks, table, tag)

    assert sorted(answer.status for answer in answers) == [200, 412]
    *others, last = await steps(client, table)
    assert others == before
    assert [(event["type"], event["collection"]) for event in last["events"]] == [
        (f"{DIAMOND_YATZY}.collection_drawn", 2)
    ]


async def test_the_other_is_told_the_collection_that_it_missed(
    desks: Sequence[Desk], client: Client, seeds: Seeds
) -> None:
    table = await seeded(client, seeds, DIAMOND_YATZY, 1)
    tag = (await client("GET", table.path, by=table.players[SEAT])).headers["etag"]

    drawn, refused = sorted(await both_draw(desks, table, tag), key=lambda answer: answer.status)

    assert refused.code == "stale"
    assert refused.data["version"] == drawn.data["version"]
    assert [step["events"] for step in refused.data["steps"]] == [drawn.data["events"]]


async def both_draw(desks: Sequence[Desk], table: Table, tag: str) -> Sequence[Answer]:
    """Let both tabs ask, each keeping other jewels, while the game can be changed by neither."""
    async with desks[0].held(table.id):
        asked = [
            asyncio.create_task(
                move(
                    desk.client,
                    table,
                    SEAT,
                    {"type": f"{DIAMOND_YATZY}.draw", "keep": keep},
                    If_Match=tag,
                    changes=True,
                )
            )
            for desk, keep in zip(desks, ([0], [1, 2]), strict=True)
        ]
        if desks[0] is desks[1]:
            await until(lambda: waiting(desks[0], table))  # For the other, which has the turn.
        await desks[0].waiting(len(set(map(id, desks))))
    return await asyncio.gather(*asked)


def waiting(desk: Desk, table: Table) -> int:
    """Return how many requests wait for their turn in a process."""
    live = desk.served.house.games.known(UUID(table.id))
    assert live is not None
    waiters: Any = live.lock._waiters  # noqa: SLF001 - nothing else tells how many wait.
    return len(waiters or ())


async def steps(client: Client, table: Table) -> Sequence[Any]:
    told: Sequence[Any] = (await client("GET", f"{table.path}/events", by=table.players[SEAT])).data["steps"]
    return told
