"""What tests of the page ask for: a server whose seeds they choose, and people with browsers of their own."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

import httpx
import pytest
from playwright.async_api import Browser

from infra.machine import Machine
from infra.postgres.pool import connect
from tests.api.client import Client
from tests.api.conftest import EASY, KINDS
from tests.browser.browsers import Visitor, arrives
from tests.luck.tables import Seeds
from tests.served import Served, served
from tests.stores import Stores, more_stores

Arrives: TypeAlias = Callable[..., Awaitable[Visitor]]


@pytest.fixture(scope="session")
def seeds() -> Seeds:
    return Seeds()


@pytest.fixture(scope="package")
async def stores(stores: Stores) -> AsyncIterator[Stores]:
    """A lobby of their own: nobody waits there but whom a test lets wait."""
    async with more_stores(stores) as own:
        yield own


@pytest.fixture(scope="package")
async def site(stores: Stores, seeds: Seeds) -> AsyncIterator[Served]:
    """The page, and all games there are, the toys included."""
    settings = stores.settings(**(EASY | {"heartbeat_seconds": 5}))
    async with served(settings, Machine(entropy=seeds.entropy), KINDS) as one:
        yield one


@pytest.fixture(scope="package")
async def client(site: Served, stores: Stores) -> AsyncIterator[Client]:
    """Somebody who prepares what a page is to show, and knows what it should."""
    async with httpx.AsyncClient(base_url=site.url, timeout=60) as http, connect(stores.owner_url) as store:
        yield Client(http, (await http.get("/v1/openapi.json")).json(), KINDS, store)


@pytest.fixture
async def visitor(chromium: Browser, site: Served) -> AsyncIterator[Arrives]:
    """Let people arrive; in nobody's page may anything have gone wrong, nor been kept from running by its policy."""
    there: list[Visitor] = []

    async def arrive(**look: Any) -> Visitor:
        there.append(await arrives(chromium, site.url, **look))
        return there[-1]

    yield arrive
    for one in there:
        await one.context.close()
    assert [fault for one in there for fault in one.faults] == []
