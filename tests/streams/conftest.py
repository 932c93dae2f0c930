"""What the tests of streams share: a server with a clock they hold."""

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.api.client import Client
from tests.api.conftest import Desk, desk
from tests.stores import Stores


@pytest.fixture(scope="session")
async def here(stores: Stores) -> AsyncIterator[Desk]:
    async with desk(stores) as one:
        yield one


@pytest.fixture(scope="session")
async def there(stores: Stores) -> AsyncIterator[Desk]:
    """Another process on the same stores."""
    async with desk(stores) as other:
        yield other


@pytest.fixture(scope="session")
def client(here: Desk) -> Client:
    return here.client


@pytest.fixture(scope="session")
def http(client: Client) -> httpx.AsyncClient:
    return client.http
