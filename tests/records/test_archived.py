"""An archived game is shown, listed, followed, replayed, recorded and continued as if nothing had been done to it."""

from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime, timedelta

import pytest

from domain.value import Value
from infra.postgres.archive import due
from infra.postgres.pool import connect
from services.archive import archived
from tests.api.client import Client, Player
from tests.api.conftest import Desk, desk
from tests.api.tables import Table, drop, new_key, started
from tests.stores import Stores, more_stores

WON = "1212121"
LATER = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=100)
ROUTES = (
    *("{game}", "{game}?version=3", "{game}?record=3", "{game}/picture.svg", "{game}/picture.svg?record=4"),
    *("{game}/events", "{game}/events?after=4", "{game}/feed?after=0", "{game}/replay?speed=1000&gap_max=0"),
    *("{game}/record", "/v1/games?status=finished", "/v1/games?mine=true", "/v1/rankings/connect_four"),
)


class Packed(Value):
    """A game, what was shown of it before, and another process that has never seen it but archived."""

    table: Table
    key: str
    before: Mapping[str, bytes]
    after: Desk


async def shown(client: Client, table: Table, by: Player | None) -> dict[str, bytes]:
    """Return what every route shows of a game."""
    headers = {} if by is None else {"Authorization": f"Bearer {by.token}"}
    paths = [route.format(game=table.path) for route in ROUTES if by is not None or "mine" not in route]
    answers = {path: await client.http.get(path, headers=headers) for path in paths}
    assert {path: answer.status_code for path, answer in answers.items()} == dict.fromkeys(paths, 200)
    return {path: without_retry(answer.content) for path, answer in answers.items()}


def without_retry(stream: bytes) -> bytes:
    """Leave out what differs from reader to reader on purpose."""
    return b"\n".join(line for line in stream.splitlines() if not line.startswith(b"retry:"))


@pytest.fixture(scope="module")
async def packed(stores: Stores) -> AsyncIterator[Packed]:
    async with more_stores(stores) as own, desk(own) as here, connect(own.owner_url) as owner:
        table, key = await started(here.client), new_key()
        await drop(here.client, table, WON[:-1])
        last = {"type": "connect_four.drop", "column": 1}
        await here.client("POST", f"{table.path}/moves", last, by=table.players[0], Idempotency_Key=key)
        before = await shown(here.client, table, None) | {
            f"as seat 1: {path}": content
            for path, content in (await shown(here.client, table, table.players[1])).items()
        }
        assert (await archived(owner, await due(owner, LATER, 10))).games == 1
        assert await owner.fetchval("SELECT count(*) FROM events") == 0
        async with desk(own) as after:
            yield Packed(table=table, key=key, before=before, after=after)


async def test_nobody_can_tell(packed: Packed) -> None:
    client, table = packed.after.client, packed.table
    after = await shown(client, table, None) | {
        f"as seat 1: {path}": content for path, content in (await shown(client, table, table.players[1])).items()
    }

    assert [path for path in packed.before if after[path] != packed.before[path]] == []


async def test_its_last_move_comes_again_and_is_answered_as_before(packed: Packed) -> None:
    last = {"type": "connect_four.drop", "column": 1}
    again = await packed.after.client(
        "POST", f"{packed.table.path}/moves", last, by=packed.table.players[0], Idempotency_Key=packed.key
    )

    assert (again.status, again.replayed, again.data["result"]["reason"]) == (200, True, "four")


async def test_nothing_more_happens_in_it(packed: Packed) -> None:
    more = {"type": "connect_four.drop", "column": 3}
    refused = await packed.after.client("POST", f"{packed.table.path}/moves", more, by=packed.table.players[1])

    assert refused.code == "over"


async def test_its_rematch_begins(packed: Packed) -> None:
    client, path = packed.after.client, f"{packed.table.path}/rematch"
    _, agreed = [await client("POST", path, by=player) for player in packed.table.players]
    new = (await client("GET", f"/v1/games/{agreed.data['game']}")).data

    assert (new["status"], new["rematch_of"]) == ("running", packed.table.id)
