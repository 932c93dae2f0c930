"""Bleib Cool as told in rules.md §1: the board and the turn, sentence by sentence.

Positions are written as paths by seat: `B` waits, 0 is A, 0 … 39 the ring, 40 … 43 the goal.
"""

import msgspec
import pytest

from domain.codec import canonical
from domain.games.bleib_cool import RULES
from domain.games.bleib_cool.board import B_SQUARES, GOAL_SQUARES, RING_SQUARES, field, square
from domain.games.bleib_cool.rules import (
    Captured,
    MoveStone,
    Passed,
    Roll,
    Rolled,
    State,
    StoneMoved,
    TurnBegan,
    captured_by,
    move_of,
)
from domain.games.bleib_cool.view import view
from domain.games.bleib_cool.walking import Paths
from domain.testing import Rigged, begin, commit, given
from domain.testing import after as then

B = -1
ALL_IN_B = (B, B, B, B)


def at(*stones: Paths, throws: int = 1, turn: int = 0) -> given:
    """Return a position; seats not named wait in B."""
    seats = max(2, len(stones))
    return given(RULES, state=State(stones=(*stones, *(ALL_IN_B,) * (seats - len(stones))), throws=throws, turn=turn))


def rolled(number: int, *stones: Paths, throws: int = 1) -> given:
    """Return a position in which seat 0 has thrown this number."""
    state = at(*stones, throws=throws).state
    return given(RULES, state=then(RULES, state, commit(RULES, state, 0, Roll(), Rigged(number))))


def moves(position: given) -> tuple[int, ...]:
    """Return the stones that seat 0 may move."""
    state: State = position.state
    assert [MoveStone(stone=stone) for stone in state.movable] == list(RULES.legal_moves(state, 0))
    return state.movable


def moved(stone: int, origin: int, target: int, captured: Captured | None = None, throws: int = 0) -> StoneMoved:
    return StoneMoved(seat=0, stone=stone, origin=origin, target=target, captured=captured, place=None, throws=throws)


def test_the_ring_has_40_fields_and_the_fields_a_lie_10_apart() -> None:
    """rules.md §1 Board: A ring of 40 fields, four colours whose fields A lie 10 apart."""
    assert len(set(RING_SQUARES)) == 40
    assert [field(colour, 0) for colour in range(4)] == [0, 10, 20, 30]
    assert [square(colour, 0, 0) for colour in range(4)] == [(0, 4), (6, 0), (10, 6), (4, 10)]
    steps = zip(RING_SQUARES, (*RING_SQUARES[1:], RING_SQUARES[0]), strict=True)
    assert {abs(x - to_x) + abs(y - to_y) for (x, y), (to_x, to_y) in steps} == {1}


def test_each_colour_has_four_start_places_and_four_goal_fields() -> None:
    """rules.md §1 Board: four start places (B) and four goal fields per colour."""
    assert [len(set(places)) for places in B_SQUARES] == [4, 4, 4, 4]
    assert GOAL_SQUARES[0] == ((1, 5), (2, 5), (3, 5), (4, 5))
    assert GOAL_SQUARES[1] == ((5, 1), (5, 2), (5, 3), (5, 4))
    everything = [*RING_SQUARES, *(each for four in (*B_SQUARES, *GOAL_SQUARES) for each in four)]
    assert len(set(everything)) == len(everything) == 40 + 16 + 16


def test_a_stone_seen_by_its_owner_is_in_b_on_path_0_to_39_or_in_the_goal() -> None:
    """rules.md §1 Board: Seen by its owner a stone is in B, on path 0 (= A) … 39, or in goal 40 … 43 (43 innermost)."""
    assert [square(0, 3, path) for path in (B, 0, 1, 39, 40, 43)] == [(1, 1), (0, 4), (1, 4), (0, 5), (1, 5), (4, 5)]
    assert [square(2, 0, path) for path in (B, 0, 1, 39, 40, 43)] == [
        *((10, 10), (10, 6), (9, 6)),
        *((10, 5), (9, 5), (6, 5)),
    ]


def test_two_players_sit_opposite_and_three_take_the_first_three_colours() -> None:
    """rules.md §1 Board: Two players sit opposite (colours 0 and 2), three take 0, 1, 2."""
    colours = [[side.colour for side in view(begin(RULES, seats)).sides] for seats in (2, 3, 4)]

    assert colours == [[0, 2], [0, 1, 2], [0, 1, 2, 3]]


def test_all_stones_wait_in_b_at_first_and_seat_0_begins() -> None:
    """rules.md Seats: seat 0 begins."""
    state = begin(RULES, 2)

    assert [side.stones for side in view(state).sides] == [ALL_IN_B, ALL_IN_B]
    assert list(RULES.to_move(state)) == [0]


