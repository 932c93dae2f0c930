"""What tests of the interface ask for: a server with a clock they hold, and a client that believes nothing."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from secrets import token_bytes
from typing import Any
from uuid import UUID

import httpx
import pytest

from domain.games import discover
from domain.kernel import Kinds
from domain.value import Value
from infra.machine import Machine
from infra.postgres.pool import connect
from tests.api.client import Client
from tests.holding import held, locked_out
from tests.served import Served, served
from tests.stores import PATIENT, Stores

KINDS: Kinds = {**discover(), **discover("tests.toys")}
EASY = {**PATIENT, "heartbeat_seconds": 3600}
"""Nobody loses patience and nothing beats, but where a test wants it."""


class Clock:
    """Stands still until a test lets time pass."""

    def __init__(self) -> None:
        self.at = datetime(2026, 1, 1, 12, tzinfo=UTC)

    def pass_by(self, **time: float) -> None:
        self.at += timedelta(**time)


class Desk(Value):
    """A server, the client that asks it, and its clock."""

    served: Served
    client: Client
    clock: Clock
    stores: Stores

    @asynccontextmanager
    async def held(self, game: str) -> AsyncIterator[None]:
        """Hold a game's row, so that every append of it waits."""
        async with held(self.stores, UUID(game)):
            yield

    async def waiting(self, number: int) -> None:
        """Wait until so many statements wait for a lock."""
        async with connect(self.stores.owner_url) as watching:
            await locked_out(watching, number)


@asynccontextmanager
async def desk(
    stores: Stores, kinds: Kinds = KINDS, entropy: Callable[[int], bytes] = token_bytes, **settings: Any
) -> AsyncIterator[Desk]:
    """Serve these kinds on these stores."""
    clock = Clock()
    machine = Machine(now=lambda: clock.at, entropy=entropy)
    async with (
        served(stores.settings(**(EASY | settings)), machine, kinds) as here,
        httpx.AsyncClient(base_url=here.url, timeout=60) as http,
        connect(stores.owner_url) as store,
    ):
        document = (await http.get("/v1/openapi.json")).json()
        yield Desk(served=here, client=Client(http, document, kinds, store), clock=clock, stores=stores)


@pytest.fixture(scope="package")
async def here(stores: Stores) -> AsyncIterator[Desk]:
    async with desk(stores) as one:
        yield one


@pytest.fixture(scope="package")
def client(here: Desk) -> Client:
    return here.client
