"""How Level X ends: tiles, rows and rounds, and what becomes of whoever leaves."""

from collections.abc import Sequence
from typing import Any

import pytest

from domain.games.level_x import RULES
from domain.games.level_x.rules import Advance, DiceGrouped, GroupDice, State
from domain.games.level_x.testing import ONES, came_of, group, rolled, side, table
from domain.games.level_x.view import view
from domain.kernel import Cause, Result
from domain.testing import Rigged, after, begin, commit, given, settle

ALMOST = {5: 1, 6: 1, 7: 1, 8: 1, 9: 1}
LAST_TILE = side(on={10: 1}, chips=ALMOST, tiles=[15, 12, 9])  # 35 + 36 = 71 points; takes the last with a 10.
NOTHING = GroupDice(groups=())
TEN = group("4611", "46")
NONE_TAKEN = (2, 2, 2, 2)  # A roll.


def last_tile(seats: int, turn: int, **fields: Any) -> State:
    """Return a position in which the seat on turn takes the last tile with a 10."""
    sides = [LAST_TILE if seat == turn else side() for seat in range(seats)]
    return table(*sides, roll="4611", turn=turn, turns=turn + 1, **fields)


def passing(state: State, times: int) -> State:
    """Return the position after that many turns in which nothing is done."""
    for _ in range(times):
        events = commit(RULES, state, state.turn, NOTHING, Rigged(*ONES))
        state = after(RULES, state, events)
    return state


def test_the_game_goes_on_while_a_tile_is_left_and_fewer_than_three_rows_are_empty() -> None:
    tile = table(side(on={10: 1}, chips=ALMOST, tiles=[15, 12]), side(), roll="4611", turn=0)
    rows = table(side(), side(on={10: 2}), roll="4611", left={10: 1, 9: 0}, turn=1)

    given(RULES, state=tile).when(0, TEN, *ONES).goes_on(1)
    given(RULES, state=rows).when(1, TEN, *ONES).goes_on(0)


def test_it_ends_when_all_bonus_tiles_are_taken() -> None:
    """rules.md §2 End: All bonus tiles taken."""
    given(RULES, state=last_tile(2, turn=1)).when(1, TEN).over(
        Result(reason="complete", places=((1,), (0,)), scores=(0, 71 + 10 + 6))
    )


def test_it_ends_when_three_rows_are_empty() -> None:
    """rules.md §2 End: or three rows empty."""
    state = table(side(), side(on={10: 2}), roll="4611", left={10: 1, 9: 0, 5: 0}, turn=1)

    given(RULES, state=state).when(1, TEN).over(Result(reason="complete", places=((1,), (0,)), scores=(0, 10)))


def test_more_than_three_empty_rows_end_it_too() -> None:
    state = table(side(), side(on={10: 2, 9: 2}), roll="4645", left={10: 1, 9: 1, 5: 0, 6: 0}, turn=1)

    given(RULES, state=state).when(1, group("4645", "46", "45")).over(
        Result(reason="complete", places=((1,), (0,)), scores=(0, 19))
    )


def test_the_end_is_tested_after_a_whole_turn() -> None:
    """rules.md §2 End: tested after a whole turn: the group after the one that takes the last tile still counts."""
    taker = side(on={10: 1, 5: 4}, chips=ALMOST, tiles=[15, 12, 9])
    state = table(side(), taker, roll="4615", turn=1)

    given(RULES, state=state).when(1, group("4615", "46", "5")).over(
        Result(reason="complete", places=((1,), (0,)), scores=(0, 71 + 10 + 6 + 5))
    )


def test_of_two_players_the_other_has_one_more_turn_if_the_starting_player_triggered_it() -> None:
    """rules.md §2 End: with two players the other has one more turn if the starting player triggered it."""
    then = given(RULES, state=last_tile(2, turn=0)).when(0, TEN, 3, 6, 1, 1)
    then.goes_on(1)

    state = after(RULES, last_tile(2, turn=0), commit(RULES, last_tile(2, turn=0), 0, TEN, Rigged(*NONE_TAKEN)))
    assert view(state).ending == "tiles"
    given(RULES, state=state).when(1, NOTHING).over(Result(reason="complete", places=((0,), (1,)), scores=(87, 0)))


def test_a_round_is_not_complete_once_its_first_dice_are_rolled() -> None:
    """rules.md §2 End: Then the round is completed: the one that the triggering turn has begun."""
    boundary = last_tile(2, turn=0, whole=True, rounds=5)
    begun = after(RULES, boundary, [rolled(0, 12, (4, 6, 1, 1))])

    given(RULES, state=begun).when(0, TEN, *NONE_TAKEN).goes_on(1)


def test_the_one_more_turn_counts_in_full() -> None:
    """rules.md §2 End: the other has one more turn: chips, too."""
    rich = side(on={10: 2}, chips={10: 6, 9: 3})  # 87 points.
    state = table(LAST_TILE, rich, roll="4611", left={10: 1})
    state = after(RULES, state, commit(RULES, state, 0, NOTHING, Rigged(4, 6, 1, 1)))
    assert view(state).players[1].points == 87

    over = after(RULES, state, commit(RULES, state, 1, TEN, Rigged(*ONES)))
    assert view(over).players[1].points == 97


