"""Metrics: every process counts what an operator must see, by few labels, and of no game."""

import re
from collections.abc import Mapping
from typing import Any, TypeAlias
from uuid import UUID

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from infra.postgres.pool import open_pool
from services.api.readers import Reader
from tests.api.conftest import Desk
from tests.api.tables import drop, opened, stake, started
from tests.servers import on, server, worker
from tests.stores import Stores, more_stores
from tests.waiting import until

Sample: TypeAlias = tuple[str, frozenset[tuple[str, str]]]
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}", re.IGNORECASE)
OPERATORS = re.compile(r"Uvicorn running on (http://\S+)")
LABELS = {"kind", "code", "call", "work", "pool", "le"}
ALTOGETHER = (
    *("process_", "zugfolge_append", "zugfolge_request_seconds", "zugfolge_pool"),
    *("zugfolge_reconciliations", "zugfolge_work_looked", "zugfolge_work_due"),
)
"""What a process does in all: hidden moves cost time, too, and are among it, of no kind and of no game."""


def one(name: str, **labels: str) -> Sample:
    return name, frozenset(labels.items())


def read(text: str) -> Mapping[Sample, float]:
    families = text_string_to_metric_families(text)
    return {(s.name, frozenset(s.labels.items())): s.value for family in families for s in family.samples}


async def scraped(operator: httpx.AsyncClient) -> Mapping[Sample, float]:
    answer = await operator.get("/metrics", headers={"Authorization": ""})
    assert answer.status_code == 200
    return read(answer.text)


async def growth(operator: httpx.AsyncClient, before: Mapping[Sample, float], sample: Sample) -> float:
    return (await scraped(operator)).get(sample, 0) - before.get(sample, 0)


async def draw(here: Desk, game: Any, seat: int) -> None:
    move = {"type": "diamond_yatzy.draw", "keep": []}
    answer = await here.client("POST", f"{game.path}/moves", move, by=game.players[seat])
    assert answer.status == 200, answer.data


async def test_moves_are_counted_by_kind(watched: Desk, operator: httpx.AsyncClient) -> None:
    before = await scraped(operator)
    table = await started(watched.client)
    await drop(watched.client, table, "12121")

    assert await growth(operator, before, one("zugfolge_moves_total", kind="connect_four")) == 5
    timed = one("zugfolge_request_seconds_count", call="move")  # Once an answer is out.
    assert await until(lambda: growth(operator, before, timed)) == 5


async def test_a_refusal_is_counted_by_its_code(watched: Desk, operator: httpx.AsyncClient) -> None:
    before = await scraped(operator)
    table = await opened(watched.client)
    await watched.client("POST", f"{table.path}/moves", {"type": "connect_four.drop", "column": 1}, by=table.players[0])

    assert await growth(operator, before, one("zugfolge_refusals_total", code="not_started")) == 1


async def test_what_a_games_own_rules_refuse_has_one_code(watched: Desk, operator: httpx.AsyncClient) -> None:
    table = await started(watched.client)
    await drop(watched.client, table, "111111")
    before = await scraped(operator)
    full = {"type": "connect_four.drop", "column": 1}
    refused = await watched.client("POST", f"{table.path}/moves", full, by=table.players[0])

    assert refused.status == 422
    assert await growth(operator, before, one("zugfolge_refusals_total", code="rules")) == 1
    assert not any(code == refused.code for name, labels in await scraped(operator) for _, code in labels)


async def test_hidden_moves_of_a_duel_are_seen_in_nothing_but_what_is_done_altogether(
    watched: Desk, operator: httpx.AsyncClient
) -> None:
    duel = await started(watched.client, kind="diamond_yatzy")
    before = await scraped(operator)
    for _ in range(2):
        await draw(watched, duel, 0)
    after = await scraped(operator)

    grown = {name for name, labels in after if after[name, labels] != before.get((name, labels), 0)}
    assert grown
    assert not [name for name in grown if not name.startswith(ALTOGETHER)]


async def test_nothing_altogether_knows_a_kind(operator: httpx.AsyncClient) -> None:
    samples = await scraped(operator)

    assert not [name for name, labels in samples if name.startswith(ALTOGETHER) and "kind" in dict(labels)]


async def test_hidden_moves_are_counted_once_they_are_shown(watched: Desk, operator: httpx.AsyncClient) -> None:
    before = await scraped(operator)
    table = await started(watched.client, kind="hoard", players=3)
    counted = one("zugfolge_moves_total", kind="hoard")
    for seat in (0, 1):
        await stake(watched.client, table, seat, 1)
    hidden = await growth(operator, before, counted)
    for player in table.players:
        await watched.client("DELETE", f"{table.path}/members/me", by=player)

    assert (hidden, await growth(operator, before, counted)) == (0, 2)


async def test_no_label_tells_of_a_game_or_of_anybody(watched: Desk, operator: httpx.AsyncClient) -> None:
    table = await started(watched.client)
    await drop(watched.client, table, "12")
    text = (await operator.get("/metrics")).text

    assert not ID.search(text)
    assert not [player.name for player in table.players if player.name in text]
    assert {name for _, labels in read(text) for name, _ in labels} <= LABELS | {"implementation", "version"}


