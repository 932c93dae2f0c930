"""Topics for tests: one stream of several, read message by message."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx

from tests.api.client import Player
from tests.api.tables import Table
from tests.streams.sources import Message, Stream, stream


@asynccontextmanager
async def topics(
    http: httpx.AsyncClient, *names: str, by: Player | None = None, last: str | None = None, query: str = ""
) -> AsyncIterator[Stream]:
    """Open a stream of these topics."""
    path = f"/v1/stream?topics={','.join(names)}{query}"
    async with stream(http, path, token=None if by is None else by.token, last=last) as one:
        yield one


def game(table: Table) -> str:
    return f"game:{table.id}"


def among_players(table: Table) -> str:
    return f"chat:{table.id}:players"


def among_onlookers(table: Table) -> str:
    return f"chat:{table.id}:onlookers"


def positions(message: Message) -> Mapping[str, str]:
    """Return how far each log has been told, as a message's id has it."""
    return dict(part.split("=") for part in message.id.split(",")) if message.id else {}


def told(messages: Sequence[Message], *events: str) -> Sequence[Any]:
    """Return the data of the messages that are such events."""
    return [message.json() for message in messages if message.event in events]


async def mine(one: Stream, good: Callable[[Any], object]) -> Any:
    """Return what concerns whoever reads, once it is good."""
    while not (known := told(one.messages, "me")) or not good(known[-1]):
        await one.next()
    return known[-1]


def lobby(messages: Sequence[Message]) -> Mapping[str, Any]:
    """Return what somebody who has read all this knows of the lobby, by game."""
    known = dict[str, Any]()
    for change in told(messages, "lobby"):
        if change["whole"]:
            known.clear()
        for gone in change["gone"]:
            known.pop(gone)
        known |= {item["id"]: item for item in change["items"]}
    return known