def test_the_player_throws_by_a_command_of_its_own_and_then_moves_one_stone() -> None:
    """rules.md §1 Turn: The player throws (a command of its own, `roll` […]), then moves one stone if any can move."""
    at((5, B, B, B)).when(0, Roll(), 3).then(Rolled(seat=0, number=3, stones=(0,), throws=0)).goes_on(0)
    rolled(3, (5, B, B, B)).when(0, MoveStone(stone=0)).then(moved(0, 5, 8), TurnBegan(seat=1, throws=3)).goes_on(1)


def test_the_state_shows_the_throws_left() -> None:
    """rules.md §1 Turn: the state shows the throws left."""
    assert view(begin(RULES, 2)).throws == 3
    assert view(rolled(2, ALL_IN_B, throws=3).state).throws == 2
    assert view(rolled(6, ALL_IN_B, throws=3).state).throws == 1
    assert view(rolled(5, (5, B, B, B)).state).throws == 0


def test_if_no_stone_can_move_the_turn_passes_by_itself() -> None:
    """rules.md §1 Turn: if none can, the turn passes by itself."""
    at((38, 41, 42, B)).when(0, Roll(), 3).then(
        Rolled(seat=0, number=3, stones=(), throws=0), Passed(seat=0), TurnBegan(seat=1, throws=3)
    ).goes_on(1)


def test_the_turn_goes_round() -> None:
    position = at((5, B, B, B), ALL_IN_B, (7, B, B, B), turn=2)

    position.when(2, Roll(), 3).goes_on(2)
    assert RULES.by_itself(at((5, B, B, B), (9, B, B, B), turn=1, throws=0).state, Rigged()) == Passed(seat=1)
    position.when_gone(2).then(TurnBegan(seat=0, throws=1)).goes_on(0)


def test_three_throws_go_on_until_a_six_or_the_third() -> None:
    """rules.md §1 Three throws: has up to three throws, until a six."""
    at(ALL_IN_B, throws=3).when(0, Roll(), 5).then(Rolled(seat=0, number=5, stones=(), throws=2)).goes_on(0)
    at(ALL_IN_B, throws=2).when(0, Roll(), 5).then(Rolled(seat=0, number=5, stones=(), throws=1)).goes_on(0)
    at(ALL_IN_B, throws=1).when(0, Roll(), 5).then(
        Rolled(seat=0, number=5, stones=(), throws=0), Passed(seat=0), TurnBegan(seat=1, throws=3)
    )
    at(ALL_IN_B, throws=3).when(0, Roll(), 6).then(Rolled(seat=0, number=6, stones=(0, 1, 2, 3), throws=1))


def test_a_turn_begins_with_the_throws_that_the_position_then_gives() -> None:
    """rules.md §1 Three throws: Everyone else has one."""
    rolled(3, (5, B, B, B), (17, B, B, B)).when(0, MoveStone(stone=0)).then(moved(0, 5, 8), TurnBegan(seat=1, throws=1))
    rolled(3, (24, B, B, B), (7, B, B, B)).when(0, MoveStone(stone=0)).then(
        moved(0, 24, 27, Captured(seat=1, stone=0)), TurnBegan(seat=1, throws=3)
    )


def test_after_a_played_six_comes_one_more_throw() -> None:
    """rules.md §1 Six: after a played six comes one more throw."""
    rolled(6, ALL_IN_B, throws=3).when(0, MoveStone(stone=2)).then(moved(2, B, 0, throws=1)).goes_on(0)
    rolled(6, ALL_IN_B, throws=1).when(0, MoveStone(stone=2)).then(moved(2, B, 0, throws=1)).goes_on(0)


def test_many_sixes_have_no_penalty() -> None:
    """rules.md §1 Six: as long as sixes come; many sixes have no penalty."""
    state = at((3, 41, 42, 43)).state
    for path in (9, 15, 21, 27, 33, 39):
        state = then(RULES, state, commit(RULES, state, 0, Roll(), Rigged(6)))
        state = then(RULES, state, commit(RULES, state, 0, MoveStone(stone=0), Rigged()))
        assert (state.stones[0][0], state.throws, state.turn) == (path, 1, 0)


def test_a_six_that_could_not_be_used_brings_another_throw() -> None:
    """rules.md §1 Six: Also when the six could not be used."""
    position = at((38, 41, 42, 43))

    position.when(0, Roll(), 6).then(Rolled(seat=0, number=6, stones=(), throws=1)).goes_on(0)
    rolled(6, (38, 41, 42, 43)).when(0, Roll(), 1).then(Rolled(seat=0, number=1, stones=(0,), throws=0)).goes_on(0)


