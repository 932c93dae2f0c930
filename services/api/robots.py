"""Robots at tables: seated by the host, by the level that `/v1/kinds` names."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime
from typing import Annotated, TypeAlias

from msgspec import Meta

from domain import commands
from domain.commands import Decided
from domain.feed import Game
from domain.kernel import AnyRules, Refused
from domain.match import MatchJoined, Member, Player
from services.api.asking import Asked
from services.api.house import House, wish_of
from services.live import Live
from services.robots.players import free, players_of, robot_of
from services.wish import Decide, Wish

LEVEL_MAX = 32  # Letters.

Level: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=LEVEL_MAX, description="A robot's, as `/v1/kinds` has it.", examples=["easy"])
]


def robots_of(rules: AnyRules, levels: Sequence[str], strength_max: int | None) -> Sequence[Member] | Refused:
    """Return robots of these levels for a new table."""
    members = list[Member]()
    for level in levels:
        robot = _member(rules, level, strength_max, [member.player for member in members])
        if isinstance(robot, Refused):
            return robot
        members.append(robot)
    return members


def seating(house: House, asked: Asked, live: Live, level: str, luck: str) -> Wish:
    """Return the host's wish to seat a robot."""

    def decide(game: Game, at: datetime) -> Decided:
        rules, match = game.rules, game.match
        if (refused := commands.host_only(match, asked.player)) is not None:
            return refused
        robot = _member(rules, level, match.opened.strength_max, [member.player for member in match.members], luck)
        return robot if isinstance(robot, Refused) else commands.join(rules, match, robot, live.seed or b"", at)

    return wish_of(asked, house, live, "join", decide=decide, ready=introducing(house, live.game.rules, decide))


def introducing(house: House, rules: AnyRules, decide: Decide) -> Callable[[Live], Awaitable[None]]:
    """Return what sees to it that robots are known before they sit down; of a refusal nothing is left."""

    async def ready(live: Live) -> None:
        decided = decide(live.game, house.machine.now())
        events = () if isinstance(decided, Refused) else decided
        joined = {event.player: event.robot for event in events if isinstance(event, MatchJoined)}
        robots = [p for level in set(joined.values()) if level for p in players_of(rules, level) if p.id in joined]
        await house.reception.introduce(robots)

    return ready


def _member(
    rules: AnyRules, level: str, strength_max: int | None, taken: Collection[Player], luck: str = ""
) -> Member | Refused:
    robot = robot_of(rules, level)
    if robot is None:
        return Refused(reason="robot_not_offered")
    if strength_max is not None and robot.strength > strength_max:
        return Refused(reason="too_strong")
    player = free(players_of(rules, level), taken)
    return Refused(reason="table_full") if player is None else Member(player=player.id, luck=luck, robot=level)
