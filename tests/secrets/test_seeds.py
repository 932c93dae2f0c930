"""Seeds: before the end nothing of a game's seed leaves the server but its commitment, by whatever way."""

import base64
import hashlib
import logging
from collections.abc import Sequence
from uuid import UUID

import httpx
import pytest
import structlog
from msgspec import json
from structlog.testing import capture_logs

from domain.chance import commitment
from infra.postgres.pool import connect
from tests.secrets.questions import look
from tests.secrets.story import DOER, FIRST, STRANGER, Secret, Table, act, stake
from tests.secrets.traces import overheard, traces
from tests.secrets.worlds import NOBODY, NUMBERS, World
from tests.servers import on, server
from tests.stores import Stores

SECRET = hashlib.sha256(b"any").digest()


async def test_no_answer_tells_of_the_seed(worlds: Sequence[World], stores: Stores) -> None:
    table = await all_but_over(worlds[0])

    assert not traces(
        await seed_of(stores, table.game), [answer.body + repr(answer.headers).encode() for answer in worlds[0].answers]
    )


async def test_no_message_or_key_in_redis_tells_of_the_seed(worlds: Sequence[World], stores: Stores) -> None:
    async with overheard(stores) as said:
        table = await all_but_over(worlds[0])

    assert any(b"match.started" in command for command in said)
    assert not traces(await seed_of(stores, table.game), said)


async def test_no_log_tells_of_the_seed(
    worlds: Sequence[World], stores: Stores, caplog: pytest.LogCaptureFixture
) -> None:
    with capture_logs() as facts, caplog.at_level(logging.DEBUG):
        structlog.get_logger().debug("beginning")
        table = await all_but_over(worlds[0])

    assert facts[0]["event"] == "beginning"
    assert not traces(await seed_of(stores, table.game), [repr(facts).encode(), caplog.text.encode()])


async def test_no_line_that_a_server_logs_tells_of_the_seed(stores: Stores) -> None:
    async with (
        server(on(stores, log_level="debug")) as running,
        httpx.AsyncClient(base_url=running.url) as http,
    ):
        tokens = [(await http.post("/v1/guests")).json()["token"] for _ in range(2)]
        host, guest = ({"Authorization": f"Bearer {token}"} for token in tokens)
        table = (await http.post("/v1/games", json={"kind": "connect_four"}, headers=host)).json()
        await http.post(f"/v1/games/{table['id']}/members", headers=guest)
        for who in (host, guest):
            await http.post(
                f"/v1/games/{table['id']}/moves", json={"type": "connect_four.drop", "column": 4}, headers=who
            )

    assert any("serving" in line for line in running.log)
    assert not traces(await seed_of(stores, table["id"]), [line.encode() for line in running.log])


async def test_no_event_tells_of_the_seed(worlds: Sequence[World], stores: Stores) -> None:
    table = await all_but_over(worlds[0])

    async with connect(stores.owner_url) as connection:
        rows = await connection.fetch("SELECT events::text AS whole, data FROM events")
    assert not traces(await seed_of(stores, table.game), [row["whole"].encode() + row["data"] for row in rows])


async def test_the_end_tells_the_seed(worlds: Sequence[World], stores: Stores) -> None:
    table = await all_but_over(worlds[0])

    await worlds[0].ask(table.seats[DOER], "DELETE", f"{table.path}/members/me")

    ended = (await worlds[0].ask(NOBODY, "GET", table.path)).json()
    assert ended["seed"] == (await seed_of(stores, table.game))[0].hex()
    assert commitment(bytes.fromhex(ended["seed"])) == ended["commitment"]


@pytest.mark.parametrize(
    "text",
    [
        SECRET,
        b'{"seed":"%b"}' % SECRET.hex().encode(),
        *(base64.b64encode(b"." * before + SECRET + b"more") for before in range(4)),
        base64.urlsafe_b64encode(SECRET).rstrip(b"="),
        repr({"seed": SECRET}).encode(),
        b"%d" % int.from_bytes(SECRET, "big"),
    ],
)
def test_a_trace_is_found_in_every_form(text: bytes) -> None:
    assert traces([SECRET], [text])


async def all_but_over(world: World) -> Table:
    """Play until one stake is missing, and let everybody ask everything."""
    await world.begin(next(NUMBERS))
    table = await act(world, Secret(stakes=((0,), (1,))))
    await world.hang_up()
    await stake(world, table, FIRST, (2,))
    for who in (*table.seats, STRANGER, NOBODY):
        await look(world, who, table.game)
    return table


async def seed_of(stores: Stores, game: str) -> Sequence[bytes]:
    """Return the seed of a game, and the key of its draws."""
    async with connect(stores.owner_url) as connection:
        seed: bytes = await connection.fetchval("SELECT seed FROM seeds WHERE game = $1", UUID(game))
        started = await connection.fetchval(
            "SELECT data FROM events WHERE game = $1 AND type = 'match.started'", UUID(game)
        )
    return seed, hashlib.sha256(seed + bytes(len(json.decode(started)["luck"]))).digest()  # Nobody gave a word.
