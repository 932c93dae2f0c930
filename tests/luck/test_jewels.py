"""Jewels: both boards of a duel are shown the same one at every place, whatever goes wrong on the way."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from random import Random
from typing import Any, TypeAlias

import pytest

from domain.chance import Seeded
from domain.games.diamond_yatzy.boxes import BOXES, SLOTS
from domain.games.diamond_yatzy.rules import COLLECTIONS, jewel
from domain.value import Value
from tests.api.client import Answer, Client
from tests.api.conftest import Desk, desk
from tests.api.tables import Table, new_key
from tests.faults.proxy import Proxy, before_postgres
from tests.luck.tables import DIAMOND_YATZY, Seeds, move, seeded

DRAWN = f"{DIAMOND_YATZY}.collection_drawn"
ROUNDS_PLAYED = 4

Place: TypeAlias = tuple[int, int, int]
"""Round, collection and slot."""


class Far(Value):
    """A process that reaches its database through a network which fails."""

    desk: Desk
    network: Proxy


@pytest.fixture(scope="module")
async def far(here: Desk) -> AsyncIterator[Far]:
    async with (
        before_postgres(here.stores.database_url) as (network, url),
        desk(here.stores, database_url=url, pool_size_min=1, reconcile_seconds=3600, acquire_seconds_max=2) as made,
    ):
        yield Far(desk=made, network=network)


@pytest.mark.parametrize("number", range(3))
async def test_both_are_shown_the_same_jewel_also_after_a_lost_race(
    here: Desk, there: Desk, seeds: Seeds, number: int
) -> None:
    """rules.md §3 Identical draws: Both get the same jewels."""
    table = await seeded(here.client, seeds, DIAMOND_YATZY, number)

    for wanted in choices(number):
        async with here.held(table.id):
            asked = []
            for seat, one in enumerate((here, there)):
                asked.append(asyncio.create_task(move(one.client, table, seat, wanted[seat], changes=True)))
                await here.waiting(seat + 1)
        assert [answer.status for answer in await asyncio.gather(*asked)] == [200, 200]

    await check(here.client, table, number)


async def cut(far: Far, ask: Callable[[], Awaitable[Answer]]) -> Answer:
    """Let the database be away."""
    far.network.part()
    answer = await ask()
    far.network.mend()
    return answer


async def swallowed(far: Far, ask: Callable[[], Awaitable[Answer]]) -> Answer:
    """Lose the append on its way to the database."""
    loss = far.network.swallow_next()
    asking = asyncio.ensure_future(ask())
    await loss.asked.wait()
    loss.cut()
    return await asking


async def unanswered(far: Far, ask: Callable[[], Awaitable[Answer]]) -> Answer:
    """Lose the database's answer, after the commit, and all that could be asked about it."""
    loss = far.network.hold_next()
    asking = asyncio.ensure_future(ask())
    await loss.answered.wait()
    far.network.part()
    answer = await asking
    far.network.mend()
    return answer


@pytest.mark.parametrize("fault", [cut, swallowed, unanswered])
async def test_both_are_shown_the_same_jewel_also_after_a_503_and_a_retry(
    here: Desk, far: Far, seeds: Seeds, fault: Callable[[Far, Callable[[], Awaitable[Answer]]], Awaitable[Answer]]
) -> None:
    """rules.md §3 Identical draws: Both get the same jewels."""
    number = 7
    table = await seeded(here.client, seeds, DIAMOND_YATZY, number)
    await far.desk.client(
        "GET", table.path, by=table.players[1], changes=True
    )  # So that what it asks next is to append.

    for mine, wanted in choices(number):
        key = new_key()

        async def ask(wanted: Any = wanted, key: str = key) -> Answer:
            return await move(far.desk.client, table, 1, wanted, changes=True, Idempotency_Key=key)

        lost = await fault(far, ask)
        assert (lost.status, lost.code) == (503, "unavailable")
        assert (await move(here.client, table, 0, mine, changes=True)).status == 200
        again = await ask()
        assert (again.status, again.replayed) == (200, fault is unanswered)

    await check(here.client, table, number)


def choices(number: int) -> Iterator[tuple[Any, Any]]:
    """Yield what both do, step by step: each keeps what luck has it, and all boxes are struck."""
    random = Random(number)
    for box in BOXES[:ROUNDS_PLAYED]:
        for _ in range(1, COLLECTIONS):
            first, second = (random.sample(range(SLOTS), random.randint(0, SLOTS)) for _ in range(2))
            yield {"type": f"{DIAMOND_YATZY}.draw", "keep": first}, {"type": f"{DIAMOND_YATZY}.draw", "keep": second}
        strike = {"type": f"{DIAMOND_YATZY}.strike", "box": box}
        yield strike, strike


async def check(client: Client, table: Table, number: int) -> None:
    """Compare what both were shown with what the seed has, and see that nothing was drawn twice."""
    chance = Seeded(Seeds().choose(number), ("", ""))
    for seat in (0, 1):
        feed = (await client("GET", f"{table.path}/events", by=table.players[seat])).data["steps"]
        drawn = [event for step in feed for event in step["events"] if event["type"] == DRAWN]
        assert [(event["round"], event["collection"]) for event in drawn] == [
            *(
                (number, collection)
                for number in range(1, ROUNDS_PLAYED + 1)
                for collection in range(1, COLLECTIONS + 1)
            ),
            (ROUNDS_PLAYED + 1, 1),
        ]
        shown: Mapping[Place, str] = {
            (event["round"], event["collection"], slot): colour
            for event in drawn
            for slot, colour in enumerate(event["jewels"])
            if slot not in event["kept"]
        }
        assert len(shown) >= SLOTS * (ROUNDS_PLAYED + 1)
        assert shown == {place: jewel(chance, *place) for place in shown}
