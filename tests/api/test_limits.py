"""Whoever asks too often is told when to come back, and nobody else notices."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.api.client import Answer, Client
from tests.api.conftest import Desk, desk
from tests.api.tables import started
from tests.waiting import until

HOUR = 3600
NOBODY = "redis://127.0.0.1:1/0"  # No Redis listens there.


async def open_one(client: Client, by: Any) -> Answer:
    return await client("POST", "/v1/games", {"kind": "hoard"}, by=by)


async def test_openings_are_counted_per_caller_by_all_processes_together(here: Desk) -> None:
    limits: dict[str, Any] = {"rate_writes_max": 2, "rate_window_seconds": HOUR}
    async with desk(here.stores, **limits) as one, desk(here.stores, **limits) as other:
        busy, quiet = await here.client.guest(), await here.client.guest()
        told = [await open_one(client, busy) for client in (one.client, other.client, one.client, other.client)]
        assert [answer.code for answer in told] == [None, None, "too_many_requests", "too_many_requests"]
        assert 0 < int(told[-1].headers["retry-after"]) <= HOUR
        assert (await open_one(one.client, quiet)).status == 201


async def test_a_window_ends(here: Desk) -> None:
    async with desk(here.stores, rate_writes_max=1, rate_window_seconds=1.5) as one:
        player = await here.client.guest()
        # However slow this machine is:
        await until(lambda: open_one(one.client, player), lambda answer: answer.code is not None)
        await until(lambda: open_one(one.client, player), lambda answer: answer.code is None)


async def test_moves_are_counted_per_caller(here: Desk) -> None:
    table = await started(here.client, kind="hoard", players=3)
    async with desk(here.stores, rate_writes_max=1, rate_window_seconds=HOUR) as one:
        move = {"type": "hoard.stake", "coins": []}
        told = [await one.client("POST", f"{table.path}/moves", move, by=table.players[seat]) for seat in (0, 0, 1)]
    assert [answer.code for answer in told] == [None, "too_many_requests", None]


async def test_what_is_read_is_counted_per_caller(here: Desk) -> None:
    table, player = await started(here.client), await here.client.guest()
    async with desk(here.stores, rate_reads_max=2, rate_window_seconds=HOUR) as one:
        paths = ("/v1/games", table.path, f"{table.path}/events", f"{table.path}/picture.svg", f"{table.path}/feed")
        told = [await one.client("GET", path, by=player) for path in paths]
        assert [answer.code for answer in told] == [None, None, *["too_many_requests"] * 3]
        assert (await one.client("GET", table.path)).status == 200  # Onlookers have counts of their own.


async def test_guests_are_counted_per_address(here: Desk) -> None:
    async with desk(here.stores, rate_sign_ins_max=1, rate_window_seconds=HOUR, proxy_hops=1) as one:
        told = [
            await one.client("POST", "/v1/guests", X_Forwarded_For=f"{claimed}, {real}")
            for claimed, real in (("192.0.2.1", "198.51.100.1"), ("192.0.2.2", "198.51.100.1"), ("", "198.51.100.2"))
        ]
    assert [answer.code for answer in told] == [None, "too_many_requests", None]


async def test_an_address_that_no_proxy_of_ours_vouches_for_counts_for_nothing(here: Desk) -> None:
    async with desk(here.stores, rate_sign_ins_max=1, rate_window_seconds=HOUR) as one:
        await one.client("POST", "/v1/guests")
        answer = await one.client("POST", "/v1/guests", X_Forwarded_For="198.51.100.7")
    assert answer.code == "too_many_requests"


@pytest.mark.parametrize("path", ["/v1/games", "/v1/guests"])
async def test_without_redis_nothing_is_limited(here: Desk, path: str) -> None:
    player = await here.client.guest()
    alone = replace(here.stores, redis_url=NOBODY)
    async with desk(alone, rate_writes_max=1, rate_sign_ins_max=1, rate_window_seconds=HOUR) as one:
        body = {"kind": "hoard"} if path == "/v1/games" else {}
        told = [await one.client("POST", path, body, by=player) for _ in range(3)]
    assert [answer.status for answer in told] == [201] * 3
