"""Unending work goes on through errors, and ends when its context does."""

import asyncio
from contextlib import suppress

from infra.unending import unending


async def test_work_that_misses_being_cancelled_ends_all_the_same() -> None:
    begun, rounds = asyncio.Event(), list[None]()

    async def deaf() -> None:
        rounds.append(None)
        begun.set()
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()

    async with asyncio.timeout(30), unending(deaf):
        await begun.wait()
    assert len(rounds) == 1
