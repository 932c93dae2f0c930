"""Records from the command line: exported, verified offline, and imported into a server that runs."""

import asyncio
import os
import signal
import tempfile
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from domain import record
from infra.postgres.pool import connect
from tests.laws.registry import KINDS
from tests.records.documents import GAME, life_of, record_of
from tests.servers import PROGRAM, Finished, Server, on, run, server
from tests.stores import Stores, more_stores

WON = "1122334"  # Four in the bottom row.
PLAYED = ("connect_four", 0)


@pytest.fixture(scope="module")
async def mine(stores: Stores) -> AsyncIterator[Stores]:
    async with more_stores(stores) as more:
        yield more


@pytest.fixture(scope="module")
async def running(mine: Stores) -> AsyncIterator[Server]:
    async with server(on(mine)) as one:
        yield one


@pytest.fixture
async def client(running: Server) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=running.url, timeout=60) as one:
        yield one


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="zugfolge-test-") as made:
        Path(made).chmod(0o711)  # Below a closed one, root's PostgreSQL would keep its data elsewhere, and leave them.
        yield Path(made)


def written(folder: Path, *lines: str) -> Path:
    path = folder / "games.txt"
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def recorded(folder: Path, kind: str, number: int) -> Path:
    path = folder / f"{kind}-{number}.json"
    path.write_bytes(record_of(kind, life_of(kind, number)))
    return path


async def imported(mine: Stores, kind: str, path: Path) -> Finished:
    return await run(on(mine), "import", kind, path)


async def ids(client: httpx.AsyncClient, status: str = "finished,aborted") -> Sequence[str]:
    return [game["id"] for game in (await client.get("/v1/games", params={"status": status})).json()["items"]]


async def written_game(mine: Stores, client: httpx.AsyncClient, folder: Path, moves: str) -> str:
    """Import a game by its moves and return its id."""
    await imported(mine, "connect_four", written(folder, moves))
    for game in await ids(client):
        answer = await client.get(f"/v1/games/{game}/record", headers={"Accept": "text/vnd.zugfolge.connect-four"})
        if answer.text == moves:
            return game
    raise AssertionError(f"{moves} was not imported")


async def unfinished(client: httpx.AsyncClient) -> str:
    token = (await client.post("/v1/guests")).json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    opened = await client.post("/v1/games", json={"kind": "connect_four"}, headers=headers)
    game: str = opened.json()["id"]
    return game


async def test_what_is_exported_is_what_the_interface_gives(
    mine: Stores, client: httpx.AsyncClient, folder: Path
) -> None:
    game = await written_game(mine, client, folder, WON)
    exported = await run(on(mine), "export", game)

    assert exported.code == 0
    assert exported.out == (await client.get(f"/v1/games/{game}/record")).text


async def test_a_record_is_kept_by_clients_that_ask_again(
    mine: Stores, client: httpx.AsyncClient, folder: Path
) -> None:
    answer = await client.get(f"/v1/games/{await written_game(mine, client, folder, WON)}/record")

    assert answer.headers["cache-control"] == "private, no-cache"
    assert answer.headers["content-type"] == "application/json"
    assert record.verify(answer.content, KINDS) is None


async def test_a_record_in_a_notation_that_the_kind_does_not_have_is_refused(
    mine: Stores, client: httpx.AsyncClient, folder: Path
) -> None:
    game = await written_game(mine, client, folder, WON)
    answer = await client.get(f"/v1/games/{game}/record", headers={"Accept": "text/vnd.zugfolge.reversi"})

    assert (answer.status_code, answer.json()["code"]) == (406, "no_notation")


async def test_a_game_that_goes_on_has_no_record_yet(mine: Stores, client: httpx.AsyncClient) -> None:
    game = await unfinished(client)
    answer = await client.get(f"/v1/games/{game}/record")
    exported = await run(on(mine), "export", game)

    assert (answer.status_code, answer.json()["code"]) == (409, "not_finished")
    assert (exported.code, exported.err) == (1, f"zugfolge: game {game} is not finished yet\n")


async def test_a_game_that_is_not_there_cannot_be_exported(mine: Stores) -> None:
    exported = await run(on(mine), "export", str(GAME))

    assert (exported.code, exported.out, exported.err) == (1, "", f"zugfolge: there is no game {GAME}\n")


async def test_records_are_verified_without_any_store(folder: Path) -> None:
    paths = [recorded(folder, *PLAYED), recorded(folder, "reversi", 0)]
    verified = await run(on(data=folder / "data"), "verify", *paths)

    assert verified.code == 0
    assert [line.partition(": ")[0] for line in verified.out.splitlines()] == [str(path) for path in paths]
    assert not (folder / "data").exists()


async def test_a_changed_record_is_named_with_its_first_bad_version(folder: Path) -> None:
    true, changed = recorded(folder, *PLAYED), recorded(folder, "reversi", 0)
    lines = changed.read_bytes().split(b"\n")
    lines[7] = lines[7].replace(b'"turned":[', b'"turned":[1,', 1).replace(b'"seat":0', b'"seat":1', 1)
    changed.write_bytes(b"\n".join(lines))
    verified = await run(on(), "verify", true, changed)

    assert verified.code == 1
    assert verified.out.splitlines()[0].startswith(f"{true}: verified")
    assert verified.out.splitlines()[1].startswith(f"{changed}: version 7: ")


async def test_a_file_that_is_not_there_is_named(folder: Path) -> None:
    verified = await run(on(), "verify", folder / "none.json")

    assert verified.code == 1
    assert verified.out == f"{folder / 'none.json'} cannot be read: No such file or directory\n"


