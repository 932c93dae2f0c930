"""Robots: each game brings some along, and whatever luck has it they move as the rules allow, by what they may know."""

import pickle
import re
from random import Random

from domain import commands
from domain.chance import Seeded
from domain.feed import Game, take
from domain.kernel import AnyRules, Refused
from domain.testing import contest
from tests.laws.lives import live
from tests.laws.registry import EVERY_GAME, NUMBERS, REPRODUCIBLE

LEVEL = re.compile("[a-z][a-z_]{0,31}")


@EVERY_GAME
def test_a_game_brings_a_robot_along_and_the_weakest_first(rules: AnyRules) -> None:
    levels, strengths = [robot.level for robot in rules.robots], [robot.strength for robot in rules.robots]

    assert levels
    assert [level for level in levels if not LEVEL.fullmatch(level)] == []
    assert len(set(levels)) == len(levels)
    assert strengths == sorted(strengths)


@EVERY_GAME
def test_what_a_robot_needs_to_think_elsewhere_can_be_sent_there(rules: AnyRules) -> None:
    state = rules.initial(rules.table.seats[0], rules.options())
    for robot in rules.robots:
        sent = robot.choose, state, 0, Seeded(bytes(32))
        assert pickle.loads(pickle.dumps(sent))[:3] == sent[:3]  # noqa: S301 - our own


@EVERY_GAME
def test_the_same_luck_brings_the_same_choice(rules: AnyRules) -> None:
    for robot in rules.robots:
        once, again = [contest(rules, [robot.choose] * min(rules.table.seats), 7) for _ in range(2)]
        assert once.log == again.log


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_robots_move_as_the_rules_allow_by_what_their_seat_knows(rules: AnyRules, number: int) -> None:
    """In every position of games in which some leave, and some run out of time."""
    life, game = live(rules, Random(number)), Game(rules=rules)
    for commit in life.log:
        game = take(game, commit)
        for seat in game.match.turn:
            for robot in rules.robots:
                luck = Seeded(bytes(32), [f"{game.match.version:016x}"])
                chosen = robot.choose(game.known(seat).match.board, seat, luck)
                decided = commands.move(rules, game.match, seat, chosen, life.seed, life.at)
                assert not isinstance(decided, Refused), f"{robot.level} chose {chosen}: {decided}"