def test_no_throw_follows_the_stone_that_finished_the_player() -> None:
    """rules.md §1 Six: not after the stone that finished the player."""
    at((34, 41, 42, 43), ALL_IN_B, ALL_IN_B).when(0, Roll(), 6).then(Rolled(seat=0, number=6, stones=(0,), throws=0))
    rolled(6, (34, 41, 42, 43), ALL_IN_B, ALL_IN_B).when(0, MoveStone(stone=0)).then(
        StoneMoved(seat=0, stone=0, origin=34, target=40, captured=None, place=1, throws=0),
        TurnBegan(seat=1, throws=3),
    ).goes_on(1)


def test_a_six_with_stones_in_b_must_bring_one_to_a() -> None:
    """rules.md §1: A six with stones in B **must** bring one to A."""
    position = rolled(6, (B, 10, 41, B))

    assert moves(position) == (0, 3)
    position.when(0, MoveStone(stone=3)).then(moved(3, B, 0, throws=1))
    position.when(0, MoveStone(stone=1)).refused("must_bring_out")


def test_a_stone_that_comes_out_captures_an_enemy_on_a() -> None:
    """rules.md §1: capturing an enemy there."""
    position = rolled(6, (B, 10, 41, B), (3, 20, B, B))

    position.when(0, MoveStone(stone=0)).then(moved(0, B, 0, Captured(seat=1, stone=1), throws=1))


def test_an_own_stone_on_a_must_move_the_six() -> None:
    """rules.md §1: If an own stone stands on A, that stone must move the six."""
    position = rolled(6, (0, B, 10, B))

    assert moves(position) == (0,)
    position.when(0, MoveStone(stone=0)).then(moved(0, 0, 6, throws=1))
    position.when(0, MoveStone(stone=1)).refused("own_stone_there")
    position.when(0, MoveStone(stone=2)).refused("must_leave_a")


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_while_stones_wait_in_b_an_own_stone_on_a_must_be_moved_by_any_throw(number: int) -> None:
    """rules.md §1: While stones wait in B, an own stone on A **must** be moved by any throw."""
    position = rolled(number, (20, 0, 10, B))

    assert moves(position) == (1,)
    position.when(0, MoveStone(stone=0)).refused("must_leave_a")
    assert moves(rolled(number, (20, 0, 10, 41))) == ((0, 1, 2, 3) if number <= 2 else (0, 1, 2))


def test_where_the_stone_on_a_cannot_move_any_other_legal_move_is_free() -> None:
    """rules.md §1: If it cannot move by that number, any other legal move is free."""
    assert moves(rolled(3, (0, 3, 10, B))) == (1, 2)
    assert moves(rolled(6, (0, 6, B, 20))) == (1, 3)
    rolled(6, (0, 6, B, 20)).when(0, MoveStone(stone=0)).refused("own_stone_there")
    rolled(6, (0, 6, B, 20)).when(0, MoveStone(stone=2)).refused("own_stone_there")


def test_only_a_six_brings_a_stone_out() -> None:
    position = rolled(5, (5, 10, B, B))  # The stone on 5 would meet the one on 10.

    assert moves(position) == (1,)
    position.when(0, MoveStone(stone=2)).refused("needs_six")


def test_a_stone_may_land_on_an_empty_field_or_on_an_enemy_who_is_captured() -> None:
    """rules.md §1: A stone may land on an empty field or on an enemy, who is captured: back to B."""
    position = rolled(4, (11, 20, 30, B), (B, B, 35, B))

    position.when(0, MoveStone(stone=1)).then(moved(1, 20, 24), TurnBegan(seat=1, throws=1))
    position.when(0, MoveStone(stone=0)).then(moved(0, 11, 15, Captured(seat=1, stone=2)), TurnBegan(seat=1, throws=3))
    after = then(RULES, position.state, commit(RULES, position.state, 0, MoveStone(stone=0), Rigged()))
    assert after.stones == ((15, 20, 30, B), ALL_IN_B)


def test_a_stone_never_lands_on_an_own_one() -> None:
    """rules.md §1: Never on an own stone."""
    position = rolled(3, (5, 8, B, 43))

    assert moves(position) == (1,)
    position.when(0, MoveStone(stone=0)).refused("own_stone_there")
    assert moves(rolled(2, (38, 40, 5, 43))) == (1, 2)


