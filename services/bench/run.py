"""Run: the whole bench, from starting the stores to the report."""

from collections.abc import Sequence
from uuid import UUID

import uvloop

from domain.games import discover
from domain.kernel import Kinds
from domain.value import Value
from infra.machine import Machine
from infra.postgres.pool import open_pool
from infra.postgres.store import Store
from infra.postgres.writer import Writer
from infra.settings import Settings
from services.bench import contests
from services.bench.client import Address, connections
from services.bench.contests import compare
from services.bench.processes import API, BARE, allow_streams, server, stores
from services.bench.report import Measured, Report, report
from services.bench.tables import Tables, written
from services.games import Games
from services.serve import spare_collector

GAMES_LOADED = 2  # By turns, while one is kept.


class Plan(Value):
    """How much is measured."""

    seconds: float
    games: int
    streams: int
    kind: str | None = None


def bench(settings: Settings, plan: Plan) -> Report:
    """Measure a server on stores of its own; nothing of them is left at the end.

    Raises:
        BenchFailed: something did not go as it must.
    """
    allow_streams(plan.streams)
    with stores(settings) as ours:
        return uvloop.run(_measure(ours, plan))


async def _measure(settings: Settings, plan: Plan) -> Report:
    kinds = discover()
    rules = written(kinds, plan.kind)
    async with server(API, settings) as real, server(BARE, settings) as bare:
        tables = Tables(real, rules)
        played = [contests.moves(tables, real, bare, games) for games in sorted({1, plan.games})]
        watched = contests.deliveries(tables, real, bare, plan.streams)
        measured = [await compare(contest, plan.seconds) for contest in (*played, watched)]
        long = await _play(real, tables)
    return report(rules.name, [*measured, await _rebuilds(settings, kinds, long, plan.seconds)])


async def _play(real: Address, tables: Tables) -> Sequence[UUID]:
    """Play games to their end and return their ids."""
    async with connections(real, 1) as (connection,):
        ((*games,),) = await tables.open([connection], GAMES_LOADED)
        for game in games:
            for ask in game.moves:
                await connection.ask(ask)
    return [UUID(game.game) for game in games]


async def _rebuilds(settings: Settings, kinds: Kinds, long: Sequence[UUID], seconds: float) -> Measured:
    forgetful = settings.model_copy(update={"games_cached_max": 1})
    async with open_pool(forgetful) as pool:
        writer = Writer(pool, batch_max=1, queue_max=1)  # Nothing is written.
        spare_collector()  # As a server does.
        games = Games(kinds, Store(pool), writer, Machine(), forgetful)
        events = (await Store(pool).heads(long))[long[0]]
        return await compare(contests.rebuilds(games, pool, long, events), seconds)
