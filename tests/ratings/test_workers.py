"""Workers: any number of processes rate, some are killed, and each game counts exactly once."""

import signal
from contextlib import AsyncExitStack
from functools import partial
from operator import lt
from random import Random
from typing import Any
from uuid import UUID

import httpx

from services.ratings.again import Compared, ratings_again
from services.ratings.model import plackett_luce
from tests.laws.registry import KINDS
from tests.ratings.conftest import Hall
from tests.ratings.games import season
from tests.servers import on, server, worker
from tests.waiting import until

PEOPLE = [str(UUID(int=number)) for number in range(1, 31)]
PORTIONS = 3


async def test_of_two_workers_one_is_killed_again_and_again_and_each_game_is_rated_once(hall: Hall) -> None:
    games = list(season(900, Random(4), PEOPLE))
    size = len(games) // PORTIONS

    async def rated() -> int:
        count: int = await hall.owner.fetchval("SELECT count(*) FROM rating_order")
        return count

    async with AsyncExitStack() as stack:
        await stack.enter_async_context(worker(on(hall.stores), "ratings"))
        for portion in range(PORTIONS):
            mortal = await stack.enter_async_context(worker(on(hall.stores), "ratings"))
            await hall.ended(*games[portion * size : (portion + 1) * size])
            await until(rated, partial(lt, portion * size))
            await mortal.ended(signal.SIGKILL)
        await until(rated, lambda count: count >= len(games))

    ordered = [one for kind in KINDS for one in await hall.order(kind)]
    assert sorted(ordered) == sorted(one.game for one in games)
    assert await ratings_again(hall.owner, KINDS, plackett_luce, check=True) == Compared(written=0, wrong=())


async def test_whoever_serves_everything_in_one_process_rates_as_well(hall: Hall) -> None:
    async with server(on(hall.stores), command="serve") as here, httpx.AsyncClient(base_url=here.url) as http:
        ann, ben = [(await http.post("/v1/guests")).json() for _ in range(2)]
        table = (await http.post("/v1/games", json={"kind": "connect_four"}, headers=_by(ann))).json()["id"]
        await http.post(f"/v1/games/{table}/members", headers=_by(ben))
        await http.delete(f"/v1/games/{table}/members/me", headers=_by(ann))

        async def skills() -> dict[str, int]:
            items = (await http.get("/v1/rankings/connect_four")).json()["items"]
            return {one["player"]["id"]: one["skill"] for one in items if not one["player"]["robot"]}

        assert await until(skills) == {ann["player"]["id"]: 921, ben["player"]["id"]: 1079}


def _by(guest: Any) -> dict[str, str]:
    return {"Authorization": f"Bearer {guest['token']}"}
