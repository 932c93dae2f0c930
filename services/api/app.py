"""The application: one api process, put together in one place."""

import math
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from http import HTTPStatus
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import msgspec
import structlog
from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from msgspec import UNSET

from domain.games import discover
from domain.kernel import Kinds
from infra.drawing.painter import Busy, Painter
from infra.machine import Machine
from infra.postgres.affairs import Affairs as AffairsKept
from infra.postgres.chat import Chat, Manners
from infra.postgres.invitations import Invitations
from infra.postgres.operators import Operators
from infra.postgres.people import People
from infra.postgres.pool import StoreUnavailable
from infra.postgres.ratings import Ratings
from infra.postgres.receipts import Receipts
from infra.postgres.rematches import Rematches
from infra.postgres.words import Words
from infra.redis.limits import Limits
from infra.secrecy import Secrecy
from infra.settings import Settings
from infra.traces import trace_id
from services.api.affairs import Affairs
from services.api.asking import COOKIE, language
from services.api.house import House, move_decoder
from services.api.lobby import Lobby
from services.api.paces import Paces
from services.api.problems import PATH, PROBLEM_JSON, REFUSALS, Problem, ProblemDetails
from services.api.tracing import Traced, refused
from services.company import Company, company
from services.crew import Work, working
from services.hub import Hub, Times
from services.people import Reception
from services.rooms import Rooms
from services.series import SeriesBook
from services.strengths import Strengths
from services.talk import Talk, Talks
from services.web.site import nowhere

RETRY_SECONDS = 1

log = structlog.get_logger()


def create_app(
    settings: Settings, machine: Machine | None = None, kinds: Kinds | None = None, crew: Collection[Work] = ()
) -> Litestar:
    """Return the public interface on the stores that the settings name, and the workers of `crew` beside it.

    Time, luck and ids come from `machine`, the games from `kinds`; by default from here and from `domain.games`.
    """
    here, games = machine or Machine(), kinds or discover()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with put_together(settings, here, games, crew) as house:
            app.state.house, app.state.ready = house, house.ready
            yield

    return Litestar(
        route_handlers=[*routes(), *routes("services.web")],
        lifespan=[lifespan],
        exception_handlers={404: answer_nowhere, Exception: answer_problem},
        middleware=[Traced],
        request_max_body_size=settings.body_bytes_max,
        openapi_config=None,
        logging_config=None,  # Ours is set up by whoever starts the process.
        state=State({"settings": settings, "kinds": games}),
    )


def routes(package: str = __package__ or "") -> Sequence[HTTPRouteHandler]:
    """Return every route: what the modules of `package` hold, and for each path what can be done there."""
    modules = (import_module(f"{package}.{module.name}") for module in iter_modules(import_module(package).__path__))
    found = {
        handler.name: handler for m in modules for handler in vars(m).values() if isinstance(handler, HTTPRouteHandler)
    }
    methods: dict[str, set[str]] = {}
    for handler in found.values():
        for path in handler.paths:
            methods.setdefault(path, {"OPTIONS"}).update(handler.http_methods)
    return [*(_options(path, allowed) for path, allowed in methods.items()), *found.values()]


def _options(path: str, allowed: set[str]) -> HTTPRouteHandler:
    """Return what answers OPTIONS.  Litestar's own names the methods of the first handler of a path alone."""

    async def options() -> Response[None]:
        return Response(None, status_code=204, headers={"Allow": ", ".join(sorted(allowed))})

    return HTTPRouteHandler(path, http_method="OPTIONS", status_code=204)(options)


