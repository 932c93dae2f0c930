"""The page as such: small, and strict about what may run in it."""

import re

import pytest
from playwright.async_api import expect

from tests.api.client import Client
from tests.api.tables import started
from tests.browser.conftest import Arrives

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
