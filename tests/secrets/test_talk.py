"""Talk: while something is done in secret, chats, lobby and what concerns others tell of nothing but what is said."""

import asyncio
from collections.abc import Sequence
from uuid import UUID

import pytest

from infra.postgres.chat import LOBBY, Place, RoomName
from tests.secrets.story import DOER, FIRST, LAST, STRANGER, Secret, Table, begun, stake
from tests.secrets.worlds import NOBODY, NUMBERS, World, differences
from tests.waiting import until

PAIRS = {
    "what it staked": (Secret(stakes=((0,),)), Secret(stakes=((1, 2),))),
    "whether it staked": (Secret(), Secret(stakes=((1, 2),))),
}


@pytest.mark.parametrize("secrets", PAIRS.values(), ids=PAIRS.keys())
async def test_nobody_hears_more_than_is_said(worlds: Sequence[World], secrets: tuple[Secret, Secret]) -> None:
    number = next(NUMBERS)
    await asyncio.gather(*(world.begin(number) for world in worlds))
    tables = await asyncio.gather(*(talk(world, secret) for world, secret in zip(worlds, secrets, strict=True)))

    one, other = worlds
    assert not differences(one, other, apart_from=[tables[0].seats[DOER]])


async def talk(world: World, secret: Secret) -> Table:
    """Let everybody talk and listen while a secret is made, up to something that all are told."""
    table = await begun(world, secret)
    for who in table.watchers:
        room = "players" if who in table.seats else "onlookers"
        for topic in (f"game:{table.game}", f"chat:{table.game}:{room}", "chat:lobby"):
            await world.follow(who, f"/v1/stream?topics={topic}")
    for second, coins in enumerate(secret.stakes, 10):
        world.fate.set(second)
        await stake(world, table, DOER, coins, Idempotency_Key=f"secret-{second}")
    world.fate.set(20)
    for who, room, text in (
        (table.seats[FIRST], f"{table.path}/chat/players", "hello"),
        (table.seats[DOER], f"{table.path}/chat/players", "good luck"),
        (STRANGER, f"{table.path}/chat/onlookers", "who will win?"),
        (table.seats[LAST], "/v1/lobby/chat", "watch us"),
        (table.seats[FIRST], f"{table.path}/chat/players", "/help"),
    ):
        await world.ask(who, "POST", room, {"text": text}, Idempotency_Key=f"{who} {text}")
    await until(lambda: all_heard(world, table))  # Whoever leaves hears nothing more, not even what was said before.
    await world.ask(table.seats[LAST], "DELETE", f"{table.path}/members/me")
    await until(lambda: all_heard(world, table))
    for who in (*table.seats, STRANGER, NOBODY):
        async with world.closing():
            await world.ask(who, "GET", "/v1/stream?topics=lobby,chat:lobby")
            await world.ask(who, "GET", "/v1/stream?topics=me")
    await world.hang_up()
    return table


async def all_heard(world: World, table: Table) -> bool:
    """Return whether whoever listens has been told all there is."""
    house, names = world.served.house, list[RoomName](("players", "onlookers"))
    places = [LOBBY, *(Place(game=UUID(table.game), room=name) for name in names)]
    heads = [await house.talk.chat.head(place) for place in places]
    return [house.rooms.at(place, None).number for place in places] == heads
