"""Waiting: for what comes sooner or later, as long as it takes on a slow machine, and no longer."""

import asyncio
from collections.abc import Callable
from inspect import isawaitable
from typing import Any

SECONDS_MAX = 60
POLL_SECONDS = 0.01


async def until(ask: Callable[[], Any], good: Callable[[Any], object] = bool) -> Any:
    """Ask again and again until the answer is good, and return it."""
    async with asyncio.timeout(SECONDS_MAX):
        while True:
            answer = ask()
            if isawaitable(answer):
                answer = await answer
            if good(answer):
                return answer
            await asyncio.sleep(POLL_SECONDS)
