"""Resuming: whenever and from wherever somebody joins a feed, the rest of it comes, message for message."""

import asyncio
from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeAlias

import httpx
import pytest

from tests.api.client import Client
from tests.api.tables import Table, started
from tests.streams.sources import Message, stream

Viewers: TypeAlias = Mapping[str, str | None]
"""The token of each audience."""

Feed: TypeAlias = Sequence[Message]

JOINING = 0.3  # How often somebody joins, at each move.
GAMES = pytest.mark.parametrize(("kind", "players"), [("hoard", 3), ("hoard", 2), ("connect_four", 2)])


@GAMES
@pytest.mark.parametrize("number", range(2))
async def test_who_joins_while_it_goes_on_gets_the_rest(
    client: Client, http: httpx.AsyncClient, kind: str, players: int, number: int
) -> None:
    random = Random(number)
    table = await started(client, kind, players)
    viewers = seen_by(table)
    whole = {name: asyncio.create_task(read(http, table, viewers, f"0.{name}")) for name in viewers}
    joined = list[tuple[str, int, asyncio.Task[Feed]]]()
    while not (view := (await client("GET", table.path)).data)["result"]:
        for name, token in viewers.items():
            if random.random() < JOINING:
                version = random.randint(0, await reached(http, table, token))
                joined.append((name, version, asyncio.create_task(read(http, table, viewers, f"{version}.{name}"))))
        await random_move(client, table, random.choice(view["to_move"]), random)

    assert joined
    for name, version, reading in joined:
        assert await reading == after(await whole[name], version)


@GAMES
async def test_from_any_point_of_an_ended_game_the_rest_comes(
    client: Client, http: httpx.AsyncClient, kind: str, players: int
) -> None:
    random = Random(0)
    table = await started(client, kind, players)
    viewers = seen_by(table)
    whole = {name: asyncio.create_task(read(http, table, viewers, f"0.{name}")) for name in viewers}
    while not (view := (await client("GET", table.path)).data)["result"]:
        await random_move(client, table, random.choice(view["to_move"]), random)

    for name, told in whole.items():
        last = (await told)[-1].json()["version"]
        for version in range(last):
            assert await read(http, table, viewers, f"{version}.{name}") == after(await told, version)


async def read(http: httpx.AsyncClient, table: Table, viewers: Viewers, point: str) -> Feed:
    """Return what an audience is told after a resume point, up to the end."""
    token = viewers[point.partition(".")[2]]
    async with stream(http, f"{table.path}/feed", token=token, last=point) as feed:
        return await feed.rest()


async def reached(http: httpx.AsyncClient, table: Table, token: str | None) -> int:
    """Return how many events somebody has been shown."""
    async with stream(http, f"{table.path}/feed", token=token) as feed:
        version: int = (await feed.next()).json()["version"]
        return version


async def random_move(client: Client, table: Table, seat: int, random: Random) -> None:
    """Let a seat make one of the moves it is offered."""
    offered = (await client("GET", table.path, by=table.players[seat])).data["moves"]
    answer = await client("POST", f"{table.path}/moves", random.choice(offered), by=table.players[seat])
    assert answer.status == 200


def seen_by(table: Table) -> Viewers:
    """Return everybody who may look: the onlookers and each seat."""
    return {"o": None} | {f"s{seat}": player.token for seat, player in enumerate(table.players)}


def after(feed: Feed, version: int) -> Feed:
    """Return the rest of an uninterrupted feed."""
    return [message for message in feed if message.json()["version"] > version or message.event == "end"]
