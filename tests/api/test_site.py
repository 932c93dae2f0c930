"""The page as browsers fetch it: what exists, what does not, how long it keeps, and what a link to it shows."""

import re
from collections.abc import AsyncIterator
from html import unescape

import httpx
import pytest

from services.web import site
from services.web.site import BUILT
from tests.api.client import Client
from tests.api.conftest import Desk
from tests.api.tables import drop, opened, started

HTML = {"Accept": "text/html"}


@pytest.fixture
async def browser(here: Desk) -> AsyncIterator[httpx.AsyncClient]:
    """Yield what fetches like a browser that reads German, without running anything."""
    assert (BUILT / "index.html").is_file(), "run `make page`"
    async with httpx.AsyncClient(
        base_url=here.served.url, headers={**HTML, "Accept-Language": "de"}, timeout=60
    ) as http:
        yield http


def head(page: httpx.Response) -> dict[str, str]:
    """Return the Open Graph properties of a page."""
    return {
        name: unescape(said) for name, said in re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page.text)
    }


async def test_every_path_of_the_page_is_the_same_document(browser: httpx.AsyncClient, client: Client) -> None:
    table = await opened(client)
    paths = ("/", "/account", "/games/reversi", f"/tables/{table.id}", f"/replay/{table.id}")

    pages = [await browser.get(path) for path in paths]

    assert [page.status_code for page in pages] == [200] * 5
    assert len({re.sub(r"<title>(.*\n)+<link rel=.icon", "", page.text) for page in pages}) == 1


@pytest.mark.parametrize("path", ["/nowhere", "/games/halma", "/tables/nothing", "/replay/nothing"])
async def test_what_does_not_exist_is_said_by_the_page_and_by_its_status(browser: httpx.AsyncClient, path: str) -> None:
    page = await browser.get(path)

    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")


async def test_programs_are_told_of_nothing_as_before(browser: httpx.AsyncClient) -> None:
    asked = [await browser.get("/v1/nowhere"), await browser.get("/nowhere", headers={"Accept": "application/json"})]
    asked.append(await browser.post("/nowhere"))

    assert [(answer.status_code, answer.json()["code"]) for answer in asked] == [(404, "not_found")] * 3


async def test_what_the_page_is_made_of_keeps_for_ever_and_comes_compressed(browser: httpx.AsyncClient) -> None:
    page = await browser.get("/")
    made_of = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text)

    assert page.headers["cache-control"] == "no-cache"
    assert len(made_of) == 4
    for path in made_of:
        whole, packed = [await browser.get(path, headers={"Accept-Encoding": how}) for how in ("identity", "gzip")]
        smaller = await browser.head(path, headers={"Accept-Encoding": "gzip, br"})
        assert whole.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert whole.content == packed.content
        packings = [answer.headers.get("content-encoding") for answer in (whole, packed, smaller)]
        assert packings == ([None] * 3 if path.endswith("woff2") else [None, "gzip", "br"])
    assert (await browser.get("/assets/main.js")).status_code == 404


async def test_the_page_may_run_and_ask_only_what_is_here(browser: httpx.AsyncClient) -> None:
    page = await browser.get("/")
    policy = dict(part.strip().split(" ", 1) for part in page.headers["content-security-policy"].split(";"))

    assert policy["default-src"] == "'none'"
    assert {policy[of] for of in ("script-src", "style-src", "connect-src", "img-src", "font-src")} == {"'self'"}
    assert re.findall(r"<script(?![^>]* src=)|<style| style=| on\w+=", page.text) == []


async def test_a_link_to_a_game_shows_who_plays_how_it_stands_and_a_picture(
    browser: httpx.AsyncClient, client: Client
) -> None:
    table = await started(client)
    await drop(client, table, "4")

    said = head(await browser.get(f"/tables/{table.id}"))

    assert said["title"] == "Vier gewinnt: " + " – ".join(player.name for player in table.players)
    assert said["description"] == "Zuletzt fiel Rot in Spalte 4 auf Reihe 1. Gelb ist am Zug."
    picture = await browser.get(said["image"])
    assert picture.headers["content-type"] == "image/png"


async def test_browsers_are_told_what_the_page_will_ask_for_first(browser: httpx.AsyncClient, client: Client) -> None:
    table = await opened(client)
    pages = [await browser.get(path) for path in ("/", f"/tables/{table.id}")]
    browser.cookies["zugfolge"] = "anything"
    pages.append(await browser.get("/"))

    asked = [re.findall(r'<link rel="preload" href="(/v1/[^"]+)" as="fetch" crossorigin>', page.text) for page in pages]
    assert asked == [["/v1/kinds"], ["/v1/kinds", table.path], ["/v1/kinds", "/v1/me"]]
    assert ["data-known" in page.text for page in pages] == [False, False, True]


async def test_a_page_that_was_not_built_says_so(browser: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "_built", dict)

    page = await browser.get("/")

    assert page.status_code == 503
    assert "make run" in page.text
