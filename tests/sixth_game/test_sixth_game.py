"""A sixth game is one new folder in `domain/games/`: copied into a fresh installation, it is played at once.

What plays it here knows nothing of its rules: it goes by what the interface says.
"""

import asyncio
import shutil
import subprocess
from collections.abc import AsyncIterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser as Chromium
from playwright.async_api import expect

from domain.value import Value
from infra.postgres.pool import connect
from tests.api.client import Client
from tests.api.conftest import KINDS
from tests.api.tables import Table, started
from tests.browser.browsers import arrives
from tests.browser.playing import USABLE, by_keyboard, by_mouse, is_over, join, open_table
from tests.servers import on, run, server
from tests.stores import Stores
from tests.streams.sources import Browser, Message
from tests.waiting import POLL_SECONDS, until

TOP = Path(__file__).parents[2]
TOY = TOP / "tests/toys/hoard"
SIXTH = Path("domain/games/hoard")
BUILT = Path("services/web/built")
GIT = ("git", "-c", "user.name=nobody", "-c", "user.email=nobody@example.org", "-c", "commit.gpgsign=false")
PNG = b"\x89PNG\r\n\x1a\n"
CAN_STAKE = "[...document.querySelectorAll('button:enabled')].some((one) => one.textContent.trim() === 'Stake')"


class Installation(Value):
    """A copy of this repository with one folder more, and a server that runs from it."""

    top: Path
    environment: Mapping[str, str]
    client: Client


class Played(Value):
    """A whole game: who played it, what onlookers were told meanwhile, and how it is shown at its end."""

    table: Table
    told: Sequence[Message]
    view: Any


