"""Tables for games with luck: with a seed that a test chooses, played at over HTTP from what each seat is shown."""

import hashlib
import secrets
from collections.abc import Callable
from typing import Any, TypeAlias

from domain.chance import SEED_BYTES
from tests.api.client import Answer, Client
from tests.api.tables import Table, opened

BLEIB_COOL = "bleib_cool"
LEVEL_X = "level_x"
DIAMOND_YATZY = "diamond_yatzy"
OPERATOR = "0123456789abcdef01234567"  # The token of one.
MOVES_MAX = 5_000  # No game of chance that chooses at random takes as long.

Chooses: TypeAlias = Callable[[Any], Any]
"""Makes a move of what a seat on turn is shown; None: none, and play stops there."""


class Seeds:
    """Entropy as a machine has it, but for the seed of a table that a test chooses by a number."""

    def __init__(self) -> None:
        self._chosen: bytes | None = None
        self._before = 0

    def choose(self, number: int, before: int = 0) -> bytes:
        """Let the next table opened have the seed of this number, where so many tokens are drawn before."""
        self._chosen, self._before = hashlib.sha256(number.to_bytes(8, "big")).digest(), before
        return self._chosen

    def entropy(self, size: int) -> bytes:
        """Return so many bytes."""
        if size == SEED_BYTES and self._chosen is not None:
            self._before -= 1
            if self._before < 0:
                chosen, self._chosen = self._chosen, None
                return chosen
        return secrets.token_bytes(size)


async def seeded(client: Client, seeds: Seeds, kind: str, number: int, players: int = 2, **setup: Any) -> Table:
    """Open a table with that seed, and fill it with new guests."""
    guests = [await client.guest() for _ in range(players)]
    seeds.choose(number)
    return await opened(client, *guests, kind=kind, seats=players, **setup)


async def shown(client: Client, table: Table, seat: int) -> Any:
    """Return the game as a seat sees it."""
    return (await client("GET", table.path, by=table.players[seat], changes=True)).data


async def move(client: Client, table: Table, seat: int, wanted: Any, **more: Any) -> Answer:
    """Ask for a move; what more there is goes with the request."""
    return await client("POST", f"{table.path}/moves", wanted, by=table.players[seat], **more)


async def made(client: Client, table: Table, seat: int, wanted: Any, **more: Any) -> Any:
    """Make a move that is legal; return what the mover is told."""
    answer = await move(client, table, seat, wanted, **more)
    assert answer.status == 200, answer.data
    return answer.data


async def play(client: Client, table: Table, chooses: Chooses) -> Any:
    """Let whoever is on turn, the lowest seat first, make the moves chosen; return what was last chosen from."""
    for _ in range(MOVES_MAX):
        seats = (await client("GET", table.path, changes=True)).data["to_move"]
        if not seats:
            return None
        view = await shown(client, table, seats[0])
        chosen = chooses(view)
        if chosen is None:
            return view
        await made(client, table, seats[0], chosen, changes=True)
    raise AssertionError("it never ends")
