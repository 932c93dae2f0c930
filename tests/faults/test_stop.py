"""A server that is told to stop ends its streams and leaves nothing running; killed or stopped, it starts again."""

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.faults.players import Client, Game
from tests.servers import Server, on, server
from tests.stores import Stores
from tests.streams.sources import stream
from tests.waiting import until

READERS = 20
COLUMNS = (1, 2, 1, 2, 1, 2, 1)
FORCED = "timeout graceful shutdown exceeded"


@pytest.fixture
def environment() -> Iterator[Mapping[str, str]]:
    """That of a server with stores of its own, in a folder that the user of PostgreSQL can reach."""
    data = Path(tempfile.mkdtemp(prefix="zugfolge-test-"))
    yield on(None, data=data)
    if (data / "postgres").exists():
        shutil.rmtree((data / "postgres").resolve())  # It may lie elsewhere, see `infra.embedded.wheels`.
    shutil.rmtree(data)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_streams_are_ended_with_a_time_to_come_back_and_the_server_stops(
    stores: Stores, number: signal.Signals
) -> None:
    async with server(on(stores)) as running, talking_to(running) as client, AsyncExitStack() as stack:
        game = await client.begin()
        readers = [await stack.enter_async_context(stream(client.http, f"{game.path}/feed")) for _ in range(READERS)]
        for reader in readers:
            await reader.next()
        begun = [len(reader.retries) for reader in readers]
        stopping = asyncio.create_task(running.ended(number))
        for reader in readers:
            await reader.rest()
        code = await stopping

    assert code == 0
    assert [len(reader.retries) for reader in readers] == [retries + 1 for retries in begun]
    assert not any(FORCED in line for line in running.log)


async def test_what_was_begun_before_the_stop_is_finished_and_answered(stores: Stores) -> None:
    async with server(on(stores)) as running, talking_to(running) as client:
        games = [await client.begin() for _ in range(10)]
        dropping = [asyncio.create_task(client.drop(game, 0, 4)) for game in games]
        await asyncio.wait(dropping, return_when=asyncio.FIRST_COMPLETED)

        code = await running.ended(signal.SIGTERM)
        async with server(on(stores, port=running.url.rpartition(":")[2])):
            answers = await asyncio.gather(*dropping)

    assert code == 0
    assert [answer.status_code for answer in answers] == [200] * 10


async def test_ctrl_c_stops_everything_and_the_next_start_goes_on_with_every_game(
    environment: Mapping[str, str],
) -> None:
    async with server(environment, command="serve") as running, talking_to(running) as client:
        games = [await client.begin() for _ in range(3)]
        for game in games:
            await drop(client, game, 0, 3)
        os.killpg(running.pid, signal.SIGINT)
        code = await running.ended()
        left_behind = those_with(environment)
    async with server(environment, command="serve") as again, talking_to(again) as client:
        for game in games:
            await drop(client, game, 3, len(COLUMNS))
        results = [(await client.ask("GET", game.path)).json()["result"]["reason"] for game in games]

    assert code == 0
    assert left_behind == []
    assert results == ["four"] * 3


async def test_killed_with_its_stores_running_it_starts_again_and_goes_on_with_every_game(
    environment: Mapping[str, str],
) -> None:
    async with server(environment, command="serve") as running, talking_to(running) as client:
        game = await client.begin()
        await drop(client, game, 0, 3)
        await running.ended(signal.SIGKILL)
    async with server(environment, command="serve") as again, talking_to(again) as client:
        await drop(client, game, 3, len(COLUMNS))

        assert (await client.ask("GET", game.path)).json()["result"]["reason"] == "four"
    await until(lambda: those_with(environment) == [])


@asynccontextmanager
async def talking_to(running: Server) -> AsyncIterator[Client]:
    async with httpx.AsyncClient(base_url=running.url, timeout=60) as http:
        yield Client(http)


async def drop(client: Client, game: Game, first: int, last: int) -> None:
    """Make some of the moves that end the game."""
    for ply in range(first, last):
        assert (await client.drop(game, ply % 2, COLUMNS[ply])).status_code == 200


def those_with(environment: Mapping[str, str]) -> list[str]:
    """Return the command lines of processes that still work in a server's folder."""
    lines = []
    for process in Path("/proc").iterdir():
        try:
            command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except (NotADirectoryError, FileNotFoundError, ProcessLookupError):
            continue
        if environment["ZUGFOLGE_DATA"] in command:
            lines.append(command)
    return lines
