"""What every test may ask for: stores, a browser, the conformance data, and logging as it was."""

import logging
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import structlog
from playwright.async_api import Browser

from tests.browser.browsers import chromium_of_this_machine
from tests.requirements import require
from tests.stores import SERVERS, Kind, Stores, stores_of

CONFORMANCE = "ZUGFOLGE_CONFORMANCE"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--stores", choices=list(SERVERS), help="where PostgreSQL and Redis come from; wheels by default")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let a contract hold on each kind of stores there is, unless one is named."""
    if "any_stores" in metafunc.fixturenames:
        named = metafunc.config.getoption("stores")
        metafunc.parametrize(
            "any_stores", [named] if named else ["wheels", "containers"], indirect=True, scope="session"
        )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs stores and holds for any, so that nobody has to remember to."""
    for item in items:
        needs_stores = {"stores", "any_stores"} & set(getattr(item, "fixturenames", ()))
        if needs_stores and not item.get_closest_marker("broken"):
            item.add_marker("stores")


@pytest.fixture(scope="session")
async def stores(request: pytest.FixtureRequest) -> AsyncIterator[Stores]:
    async with stores_of(request.config.getoption("stores") or "wheels") as made:
        yield made


@pytest.fixture(scope="session")
async def any_stores(request: pytest.FixtureRequest) -> AsyncIterator[Stores]:
    kind: Kind = request.param
    async with stores_of(kind) as made:
        yield made


@pytest.fixture(scope="session")
async def chromium() -> AsyncIterator[Browser]:
    async with chromium_of_this_machine() as browser:
        yield browser


@pytest.fixture
def logs_restored() -> Iterator[None]:
    """Let what a test makes of logging end with it."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    structlog.reset_defaults()
    root.handlers, root.level = handlers, level


@pytest.fixture(scope="session")
def conformance() -> Path:
    folder = os.environ.get(CONFORMANCE)
    if not folder or not Path(folder).is_dir():
        require("data", f"{CONFORMANCE} names no folder of conformance data")
    return Path(folder)
