"""What is particular to hoard.  What every game must do is in tests/laws."""

# ruff: noqa: TID252 - the folder is found under whatever package it is copied into.
from collections.abc import Sequence

import pytest

from domain.codec import Codec
from domain.kernel import Event, Result
from domain.testing import Rigged, begin, given, settle

from . import RULES
from .rules import AllStaked, GemDrawn, GemWon, Options, Place, PurseDealt, Stake, Staked, opened, silent, view

GEMS = (GemDrawn(number=0, value=5), GemDrawn(number=1, value=2))
PURSES = tuple(
    PurseDealt(seat=seat, coins=coins) for seat, coins in enumerate(((1, 2, 3, 4), (4, 4, 1, 1), (6, 1, 1, 1)))
)
START = (*GEMS, *PURSES)


def stakes(seat: int, first: Sequence[int], second: Sequence[int]) -> Sequence[Event]:
    """Return both stakes of a seat, and that they are all."""
    return (
        Staked(seat=seat, gem=0, coins=tuple(first)),
        Staked(seat=seat, gem=1, coins=tuple(second)),
        AllStaked(seat=seat),
    )


def test_gems_are_drawn_and_purses_dealt_by_themselves() -> None:
    luck = Rigged(5, 2, 1, 2, 3, 4, 4, 4, 1, 1, 6, 1, 1, 1)

    assert settle(RULES, begin(RULES), (), luck) == START


def test_a_stake_before_the_last_shows_others_nothing() -> None:
    given(RULES, *START).when(1, Stake(coins=(2, 0))).then(Staked(seat=1, gem=0, coins=(0, 2)))


def test_the_last_stake_tells_others_that_it_was_the_last() -> None:
    staked = Staked(seat=1, gem=0, coins=(0,))

    given(RULES, *START, staked).when(1, Stake(coins=())).then(Staked(seat=1, gem=1, coins=()), AllStaked(seat=1))


def test_everyone_stakes_at_their_own_pace() -> None:
    given(RULES, *START, *stakes(0, [0], [1])).when(2, Stake(coins=(0,))).goes_on(1, 2)


@pytest.mark.parametrize(
    ("coins", "reason"),
    [((4,), "no_such_coin"), ((-1,), "no_such_coin"), ((1, 1), "coin_twice"), ((0, 1), "coin_spent")],
)
def test_only_own_unspent_coins_are_staked_each_once(coins: tuple[int, ...], reason: str) -> None:
    given(RULES, *START, Staked(seat=1, gem=0, coins=(0,))).when(1, Stake(coins=coins)).refused(reason)


def test_whoever_has_staked_on_all_gems_stakes_no_more() -> None:
    given(RULES, *START, *stakes(0, [0], [1])).when(0, Stake(coins=())).refused("not_your_turn")


def test_each_gem_goes_to_the_highest_stake_when_all_are_done() -> None:
    before = given(RULES, *START, *stakes(0, [2, 3], []), *stakes(1, [0], [1, 2, 3]), Staked(seat=2, gem=0, coins=(0,)))

    then = before.when(2, Stake(coins=(1, 2)))

    then.then(  # On the first gem 7, 4 and 6 were staked, on the second 0, 6 and 2.
        Staked(seat=2, gem=1, coins=(1, 2)),
        AllStaked(seat=2),
        GemWon(number=0, value=5, seats=(0,)),
        GemWon(number=1, value=2, seats=(1,)),
    )
    then.over(Result(reason="complete", places=((0,), (1,), (2,)), scores=(5, 2, 0)))


def test_equal_stakes_all_get_the_value_and_no_stake_gets_nothing() -> None:
    before = given(RULES, *START, *stakes(0, [3], []), *stakes(1, [0], []), Staked(seat=2, gem=0, coins=(1,)))

    then = before.when(2, Stake(coins=()))

    then.then(
        Staked(seat=2, gem=1, coins=()),
        AllStaked(seat=2),
        GemWon(number=0, value=5, seats=(0, 1)),
        GemWon(number=1, value=2, seats=()),
    )
    then.over(Result(reason="complete", places=((0, 1), (2,)), scores=(5, 5, 0)))


def test_whoever_leaves_takes_no_gem_and_is_last() -> None:
    before = given(RULES, *START, *stakes(1, [0], []), *stakes(2, [0], [1]))

    then = before.when_gone(0)

    then.then(GemWon(number=0, value=5, seats=(2,)), GemWon(number=1, value=2, seats=(2,)))
    then.over(Result(reason="complete", places=((2,), (1,), (0,)), scores=(0, 0, 7)))


def test_the_last_one_remaining_wins() -> None:
    before = given(RULES, *START, *stakes(1, [0], []), seats=3)
    one_left = RULES.leave(before.state, 2, "left")

    then = given(RULES, state=one_left).when_gone(0, "time")

    then.then()
    then.over(Result(reason="time", places=((1,), (0,), (2,))))


def test_if_all_are_gone_nobody_has_won() -> None:
    gone = RULES.leave(RULES.leave(given(RULES, *START).state, 0, "time"), 1, "time")
    gone = RULES.leave(gone, 2, "time")

    assert RULES.outcome(gone) == Result(reason="time", places=())


def test_a_seat_is_opened_when_every_other_is_done_or_gone() -> None:
    one_done = given(RULES, *START, *stakes(0, [0], [1])).state
    assert list(opened(one_done)) == []

    assert list(opened(given(RULES, *START, *stakes(0, [0], [1]), *stakes(1, [0], [1])).state)) == [2]
    assert list(opened(RULES.leave(one_done, 2, "left"))) == [1]


def test_whoever_is_done_is_silent_while_others_stake() -> None:
    assert list(silent(given(RULES, *START).state)) == []
    assert list(silent(given(RULES, *START, *stakes(0, [0], [1])).state)) == [0]


def test_what_is_not_known_is_sealed() -> None:
    own = given(RULES, *GEMS, PURSES[1], *stakes(1, [0], [3, 2])[:1], AllStaked(seat=0)).state

    assert view(own).hands == (
        Place(coins="sealed", stakes="sealed", complete=True, left=False),
        Place(coins=(4, 4, 1, 1), stakes=((0,),), complete=False, left=False),
        Place(coins="sealed", stakes="sealed", complete=False, left=False),
    )


def test_three_gems_can_be_played_for() -> None:
    start = (*GEMS, GemDrawn(number=2, value=6), *PURSES)
    before = given(RULES, *start, *stakes(0, [0], [1])[:2], options=Options(gems=3))

    before.when(0, Stake(coins=(3,))).then(Staked(seat=0, gem=2, coins=(3,)), AllStaked(seat=0))


def test_the_move_behind_a_stake_can_be_told() -> None:
    assert RULES.move_of(Staked(seat=0, gem=1, coins=(1, 2))) == Stake(coins=(1, 2))
    assert RULES.move_of(AllStaked(seat=0)) is None


@pytest.mark.parametrize(("winner", "seats"), [("1", (1,)), ("null", ())])
def test_a_gem_won_in_the_first_schema_had_one_winner_or_none(winner: str, seats: tuple[int, ...]) -> None:
    old = f'{{"number":0,"seat":null,"type":"hoard.gem_won","value":5,"winner":{winner}}}'.encode()

    assert Codec(RULES).decode("hoard.gem_won", 1, old) == GemWon(number=0, value=5, seats=seats)