@asynccontextmanager
async def put_together(
    settings: Settings, machine: Machine, kinds: Kinds, crew: Collection[Work] = ()
) -> AsyncIterator[House]:
    """Connect everything one process needs; everything begun is finished before it is taken apart."""
    async with company(settings, machine, kinds) as ours, AsyncExitStack() as stack:
        reception = Reception(People(ours.pool), machine)
        times = Times(reconcile_seconds=settings.reconcile_seconds, heartbeat_seconds=settings.heartbeat_seconds)
        hub = Hub(ours.fanout, machine.now, reception.valid, times)
        talk = _talk(ours, reception)
        await stack.enter_async_context(hub.running())
        stack.push_async_callback(ours.games.settled)
        await stack.enter_async_context(working(ours, crew))
        yield House(
            settings=settings,
            machine=machine,
            kinds=kinds,
            games=ours.games,
            hub=hub,
            store=ours.store,
            reception=reception,
            receipts=Receipts(ours.pool),
            rematches=Rematches(ours.pool),
            series=SeriesBook(Rematches(ours.pool)),
            ratings=Ratings(ours.pool),
            words=Words(ours.pool),
            secrecy=Secrecy(settings.word_keys),
            invitations=Invitations(ours.pool),
            strengths=Strengths(Ratings(ours.pool)),
            operators=Operators(ours.pool),
            talk=talk,
            rooms=Rooms(talk, ours.games, reception, hub.hint),
            lobby=Lobby(ours.store, reception, hub.hint),
            affairs=Affairs(AffairsKept(ours.pool), ours.store, reception, machine, hub.hint),
            tell=ours.fanout.tell,
            painter=await stack.enter_async_context(Painter()),
            limits=Limits(ours.redis, settings.redis_prefix, settings.rate_window_seconds),
            paces=Paces(settings.rate_writes_max, settings.rate_window_seconds),
            reads=Paces(settings.rate_reads_max, settings.rate_window_seconds),
            moves={name: move_decoder(rules) for name, rules in kinds.items()},
        )


def _talk(ours: Company, reception: Reception) -> Talk:
    kept = Talks(chat=Chat(ours.pool), manners=Manners(ours.pool))
    return Talk(kept, ours.games, reception, ours.fanout.tell)


def answer_nowhere(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Answer to a path that leads nowhere: with the page, which says so, or as to any refusal."""
    return nowhere(request) or answer_problem(request, error)


def answer_problem(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Answer a refusal as RFC 9457 has it; what nobody expected is ours, and logged."""
    problem = _problem(error)
    refused(problem)
    spoken = language(request.headers)
    text = problem.text or REFUSALS[problem.code].text
    sentence = text.said_in(spoken)
    details = ProblemDetails(
        type=f"{PATH}/{problem.code}",
        title=text.en,
        status=problem.status,
        detail=f"{sentence} ({problem.detail})" if problem.detail else sentence,
        code=problem.code,
        retry_after=UNSET if problem.retry_after is None else problem.retry_after,
        trace=trace_id() or UNSET,
        **problem.more,
    )
    headers = {"Cache-Control": "no-store", "Content-Language": spoken, "Vary": "Accept-Language"}
    if problem.retry_after is not None:
        headers["Retry-After"] = str(max(1, math.ceil(problem.retry_after)))
    if problem.status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    if problem.status == HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = ", ".join(sorted(getattr(error, "headers", {})["allow"].split(", ")))
    content = msgspec.json.encode(details)
    answer = Response(content, status_code=problem.status, media_type=PROBLEM_JSON, headers=headers)
    if problem.code == "token_unknown" and COOKIE in request.cookies:
        answer.delete_cookie(COOKIE, path="/")  # No script can, and a browser would be refused for ever.
    return answer


def _problem(error: Exception) -> Problem:
    match error:
        case Problem():
            return error
        case StoreUnavailable() | Busy():
            log.warning("unavailable", reason=str(error) or type(error).__name__)
            return Problem("unavailable", retry_after=RETRY_SECONDS)
        case HTTPException(status_code=404):
            return Problem("not_found")
        case HTTPException(status_code=405):
            return Problem("method_not_allowed")
        case HTTPException(status_code=413):
            return Problem("too_large")
        case HTTPException(status_code=400):
            return Problem("malformed")
        case _:
            log.error("request_failed", exc_info=error)
            return Problem("internal")
