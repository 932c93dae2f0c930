"""Bleib Cool as told in rules.md §1: the end, the points, and whoever leaves before it."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from domain import commands
from domain.commands import Setup
from domain.games.bleib_cool import RULES
from domain.games.bleib_cool.rules import Captured, MoveStone, Roll, Rolled, State, StoneMoved, TurnBegan, place_of
from domain.games.bleib_cool.view import view
from domain.games.bleib_cool.walking import Paths
from domain.kernel import Cause, Limit, Reason, Refused, Result, Seat
from domain.match import Commit, Match, Member, advance
from domain.testing import Rigged, Then, after, commit, given

B = -1
ALL_IN_B = (B, B, B, B)
HOME = (40, 41, 42, 43)
NEARLY = (39, 41, 42, 43)  # One throw of 1 from home.
UNDER_WAY = (5, B, B, 43)

EVERY_CAUSE = pytest.mark.parametrize("cause", ["left", "time"])


def at(*stones: Paths, turn: Seat = 0, home: tuple[Seat, ...] = (), leavers: tuple[Seat, ...] = ()) -> State:
    return State(stones=stones, turn=turn, throws=1, home=home, leavers=leavers)


def thrown(state: State, number: int) -> State:
    """Let the seat on turn throw this number."""
    fallen: State = after(RULES, state, commit(RULES, state, state.turn, Roll(), Rigged(number)))
    return fallen


def finishing(state: State) -> Then:
    """Let the seat on turn, which is nearly home, bring its last stone there."""
    return given(RULES, state=thrown(state, 1)).when(state.turn, MoveStone(stone=0))


def last_home(seat: Seat, place: int) -> StoneMoved:
    return StoneMoved(seat=seat, stone=0, origin=39, target=40, captured=None, place=place, throws=0)


def result(*order: Seat, points: tuple[int, ...], reason: Reason = "complete") -> Result:
    return Result(reason=reason, places=tuple((seat,) for seat in order), points=points)


def test_who_first_has_all_four_stones_in_the_goal_is_first_and_the_next_second() -> None:
    """rules.md §1 End: First to have all four stones in the goal is first, the next second, and so on."""
    finishing(at(UNDER_WAY, NEARLY, UNDER_WAY, UNDER_WAY, turn=1)).then(
        last_home(1, 1), TurnBegan(seat=2, throws=1)
    ).goes_on(2)
    finishing(at(UNDER_WAY, HOME, NEARLY, UNDER_WAY, turn=2, home=(1,))).then(
        last_home(2, 2), TurnBegan(seat=3, throws=1)
    ).goes_on(3)


def test_finished_players_are_skipped() -> None:
    """rules.md §1 End: finished players are skipped."""
    state = thrown(at(UNDER_WAY, HOME, HOME, UNDER_WAY, turn=0, home=(2, 1)), 3)
    moved = StoneMoved(seat=0, stone=0, origin=5, target=8, captured=None, place=None, throws=0)

    given(RULES, state=state).when(0, MoveStone(stone=0)).then(moved, TurnBegan(seat=3, throws=1)).goes_on(3)


def test_the_game_ends_when_one_unfinished_player_is_left() -> None:
    """rules.md §1 End: The game ends when one unfinished player is left."""
    state = at(UNDER_WAY, HOME, NEARLY, HOME, turn=2, home=(3, 1))

    finishing(state).then(last_home(2, 3)).over(result(3, 1, 2, 0, points=(100, 1200, 800, 1600)))


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (at(NEARLY, ALL_IN_B), result(0, 1, points=(800, 50))),
        (at(NEARLY, UNDER_WAY, HOME, home=(2,)), result(2, 0, 1, points=(900, 100, 1200))),
        (
            at(HOME, NEARLY, ALL_IN_B, HOME, turn=1, home=(3, 0)),
            result(3, 0, 1, 2, points=(1200, 800, 50, 1600)),
        ),
    ],
    ids=["two", "three", "four"],
)
def test_places_are_paid_by_the_number_of_players_at_the_start(state: State, expected: Result) -> None:
    """rules.md §1 Points: By the number of players at the start: two: 800. Three: 1200, 900. Four: 1600, 1200, 800."""
    finishing(state).over(expected)


@pytest.mark.parametrize(
    ("last", "points"),
    [
        (ALL_IN_B, 50),
        ((B, B, 41, 42), 50),
        ((39, B, 43, 0), 100),
        ((43, 42, 40, 10), 150),
        ((43, 42, 41, 39), 200),
    ],
)
def test_the_last_place_is_paid_50_and_50_more_for_each_stone_in_its_final_position(last: Paths, points: int) -> None:
    """rules.md §1 Points: The last place is paid 50, plus 50 for each of its stones in its final position: 50 … 200."""
    finishing(at(NEARLY, last)).over(result(0, 1, points=(800, points)))


@EVERY_CAUSE
def test_whoever_leaves_gets_minus_600_and_in_a_game_of_two_has_lost(cause: Cause) -> None:
    """rules.md §1 Points: Whoever leaves a running game gets -600 (a time-out too); Leaving: in a two-player game."""
    given(RULES, state=at(NEARLY, UNDER_WAY)).when_gone(0, cause).then().over(
        result(1, 0, points=(-600, 800), reason=cause)
    )


@EVERY_CAUSE
def test_leavers_fill_the_places_from_the_bottom_in_the_order_of_leaving(cause: Cause) -> None:
    """rules.md §1 Points: fills the places from the bottom in the order of leaving."""
    state = at(UNDER_WAY, UNDER_WAY, UNDER_WAY, UNDER_WAY)
    for seat in (2, 0):
        state = RULES.leave(state, seat, "left")
    assert [place_of(state, seat) for seat in range(4)] == [3, None, 4, None]

    given(RULES, state=state).when_gone(1, cause).then().over(
        result(3, 1, 0, 2, points=(-600, -600, -600, 1600), reason=cause)
    )


def test_the_last_active_player_takes_the_best_open_place_and_the_game_ends() -> None:
    """rules.md §1 Points: When one active player is left it takes the best open place and the game ends."""
    state = at(HOME, UNDER_WAY, UNDER_WAY, turn=1, home=(0,))

    given(RULES, state=state).when_gone(2).then().over(result(0, 1, 2, points=(1200, 900, -600), reason="left"))


def test_a_place_above_the_last_is_paid_by_its_row_however_it_was_reached() -> None:
    """rules.md §1 Points: A place above the last is paid by its row however it was reached, if only by another's leave.

    The last place is paid only *if its holder played to the end*.
    """
    state = at(HOME, (), NEARLY, ALL_IN_B, turn=2, home=(0,), leavers=(1,))

    finishing(state).over(result(0, 2, 3, 1, points=(1600, -600, 1200, 800)))


def test_the_stones_of_a_leaver_leave_the_board() -> None:
    """rules.md §1 Points: its stones leave the board."""
    state = RULES.leave(at((17, B, B, 43), (0, B, B, B), UNDER_WAY), 1, "left")
    seen = view(state)

    assert (seen.sides[1].stones, seen.sides[1].left, seen.sides[1].place) == ((), True, 3)
    assert "1" not in "".join(seen.board)


def test_nobody_captures_what_has_left_the_board() -> None:
    """rules.md §1 Points: its stones leave the board."""
    state = at((7, B, B, 43), (0, B, B, B), UNDER_WAY)
    moved = StoneMoved(seat=0, stone=0, origin=7, target=10, captured=None, place=None, throws=0)

    given(RULES, state=thrown(state, 3)).when(0, MoveStone(stone=0)).then(
        replace(moved, captured=Captured(seat=1, stone=0)), TurnBegan(seat=1, throws=3)
    )
    given(RULES, state=thrown(RULES.leave(state, 1, "left"), 3)).when(0, MoveStone(stone=0)).then(
        moved, TurnBegan(seat=2, throws=1)
    )


def test_an_unplayed_throw_lapses_and_the_next_player_throws() -> None:
    """rules.md §1 Points: an unplayed throw lapses and the next player throws."""
    state = thrown(at(UNDER_WAY, UNDER_WAY, ALL_IN_B, turn=1), 6)
    assert state.movable

    told = given(RULES, state=state).when_gone(1)
    told.then(TurnBegan(seat=2, throws=3)).goes_on(2)
    begun = after(RULES, RULES.leave(state, 1, "left"), [TurnBegan(seat=2, throws=3)])
    assert list(RULES.legal_moves(begun, 2)) == [Roll()]


def test_who_leaves_while_another_is_on_turn_stops_nobody() -> None:
    """rules.md §1 Points: only the leaver's own throw lapses."""
    state = thrown(at(UNDER_WAY, UNDER_WAY, UNDER_WAY), 3)

    given(RULES, state=state).when_gone(1).then().goes_on(0)
    assert list(RULES.legal_moves(RULES.leave(state, 1, "left"), 0)) == [MoveStone(stone=0)]


