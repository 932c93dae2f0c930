"""Ends: however a game goes and whoever goes, it stays of one piece, and everybody has a place or nobody has."""

from collections.abc import Sequence
from random import Random

import pytest

from domain import commands
from domain.kernel import AnyRules, Cause, Refused, Seat
from domain.match import Commit, Match, advance, fold
from tests.laws import hidden
from tests.laws.lives import live
from tests.laws.registry import EVERY_GAME, NUMBERS, REPRODUCIBLE

EVERY_CAUSE = pytest.mark.parametrize("cause", ["left", "time"])


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_every_game_ends_with_each_seat_in_one_place_or_with_no_places(rules: AnyRules, number: int) -> None:
    check_result(live(rules, Random(number)).match)


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_as_long_as_a_game_runs_somebody_is_on_turn_and_has_something_at_stake(rules: AnyRules, number: int) -> None:
    life = live(rules, Random(number))
    for log in hidden.cuts(life):
        match = fold(rules, log)
        if match.status == "running":
            check_running(rules, match)


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_after_the_end_nothing_can_happen_any_more(rules: AnyRules, number: int) -> None:
    life = live(rules, Random(number))
    board, seats = life.match.board, range(len(life.match.seats))

    assert rules.outcome(board) is not None
    assert rules.by_itself(board, commands.chance_of(life.match, life.seed)) is None
    assert [*rules.to_move(board), *rules.at_stake(board), *rules.silent(board)] == []
    assert [move for seat in seats for move in rules.legal_moves(board, seat)] == []


@EVERY_GAME
@EVERY_CAUSE
@REPRODUCIBLE
@NUMBERS
def test_whoever_has_something_at_stake_can_go_at_any_time(rules: AnyRules, cause: Cause, number: int) -> None:
    life = live(rules, Random(number))
    for log in hidden.cuts(life)[:-1]:
        before = fold(rules, log)
        for seat in rules.at_stake(before.board) if before.status == "running" else ():
            decided = commands.take_out(rules, before, [seat], cause, life.seed, log[-1].at)
            assert not isinstance(decided, Refused)
            after = advance(rules, before, Commit(at=log[-1].at, events=decided))
            assert after.seats[seat].left == cause
            check_gone(rules, after, [seat])
            if len(after.seats) == 2:
                assert after.result is not None
                assert after.result.places == ((1 - seat,), (seat,))  # rules.md Leaving: in a two-player game loses it.


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_all_on_turn_can_run_out_of_time_at_once(rules: AnyRules, number: int) -> None:
    life = live(rules, Random(number))
    for log in hidden.cuts(life)[:-1]:
        before = fold(rules, log)
        if late := before.turn:
            decided = commands.time_out(rules, before, late, life.seed, log[-1].at)
            assert not isinstance(decided, Refused)
            check_gone(rules, advance(rules, before, Commit(at=log[-1].at, events=decided)), late)


def check_gone(rules: AnyRules, match: Match, gone: Sequence[Seat]) -> None:
    """Whoever went has no part in the game any more, and for the others it goes on or is over."""
    assert not {*gone} & {*rules.to_move(match.board), *rules.at_stake(match.board), *rules.silent(match.board)}
    assert [move for seat in gone for move in rules.legal_moves(match.board, seat)] == []
    if match.status == "running":
        check_running(rules, match)
    else:
        check_result(match)


def check_running(rules: AnyRules, match: Match) -> None:
    """Somebody is on turn, all on turn lose something by leaving, and only those who have not left."""
    staying = {seat for seat, taken in enumerate(match.seats) if taken.left is None}
    assert rules.outcome(match.board) is None
    assert rules.to_move(match.board)
    assert {*rules.to_move(match.board)} <= {*rules.at_stake(match.board)} <= staying
    assert {*rules.silent(match.board)} <= staying
    assert {*rules.opened(match.board)} <= {*range(len(match.seats))}


def check_result(match: Match) -> None:
    """Each seat has one place, or nobody has; scores and points are told of all seats or of none."""
    assert match.result is not None
    placed = [seat for place in match.result.places for seat in place]
    assert sorted(placed) in ([], [*range(len(match.seats))])
    assert all(match.result.places)
    assert match.status == ("finished" if placed else "aborted")
    for told in (match.result.scores, match.result.points):
        assert told is None or len(told) == len(match.seats)
