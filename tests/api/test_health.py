"""Health: a process that stops takes no new requests, and one whose database is busy elsewhere says so."""

from infra.postgres.pool import connect
from tests.api.conftest import Desk, desk


async def test_a_process_that_serves_is_live_and_ready(here: Desk) -> None:
    answers = [await here.client("GET", f"/health/{asked}") for asked in ("live", "ready")]
    assert [(answer.status, answer.data["status"]) for answer in answers] == [(200, "live"), (200, "ready")]


async def test_a_process_that_stops_is_live_but_not_ready(here: Desk) -> None:
    async with desk(here.stores) as one:
        one.served.house.hub.drain()
        answers = [await one.client("GET", f"/health/{asked}") for asked in ("live", "ready")]
    assert [(answer.status, answer.code) for answer in answers] == [(200, None), (503, "unavailable")]


async def test_a_process_whose_database_does_not_answer_is_live_but_not_ready(here: Desk) -> None:
    async with (
        desk(here.stores, lock_seconds_max=0.1) as one,
        connect(here.stores.owner_url) as owner,
        owner.transaction(),
    ):
        await owner.execute("LOCK TABLE alembic_version IN ACCESS EXCLUSIVE MODE")
        answers = [await one.client("GET", f"/health/{asked}", changes=True) for asked in ("live", "ready")]
    assert [(answer.status, answer.code) for answer in answers] == [(200, None), (503, "unavailable")]
