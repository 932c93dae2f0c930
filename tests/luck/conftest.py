"""What tests of games with luck share: two processes on the same stores, and tables whose seed they choose."""

from collections.abc import AsyncIterator, Sequence

import pytest

from tests.api.client import Client
from tests.api.conftest import Desk, desk
from tests.luck.tables import OPERATOR, Seeds
from tests.stores import Stores


@pytest.fixture(scope="package")
def seeds() -> Seeds:
    return Seeds()


@pytest.fixture(scope="package")
async def here(stores: Stores, seeds: Seeds) -> AsyncIterator[Desk]:
    async with desk(stores, entropy=seeds.entropy, operator_tokens=f"rita:{OPERATOR}") as one:
        yield one


@pytest.fixture(scope="package")
def client(here: Desk) -> Client:
    return here.client


@pytest.fixture(scope="package")
async def there(here: Desk) -> AsyncIterator[Desk]:
    """Another process on the same stores."""
    async with desk(here.stores) as other:
        yield other


@pytest.fixture(params=[1, 2], ids=["one process", "two processes"])
def desks(request: pytest.FixtureRequest, here: Desk, there: Desk) -> Sequence[Desk]:
    """Give the processes that two requests go through."""
    return here, here if request.param == 1 else there
