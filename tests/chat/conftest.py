"""What the tests of chats share: two processes on the same stores, with clocks that stand still."""

from collections.abc import AsyncIterator

import pytest

from tests.api.client import Client
from tests.api.conftest import Desk, desk
from tests.stores import Stores


@pytest.fixture(scope="package")
async def here(stores: Stores) -> AsyncIterator[Desk]:
    async with desk(stores) as one:
        yield one


@pytest.fixture(scope="package")
async def there(stores: Stores) -> AsyncIterator[Desk]:
    async with desk(stores) as other:
        yield other


@pytest.fixture(scope="package")
def client(here: Desk) -> Client:
    return here.client
