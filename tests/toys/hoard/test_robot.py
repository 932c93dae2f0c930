"""The robot of hoard plays by its rules of thumb, and well enough."""

# ruff: noqa: TID252 - the folder is found under whatever package it is copied into.

from domain.chance import Seeded
from domain.testing import wins_against_random

from . import RULES
from .robot import choose
from .rules import Hand, Stake, State

LUCK = Seeded(bytes(32))


def test_it_stakes_more_on_what_is_worth_more() -> None:
    state = State(gems_wanted=2, gems=(6, 1), hands=(Hand(coins=(4, 5, 1, 6)), Hand()))

    assert sorted(choose(state, 0, LUCK).coins) in ([0, 1, 2, 3], [0, 1, 3])


def test_it_stakes_all_that_is_left_on_the_last_gem() -> None:
    state = State(gems_wanted=2, gems=(6, 1), hands=(Hand(coins=(4, 5, 1, 6), stakes=((0, 3),)), Hand()))

    assert choose(state, 0, LUCK) == Stake(coins=(1, 2))


def test_it_beats_who_moves_at_random() -> None:
    assert wins_against_random(RULES, choose) >= 70
