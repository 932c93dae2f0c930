"""The operators' application: the house of the api process, reached through another door."""

from litestar import Litestar

from services.api.app import answer_problem, routes


def create_operators(api: Litestar) -> Litestar:
    """Return the operators' routes on the house that `api` lives in."""
    return Litestar(
        route_handlers=routes(__name__.rpartition(".")[0]),
        exception_handlers={Exception: answer_problem},
        request_max_body_size=api.state.settings.body_bytes_max,
        openapi_config=None,
        logging_config=None,
        state=api.state,
    )
