"""A guest who has nobody to play with plays robots, every game to its end, over the public interface alone."""

import asyncio
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import httpx
import pytest

from domain.games import discover
from domain.kernel import AnyRules
from tests.servers import on, server
from tests.stores import Stores
from tests.waiting import until

KINDS = discover()
UNLIMITED = {"rate_reads_max": 1_000_000, "rate_writes_max": 1_000_000, "rate_sign_ins_max": 1_000_000}
EVERY_GAME = pytest.mark.parametrize("rules", KINDS.values(), ids=KINDS.keys())


class Guest:
    """Somebody alone."""

    def __init__(self, http: httpx.AsyncClient, token: str) -> None:
        self._http, self._headers = http, {"Authorization": f"Bearer {token}"}

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask for something that is not refused."""
        answer = await self._http.request(method, path, json=body, headers=self._headers)
        assert answer.is_success, answer.text
        return answer.json()

    async def play(self, game: str, random: Random) -> Any:
        """Make some move whenever it is one's turn, until it is over; return the game then."""
        path = f"/v1/games/{game}"
        while True:
            view = await until(lambda: self.ask("GET", path), lambda seen: seen["moves"] or seen["result"])
            if view["result"] is not None:
                return view
            await self.ask("POST", f"{path}/moves", random.choice(view["moves"]))


@pytest.fixture(scope="module")
async def http(stores: Stores) -> AsyncIterator[httpx.AsyncClient]:
    """Everything in one process, as on a developer's machine, but on stores that are there."""
    environment = on(stores, robot_pause_seconds=0, **UNLIMITED)
    async with (
        server(environment, command="serve") as running,
        httpx.AsyncClient(base_url=running.url, timeout=60) as http,
    ):
        yield http


@pytest.fixture
async def guest(http: httpx.AsyncClient) -> Guest:
    return Guest(http, (await http.post("/v1/guests")).json()["token"])


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
    guests = [Guest(http, (await http.post("/v1/guests")).json()["token"]) for _ in range(8)]
    opened = [await one.ask("POST", "/v1/games", {"kind": "reversi", "robots": ["easy"]}) for one in guests]

    ended = await asyncio.gather(
        *(one.play(game["id"], Random(n)) for n, (one, game) in enumerate(zip(guests, opened, strict=True)))
    )

    assert [game["status"] for game in ended] == ["finished"] * 8
