"""Robots answer when they are called, take their time, and move once, whoever else plays for them."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis
from structlog.testing import capture_logs

import services.robots
from domain.kernel import Chance, Kinds, Robot, Seat
from domain.match import Match
from infra.beside import Beside
from infra.machine import Machine
from services.company import Company, company
from services.robots import robots
from services.robots.playing import Playing
from services.work import AT_ONCE
from tests.stores import Stores
from tests.toys import hoard
from tests.toys.hoard.rules import Stake, State
from tests.waiting import until
from tests.workers.tables import robots_alone

PAUSE_SECONDS = 0.3
NEVER = 3600


def stakes_what_it_has_not(_state: State, _seat: Seat, _luck: Chance) -> Stake:
    return Stake(coins=(0, 0))


GOOD = hoard.RULES
BAD = replace(GOOD, name="bad", robots=(Robot(level="easy", strength=0, choose=stakes_what_it_has_not),))
KINDS: Kinds = {rules.name: rules for rules in (GOOD, BAD)}


class Interrupted(Beside):
    """Lets something happen while a robot thinks, the first time."""

    def __init__(self, meanwhile: Callable[[], Awaitable[object]]) -> None:
        super().__init__(1, seconds_max=1)
        self._meanwhile: Callable[[], Awaitable[object]] | None = meanwhile

    async def compute(self, function: Any, *arguments: Any, **named: Any) -> Any:
        meanwhile, self._meanwhile = self._meanwhile, None
        if meanwhile is not None:
            await meanwhile()
        return function(*arguments, **named)


@asynccontextmanager
async def process(stores: Stores, **settings: Any) -> AsyncIterator[Company]:
    """Put together what a process has inside, a worker or not."""
    async with company(stores.settings(**({"robot_pause_seconds": 0} | settings)), Machine(), KINDS) as one:
        yield one


async def test_a_robot_is_called_when_it_is_its_turn(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker looks for itself but once an hour; the games are opened by another process."""
    monkeypatch.setattr(services.robots, "POLL_SECONDS", NEVER)
    async with process(stores) as here, process(stores) as there, robots(there):
        await listens(stores)
        for _ in range(3):
            game = await robots_alone(here.games, GOOD)
            await until(lambda game=game: match_of(here, game), lambda match: match.ended)  # type: ignore[misc]


async def test_a_robot_waits_a_moment_before_each_move(stores: Stores) -> None:
    async with process(stores, robot_pause_seconds=PAUSE_SECONDS) as here, robots(here):
        game = await robots_alone(here.games, GOOD)
        await until(lambda: match_of(here, game), lambda match: match.ended)
        live = await here.games.fresh(game)

    assert live is not None
    for seat in (0, 1):
        times = [live.game.log[0].at, *(commit.at for commit in live.game.log[1:] if commit.events[0].seat == seat)]
        waited = [(later - earlier).total_seconds() for earlier, later in pairwise(times)]
        assert len(waited) == 2
        assert min(waited) >= PAUSE_SECONDS


async def test_a_robot_that_breaks_the_rules_keeps_no_other_from_playing(stores: Stores) -> None:
    with capture_logs() as logged:
        async with process(stores) as here, robots(here):
            bad = [await robots_alone(here.games, BAD) for _ in range(2)]
            good = [await robots_alone(here.games, GOOD) for _ in range(AT_ONCE)]
            for game in good:
                await until(lambda game=game: match_of(here, game), lambda match: match.ended)  # type: ignore[misc]
            statuses = [(await match_of(here, game)).status for game in bad]

    assert statuses == ["running"] * 2
    assert {entry["game"] for entry in logged if entry["event"] == "work_failed"} == {str(game) for game in bad}


async def test_what_another_worker_did_meanwhile_is_not_done_again(stores: Stores) -> None:
    async with process(stores) as here, process(stores) as there:
        game = await robots_alone(here.games, GOOD)
        other = Playing(there.games, Interrupted(nothing), 0)
        slow = Playing(here.games, Interrupted(lambda: other.play(game)), 0)

        await slow.play(game)

        live = await here.games.fresh(game)
    assert live is not None
    assert live.game.match.ended
    assert [[commit.events[0].seat for commit in live.game.log[1:]].count(seat) for seat in (0, 1)] == [2, 2]


async def nothing() -> None:
    """Happen."""


async def match_of(one: Company, game: UUID) -> Match:
    live = await one.games.fresh(game)
    assert live is not None
    return live.game.match


async def listens(stores: Stores) -> None:
    """Wait until somebody hears when robots are called."""

    async def listening() -> int:
        ((_, number),) = await redis.pubsub_numsub(f"{stores.redis_prefix}:call:robots")
        return int(number)

    async with Redis.from_url(stores.redis_url) as redis:
        await until(listening)
