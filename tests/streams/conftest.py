"""What the tests of streams share: a server with a clock they hold."""

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.api.client import Client
from tests.api.conftest import Desk, desk
from tests.stores import Stores, more_stores


@pytest.fixture(scope="package")
async def stores(stores: Stores) -> AsyncIterator[Stores]:
    """A lobby of their own: it shows the newest games only."""
    async with more_stores(stores) as own:
        yield own


@pytest.fixture(scope="package")
async def here(stores: Stores) -> AsyncIterator[Desk]:
    async with desk(stores) as one:
        yield one


@pytest.fixture(scope="package")
async def there(stores: Stores) -> AsyncIterator[Desk]:
    """Another process on the same stores."""
    async with desk(stores) as other:
        yield other


@pytest.fixture(scope="package")
def client(here: Desk) -> Client:
    return here.client


@pytest.fixture(scope="package")
def http(client: Client) -> httpx.AsyncClient:
    return client.http