def test_stones_on_the_ring_may_be_passed() -> None:
    """rules.md §1: Stones on the ring may be passed, own and others', also on the way into the goal."""
    assert moves(rolled(4, (5, 7, B, 43), (26, B, B, B))) == (0, 1)
    assert moves(rolled(5, (36, 38, 39, B))) == (0, 1)


def test_nobody_is_obliged_to_capture() -> None:
    """rules.md §1: Nobody is obliged to capture."""
    assert moves(rolled(4, (11, 20, 30, B), (B, B, 35, B))) == (0, 1, 2)


@pytest.mark.parametrize("path", [0, 10, 19, 39])
def test_no_field_is_safe(path: int) -> None:
    """rules.md §1: no field is safe: neither the own field A, nor another's, nor the last before the goal."""
    start = (20 + path - 3) % 40
    position = rolled(3, (start, B, B, 43), (path, B, B, B))

    position.when(0, MoveStone(stone=0)).then(
        moved(0, start, start + 3, Captured(seat=1, stone=0)), TurnBegan(seat=1, throws=3)
    )


def test_who_stands_in_a_goal_or_waits_is_captured_by_nobody() -> None:
    """rules.md §1 Board: the goal and B are each colour's own."""
    state = at((19, B, B, B), (40, B, B, 43)).state

    assert captured_by(state, 0, 20) is None  # Its goal begins behind that field, which is its A.
    assert captured_by(at((37, B, B, B), (20, 23, B, B)).state, 0, 40) is None  # Nor reaches who enters further.
    assert captured_by(at((19, B, B, B), (0, B, B, 43)).state, 0, 20) == Captured(seat=1, stone=0)


def test_if_a_legal_move_exists_one_must_be_made() -> None:
    """rules.md §1: If a legal move exists, one must be made."""
    position = rolled(2, (5, B, B, B))

    assert RULES.by_itself(position.state, Rigged()) is None
    assert list(RULES.legal_moves(position.state, 0)) == [MoveStone(stone=0)]
    position.when(0, Roll()).refused("move_first")


def test_the_goal_is_entered_by_exact_count_only() -> None:
    """rules.md §1 Goal: by exact count only."""
    assert [moves(rolled(number, (38, 10, 20, 30))) for number in (4, 5)] == [(0, 1, 2, 3)] * 2
    position = rolled(6, (38, 10, 20, 30))
    assert moves(position) == (1, 2, 3)
    position.when(0, MoveStone(stone=0)).refused("beyond_goal")


def test_no_stone_may_be_jumped_inside_the_goal() -> None:
    """rules.md §1 Goal: no stone may be jumped **inside** the goal, neither from outside nor from within."""
    position = rolled(5, (38, 41, 20, 30))
    assert moves(position) == (2, 3)
    position.when(0, MoveStone(stone=0)).refused("jumps_in_goal")
    rolled(2, (40, 41, 20, 30)).when(0, MoveStone(stone=0)).refused("jumps_in_goal")
    assert moves(rolled(2, (38, 41, 20, 30))) == (0, 1, 2, 3)


def test_goal_stones_may_move_further_in() -> None:
    """rules.md §1 Goal: goal stones may move further in."""
    position = rolled(1, (40, 42, 20, 30))

    assert moves(position) == (0, 1, 2, 3)
    position.when(0, MoveStone(stone=1)).then(moved(1, 42, 43), TurnBegan(seat=1, throws=3))


def test_what_cannot_be_done_now_is_refused() -> None:
    at((5, B, B, B)).when(1, Roll()).refused("not_your_turn")
    at((5, B, B, B)).when(0, MoveStone(stone=0)).refused("roll_first")
    rolled(2, (5, B, B, B)).when(0, Roll()).refused("move_first")
    rolled(2, (5, B, B, B)).when(1, MoveStone(stone=0)).refused("not_your_turn")


@pytest.mark.parametrize("stone", [-1, 4, 1.5, "1", None, True, [1]])
def test_a_stone_that_does_not_exist_is_refused_at_reading(stone: object) -> None:
    body = msgspec.json.encode({"type": "bleib_cool.move", "stone": stone})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(body, type=MoveStone)


def test_moves_on_the_wire_are_a_type_and_a_stone() -> None:
    assert canonical(Roll()) == b'{"type":"bleib_cool.roll"}'
    assert canonical(MoveStone(stone=2)) == b'{"stone":2,"type":"bleib_cool.move"}'


def test_the_move_behind_an_event_can_be_told() -> None:
    assert move_of(Rolled(seat=1, number=3, stones=(), throws=0)) == Roll()
    assert move_of(moved(3, 5, 8)) == MoveStone(stone=3)
    assert move_of(Passed(seat=1)) is None
    assert move_of(TurnBegan(seat=1, throws=1)) is None
