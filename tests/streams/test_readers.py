"""Readers: many cost little more than one, and whoever does not read is cut off, to resume."""

import asyncio
import socket
from contextlib import AsyncExitStack
from typing import Any

import pytest

from services import serve
from services.api import wire
from tests.api.client import Client
from tests.api.conftest import desk
from tests.api.tables import Table, drop, opened, stake, started
from tests.stores import Stores
from tests.streams.sources import SECONDS_MAX, deaf, stream
from tests.waiting import until

READERS = 5  # Of each audience.


async def test_what_is_known_to_all_is_written_down_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await started(client)

    assert await written(client, table, monkeypatch, lambda: drop(client, table, "4")) == 1


async def test_what_one_seat_is_shown_is_written_down_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await started(client, "hoard", 3)

    assert await written(client, table, monkeypatch, lambda: stake(client, table, 1, 0)) == 1


async def test_what_differs_for_all_is_written_down_once_for_each(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await started(client, "hoard", 3)

    async def leave() -> None:
        await client("DELETE", f"{table.path}/members/me", by=table.players[2])

    assert await written(client, table, monkeypatch, leave) == 3  # The two who stay, and the onlookers.


async def test_who_does_not_read_is_cut_off_when_too_much_waits(stores: Stores) -> None:
    async with desk(stores, stream_queue_max=3, heartbeat_seconds=3600) as small:
        table = await opened(small.client, kind="hoard", seats=3)
        async with deaf(small.served.app, f"{table.path}/feed") as reading:
            for _ in range(4):
                guest = await small.client.guest()
                await small.client("POST", f"{table.path}/members", by=guest)
                await small.client("DELETE", f"{table.path}/members/me", by=guest)
            await asyncio.wait_for(reading, SECONDS_MAX)


async def test_who_does_not_even_take_a_heartbeat_is_cut_off(stores: Stores) -> None:
    async with desk(stores, heartbeat_seconds=0.05) as lively:
        table = await started(lively.client)
        async with deaf(lively.served.app, f"{table.path}/feed") as reading:
            await asyncio.wait_for(reading, SECONDS_MAX)


async def test_who_was_cut_off_resumes_without_loss(stores: Stores) -> None:
    async with desk(stores, stream_queue_max=3, heartbeat_seconds=3600) as small:
        table = await started(small.client)
        async with deaf(small.served.app, f"{table.path}/feed") as reading:
            await drop(small.client, table, "121212")
            await asyncio.wait_for(reading, SECONDS_MAX)
        await drop(small.client, table, "1", first=6)

        async with stream(small.client.http, f"{table.path}/feed", last="4.o") as feed:
            *games, _ = await feed.rest()

    assert [game.id for game in games] == ["5.o", "6.o", "7.o", "8.o", "9.o", "10.o", "12.o"]


async def test_a_connection_nobody_reads_is_taken_down(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "UNREAD_SECONDS_MAX", 1)
    async with desk(stores, heartbeat_seconds=0.01) as lively:
        table = await started(lively.client)
        with socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)  # The least there is.
            connection.connect(("127.0.0.1", int(lively.served.url.rpartition(":")[2])))
            connection.sendall(f"GET {table.path}/feed HTTP/1.1\r\nHost: here\r\n\r\n".encode())

            await until(lambda: is_down(connection))


def is_down(connection: socket.socket) -> bool:
    """Return whether nothing is at the other end any more, without reading what came from there."""
    try:
        connection.send(b"\r\n")
    except OSError:
        return True
    return False


async def written(client: Client, table: Table, monkeypatch: pytest.MonkeyPatch, happens: Any) -> int:
    """Return how often a state was written down for all who read while something happens once."""
    times, right = 0, wire._core  # noqa: SLF001 - where a state is written down.

    def core(*arguments: Any) -> Any:
        nonlocal times
        times += 1
        return right(*arguments)

    async with AsyncExitStack() as stack:
        tokens = (None, *(player.token for player in table.players))
        feeds = [
            await stack.enter_async_context(stream(client.http, f"{table.path}/feed", token=token))
            for token in tokens
            for _ in range(READERS)
        ]
        for feed in feeds:
            await feed.next()
        monkeypatch.setattr(wire, "_core", core)
        await happens()
    return times
