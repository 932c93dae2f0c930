"""Two server processes on the same stores: each command is carried out once, and every asker answered rightly."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from uuid import UUID, uuid4

import httpx
import pytest

from domain.chance import commitment
from infra.postgres.pool import open_pool
from infra.postgres.store import Store
from services.ids import derived
from tests.faults.houses import delayed
from tests.faults.players import Client, Game
from tests.faults.proxy import before_server
from tests.holding import held
from tests.servers import Server, on, server
from tests.stores import PATIENT, Stores

SECONDS_MAX = 120


@pytest.fixture(scope="module")
async def servers(stores: Stores) -> AsyncIterator[Sequence[Server]]:
    async with AsyncExitStack() as stack:
        environment = on(stores, **PATIENT)
        starting = [stack.enter_async_context(server(environment)) for _ in range(2)]
        yield await asyncio.gather(*starting)


@pytest.fixture
async def clients(servers: Sequence[Server]) -> AsyncIterator[Sequence[Client]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(talking_to(each.url)) for each in servers]


@pytest.fixture
async def store(stores: Stores) -> AsyncIterator[Store]:
    async with open_pool(stores.settings(pool_size_min=1)) as pool:
        yield Store(pool)


async def test_one_command_through_both_is_carried_out_once_and_answered_alike(
    stores: Stores, clients: Sequence[Client], store: Store
) -> None:
    game = await clients[0].begin()
    await see(clients, game)
    key = uuid4().hex

    async with held(stores, UUID(game.id)) as row:
        asked = [asyncio.create_task(client.drop(game, 0, 4, key)) for client in clients]
        await row.waited_for(2)
    first, second = await asyncio.gather(*asked)

    assert [first.status_code, second.status_code] == [200, 200]
    assert first.content == second.content
    assert sorted("idempotency-replayed" in answer.headers for answer in (first, second)) == [False, True]
    assert await versions(store, game) == first.json()["version"]


@pytest.mark.parametrize("processes", [1, 2])
async def test_of_two_moves_of_one_seat_one_is_made_and_the_other_told_what_it_missed(
    stores: Stores, clients: Sequence[Client], store: Store, processes: int
) -> None:
    game = await clients[0].begin()
    await see(clients, game)

    async with held(stores, UUID(game.id)) as row:
        sides = (clients[0], clients[processes - 1])
        asked = [asyncio.create_task(client.drop(game, 0, column)) for column, client in enumerate(sides, 3)]
        await row.waited_for(processes)
    made, other = sorted(await asyncio.gather(*asked), key=lambda answer: answer.status_code)

    assert [made.status_code, other.status_code] == [200, 409]
    assert other.json()["code"] in {"overtaken", "not_your_turn"}
    assert other.json()["version"] == made.json()["version"]
    assert [step["events"] for step in other.json()["steps"]] == [made.json()["events"]]
    assert await versions(store, game) == made.json()["version"]


async def test_a_table_opened_through_both_at_once_is_one_with_the_seed_it_promised(
    stores: Stores, clients: Sequence[Client], store: Store
) -> None:
    welcome = (await clients[0].ask("POST", "/v1/guests")).json()
    key = uuid4().hex
    game = derived("game", welcome["player"]["id"], key)

    async with delayed(stores, game, 2):
        body = {"kind": "connect_four"}
        asked = [
            asyncio.create_task(client.ask("POST", "/v1/games", body, token=welcome["token"], key=key))
            for client in clients
        ]
    first, second = await asyncio.gather(*asked)

    seed = await store.seed(game)
    assert seed is not None
    assert [first.status_code, second.status_code] == [201, 201]
    assert first.json() == second.json()
    assert first.json()["id"] == str(game)
    assert first.json()["commitment"] == commitment(seed)


async def test_an_answer_lost_on_its_way_is_given_again(servers: Sequence[Server], store: Store) -> None:
    async with before_server(servers[0].url) as (network, url), talking_to(url) as far:
        game = await far.begin()
        key = uuid4().hex
        loss = network.hold_next()
        dropping = asyncio.create_task(far.drop(game, 0, 4, key))
        await loss.answered.wait()
        loss.cut()

        answer = await dropping

    assert far.lost == 1
    assert answer.headers["idempotency-replayed"] == "true"
    assert answer.json()["version"] == await versions(store, game)
    assert answer.json()["to_move"] == [1]


async def test_an_answer_given_again_is_the_first_though_the_game_has_gone_on(
    servers: Sequence[Server], clients: Sequence[Client]
) -> None:
    async with before_server(servers[0].url) as (network, url), talking_to(url) as far:
        game = await far.begin()
        key = uuid4().hex
        loss = network.hold_next()
        dropping = asyncio.create_task(far.drop(game, 0, 4, key))
        await loss.answered.wait()
        await clients[1].drop(game, 1, 4)
        await clients[1].drop(game, 0, 4)
        loss.cut()

        answer = await dropping

    made = [event for event in answer.json()["events"] if event["type"] == "connect_four.disc_dropped"]
    assert [(event["seat"], event["row"]) for event in made] == [(0, 1)]
    assert answer.json()["to_move"] == [1]


@asynccontextmanager
async def talking_to(url: str) -> AsyncIterator[Client]:
    async with httpx.AsyncClient(base_url=url, timeout=SECONDS_MAX) as http:
        yield Client(http)


async def see(clients: Sequence[Client], game: Game) -> None:
    """Let every process know the game as it is."""
    for client in clients:
        await client.feed(game)


async def versions(store: Store, game: Game) -> int:
    """Return how many events the store has of a game, after looking that none is missing or doubled."""
    found = [entry.version for entry in await store.events(UUID(game.id))]
    assert found == list(range(1, len(found) + 1))
    return len(found)