async def test_a_recorded_game_keeps_all_but_its_players(mine: Stores, client: httpx.AsyncClient, folder: Path) -> None:
    path = recorded(folder, *PLAYED)
    finished = await imported(mine, "connect_four", path)
    told: Any = msgspec.json.decode(path.read_bytes())
    view = (await client.get(f"/v1/games/{GAME}")).json()

    assert (finished.code, finished.out) == (0, "1 imported, 0 known already, 0 refused\n")
    assert view["origin"] == "imported"
    assert [seat["player"] for seat in view["seats"]] == [None, None]
    assert (view["seed"], view["commitment"]) == (told["seed"], told["events"][0]["data"]["commitment"])
    assert view["result"] == told["result"]
    assert view["ended_at"] == told["events"][-1]["at"]
    assert record.verify((await client.get(f"/v1/games/{GAME}/record")).content, KINDS) is None


async def test_a_known_game_is_left_as_it_is(mine: Stores, client: httpx.AsyncClient, folder: Path) -> None:
    path = recorded(folder, *PLAYED)
    await imported(mine, "connect_four", path)
    before = (await client.get(f"/v1/games/{GAME}/record")).content
    again = await imported(mine, "connect_four", path)

    assert (again.code, again.out) == (0, "0 imported, 1 known already, 0 refused\n")
    assert (await client.get(f"/v1/games/{GAME}/record")).content == before


async def test_a_record_that_is_not_true_is_not_imported(mine: Stores, folder: Path) -> None:
    path = recorded(folder, "reversi", 1)
    path.write_bytes(path.read_bytes().replace(b'"seat":1', b'"seat":0', 1))
    finished = await imported(mine, "reversi", path)

    assert finished.code == 1
    assert finished.err.startswith(f"zugfolge: {path}: version ")


async def test_a_record_of_another_kind_is_not_imported(mine: Stores, folder: Path) -> None:
    path = recorded(folder, "reversi", 2)
    finished = await imported(mine, "connect_four", path)

    assert finished.code == 1
    assert finished.err == f"zugfolge: {path} records a game of reversi, not of connect_four\n"


async def test_lines_of_notation_are_games_and_what_breaks_the_rules_is_named(mine: Stores, folder: Path) -> None:
    path = written(folder, "1234567", "", "1111111", "abc", "12341212343")
    finished = await imported(mine, "connect_four", path)

    assert finished.code == 1
    assert finished.out == "2 imported, 0 known already, 2 refused\n"
    assert f"{path}: line 3, move 7: " in finished.err
    assert f"{path}: line 4: This is not in the notation of the game." in finished.err


async def test_the_column_called_moves_holds_the_games_of_a_table(mine: Stores, folder: Path) -> None:
    path = written(folder, "who\tmoves\twhen", "ann\t7654321\t1999", "ben\t\t", "too short")
    finished = await imported(mine, "connect_four", path)

    assert finished.out == "2 imported, 0 known already, 1 refused\n"
    assert f"{path}: line 4: " in finished.err


async def test_the_same_moves_are_the_same_game_however_they_are_spelled(mine: Stores, folder: Path) -> None:
    finished = await imported(mine, "reversi", written(folder, "f5d6", "F5D6", " f5d6 "))

    assert (finished.code, finished.out) == (0, "1 imported, 2 known already, 0 refused\n")


async def test_a_kind_that_is_not_on_offer_is_named(mine: Stores, folder: Path) -> None:
    finished = await imported(mine, "chess", written(folder, "e4"))

    assert finished.code == 1
    assert finished.err.startswith("zugfolge: there is no kind chess; there are ")


def random_games(number: int) -> Sequence[str]:
    """Return so many different games or a few less, too short for anybody to have won."""
    random = Random(number)
    return sorted({"".join(random.choices("1234567", k=6)) for _ in range(number)})


async def count(mine: Stores) -> int:
    async with connect(mine.owner_url) as connection:
        games: int = await connection.fetchval("SELECT count(*) FROM games")
        return games


async def test_an_import_that_was_killed_is_taken_up_by_importing_again(stores: Stores, folder: Path) -> None:
    path = written(folder, *random_games(600))
    games = len(path.read_text().splitlines())
    async with more_stores(stores) as fresh:
        process = await asyncio.create_subprocess_exec(
            PROGRAM, "import", "connect_four", path, env=on(fresh), stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE
        )
        assert process.stderr
        await process.stderr.readline()  # Some of it is done.
        os.kill(process.pid, signal.SIGKILL)
        await process.wait()
        here = await count(fresh)
        again = await imported(fresh, "connect_four", path)
        async with connect(fresh.owner_url) as connection:
            whole = await connection.fetchval("SELECT count(*) FROM games WHERE status IN ('finished', 'aborted')")

    assert 0 < here <= games
    assert again.out == f"{games - here} imported, {here} known already, 0 refused\n"
    assert whole == games


async def test_an_import_beside_a_server_with_embedded_stores_shows_there_at_once(folder: Path) -> None:
    environment = on(data=folder / "data")
    async with server(environment, command="serve") as embedded, httpx.AsyncClient(base_url=embedded.url) as client:
        before = await ids(client)
        finished = await run(environment, "import", "connect_four", written(folder, WON))
        after = await ids(client)

    assert (finished.code, finished.out) == (0, "1 imported, 0 known already, 0 refused\n")
    assert (before, len(after)) == ([], 1)


async def test_without_a_server_the_embedded_stores_are_used_and_kept(folder: Path) -> None:
    environment = on(data=folder / "data")
    first = await run(environment, "import", "connect_four", written(folder, WON))
    second = await run(environment, "import", "connect_four", written(folder, WON))

    assert first.out == "1 imported, 0 known already, 0 refused\n"
    assert second.out == "0 imported, 1 known already, 0 refused\n"
