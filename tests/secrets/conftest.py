"""What the tests of secrets share: two worlds, each on a database of its own."""

from collections.abc import AsyncIterator, Sequence

import pytest

from tests.secrets.worlds import World
from tests.served import Fate
from tests.stores import Stores, more_stores


@pytest.fixture(scope="package")
async def worlds(stores: Stores) -> AsyncIterator[Sequence[World]]:
    async with (
        more_stores(stores) as others,
        World(stores, Fate()).serving() as one,
        World(others, Fate()).serving() as other,
    ):
        yield one, other
