"""Unending: work that a process does over and over for as long as it lives."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import structlog

PAUSE_SECONDS = 0.2

log = structlog.get_logger()


@asynccontextmanager
async def unending(*works: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Do each of these works again and again, beside one another, for as long as the context lasts."""
    tasks = [asyncio.create_task(_again_and_again(work)) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _again_and_again(work: Callable[[], Awaitable[None]]) -> None:
    while not _stopping():
        try:
            await work()
        except Exception:  # A bug that one game or message meets must not end the work for all: nobody would notice.
            log.exception("work_failed", work=work.__qualname__)
            await asyncio.sleep(PAUSE_SECONDS)


def _stopping() -> bool:
    """Whether this task has been told to end, even where what it awaited kept that to itself (`asyncio.wait_for`)."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
