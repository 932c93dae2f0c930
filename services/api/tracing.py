"""Tracing: every request from its coming to its answer, timed and traced; but streams, which end when they like."""

from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp, Receive, Scope, Send

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
        if _streams(handler):
            await self._app(scope, receive, send)
            return
        call = handler.name or "options"
        with request(call), REQUEST_SECONDS.labels(call).time():
            await self._app(scope, receive, send)


def refused(problem: Problem) -> None:
    """Count a refusal."""
    code = problem.code if problem.text is None else RULES
    REFUSALS.labels(code).inc()
    note("zugfolge.refusal", code)


def _streams(handler: object) -> bool:
    call = handler.opt.get(CALL) if isinstance(handler, HTTPRouteHandler) else None
    return call is not None and any(isinstance(answer, Media) and answer.events for answer in call.answers.values())
