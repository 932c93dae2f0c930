"""Bare: the limits.  What the same framework and the same server do when there is no game behind them.

`POST /move` is a handler as Litestar wants it: it takes a value out of JSON and answers another as long as a move's.
`GET /feed` is a stream of plain ASGI, fed from a queue of its own with whatever bytes are posted to `/tell`.
"""

import asyncio
from datetime import UTC, datetime

from litestar import Litestar, post
from litestar.types import ASGIApp, Receive, Scope, Send

from domain.value import Value
from infra.settings import Settings
from infra.telemetry import start_logging
from services.serve import Server

BEGUN = datetime(2026, 1, 1, 12, 0, 0, 123456, tzinfo=UTC)
FIRST = b"event: game\ndata: {}\n\n"
HEADERS = ((b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store"))


class Asked(Value):
    """A move of any kind, read as one of Vier gewinnt."""

    type: str
    column: int = 1


class Fallen(Value):
    """An event."""

    version: int
    at: datetime
    seat: int
    type: str
    column: int


class Cell(Value):
    """A place on a board."""

    column: int
    row: int


class State(Value):
    """A board."""

    board: tuple[str, ...]
    last: Cell
    line: tuple[Cell, ...]


class Answer(Value):
    """What a move led to."""

    version: int
    events: tuple[Fallen, ...]
    state: State
    to_move: tuple[int, ...]
    deadline: datetime
    result: str | None
    moves: tuple[Asked, ...]


def main() -> None:
    """Serve until told to stop, where and as the settings say."""
    settings = Settings.load()
    start_logging(settings)
    Server(bare(), settings, drain=lambda: None).run()


def bare() -> ASGIApp:
    """Return the application."""
    listeners = set[asyncio.Queue[bytes]]()
    moves = Litestar(route_handlers=[move], openapi_config=None, logging_config=None)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        match scope.get("path"):
            case "/feed":
                await _feed(listeners, receive, send)
            case "/tell":
                await _tell(listeners, receive, send)
            case _:
                await moves(scope, receive, send)

    return app


@post("/move", status_code=200)
async def move(data: Asked) -> Answer:
    """Read what is asked and answer as much as a move does."""
    fallen = Fallen(version=17, at=BEGUN, seat=0, type=data.type, column=data.column)
    state = State(board=(".......",) * 6, last=Cell(column=4, row=1), line=())
    return Answer(version=17, events=(fallen,), state=state, to_move=(1,), deadline=BEGUN, result=None, moves=())


async def _feed(listeners: set[asyncio.Queue[bytes]], receive: Receive, send: Send) -> None:
    queue = asyncio.Queue[bytes]()
    listeners.add(queue)
    pouring = asyncio.create_task(_pour(queue, send))
    try:
        while (await receive())["type"] != "http.disconnect":
            pass
    finally:
        pouring.cancel()
        listeners.discard(queue)


async def _pour(queue: asyncio.Queue[bytes], send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": FIRST, "more_body": True})
    while True:
        await send({"type": "http.response.body", "body": await queue.get(), "more_body": True})


async def _tell(listeners: set[asyncio.Queue[bytes]], receive: Receive, send: Send) -> None:
    message = b""
    while (part := await receive())["type"] == "http.request":
        message += part["body"]
        if not part["more_body"]:
            break
    for queue in listeners:
        queue.put_nowait(message)
    await send({"type": "http.response.start", "status": 204, "headers": ()})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


if __name__ == "__main__":
    main()
