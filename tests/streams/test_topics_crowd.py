"""A crowd at the doors: whatever fifty do at once, on two processes, the lobby ends as the list has it."""

import asyncio
from collections.abc import Mapping
from random import Random
from typing import Any

from tests.api.client import Client, Player
from tests.api.conftest import Desk
from tests.api.tables import Table, opened
from tests.streams.topics import lobby, topics

CROWD = 50
WORD = "Sesam"


async def test_fifty_at_once_leave_lobby_and_list_in_agreement(client: Client, there: Desk) -> None:
    random = Random(1)
    tables = [await opened(client, kind="bleib_cool", seats=3) for _ in range(2)]
    tables += [await opened(client, kind="bleib_cool", seats=3, word=WORD) for _ in range(2)]
    tables += [await opened(client, kind="bleib_cool", seats=3, strength_max=999)]
    crowd = [await client.guest() for _ in range(CROWD)]

    async def come(guest: Player, asking: Client) -> None:
        for table in random.sample(tables, len(tables)):
            body = {"word": random.choice((WORD, "wrong"))} if table in tables[2:4] else {}
            joined = await asking("POST", f"{table.path}/members", body, by=guest, changes=True)
            if joined.status == 200 and random.random() < 0.5:
                await asking("DELETE", f"{table.path}/members/me", by=guest, changes=True)

    async with topics(client.http, "lobby") as near, topics(there.client.http, "lobby") as far:
        await asyncio.gather(*(come(guest, (client, there.client)[number % 2]) for number, guest in enumerate(crowd)))
        last = await opened(client)  # Whoever has heard of it has heard of all before.
        for one in (near, far):
            while last.id not in lobby(one.messages):
                await one.next()

    listed = await listing(client, tables)
    for one in (near, far):
        shown = {item: facts(known) for item, known in lobby(one.messages).items() if item in by_id(tables)}
        assert shown == {item: facts(known) for item, known in listed.items() if known["status"] in {"open", "running"}}
    assert all(len(known["members"]) <= 3 for known in listed.values())


async def listing(client: Client, tables: list[Table]) -> Mapping[str, Any]:
    """Return these tables as the list has them."""
    return {table.id: await find(client, table) for table in tables}


async def find(client: Client, table: Table) -> Any:
    cursor = ""
    while True:
        page = (await client("GET", f"/v1/games?kind=bleib_cool&limit=100{cursor}")).data
        found = [item for item in page["items"] if item["id"] == table.id]
        if found:
            return found[0]
        cursor = f"&cursor={page['next']}"


def by_id(tables: list[Table]) -> set[str]:
    return {table.id for table in tables}


def facts(known: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what lobby and list both say of a game."""
    said = ("kind", "status", "size", "locked", "strength_max", "host", "members", "seats", "started_at")
    return {name: known[name] for name in said}
