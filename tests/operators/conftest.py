"""What tests of the operators' door ask for: a server, and an operator who asks it."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from services.operators.app import create_operators
from tests.api.conftest import Desk, desk
from tests.stores import Stores, more_stores

TOKEN = "0123456789abcdef01234567"
RITA = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture(scope="package")
async def watched(stores: Stores) -> AsyncIterator[Desk]:
    async with more_stores(stores) as own, desk(own, operator_tokens=f"rita:{TOKEN}, otto:{TOKEN[::-1]}") as made:
        yield made


@pytest.fixture
async def operator(watched: Desk) -> AsyncIterator[httpx.AsyncClient]:
    app: Any = create_operators(watched.served.app)  # httpx has types of its own for what is the same.
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://operators", headers=RITA) as client:
        yield client
