"""The operators' applications: what they may do, beside the api, and what is asked of a worker."""

from collections.abc import Awaitable, Callable, Sequence

from litestar import Litestar
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from infra.settings import Settings
from services.api.app import answer_problem, routes
from services.operators import watch


def create_operators(api: Litestar) -> Litestar:
    """Return the operators' routes on the house that `api` lives in."""
    return _app(routes(__name__.rpartition(".")[0]), api.state)


def create_watch(settings: Settings, ready: Callable[[], Awaitable[bool]]) -> Litestar:
    """Return what a process answers that has no house."""
    return _app([watch.live, watch.ready, watch.metrics], State({"settings": settings, "ready": ready}))


def _app(handlers: Sequence[HTTPRouteHandler], state: State) -> Litestar:
    return Litestar(
        route_handlers=handlers,
        exception_handlers={Exception: answer_problem},
        request_max_body_size=state.settings.body_bytes_max,
        openapi_config=None,
        logging_config=None,
        state=state,
    )