def test_of_more_players_everyone_has_had_equally_many_turns() -> None:
    """rules.md §2 End: with more, everyone has had equally many turns."""
    state = last_tile(4, turn=1)

    given(RULES, state=state).when(1, TEN, *NONE_TAKEN).goes_on(2)
    state = after(RULES, state, commit(RULES, state, 1, TEN, Rigged(*NONE_TAKEN)))
    given(RULES, state=state).when(2, NOTHING, *NONE_TAKEN).goes_on(3)
    state = passing(state, 1)
    given(RULES, state=state).when(3, NOTHING).over(
        Result(reason="complete", places=((1,), (0, 2, 3)), scores=(0, 87, 0, 0))
    )


def test_most_points_win_and_equal_points_share_the_place() -> None:
    """rules.md §2 End: Most points (chips + tiles) win; equal points share the place."""
    sides = (side(chips={10: 2}), side(chips={5: 4}), side(chips={9: 1}), LAST_TILE)
    state = table(*sides, roll="4611", turn=3)

    given(RULES, state=state).when(3, TEN).over(
        Result(reason="complete", places=((3,), (0, 1), (2,)), scores=(20, 20, 9, 87))
    )


def test_the_first_place_can_be_shared() -> None:
    """rules.md §2 End: equal points share the place."""
    state = table(side(chips={10: 6, 9: 3}), LAST_TILE, roll="4611", turn=1)

    given(RULES, state=state).when(1, TEN).over(Result(reason="complete", places=((0, 1),), scores=(87, 87)))


@pytest.mark.parametrize("seats", [2, 3])
def test_after_50_rounds_in_a_row_without_a_chip_it_ends_as_it_stands(seats: int) -> None:
    """rules.md §2 End: After 50 rounds in a row in which nobody took a chip the game ends as it stands."""
    start = after(RULES, begin(RULES, seats), settle(RULES, begin(RULES, seats), (), Rigged(*ONES)))
    state = passing(start, 50 * seats - 1)
    assert view(state).idle_rounds == 49

    given(RULES, state=state).when(seats - 1, NOTHING).over(
        Result(reason="complete", places=(tuple(range(seats)),), scores=(0,) * seats)
    )


def test_a_chip_begins_the_count_of_rounds_anew() -> None:
    """rules.md §2 End: 50 rounds *in a row* in which *nobody* took a chip."""
    state = table(side(on={10: 1}), side(), roll="4611", idle=49)

    state = after(RULES, state, commit(RULES, state, 0, TEN, Rigged(*ONES)))
    given(RULES, state=state).when(1, NOTHING, *ONES).goes_on(0)
    assert view(passing(state, 1)).idle_rounds == 0


def test_a_chip_counts_for_its_own_round_only() -> None:
    """rules.md §2 End: 50 rounds in a row: the round after one with a chip is the first of them."""
    state = table(side(on={10: 1}), side(), roll="4611")
    state = after(RULES, state, commit(RULES, state, 0, TEN, Rigged(*ONES)))

    assert [view(passing(state, turns)).idle_rounds for turns in (1, 3, 5)] == [0, 1, 2]


def test_a_round_in_which_only_pieces_move_counts_as_one_without_a_chip() -> None:
    state = table(side(), side(), roll="4611", turn=1, idle=49)

    given(RULES, state=state).when(1, TEN).over(Result(reason="complete", places=((0, 1),), scores=(0, 0)))


def test_after_the_end_nobody_moves_and_no_dice_are_rolled() -> None:
    state = last_tile(2, turn=1)
    over = after(RULES, state, commit(RULES, state, 1, TEN, Rigged()))

    given(RULES, state=over).when(0, NOTHING).refused("over")
    assert RULES.by_itself(over, Rigged()) is None
    assert [*RULES.legal_moves(over, 0), *RULES.at_stake(over)] == []
    assert view(over).dice == ()


@pytest.mark.parametrize("cause", ["left", "time"])
@pytest.mark.parametrize("gone", [0, 1])
def test_whoever_leaves_or_runs_out_of_time_in_a_two_player_game_loses_it(cause: Cause, gone: int) -> None:
    """rules.md Leaving: Whoever leaves, or runs out of time, in a two-player game loses it."""
    ahead = side(chips={10: 5})
    state = table(ahead, ahead, roll="4611")

    given(RULES, state=state).when_gone(gone, cause).over(Result(reason=cause, places=((1 - gone,), (gone,))))


def three(turn: int, **fields: Any) -> State:
    """Return a game of three in which the piece of seat 1 stands on the X of row 9."""
    sides = (side(chips={9: 1}), side(on={9: 2, 5: 1}, chips={10: 2, 8: 1}), side(on={9: 1}, chips={8: 1}))
    return table(*sides, roll="3611", turn=turn, turns=turn + 1, **fields)


