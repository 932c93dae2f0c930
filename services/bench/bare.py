"""Bare: the limits.  What the same framework and the same server do when there is no game behind them.

`POST /move` is a Litestar handler that reads JSON and answers JSON as long as a move's; `GET /feed` is a stream of
plain ASGI, fed from a queue of its own with whatever bytes are posted to `/tell`.
"""

import asyncio
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, post
from litestar.types import ASGIApp, Receive, Scope, Send

from infra.settings import Settings
from infra.telemetry import start_logging
from services.serve import Server

ANSWER = {
    "version": 17,
    "events": [{"version": 17, "at": "2026-01-01T12:00:00.123456Z", "seat": 0, "type": "disc_dropped", "column": 4}],
    "state": {"board": ["......."] * 6, "last": {"column": 4, "row": 1}, "line": []},
    "to_move": [1],
    "deadline": "2026-01-04T12:00:00.123456Z",
    "result": None,
    "moves": [],
}
FIRST = b"event: game\ndata: {}\n\n"
HEADERS = ((b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store"))


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
async def move(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Read what is asked and answer as much as a move does."""
    msgspec.json.decode(await request.body())
    return Response(msgspec.json.encode(ANSWER), media_type="application/json")


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
