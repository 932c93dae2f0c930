"""Crew: the workers of a process, alone or beside the public interface."""

from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from types import MappingProxyType
from typing import TypeAlias

from services.clock import clock
from services.company import Company
from services.ratings import ratings
from services.robots import robots

Work: TypeAlias = Callable[[Company], AbstractAsyncContextManager[None]]
"""What a process does for as long as the context lasts, beside any number of others that do the same."""

CREW: Mapping[str, Work] = MappingProxyType({"clock": clock, "ratings": ratings, "robots": robots})


@asynccontextmanager
async def working(ours: Company, works: Collection[Work]) -> AsyncIterator[None]:
    """Do these works for as long as the context lasts."""
    async with AsyncExitStack() as stack:
        for work in works:
            await stack.enter_async_context(work(ours))
        yield
