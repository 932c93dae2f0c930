"""The page as such: small, strict about what may run in it, and showing what people write as they wrote it."""

import re

import pytest
from playwright.async_api import Dialog, expect

from tests.api.client import Client
from tests.api.tables import started
from tests.browser.conftest import Arrives

MARKUP = "<b>bold</b><img src=x onerror=alert(1)><script>alert(2)</script>"
BYTES_MAX = 150_000


async def test_the_first_board_comes_with_little(visitor: Arrives, client: Client) -> None:
    table = await started(client)
    one = await visitor()
    sizes: list[float] = []
    session = await one.context.new_cdp_session(one.page)
    await session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))

    await one.page.goto(f"/tables/{table.id}")
    await expect(one.page.locator("svg.scene")).to_be_visible()

    assert 10_000 < sum(sizes) < BYTES_MAX


@pytest.mark.parametrize("path", ["/", "/nothing", "/games/reversi"])
async def test_nothing_runs_or_looks_but_what_came_in_files_of_its_own(client: Client, path: str) -> None:
    answer = await client.http.get(path, headers={"Accept": "text/html"})

    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert re.findall(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", answer.text) == []


async def test_what_is_said_is_shown_as_it_was_written(visitor: Arrives) -> None:
    speaker, listener = await visitor(), await visitor()
    dialogs: list[Dialog] = []
    for one in (speaker, listener):
        one.page.on("dialog", lambda dialog: dialogs.append(dialog))  # noqa: PLW0108 - Playwright marks what it calls
        await one.page.goto("/")

    await speaker.page.get_by_role("textbox", name="Message").fill(MARKUP)
    await speaker.page.keyboard.press("Enter")

    for one in (speaker, listener):
        lines = one.page.get_by_role("log")
        await expect(lines.get_by_text(MARKUP)).to_be_visible()
        await expect(lines.locator("b, img, script")).to_have_count(0)
    assert dialogs == []
