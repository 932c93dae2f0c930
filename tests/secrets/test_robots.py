"""Robots: whatever a seat does unseen, a robot does the same at the same time."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from domain.chance import SEED_BYTES
from domain.commands import Setup
from domain.match import Member
from infra.beside import Beside
from services.robots.playing import Playing
from tests.faults.houses import opened
from tests.secrets.points import Point, broken, is_of_robots, points
from tests.secrets.worlds import NUMBERS, World
from tests.toys.hoard.rules import Options

HUMAN = "ada"
PAUSE_SECONDS = 5


class Thinking(Beside):
    """Thinks here, and lets something happen meanwhile."""

    def __init__(self, meanwhile: Callable[[], Any]) -> None:
        super().__init__(1, seconds_max=1)
        self._meanwhile = meanwhile

    async def compute(self, function: Any, *arguments: Any, **named: Any) -> Any:
        await self._meanwhile()
        return function(*arguments, **named)


async def test_robots_cannot_tell(worlds: Sequence[World]) -> None:
    assert not await acts_otherwise(worlds)


@pytest.mark.broken
@pytest.mark.parametrize("point", [point for point in points() if is_of_robots(point)], ids=" ".join)
async def test_a_robot_that_knows_too_much_is_caught(worlds: Sequence[World], point: Point) -> None:
    with broken(*point):
        assert await acts_otherwise(worlds)


async def acts_otherwise(worlds: Sequence[World]) -> bool:
    """Return whether a robot acts otherwise in the world in which somebody stakes in secret."""
    number = next(NUMBERS)
    await asyncio.gather(*(world.begin(number) for world in worlds))
    one, other = await asyncio.gather(*(acts(world, secret=world is worlds[1]) for world in worlds))
    return one != other


async def acts(world: World, *, secret: bool) -> Sequence[object]:
    """Let a robot play against somebody who stakes before it and while it thinks, or never; return what it did."""
    machine, house = world.fate.machine(), world.served.house
    game, robot, rules = machine.uuid7(), str(machine.uuid7()), house.kinds["hoard"]
    members = [Member(player=await world.guest(HUMAN)), Member(player=robot, robot="spy")]
    setup = Setup(seats=2, options=Options(gems=3), limit_seconds=3600)
    await opened(house.games, game, rules, machine.entropy(SEED_BYTES), members, setup)

    async def stake(coin: int) -> None:
        move = {"type": "hoard.stake", "coins": [coin]}
        if secret:
            await world.ask(HUMAN, "POST", f"/v1/games/{game}/moves", move, Idempotency_Key=f"{coin}")

    playing = Playing(house.games, Thinking(lambda: stake(1)), PAUSE_SECONDS)
    world.fate.set(2)
    rests = [await playing.play(game)]
    world.fate.set(4)
    await stake(0)
    world.fate.set(6)
    rests.append(await playing.play(game))
    return [rests, await world.done_by(robot)]