def test_a_leavers_pieces_leave_the_board() -> None:
    """rules.md §2 Leavers: the pieces leave the board: the X is free again."""
    state = RULES.leave(three(turn=2), 1, "left")

    assert [row.pieces[1] for row in view(state).rows] == [None] * 6
    given(RULES, state=state).when(2, group("3611", "36"), *ONES).goes_on(0)
    assert came_of(state, "36").rows == (Advance(row=9, field=2, chips=1),)


def test_a_leavers_chips_and_tiles_stay_out_of_play() -> None:
    """rules.md §2 Leavers: chips and tiles stay out of play."""
    sides = (side(), side(chips={10: 2}, tiles=[15]), side())
    state = RULES.leave(table(*sides, roll="3611"), 1, "left")

    assert (state.chips[5], state.tiles) == (5, (12, 9, 6))
    assert view(state).players[1].left


def test_a_leaver_takes_the_lowest_open_place_whatever_the_points() -> None:
    """rules.md §2 Leavers: the leaver takes the lowest open place: the first to go the last, the next above."""
    sides = (side(chips={10: 6}), side(), side(chips={9: 6}), LAST_TILE)
    state = table(*sides, roll="4611", turn=3)
    state = RULES.leave(RULES.leave(state, 0, "left"), 2, "time")

    given(RULES, state=state).when(3, TEN).over(
        Result(reason="complete", places=((3,), (1,), (2,), (0,)), scores=(60, 0, 54, 87))
    )


def test_a_leaver_is_skipped() -> None:
    """rules.md §2 Leavers: and is skipped."""
    state = RULES.leave(three(turn=0), 1, "left")

    given(RULES, state=state).when(0, NOTHING, *ONES).then(
        DiceGrouped(seat=0, groups=(), rows=(), tiles=(), points=0), rolled(2, 2)
    )


@pytest.mark.parametrize(("gone", "following"), [(0, 1), (1, 2), (2, 0)])
def test_if_the_leaver_was_on_turn_the_next_players_dice_are_rolled_at_once(gone: int, following: int) -> None:
    """rules.md §2 Leavers: was it on turn, the next player's dice are rolled at once."""
    then = given(RULES, state=three(turn=gone)).when_gone(gone, "time", 6, 5, 4, 3)

    then.then(rolled(following, gone + 2, (6, 5, 4, 3)))
    then.goes_on(following)


def test_if_the_leaver_was_not_on_turn_the_turn_goes_on() -> None:
    then = given(RULES, state=three(turn=0)).when_gone(2)

    then.then()
    then.goes_on(0)


def test_equal_turns_count_among_those_still_playing() -> None:
    """rules.md §2 Leavers: equal turns count among those still playing: nobody waits for one who has gone."""
    triggered = after(RULES, last_tile(3, 0), commit(RULES, last_tile(3, 0), 0, TEN, Rigged(*ONES)))
    done = Result(reason="complete", places=((0,), (1,), (2,)), scores=(87, 0, 0))

    gone_before = RULES.leave(triggered, 2, "left")
    given(RULES, state=gone_before).when(1, NOTHING).over(done)
    on_turn = passing(triggered, 1)
    given(RULES, state=on_turn).when_gone(2).over(done)


def test_the_round_is_completed_though_whoever_triggered_the_end_has_gone() -> None:
    """rules.md §2 End: Then the round is completed; Leavers: a turn under way is nobody else's to end."""
    triggered = after(RULES, last_tile(4, 0), commit(RULES, last_tile(4, 0), 0, TEN, Rigged(*ONES)))
    gone = RULES.leave(triggered, 0, "left")

    given(RULES, state=gone).when(1, NOTHING, *ONES).goes_on(2)
    given(RULES, state=gone).when_gone(1, "left", *ONES).goes_on(2)
    given(RULES, state=passing(gone, 2)).when(3, NOTHING).over(
        Result(reason="complete", places=((1, 2, 3), (0,)), scores=(87, 0, 0, 0))
    )


def test_a_round_is_begun_by_the_first_who_still_plays() -> None:
    """rules.md §2 Leavers: with seat 0 gone a round goes from seat 1 on."""
    state = RULES.leave(last_tile(3, turn=2), 0, "left")

    given(RULES, state=state).when(2, NOTHING, *ONES).goes_on(1)
    given(RULES, state=state).when(2, TEN).over(Result(reason="complete", places=((2,), (1,), (0,)), scores=(0, 0, 87)))


@pytest.mark.parametrize("order", [(0, 1), (1, 0), (2, 0), (1, 2)])
def test_the_last_one_left_wins(order: Sequence[int]) -> None:
    """rules.md §2 Leavers: the last one left wins."""
    first, second = order
    (winner,) = {0, 1, 2} - {*order}
    state = RULES.leave(three(turn=0), first, "left")
    state = after(RULES, state, settle(RULES, state, (), Rigged(*ONES)))

    given(RULES, state=state).when_gone(second, "time").over(
        Result(reason="time", places=((winner,), (second,), (first,)))
    )


def test_whoever_plays_has_something_at_stake() -> None:
    state = RULES.leave(three(turn=0), 1, "left")

    assert list(RULES.at_stake(three(turn=0))) == [0, 1, 2]
    assert list(RULES.at_stake(state)) == [0, 2]
