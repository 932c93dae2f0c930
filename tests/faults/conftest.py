"""What the tests of faults share: what two processes on the same stores have inside."""

from collections.abc import AsyncIterator

import pytest

from services.api.house import House
from tests.faults.houses import house
from tests.stores import Stores


@pytest.fixture
async def here(stores: Stores) -> AsyncIterator[House]:
    async with house(stores) as made:
        yield made


@pytest.fixture
async def there(stores: Stores) -> AsyncIterator[House]:
    """Another process on the same stores, which hears nothing of games that nobody watches there."""
    async with house(stores) as made:
        yield made
