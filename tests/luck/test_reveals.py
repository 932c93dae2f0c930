"""Reveals: however a game ends, the seed that it reveals is the one it was committed to, and its record is true."""

from collections.abc import Callable, Coroutine, Mapping
from itertools import count
from random import Random
from typing import Any, TypeAlias

import httpx
import pytest

from domain import record
from domain.chance import commitment
from domain.games import discover
from domain.kernel import Kinds
from services.operators.app import create_operators
from tests.api.conftest import Desk
from tests.api.tables import Table
from tests.luck.tables import OPERATOR, Seeds, move, play, seeded

KINDS: Kinds = discover()
MOVES = 12  # Before a game ends otherwise than by itself.

Ending: TypeAlias = Callable[[Desk, Table], Coroutine[Any, Any, None]]


def at_random(number: int, moves: int | None = None) -> Callable[[Any], Any]:
    """Choose any move, as many times as said, or until the game is over."""
    random, left = Random(number), count() if moves is None else iter(range(moves))
    return lambda view: None if next(left, None) is None else random.choice(view["moves"])


async def finished(here: Desk, table: Table) -> None:
    """Play to the end."""
    await play(here.client, table, at_random(1))


async def left(here: Desk, table: Table) -> None:
    """Let somebody go."""
    await play(here.client, table, at_random(1, MOVES))
    await here.client("DELETE", f"{table.path}/members/me", by=table.players[0])


async def timed_out(here: Desk, table: Table) -> None:
    """Let the limit pass, and whoever was on turn notice it."""
    view = await play(here.client, table, at_random(1, MOVES))
    here.clock.pass_by(days=15)
    late = await move(here.client, table, view["to_move"][0], view["moves"][0], changes=True)
    assert late.code in {"time_over", "over"}


async def aborted(here: Desk, table: Table) -> None:
    """Let an operator end it."""
    await play(here.client, table, at_random(1, MOVES))
    app: Any = create_operators(here.served.app)  # httpx has types of its own for what is the same.
    headers = {"Authorization": f"Bearer {OPERATOR}"}
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://operators") as operators:
        answer = await operators.post(f"/v1/operator/games/{table.id}/abort", headers=headers)
    assert answer.status_code == 200


REASONS: Mapping[Ending, set[str]] = {
    finished: {"complete", "four", "full", "no_moves"},
    left: {"left"},
    timed_out: {"time"},
    aborted: {"operator"},
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ending", REASONS, ids=lambda ending: ending.__name__)
async def test_the_seed_revealed_is_the_one_committed_to_and_the_record_is_true(
    here: Desk, seeds: Seeds, kind: str, ending: Ending
) -> None:
    table = await seeded(here.client, seeds, kind, 3, luck="0123456789abcdef")
    before = (await here.client("GET", table.path)).data

    await ending(here, table)

    game = (await here.client("GET", table.path)).data
    assert game["result"]["reason"] in REASONS[ending]
    assert before["seed"] is None
    assert before["commitment"] == game["commitment"] == commitment(bytes.fromhex(game["seed"]))
    assert bytes.fromhex(game["seed"]) == Seeds().choose(3)
    document = await here.client("GET", f"{table.path}/record", Accept="application/json")
    assert record.verify(document.content, KINDS) is None
    assert document.data["seed"] == game["seed"]


@pytest.mark.parametrize("kind", KINDS)
async def test_a_record_with_another_seed_is_not_true(here: Desk, seeds: Seeds, kind: str) -> None:
    table = await seeded(here.client, seeds, kind, 3)
    await left(here, table)
    document = (await here.client("GET", f"{table.path}/record", Accept="application/json")).content

    seed = Seeds().choose(3).hex().encode()
    assert record.verify(document.replace(seed, Seeds().choose(4).hex().encode()), KINDS) is not None
