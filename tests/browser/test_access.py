"""Access: axe finds nothing wrong with a table, in whatever state it is, in the light and in the dark."""

import pytest
from playwright.async_api import expect

from tests.api.client import Client
from tests.api.tables import finished, started
from tests.browser.browsers import NARROW
from tests.browser.conftest import Arrives


@pytest.mark.parametrize("kind", ["connect_four", "reversi", "bleib_cool", "diamond_yatzy"])
async def test_in_play(visitor: Arrives, client: Client, kind: str) -> None:
    table = await started(client, kind)
    one = await visitor(player=table.players[0])
    await one.page.goto(f"/tables/{table.id}")
    await expect(one.page.locator(".usable").first).to_be_visible()

    assert await one.violations() == []


async def test_with_a_half_made_draft(visitor: Arrives, client: Client) -> None:
    table = await started(client, "level_x")
    one = await visitor(player=table.players[0], size=NARROW, has_touch=True)
    await one.page.goto(f"/tables/{table.id}")

    await one.page.locator("#die-1").tap()

    await expect(one.page.locator("#die-1")).to_have_attribute("aria-pressed", "true")
    assert await one.violations() == []


async def test_with_a_dialog_open(visitor: Arrives, client: Client) -> None:
    table = await started(client)
    one = await visitor(player=table.players[1])
    await one.page.goto(f"/tables/{table.id}")

    await one.page.get_by_role("button", name="Leave").click()

    await expect(one.page.get_by_role("dialog")).to_be_visible()
    assert await one.violations() == []


async def test_at_the_end(visitor: Arrives, client: Client) -> None:
    table = await finished(client)
    one = await visitor(player=table.players[1], locale="de-DE")
    await one.page.goto(f"/tables/{table.id}")

    await expect(one.page.get_by_role("button", name="Neue Runde")).to_be_visible()

    assert await one.violations() == []
