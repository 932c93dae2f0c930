"""What the document allows, and what it forbids, is answered as the document says: made up by Schemathesis."""

import asyncio
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi import checks as conformance

from domain.value import Value
from tests.api.client import Client, Player
from tests.api.conftest import Desk
from tests.api.tables import finished, opened, started

BOUNDED = settings(
    max_examples=8,  # Of each call, at each table.
    derandomize=True,  # The same in every run.
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
CHECKS = [
    not_a_server_error,
    conformance.status_code_conformance,
    conformance.content_type_conformance,
    conformance.response_headers_conformance,
    conformance.response_schema_conformance,
    conformance.negative_data_rejection,
]
STREAM = "text/event-stream"


class Place(Value):
    """Where to ask, and somebody who sits there."""

    game: str
    player: Player
    ended: bool = False


@pytest.fixture(scope="module")
async def places(client: Client) -> dict[str, Place]:
    """A game of each sort."""
    waiting = await opened(client, await client.guest(), kind="hoard")
    running, ended = await started(client, kind="hoard", players=3), await finished(client)
    return {
        "an open game": Place(game=waiting.id, player=waiting.players[0]),
        "a running game": Place(game=running.id, player=running.players[0]),
        "an ended game": Place(game=ended.id, player=ended.players[0], ended=True),
    }


@pytest.mark.parametrize("mode", GenerationMode, ids=str)
@pytest.mark.parametrize("name", ["an open game", "a running game", "an ended game"])
async def test_every_call_of_a_game_answers_as_described(
    here: Desk, places: dict[str, Place], name: str, mode: GenerationMode
) -> None:
    place = places[name]
    for operation in _operations(here, mode):
        if "{game}" in operation.path and (place.ended or not _is_stream(operation)):
            fixed = {"path_parameters": {"game": place.game}}
            await asyncio.to_thread(_ask, here, operation, mode, place.player.token, **fixed)


@pytest.mark.parametrize("mode", GenerationMode, ids=str)
async def test_every_other_call_answers_as_described(here: Desk, mode: GenerationMode) -> None:
    for operation in _operations(here, mode):
        if "{game}" not in operation.path and not _is_stream(operation):
            guest = await here.client.guest()  # Somebody new each time: a call may be that they go for good.
            await asyncio.to_thread(_ask, here, operation, mode, guest.token)


def _ask(here: Desk, operation: Any, mode: GenerationMode, token: str, **fixed: Any) -> None:
    """Make requests up for a call, and hold the answers to what is described."""

    @BOUNDED
    @given(case=operation.as_strategy(mode, headers={"Authorization": f"Bearer {token}"}, **fixed))
    def ask(case: Any) -> None:
        case.call_and_validate(base_url=here.served.url, checks=CHECKS)

    ask()


def _operations(here: Desk, mode: GenerationMode) -> list[Any]:
    """Return the calls; where requests shall be wrong, those that can be."""
    schema = schemathesis.openapi.from_dict(here.client.document)
    found: list[Any] = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    assert len(found) == sum(map(len, here.client.document["paths"].values()))
    return [one for one in found if mode is GenerationMode.POSITIVE or one.query or one.body]


def _is_stream(operation: Any) -> bool:
    responses = operation.definition.raw["responses"].values()
    return any(STREAM in response.get("content", {}) for response in responses)
