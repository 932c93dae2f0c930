"""Rooms for tests: where things are said and read over HTTP, as clients do it."""

from collections.abc import Sequence
from typing import Any

from tests.api.client import Answer, Client, Player
from tests.api.tables import Table

LOBBY = "/v1/lobby/chat"


def players(table: Table) -> str:
    return f"{table.path}/chat/players"


def onlookers(table: Table) -> str:
    return f"{table.path}/chat/onlookers"


async def say(client: Client, room: str, text: str, by: Player, **headers: Any) -> Answer:
    """Say something that is said, or give a command that is answered."""
    answer = await client("POST", room, {"text": text}, by=by, **headers)
    assert answer.status in {200, 201}, answer.data
    return answer


async def texts(client: Client, room: str, by: Player | None = None, query: str = "") -> Sequence[str]:
    """Return what somebody reads in a room."""
    return [line["text"] for line in await lines(client, room, by, query)]


async def lines(client: Client, room: str, by: Player | None = None, query: str = "") -> Sequence[Any]:
    """Return the lines that somebody reads in a room."""
    answer = await client("GET", f"{room}{query}", by=by)
    assert answer.status == 200, answer.data
    found: Sequence[Any] = answer.data["lines"]
    return found
