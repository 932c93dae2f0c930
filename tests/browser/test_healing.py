"""Healing: a page whose server is killed says so calmly, and goes on by itself with what happened meanwhile."""

import signal
import socket

import httpx
from playwright.async_api import expect

from tests.browser.conftest import Arrives
from tests.servers import on, server
from tests.stores import Stores

STREAM = "**/v1/stream*"
DISC = ".scene [data-id^=disc-]"


async def test_a_page_outlives_its_server(visitor: Arrives, stores: Stores) -> None:
    environment = on(stores, port=free_port())
    async with server(environment) as running, httpx.AsyncClient(base_url=running.url, timeout=60) as http:
        tokens = [(await http.post("/v1/guests", json={})).json()["token"] for _ in range(2)]
        game = await opened(http, *tokens)
        page = (await visitor()).page
        await page.goto(f"{running.url}/tables/{game}")
        await drop(http, game, *tokens)
        await expect(page.locator(DISC)).to_have_count(1)
        await running.ended(signal.SIGKILL)
        await expect(page.get_by_text("Connection interrupted")).to_be_visible()

    async with server(environment) as running, httpx.AsyncClient(base_url=running.url, timeout=60) as http:
        await drop(http, game, *tokens)
        await expect(page.locator(DISC)).to_have_count(2)
        await expect(page.get_by_text("Connection interrupted")).to_have_count(0)


async def test_a_page_heals_whose_reader_may_hear_less_than_before(visitor: Arrives, stores: Stores) -> None:
    environment = on(stores, port=free_port())
    async with server(environment) as running, httpx.AsyncClient(base_url=running.url, timeout=60) as http:
        host = (await http.post("/v1/guests", json={})).json()["token"]
        table = (await http.post("/v1/games", json={"kind": "bleib_cool"}, headers=as_(host))).json()["id"]
        page = (await visitor()).page
        await page.goto(f"{running.url}/tables/{table}")
        await page.get_by_role("button", name="Join").click()
        await expect(page.get_by_text("Chat: Players")).to_be_visible()
        await page.route(STREAM, lambda route: route.abort())
        await running.ended(signal.SIGKILL)
        await expect(page.get_by_text("Connection interrupted")).to_be_visible()

    async with server(environment) as running, httpx.AsyncClient(base_url=running.url, timeout=60) as http:
        _, member = (await http.get(f"/v1/games/{table}")).json()["members"]
        await http.delete(f"/v1/games/{table}/members/{member['id']}", headers=as_(host))
        await page.unroute(STREAM)
        await expect(page.get_by_role("button", name="Join")).to_be_visible()
        await expect(page.get_by_text("Chat: Onlookers")).to_be_visible()
        await expect(page.get_by_text("Connection interrupted")).to_have_count(0)


async def opened(http: httpx.AsyncClient, host: str, guest: str) -> str:
    table = (await http.post("/v1/games", json={"kind": "connect_four"}, headers=as_(host))).json()["id"]
    await http.post(f"/v1/games/{table}/members", json={}, headers=as_(guest))
    return str(table)


async def drop(http: httpx.AsyncClient, game: str, *tokens: str) -> None:
    """Let whoever is on turn drop a disc."""
    for token in tokens:
        move = {"type": "connect_four.drop", "column": 4}
        answer = await http.post(f"/v1/games/{game}/moves", json=move, headers=as_(token))
        if answer.status_code == 200:
            return
    raise AssertionError("nobody is on turn")


def as_(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