def test_after_the_end_nobody_throws_or_moves() -> None:
    over = RULES.leave(thrown(at(UNDER_WAY, UNDER_WAY), 3), 1, "left")

    given(RULES, state=over).when(0, MoveStone(stone=0)).refused("over")
    given(RULES, state=over).when(0, Roll()).refused("over")
    assert RULES.by_itself(over, Rigged()) is None
    assert [*RULES.legal_moves(over, 0), *RULES.to_move(over), *RULES.at_stake(over)] == []


def test_whose_stones_are_all_home_has_nothing_at_stake_and_leaves_free() -> None:
    """rules.md Leaving: Leaving costs only who still has something at stake.

    rules.md Leaving: or whose Bleib Cool stones are all home keeps place and points, may leave.
    """
    state = at(UNDER_WAY, HOME, (), UNDER_WAY, home=(1,), leavers=(2,))

    assert list(RULES.at_stake(state)) == [0, 3]
    assert RULES.leave(state, 1, "left") == state


def test_everyone_is_drawn_anew_at_every_start() -> None:
    """rules.md Seats: Bleib Cool draws at every start."""
    assert RULES.table.rematch_first == "drawn"


def test_two_to_four_may_play_four_by_default() -> None:
    """rules.md §1 Bleib Cool (2-4 players): a table may start with fewer than it was opened for, but never grow."""
    assert RULES.table.seats == (4, 3, 2)
    assert RULES.table.limit == Limit(counts="move", least=10, most=14 * 86_400, default=3 * 86_400)
    assert RULES.table.word


