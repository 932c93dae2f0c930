"""Real tournament games are imported into a running server in one go, and watched, replayed and verified there."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import httpx
import msgspec
import pytest

from tests.servers import Finished, on, run, server
from tests.stores import Stores, more_stores

GAMES = 510
AT_ONCE = 8
PLACED, PASSED = "reversi.disc_placed", "reversi.passed"

Line: TypeAlias = Mapping[str, str]
"""One line of the table, by the names of its columns."""


class Message(NamedTuple):
    """One server-sent event."""

    id: str
    event: str
    data: Any


class Imported(NamedTuple):
    """The server after the import, what the command said, and each game's line in the file by its id."""

    client: httpx.AsyncClient
    finished: Finished
    lines: Mapping[str, Line]
    views: Mapping[str, Any]
    records: Mapping[str, bytes]


async def of_each(client: httpx.AsyncClient, games: Iterable[str], path: str) -> Mapping[str, httpx.Response]:
    """Return what the server answers for every game, a few asked at once."""
    few = asyncio.Semaphore(AT_ONCE)

    async def one(game: str) -> tuple[str, httpx.Response]:
        async with few:
            return game, await client.get(f"/v1/games/{game}{path}")

    return dict(await asyncio.gather(*map(one, games)))


@pytest.fixture(scope="module")
async def imported(stores: Stores, conformance: Path) -> AsyncIterator[Imported]:
    table = conformance / "reversi" / "tournament_games.tsv"
    async with (
        more_stores(stores) as mine,
        server(on(mine)) as running,
        httpx.AsyncClient(base_url=running.url, timeout=60) as client,
    ):
        finished = await run(on(mine), "import", "reversi", table)
        games = await listed(client)
        views = {game: answer.json() for game, answer in (await of_each(client, games, "")).items()}
        records = {game: answer.content for game, answer in (await of_each(client, games, "/record")).items()}
        by_moves = {line["moves"]: line for line in lines_of(table)}
        lines = {game: by_moves[moves_of(events_of(record))] for game, record in records.items()}
        yield Imported(client, finished, lines, views, records)


async def listed(client: httpx.AsyncClient) -> Sequence[str]:
    games, more = list[str](), ""
    while True:
        page = (await client.get(f"/v1/games?limit=100{more}")).json()
        games += [game["id"] for game in page["items"]]
        if page["next"] is None:
            return games
        more = f"&cursor={page['next']}"


def lines_of(table: Path) -> Sequence[Line]:
    header, *lines = (line.split("\t") for line in table.read_text().splitlines())
    return [dict(zip(header, line, strict=True)) for line in lines]


def events_of(record: bytes) -> Sequence[Any]:
    return [event["data"] for event in msgspec.json.decode(record)["events"]]


def moves_of(events: Sequence[Any]) -> str:
    return "".join(event["square"] for event in events if event["type"] == PLACED)


def passes_of(events: Sequence[Any]) -> str:
    """Return before which discs, counted from 1, somebody passed, as the file writes it."""
    placed, before = 0, list[str]()
    for event in events:
        placed += event["type"] == PLACED
        if event["type"] == PASSED:
            before.append(str(placed + 1))
    return ",".join(before) or "-"


def discs(line: Line) -> list[int]:
    return [int(line["first_discs"]), int(line["second_discs"])]


def messages(stream: str) -> Sequence[Message]:
    """Return the events of a stream that has ended."""
    blocks = [dict(field.split(": ", 1) for field in block.split("\n")) for block in stream.split("\n\n") if block]
    told = [block for block in blocks if "event" in block]
    return [Message(block.get("id", ""), block["event"], msgspec.json.decode(block["data"])) for block in told]


def test_all_games_are_imported_in_one_go_while_it_is_told_how_far_it_is(imported: Imported) -> None:
    assert imported.finished.code == 0
    assert imported.finished.out == f"{GAMES} imported, 0 known already, 0 refused\n"
    assert f"importing: {GAMES} of {GAMES}\n" in imported.finished.err
    assert len(imported.lines) == GAMES


def test_those_played_to_the_end_end_with_the_discs_counted(imported: Imported) -> None:
    views = imported.views
    to_the_end = [game for game, line in imported.lines.items() if line["game_over"] == "1"]
    wrong = [game for game in to_the_end if views[game]["result"]["scores"] != discs(imported.lines[game])]

    assert len(to_the_end) == 490
    assert wrong == []
    assert {views[game]["status"] for game in to_the_end} == {"finished"}
    assert {view["origin"] for view in views.values()} == {"imported"}


def test_those_broken_off_are_aborted_as_unfinished(imported: Imported) -> None:
    views = imported.views
    broken_off = [game for game, line in imported.lines.items() if line["game_over"] == "0"]

    assert len(broken_off) == 20
    assert {(views[game]["status"], views[game]["result"]["reason"]) for game in broken_off} == {
        ("aborted", "unfinished")
    }


def test_passes_are_recorded_at_the_plies_of_the_file(imported: Imported) -> None:
    passes = {game: passes_of(events_of(record)) for game, record in imported.records.items()}

    assert [game for game, line in imported.lines.items() if passes[game] != line["pass_before_ply"]] == []


async def test_each_can_be_watched_to_its_end(imported: Imported) -> None:
    wrong = []
    for game, answer in (await of_each(imported.client, imported.lines, "/feed?after=0")).items():
        *steps, end = messages(answer.text)
        reached = [event["version"] for step in steps for event in step.data["events"]]
        complete = reached == list(range(1, len(events_of(imported.records[game])) + 1))
        counted = steps[-1].data["state"]["discs"] == discs(imported.lines[game])
        if not complete or not counted or end.event != "end":
            wrong.append(game)
    assert wrong == []


async def test_each_can_be_replayed_move_by_move(imported: Imported) -> None:
    wrong = []
    for game, answer in (await of_each(imported.client, imported.lines, "/replay?speed=1000")).items():
        *steps, end = messages(answer.text)
        moves = moves_of([event for step in steps for event in step.data["events"]])
        broken_off = imported.lines[game]["game_over"] == "0"
        one_by_one = (
            len(steps) == 1 + len(moves) // 2 + broken_off
        )  # The start, each move, and the end if none ends it.
        if moves != imported.lines[game]["moves"] or not one_by_one or end.event != "end":
            wrong.append(game)
    assert wrong == []


async def test_every_record_is_verified_offline(imported: Imported, tmp_path: Path) -> None:
    paths = [tmp_path / f"{game}.json" for game in imported.records]
    for path in paths:
        path.write_bytes(imported.records[path.stem])
    finished = await run(on(data=tmp_path / "none"), "verify", *paths)

    assert finished.code == 0
    assert finished.out.count(": verified: ") == GAMES
