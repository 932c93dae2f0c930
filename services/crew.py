"""Crew: the workers of a process, alone or beside the public interface."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from types import MappingProxyType
from typing import TypeAlias

import structlog

from domain.games import discover
from infra.machine import Machine
from infra.settings import Settings
from services.clock import clock
from services.company import Company, company
from services.ratings import ratings
from services.robots import robots
from services.stores import assert_migrated

Work: TypeAlias = Callable[[Company], AbstractAsyncContextManager[None]]
"""What a process does for as long as the context lasts, beside any number of others that do the same."""

CREW: Mapping[str, Work] = MappingProxyType({"clock": clock, "ratings": ratings, "robots": robots})

log = structlog.get_logger()


@asynccontextmanager
async def working(ours: Company, works: Collection[Work]) -> AsyncIterator[None]:
    """Do these works for as long as the context lasts."""
    async with AsyncExitStack() as stack:
        for work in works:
            await stack.enter_async_context(work(ours))
        yield


async def work(settings: Settings, name: str) -> None:
    """Do one work until SIGINT or SIGTERM.

    Raises:
        StoreUnavailable: the database cannot be reached, or has not been migrated so far.
    """
    told = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    async with company(settings, Machine(), discover()) as ours:
        async with ours.pool.acquire() as connection:
            await assert_migrated(connection)
        async with working(ours, [CREW[name]]):
            log.info("working", work=name)
            await told.wait()