def test_each_throw_and_each_stone_move_has_its_own_limit() -> None:
    """rules.md What all tables share: each throw and each stone move has its own (the first: at least 60 seconds)."""
    start, seed = datetime(2026, 1, 1, tzinfo=UTC), bytes(31) + b"\x02"
    members = [Member(player=name) for name in "ab"]
    setup = Setup(seats=2, options=RULES.options(), limit_seconds=10)
    opened = commands.open_table(RULES, setup, members, seed, start)
    assert not isinstance(opened, Refused)
    match = advance(RULES, Match(), Commit(at=start, events=opened))
    assert match.deadlines == {0: start + timedelta(seconds=60)}
    for second in range(1, 200):
        (seat,) = RULES.to_move(match.board)
        at, move = start + timedelta(seconds=second), next(iter(RULES.legal_moves(match.board, seat)))
        decided = commands.move(RULES, match, seat, move, seed, at)
        assert not isinstance(decided, Refused)
        match = advance(RULES, match, Commit(at=at, events=decided))
        (next_seat,) = RULES.to_move(match.board)
        limit = 10 if match.moved[next_seat] else 60
        assert match.deadlines == {next_seat: at + timedelta(seconds=limit)}


def test_a_throw_is_told_with_what_follows_from_it() -> None:
    state = at((5, 10, B, B), ALL_IN_B)

    given(RULES, state=state).when(0, Roll(), 5).then(Rolled(seat=0, number=5, stones=(1,), throws=0))
