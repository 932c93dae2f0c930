"""Browsers: the machine's own Chromium, and those who look at a page in it."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, Request, async_playwright, expect

from services.api.asking import COOKIE
from tests.api.client import Player
from tests.requirements import require

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
WAIT_MS_MAX = 60_000  # For anything a page should come to show, on a slow machine.
REFUSED = "Failed to load resource"  # What a console says of every refusal, expected ones too.
WIDE = (1440, 900)
NARROW = (390, 844)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@asynccontextmanager
async def chromium_of_this_machine() -> AsyncIterator[Browser]:
    """Start it with a fresh profile; a session of tests shares one."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        require("browser", f"there is none of {', '.join(NAMES)}")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=program, args=FLAGS, chromium_sandbox=os.geteuid() != 0
        )
        yield browser
        await browser.close()


class Visitor:
    """Somebody with a browser of their own: their page, what it asked of the server, and what went wrong in it."""

    def __init__(self, context: BrowserContext, page: Page) -> None:
        self.context = context
        self.page = page
        self.asked: list[Request] = []
        self.faults: list[str] = []
        page.on("request", lambda request: self.asked.append(request))  # noqa: PLW0108 - Playwright marks what it calls
        page.on("console", self._read)
        page.on("pageerror", lambda error: self.faults.append(str(error)))

    async def violations(self) -> list[str]:
        """Return what axe, which knows the rules of WCAG, finds wrong with what is shown, in light and in dark."""
        wrong = []
        for scheme in SCHEMES:
            await self.page.emulate_media(color_scheme=scheme)
            await self.still()
            found = (await Axe().run(self.page)).response["violations"]
            wrong += [f"{scheme}: {one['id']}: {node['html']}" for one in found for node in one["nodes"]]
        return wrong

    async def still(self) -> None:
        """Wait until nothing moves any more but what blinks: colours are judged as they are then."""
        await self.page.evaluate(
            "Promise.allSettled(document.getAnimations()"
            ".filter((one) => one.effect.getTiming().iterations < Infinity).map((one) => one.finished))"
        )

    def _read(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(REFUSED):
            self.faults.append(message.text)


async def arrives(
    browser: Browser, url: str, *, size: tuple[int, int] = WIDE, player: Player | None = None, **look: Any
) -> Visitor:
    """Give somebody a browser of their own, of that size and with that look, as Playwright names it.

    A `player` is known there already.
    """
    width, height = size
    context = await browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        **({"locale": "en-GB", "reduced_motion": "reduce"} | look),
    )
    context.set_default_timeout(WAIT_MS_MAX)
    expect.set_options(timeout=WAIT_MS_MAX)
    if player is not None:
        await context.add_cookies([{"name": COOKIE, "value": player.token, "url": url, "httpOnly": True}])
    return Visitor(context, await context.new_page())
