"""Contests: what the server does, and the least that anybody could do in its place, in short rounds by turns."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from time import perf_counter
from uuid import UUID

from domain.value import Value
from infra.postgres import statements as sql
from infra.postgres.pool import Pool, Record
from services.bench.client import Address, BenchFailed, Connection, Listeners, connections, request
from services.bench.report import Measured, Round, figure
from services.bench.tables import Tables
from services.games import Games

ROUNDS_MIN = 3
MOVES_MIN = 500  # In one round: several games in turn where few are played at once.
REBUILDS = 200  # In one round.


class Contest(Value):
    """Two things that answer the same need, and how each is run for one round."""

    name: str
    unit: str
    what: str
    run: Callable[[], Awaitable[Round]]
    limit: str
    run_limit: Callable[[], Awaitable[Round]]


async def compare(contest: Contest, seconds: float) -> Measured:
    """Run both by turns for that long, so that whatever else the machine does befalls both."""
    await contest.run()  # To warm up.
    await contest.run_limit()
    real, limit = list[Round](), list[Round]()
    end = perf_counter() + seconds
    while len(real) < ROUNDS_MIN or perf_counter() < end:
        real.append(await contest.run())
        limit.append(await contest.run_limit())
    ours, best = figure(contest.what, real), figure(contest.limit, limit)
    return Measured(
        name=contest.name,
        unit=contest.unit,
        rounds=len(real),
        count=sum(one.count for one in real),
        real=ours,
        limit=best,
        ratio=round(ours.per_second / best.per_second, 3),
    )


def moves(tables: Tables, real: Address, bare: Address, games: int) -> Contest:
    """Play a game on each connection, and where these are few one after the other, beside a POST that only answers.

    Connections are opened for each round: a server closes those that are idle for seconds.
    """
    in_turn = math.ceil(MOVES_MIN / games / tables.plies)

    async def run() -> Round:
        async with connections(real, games) as each:
            opened = await tables.open(each, in_turn)
            return await _exchange(each, [[ask for table in lane for ask in table.moves] for lane in opened])

    async def run_limit() -> Round:
        async with connections(bare, games) as each:
            return await _exchange(each, [[tables.like_a_move(bare, "/move")] * (in_turn * tables.plies)] * games)

    return Contest(
        name=f"moves, {games} game{'s' if games > 1 else ''}",
        unit="moves",
        what="durable moves",
        run=run,
        limit="bare POST",
        run_limit=run_limit,
    )


def deliveries(tables: Tables, real: Address, bare: Address, streams: int) -> Contest:
    """Play one game before many onlookers, beside a stream of plain ASGI that passes the same bytes on."""

    async def run() -> Round:
        async with connections(real, 1) as (mover,):
            ((table,),) = await tables.open([mover])
            return await _broadcast(mover, table.moves, real, f"/v1/games/{table.game}/feed", streams)

    async def run_limit() -> Round:
        async with connections(real, 1) as (mover,):
            ((table,),) = await tables.open([mover])
            message = b"id: 17.o\nevent: game\ndata: %b\n\n" % await mover.ask(table.moves[0])
        async with connections(bare, 1) as (teller,):
            tell = request(bare, "POST", "/tell", message)
            return await _broadcast(teller, [tell] * tables.plies, bare, "/feed", streams)

    return Contest(
        name=f"fan-out, {streams} streams",
        unit="deliveries",
        what="moves to onlookers",
        run=run,
        limit="bare stream",
        run_limit=run_limit,
    )


def rebuilds(games: Games, pool: Pool, long: Sequence[UUID], events: int) -> Contest:
    """Load games that are not in memory (`games` keeps one), beside the bare fetch of their rows from the same pool."""

    async def fetched(game: UUID) -> Sequence[Record]:
        return await pool.fetch(sql.WHOLE, game)

    async def run() -> Round:
        return await _timed([games.at_hand(game) for game in _turns(long)])

    async def run_limit() -> Round:
        return await _timed([fetched(game) for game in _turns(long)])

    return Contest(
        name=f"rebuild, {events} events",
        unit="games",
        what="fetch, decode, fold",
        run=run,
        limit="bare fetch",
        run_limit=run_limit,
    )


def _turns(long: Sequence[UUID]) -> Sequence[UUID]:
    return [long[number % len(long)] for number in range(REBUILDS)]


async def _timed(work: Sequence[Awaitable[object]]) -> Round:
    latencies = list[float]()
    begun = perf_counter()
    for one in work:
        start = perf_counter()
        if not await one:
            raise BenchFailed("there was nothing to read")
        latencies.append(perf_counter() - start)
    return Round(count=len(work), seconds=perf_counter() - begun, latencies=tuple(latencies))


async def _exchange(connections: Sequence[Connection], asks: Sequence[Sequence[bytes]]) -> Round:
    """Send each connection its requests, one after the other, all connections at the same time."""
    latencies = list[float]()

    async def one(connection: Connection, requests: Sequence[bytes]) -> None:
        for ask in requests:
            start = perf_counter()
            await connection.ask(ask)
            latencies.append(perf_counter() - start)

    begun = perf_counter()
    await asyncio.gather(*map(one, connections, asks))
    return Round(count=len(latencies), seconds=perf_counter() - begun, latencies=tuple(latencies))


async def _broadcast(teller: Connection, asks: Sequence[bytes], address: Address, path: str, streams: int) -> Round:
    """Send requests that each bring every stream one message; each waits until all have got the one before."""
    listeners = Listeners()
    try:
        await listeners.open(address, path, streams)
        begun = perf_counter()
        for ask in asks:
            await teller.ask(ask)
            await listeners.received(streams)
        return Round(count=streams * len(asks), seconds=perf_counter() - begun)
    finally:
        listeners.close()
