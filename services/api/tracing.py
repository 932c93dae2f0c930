"""Tracing: every request from its coming to its answer, timed and traced; but streams, which end when they like."""

import inspect
from time import perf_counter
from typing import Any

from litestar import Request, Response
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.types import ASGIApp, Receive, Scope, Send
from prometheus_client import Histogram

from domain.value import Value
from infra.metrics import REFUSALS, REQUEST_SECONDS
from infra.traces import note, request
from services.api.calls import CALL, Media
from services.api.problems import Problem

RULES = "rules"  # What a game's own rules refuse would tell what it hides.


class _Way(Value):
    """What there is to know of a handler: what it is called, by what it is timed (a stream is not), how to reach it."""

    call: str
    seconds: Histogram | None
    takes_the_request_alone: bool


class Traced:
    """What stands before every route."""

    def __init__(self, app: ASGIApp) -> None:
        """Take what answers."""
        self._app = app
        self._ways = dict[BaseRouteHandler, _Way]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and keep how long that took."""
        handler = scope["route_handler"]
        way = self._ways.get(handler)
        if way is None:
            way = self._ways[handler] = _way(handler)
        if way.seconds is None:
            await self._app(scope, receive, send)
            return
        begun = perf_counter()
        with request(way.call):
            try:
                if way.takes_the_request_alone and isinstance(handler, HTTPRouteHandler):
                    await _answer(handler, scope, receive, send)
                else:
                    await self._app(scope, receive, send)
            finally:
                way.seconds.observe(perf_counter() - begun)


async def _answer(handler: HTTPRouteHandler, scope: Scope, receive: Receive, send: Send) -> None:
    """Go straight to a handler.

    On the way Litestar looks for dependencies, guards, hooks and caches.  There are none, and looking takes as long as
    deciding a move.
    """
    asked = Request[Any, Any, Any](scope, receive, send)
    try:
        answer = await handler.fn(asked)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is answered
        answer = handler.resolve_exception_handlers()[Exception](asked, error)
    if isinstance(answer, Response):
        answer = await handler.to_response(scope["litestar_app"], answer, asked)
    await answer(scope, receive, send)


def refused(problem: Problem) -> None:
    """Count a refusal."""
    code = problem.code if problem.text is None else RULES
    REFUSALS.labels(code).inc()
    note("zugfolge.refusal", code)


def _way(handler: BaseRouteHandler) -> _Way:
    call = handler.opt.get(CALL)
    streams = call is not None and any(isinstance(one, Media) and one.events for one in call.answers.values())
    name = handler.name or "options"
    return _Way(
        call=name,
        seconds=None if streams else REQUEST_SECONDS.labels(name),
        takes_the_request_alone=[*inspect.signature(handler.fn).parameters] == ["request"],
    )
