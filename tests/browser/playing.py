"""Playing: what people do on the page, by mouse, by touch and by keyboard, and by nothing else."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias

from playwright.async_api import Page, expect

from domain.kernel import Kinds
from tests.api.conftest import KINDS
from tests.waiting import POLL_SECONDS

USABLE = "[...document.querySelectorAll('.scene:not(.busy) .usable')].map((one) => one.id)"
FOCUSED = "document.activeElement.id"
TABS_MAX = 200
PLAY_SECONDS_MAX = 500

Does: TypeAlias = Callable[[Page, str], Awaitable[None]]
"""Uses a region by its id."""

Chooses: TypeAlias = Callable[[Sequence[str]], str | None]
"""Chooses among regions that can be used; None: somebody else goes on."""


async def by_mouse(page: Page, region: str) -> None:
    await page.locator(f"[id='{region}']").click()


async def by_touch(page: Page, region: str) -> None:
    await page.locator(f"[id='{region}']").tap()


async def by_keyboard(page: Page, region: str) -> None:
    """Go there by Tab and use it by Enter."""
    for _ in range(TABS_MAX):
        if await page.evaluate(FOCUSED) == region:
            await page.keyboard.press("Enter")
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {region}")


async def open_table(page: Page, kind: str, *, kinds: Kinds = KINDS, seats: int = 2) -> str:
    """Open a table from the lobby, and return its path."""
    name = kinds[kind].texts.name.en
    await page.goto("/")
    await page.get_by_role("button", name=f"Open a table: {name}").click()
    form = page.get_by_role("form", name=f"Open a table: {name}")
    if len(kinds[kind].table.seats) > 1:
        await form.get_by_label("Seats").select_option(str(seats))
    await form.get_by_role("button", name="Open").click()
    await page.wait_for_url("**/tables/*")
    await expect(page.locator("svg.scene")).to_be_visible()
    return page.url.removeprefix(page.url.split("/tables/")[0])


async def join(page: Page, path: str) -> None:
    """Follow a link to a table and sit down."""
    await page.goto(path)
    await page.get_by_role("button", name="Join").click()
    await expect(page.get_by_role("button", name="Join")).to_have_count(0)


async def play(seats: Mapping[Page, tuple[Chooses, Does]]) -> None:
    """Let each use what it chooses whenever it can use something, until the game is over on every page."""
    async with asyncio.timeout(PLAY_SECONDS_MAX):
        while True:
            acted = False
            for page, (choose, does) in seats.items():
                usable = await page.evaluate(USABLE)
                if usable and (chosen := choose(usable)) is not None:
                    await does(page, chosen)
                    acted = True
            if not acted:
                if all([await is_over(page) for page in seats]):
                    return
                await asyncio.sleep(POLL_SECONDS)


async def is_over(page: Page) -> bool:
    return await page.get_by_role("link", name="Replay").count() > 0


def in_turn(regions: Sequence[str]) -> Chooses:
    """Choose the first of these that can be used, again where it was refused as coming too late."""
    return lambda usable: next((one for one in regions if one in usable), None)


async def seen(page: Page) -> tuple[str | None, Sequence[str]]:
    """Return what is on the board: the position as it is read aloud, and all things that are there."""
    board = page.locator("svg.scene")
    things = await board.evaluate("(svg) => [...svg.querySelectorAll('[data-id]')].map((one) => one.dataset.id)")
    return await board.get_attribute("aria-label"), sorted(things)