@pytest.mark.parametrize("work", ["robots", "clock", "ratings"])
async def test_a_worker_says_how_it_is_and_what_it_counts(stores: Stores, work: str) -> None:
    async with worker(on(stores, ops_port=0), work) as running, httpx.AsyncClient() as client:
        await until(lambda: OPERATORS.search("\n".join(running.log)))
        url = OPERATORS.findall("\n".join(running.log))[0]
        looked = one("zugfolge_work_looked_timestamp_seconds", work=work)
        metrics = await until(lambda: client.get(f"{url}/metrics"), lambda answer: looked in read(answer.text))

        assert read(metrics.text)[one("process_resident_memory_bytes")] > 1_000_000
        assert (await client.get(f"{url}/health/live")).json() == {"status": "live"}
        assert (await client.get(f"{url}/health/ready")).json() == {"status": "ready"}
        assert (await client.get(f"{url}/v1/operator/acts")).status_code == 404


async def test_the_interface_says_it_on_the_operators_port_alone(stores: Stores) -> None:
    async with server(on(stores, ops_port=0)) as running, httpx.AsyncClient() as client:
        await until(lambda: len(OPERATORS.findall("\n".join(running.log))) == 2)
        (url,) = set(OPERATORS.findall("\n".join(running.log))) - {running.url}
        for path in ("/metrics", "/health/live", "/health/ready"):
            assert (await client.get(f"{url}{path}")).status_code == 200
        assert (await client.get(f"{running.url}/metrics")).status_code == 404


async def test_how_late_a_time_out_was_is_kept(watched: Desk, operator: httpx.AsyncClient) -> None:
    before = await scraped(operator)
    table = await started(watched.client, limit_seconds=60)
    await drop(watched.client, table, "12")
    watched.clock.pass_by(seconds=60 + watched.served.house.settings.grace_seconds + 7)
    await watched.served.house.games.run_out(UUID(table.id))

    assert await growth(operator, before, one("zugfolge_work_lag_seconds_count", work="clock")) == 1
    assert await growth(operator, before, one("zugfolge_work_lag_seconds_sum", work="clock")) == pytest.approx(7)


async def test_how_late_robots_move_is_kept_where_they_move(stores: Stores) -> None:
    async with (
        more_stores(stores) as own,  # In which no other robot is on turn.
        server(on(own)) as here,
        worker(on(own, ops_port=0), "robots") as robots,
        httpx.AsyncClient() as client,
    ):
        await until(lambda: OPERATORS.search("\n".join(robots.log)))
        url = OPERATORS.findall("\n".join(robots.log))[0]
        client.headers["Authorization"] = f"Bearer {(await client.post(f'{here.url}/v1/guests')).json()['token']}"
        table = {"kind": "connect_four", "robots": ["easy"]}
        game = (await client.post(f"{here.url}/v1/games", json=table)).json()
        for move in game["moves"][:1]:  # Where the robot does not begin.
            await client.post(f"{here.url}/v1/games/{game['id']}/moves", json=move)
        lag, made = (
            one("zugfolge_work_lag_seconds_count", work="robots"),
            one("zugfolge_moves_total", kind=game["kind"]),
        )
        seen = await until(lambda: client.get(f"{url}/metrics"), lambda answer: lag in read(answer.text))

    assert read(seen.text)[lag] == read(seen.text)[made] == 1


async def test_a_hint_that_does_not_follow_is_counted(watched: Desk, operator: httpx.AsyncClient) -> None:
    table = await started(watched.client)
    before = await scraped(operator)
    watched.served.house.games.heard(UUID(table.id), b"nonsense")

    assert await growth(operator, before, one("zugfolge_gaps_total")) == 1


async def test_a_reader_too_slow_is_counted_and_one_who_leaves_is_not(operator: httpx.AsyncClient) -> None:
    before = await scraped(operator)
    slow, gone = Reader(1), Reader(1)
    for _ in range(2):
        slow.send(b"message")
    gone.hang_up()

    assert await growth(operator, before, one("zugfolge_readers_cut_off_total")) == 1


async def test_what_is_open_and_lent_is_counted_as_long_as_it_is(watched: Desk, operator: httpx.AsyncClient) -> None:
    table = await started(watched.client)
    streams, lent = (
        one("zugfolge_open_streams", call="feed", kind="connect_four"),
        one("zugfolge_pool_connections_in_use", pool="apart"),  # What runs meanwhile borrows from others.
    )
    before = await scraped(operator)
    async with watched.client.http.stream("GET", f"{table.path}/feed") as answer:
        await anext(answer.aiter_lines())
        assert await growth(operator, before, streams) == 1
    await until(lambda: growth(operator, before, streams), lambda grown: grown == 0)
    async with open_pool(watched.stores.settings(pool_size_min=1), name="apart") as pool:
        async with pool.acquire():
            during = await scraped(operator)
        after = await scraped(operator)

    assert during[lent] - after[lent] == 1
