"""Telling apart: the same happens in two worlds but for a secret, and whoever may not know is told the same."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from tests.secrets.questions import ROUTES, look
from tests.secrets.story import DOER, Table
from tests.secrets.worlds import NUMBERS, World, differences

Act: TypeAlias = Callable[[World], Awaitable[Table]]
"""What happens in a world, up to the last moment before the secret is shown."""


async def told_apart(worlds: Sequence[World], acts: Sequence[Act]) -> Sequence[str]:
    """Return the first differences that somebody who may not know is told: while it happens, or when asking."""
    one, other = worlds
    table = await both_act(worlds, acts)
    doer = [table.seats[DOER]]
    for who in table.watchers:
        for route, questions in ROUTES.items():
            if found := differences(one, other, apart_from=doer):
                return found
            await asyncio.gather(*(look(world, who, table.game, {route: questions}) for world in worlds))
    return differences(one, other, apart_from=doer)


async def both_act(worlds: Sequence[World], acts: Sequence[Act]) -> Table:
    """Let the same happen in both worlds, but for the secret; streams have ended, nothing has been shown yet."""
    number = next(NUMBERS)
    await asyncio.gather(*(world.begin(number) for world in worlds))
    table, _ = await asyncio.gather(*(act(world) for world, act in zip(worlds, acts, strict=True)))
    await asyncio.gather(*(world.hang_up() for world in worlds))
    return table