@pytest.fixture(scope="module")
def top(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What git has of the repository and would take, committed, and then the new folder."""
    copy = tmp_path_factory.mktemp("fresh")
    listed = git(TOP, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ":!:tests")
    for name in filter(None, listed.split("\0")):
        if (TOP / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(TOP / name, copy / name)
    git(copy, "init", "--quiet")
    git(copy, "add", "--all")
    git(copy, "commit", "--quiet", "--message", "as it was")
    shutil.copytree(TOP / BUILT, copy / BUILT)  # By the same sources, without a line for the new game.
    shutil.copytree(TOY, copy / SIXTH, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.fixture(scope="module")
async def here(top: Path, stores: Stores) -> AsyncIterator[Installation]:
    environment = {**on(stores, robot_pause_seconds=0.01), "PYTHONPATH": str(top)}
    async with (
        server(environment, command="serve") as running,
        httpx.AsyncClient(base_url=running.url, timeout=60) as http,
        connect(stores.owner_url) as store,
    ):
        document = (await http.get("/v1/openapi.json")).json()
        yield Installation(top=top, environment=environment, client=Client(http, document, KINDS, store))


@pytest.fixture(scope="module")
async def played(here: Installation) -> Played:
    """Play by the moves the interface lists, or gathers, any of them, until there is a result."""
    client, random = here.client, Random(6)
    table = await started(client, "hoard", 3)
    browser = Browser(client.http, f"{table.path}/feed?after=0&scene=1")
    watching = asyncio.create_task(browser.run())
    while (view := (await client("GET", table.path)).data)["result"] is None:
        player = table.players[random.choice(view["to_move"])]
        offered = (await client("GET", table.path, by=player)).data
        move = random.choice([*offered["moves"], *map(gathered, offered["drafts"])])
        assert (await client("POST", f"{table.path}/moves", move, by=player)).status == 200
    return Played(table=table, told=await watching, view=view)


async def test_it_is_on_offer(here: Installation) -> None:
    kinds = {kind["kind"]: kind for kind in (await here.client("GET", "/v1/kinds")).data}

    assert kinds["hoard"]["name"] == {"de": "Hort", "en": "Hoard"}
    assert len(kinds) > 1


async def test_the_document_describes_its_moves_and_events(here: Installation) -> None:
    schemas = here.client.document["components"]["schemas"].values()
    named = {schema["properties"]["type"].get("const") for schema in schemas if "type" in schema.get("properties", {})}

    assert named >= {"hoard.stake", "hoard.gem_drawn", "hoard.purse_dealt", "hoard.staked", "hoard.gem_won"}


async def test_it_is_played_to_its_end(played: Played) -> None:
    assert played.view["status"] == "finished"
    assert sorted(seat for place in played.view["result"]["places"] for seat in place) == [0, 1, 2]


async def test_it_is_watched_to_its_end(played: Played) -> None:
    *games, end = played.told

    assert end.event == "end"
    assert games[-1].json()["state"] == played.view["state"]


async def test_it_is_drawn(here: Installation, played: Played) -> None:
    svg = await here.client("GET", f"{played.table.path}/picture.svg")
    png = await here.client("GET", f"{played.table.path}/picture.png?version=1")

    assert svg.content.startswith(b"<svg")
    assert png.content.startswith(PNG)


async def test_its_record_is_verified(here: Installation, played: Played, tmp_path: Path) -> None:
    record = (await here.client("GET", f"{played.table.path}/record")).content
    (tmp_path / "true").write_bytes(record)
    (tmp_path / "false").write_bytes(record.replace(b'"gem":1', b'"gem":0', 1))

    assert (await run(here.environment, "verify", tmp_path / "true")).code == 0
    assert (await run(here.environment, "verify", tmp_path / "false")).code == 1


async def test_its_robot_plays(here: Installation) -> None:
    client, human = here.client, await here.client.guest()
    opened = await client("POST", "/v1/games", {"kind": "hoard", "seats": 2, "robots": ["easy"]}, by=human)
    path = f"/v1/games/{opened.data['id']}"
    while moves := (await client("GET", path, by=human)).data["moves"]:
        await client("POST", f"{path}/moves", moves[-1], by=human, changes=True)

    ended = await until(lambda: client("GET", path, by=human), lambda answer: answer.data["status"] == "finished")
    assert ended.data["result"]["reason"] == "complete"


async def test_it_is_played_in_the_page_by_mouse_and_by_keyboard(here: Installation, chromium: Chromium) -> None:
    host, guest = [await arrives(chromium, str(here.client.http.base_url)) for _ in range(2)]
    path = await open_table(host.page, "hoard")
    await join(guest.page, path)

    for one, does in ((host, by_mouse), (guest, by_keyboard)):
        turn = one.page.get_by_text("It is your turn")
        await expect(turn).to_be_visible()  # Whoever opened the table learns of the start a moment later.
        stake = one.page.get_by_role("button", name="Stake", exact=True)
        while await turn.count():  # What was taken up is put down again where the game goes on meanwhile.
            if await one.page.evaluate(CAN_STAKE):
                await (stake.click() if does is by_mouse else stake.press("Enter"))
            elif coins := await one.page.evaluate(USABLE):
                await does(one.page, coins[0])
            await asyncio.sleep(POLL_SECONDS)

    for one in (host, guest):
        await until(partial(is_over, one.page))
        assert one.faults == []
        await one.context.close()
    ended = (await here.client("GET", path.replace("/tables/", "/v1/games/"))).data
    assert ended["result"]["reason"] == "complete"


@pytest.mark.usefixtures("played")
def test_nothing_else_has_changed(top: Path) -> None:
    assert git(top, "status", "--porcelain", "--untracked-files=normal") == f"?? {SIXTH}/\n"


def git(where: Path, *arguments: str) -> str:
    return subprocess.run((*GIT, *arguments), cwd=where, check=True, capture_output=True, text=True).stdout


def gathered(draft: Any) -> Any:
    """Return the move of a draft in which nothing was chosen but what must be."""
    return {
        "type": draft["move"],
        **draft.get("fixed", {}),
        **{field["name"]: chosen(field) for field in draft["fields"]},
    }


def chosen(field: Any) -> Any:
    match field["type"]:
        case "set":
            return field["items"][: field.get("least", 0)]
        case "groups":
            return []
        case _:
            return field.get("first", field["values"][0])
