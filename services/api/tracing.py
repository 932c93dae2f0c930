"""Tracing: every request from its coming to its answer, timed and traced; but streams, which end when they like."""

import inspect
from functools import cache
from time import perf_counter
from typing import Any

from litestar import Request, Response
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.types import ASGIApp, Receive, Scope, Send
from prometheus_client import Histogram

from infra.metrics import REFUSALS, REQUEST_SECONDS
from infra.traces import note, request
from services.api.calls import CALL, Media
from services.api.problems import Problem

RULES = "rules"  # What a game's own rules refuse would tell what it hides.


class Traced:
    """What stands before every route."""

    def __init__(self, app: ASGIApp) -> None:
        """Take what answers."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and keep how long that took."""
        handler = scope["route_handler"]
        call = _call(handler)
        if call is None:
            await self._app(scope, receive, send)
            return
        begun = perf_counter()
        with request(call):
            try:
                if isinstance(handler, HTTPRouteHandler) and _takes_the_request_alone(handler):
                    await _answer(handler, scope, receive, send)
                else:
                    await self._app(scope, receive, send)
            finally:
                _seconds(call).observe(perf_counter() - begun)


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


@cache
def _call(handler: BaseRouteHandler) -> str | None:
    """Return the name of what is timed; None of a stream."""
    call = handler.opt.get(CALL)
    streams = call is not None and any(isinstance(one, Media) and one.events for one in call.answers.values())
    return None if streams else handler.name or "options"


@cache
def _takes_the_request_alone(handler: HTTPRouteHandler) -> bool:
    return [*inspect.signature(handler.fn).parameters] == ["request"]


@cache
def _seconds(call: str) -> Histogram:
    return REQUEST_SECONDS.labels(call)
