"""Secrets: the page of whoever may not see a board is told nothing of it, and shows it as soon as they may."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

from playwright.async_api import Response, expect

from tests.api.client import Client
from tests.api.tables import Table, started
from tests.browser.browsers import Visitor
from tests.browser.conftest import Arrives
from tests.waiting import until

MOVES: tuple[Any, ...] = (
    {"type": "diamond_yatzy.draw", "keep": [0, 3]},
    {"type": "diamond_yatzy.draw", "keep": [0, 1, 3]},
    {"type": "diamond_yatzy.strike", "box": "yatzy"},
    {"type": "diamond_yatzy.draw", "keep": []},
    {"type": "diamond_yatzy.strike", "box": "chance"},
)
OPEN = {"match.seat_left", "diamond_yatzy.board_completed"}


class Tap:
    """All that one browser is told by the server."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self._reading: list[asyncio.Task[None]] = []

    async def listen(self, one: Visitor) -> None:
        session = await one.context.new_cdp_session(one.page)
        await session.send("Network.enable")
        session.on("Network.eventSourceMessageReceived", lambda event: self.told.append(event["data"]))
        one.page.on("response", lambda response: self._reading.append(asyncio.create_task(self._read(response))))

    async def everything(self) -> list[str]:
        """Return what has been told so far, once it has all been read."""
        await asyncio.gather(*self._reading)
        return self.told

    async def _read(self, response: Response) -> None:
        if "/v1/" in response.url and "json" in response.headers.get("content-type", ""):
            self.told.append(await response.text())


async def test_nobody_elses_page_holds_anything_of_a_hidden_board(visitor: Arrives, client: Client) -> None:
    table = await started(client, "diamond_yatzy")
    rival, onlooker = await visitor(player=table.players[1]), await visitor()
    taps = Tap(), Tap()
    for one, tap in zip((rival, onlooker), taps, strict=True):
        await tap.listen(one)
        await one.page.goto(f"/tables/{table.id}")
        await expect(one.page.locator("svg.scene")).to_be_visible()

    await played(client, table, 0)
    await rival.page.locator("#strike-1-ones").click()
    await expect(rival.page.locator("#box-1-ones")).to_be_visible()

    await until(taps[0].everything, lambda told: any("diamond_yatzy.box_struck" in one for one in told))
    for one, tap in zip((rival, onlooker), taps, strict=True):
        assert hidden_things(await tap.everything()) == []
        assert await one.page.locator("[id^=slot-0-], [id^=box-0-], [data-id^=jewel-0-]").count() == 0
        assert "Board 1: hidden" in (await one.page.locator("svg.scene").get_attribute("aria-label") or "")
    assert await rival.page.locator("[id^=slot-1-]").count() == 5
    assert await onlooker.page.locator("[id^=slot-1-]").count() == 0


async def test_whoever_has_finished_watches_the_other_board_live(visitor: Arrives, client: Client) -> None:
    table = await started(client, "diamond_yatzy")
    await played(client, table, 0)
    rival = await visitor(player=table.players[1])
    await rival.page.goto(f"/tables/{table.id}")
    for box in await boxes(client, table):
        await client("POST", f"{table.path}/moves", {"type": "diamond_yatzy.strike", "box": box}, by=table.players[1])

    await expect(rival.page.locator("#box-0-yatzy")).to_have_accessible_name("Yatzy: struck")
    move = {"type": "diamond_yatzy.strike", "box": "ones"}
    await client("POST", f"{table.path}/moves", move, by=table.players[0])

    await expect(rival.page.locator("#box-0-ones")).to_have_accessible_name("Ones, white: struck")


async def played(client: Client, table: Table, seat: int) -> None:
    for move in MOVES:
        assert (await client("POST", f"{table.path}/moves", move, by=table.players[seat])).status == 200


async def boxes(client: Client, table: Table) -> list[str]:
    """Return the boxes that are free on the board of seat 1."""
    view = (await client("GET", table.path, by=table.players[1])).data
    return list(view["state"]["boards"][1]["board"]["now"])


def hidden_things(told: list[str]) -> list[Any]:
    """Return all that was told of seat 0: its events that are nobody else's business, and its board."""
    objects = [one for text in told for one in within(json.loads(text))]
    events = [one for one in objects if one.get("seat") == 0 and one.get("type", ".") not in OPEN and "version" in one]
    boards = [one["boards"][0]["board"] for one in objects if "boards" in one]
    return [*events, *(board for board in boards if board is not None)]


def within(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in a value."""
    if isinstance(value, dict):
        yield value
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from within(part)
