"""A guest who has nobody to play with plays robots, every game to its end, over the public interface alone."""

import asyncio
from collections.abc import AsyncIterator
from random import Random

import httpx
import pytest

from domain.games import discover
from domain.kernel import AnyRules
from tests.servers import on, server
from tests.stores import Stores
from tests.workers.guests import Guest

KINDS = discover()
EVERY_GAME = pytest.mark.parametrize("rules", KINDS.values(), ids=KINDS.keys())


@pytest.fixture(scope="module")
async def http(stores: Stores) -> AsyncIterator[httpx.AsyncClient]:
    """Everything in one process, as on a developer's machine, but on stores that are there."""
    environment = on(stores, robot_pause_seconds=0)
    async with (
        server(environment, command="serve") as running,
        httpx.AsyncClient(base_url=running.url, timeout=60) as http,
    ):
        yield http


@pytest.fixture
async def guest(http: httpx.AsyncClient) -> Guest:
    return await Guest.at(http)


@EVERY_GAME
async def test_a_guest_alone_plays_robots_to_the_end(guest: Guest, rules: AnyRules) -> None:
    robots = [rules.robots[0].level] * (rules.table.seats[0] - 1)
    opened = await guest.ask("POST", "/v1/games", {"kind": rules.name, "robots": robots})

    ended = await guest.play(opened["id"], Random(rules.name))

    assert ended["status"] == "finished"
    assert [seat["left"] for seat in ended["seats"]] == [None] * rules.table.seats[0]
    assert sorted(seat for place in ended["result"]["places"] for seat in place) == [*range(rules.table.seats[0])]


async def test_robots_agree_to_a_rematch_at_once_and_play_it(guest: Guest) -> None:
    first = await guest.ask("POST", "/v1/games", {"kind": "connect_four", "robots": ["easy"]})
    await guest.play(first["id"], Random(1))

    offered = await guest.ask("POST", f"/v1/games/{first['id']}/rematch")
    ended = await guest.play(offered["game"], Random(2))

    assert offered["agreed"] == [0, 1]
    assert ended["status"] == "finished"


async def test_several_guests_play_robots_beside_one_another(http: httpx.AsyncClient) -> None:
    guests = [await Guest.at(http) for _ in range(8)]
    opened = [await one.ask("POST", "/v1/games", {"kind": "reversi", "robots": ["easy"]}) for one in guests]

    ended = await asyncio.gather(
        *(one.play(game["id"], Random(n)) for n, (one, game) in enumerate(zip(guests, opened, strict=True)))
    )

    assert [game["status"] for game in ended] == ["finished"] * 8
