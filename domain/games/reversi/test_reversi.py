"""What is particular to Reversi.  What every game must do is in tests/laws, the data's checks in tests/conformance."""

from random import Random
from typing import Any

import msgspec
import pytest

from domain.codec import canonical
from domain.games.reversi import RULES
from domain.games.reversi.notation import read, write
from domain.games.reversi.picture import picture
from domain.games.reversi.rules import (
    BIT,
    SQUARES,
    DiscPlaced,
    Passed,
    Place,
    State,
    by_itself,
    legal_moves,
    move_of,
    view,
)
from domain.kernel import Cause, Refused, Result
from domain.picture import Play
from domain.testing import Rigged, after, commit, given, play, written
from domain.value import Text

WHITE, BLACK = 0, 1

FOUR_WAYS_TO_BEGIN = ["d3", "c4", "f5", "e6"]
WIPED_OUT = "e6f4e3f6g5d6e7f5c5"
PASSING = "d3c3e6d2d1e1b2c1"
STUCK = "c4c5d6c3b4c6b6f4b3c7b5a5b7a3d8b8"
DRAWN = (
    "d3c5f6e3f3g7c6f2e6c3b5f5g5g6g4g3e2f4b3a3h2h3h8e7d6f1b2b7d7d8b4h1e1c1c2a5a1b1a4d2h5b6f7h6h7d1a2g8f8e8a7c4c8a6c7a8h4"
    "b8g1g2"
)


def position(board: str, turn: int) -> State:
    """Return a position drawn as eight rows: 0 white, 1 black."""
    cells = "".join(board.split())
    assert len(cells) == 64
    white, black = (sum(b for b, c in zip(BIT.values(), cells, strict=True) if c == disc) for disc in "01")
    return State(discs=(white, black), turn=turn)


def squares(seat: int, state: State) -> list[str]:
    return [move.square for move in legal_moves(state, seat)]


def test_two_play() -> None:
    """rules.md §4 Reversi (2 players)."""
    assert RULES.table.seats == (2,)


def test_the_board_has_64_squares_from_a1_top_left_to_h8() -> None:
    """rules.md §4: 8 x 8, squares a1 (top left) … h8."""
    corners = State(discs=(BIT["a1"] | BIT["h1"], BIT["a8"] | BIT["h8"]))

    assert view(corners).board == ("0......0", *("........",) * 6, "1......1")


def test_white_starts_on_d5_and_e4_and_black_on_d4_and_e5() -> None:
    """rules.md §4: white on d5 and e4, black on d4 and e5."""
    start = view(given(RULES).state)

    assert start.board == (
        "........",
        "........",
        "........",
        "...10...",
        "...01...",
        "........",
        "........",
        "........",
    )
    assert (start.discs, start.last, start.turned, start.passed) == ((2, 2), None, (), None)


def test_white_is_seat_0_and_moves_first() -> None:
    """rules.md §4: Seat 0 is white and moves first."""
    assert squares(WHITE, given(RULES).state) == FOUR_WAYS_TO_BEGIN
    assert squares(BLACK, given(RULES).state) == []
    given(RULES).when(WHITE, Place(square="f5")).then(DiscPlaced(seat=WHITE, square="f5", turned=("e5",)))


def test_the_seats_move_in_turn() -> None:
    given(RULES).after("f5").when(BLACK, Place(square="f6")).goes_on(WHITE)


def test_only_the_seat_on_turn_moves() -> None:
    given(RULES).when(BLACK, Place(square="d6")).refused("not_your_turn")


def test_a_disc_is_put_on_an_empty_square() -> None:
    """rules.md §4: A move puts a disc on an empty square."""
    given(RULES).when(WHITE, Place(square="e4")).refused("square_taken")
    given(RULES).when(WHITE, Place(square="d4")).refused("square_taken")


@pytest.mark.parametrize("square", ["a1", "d6", "c5", "e3", "f4"])
def test_a_move_must_turn_at_least_one_enemy_disc(square: str) -> None:
    """rules.md §4: and must turn at least one enemy disc."""
    given(RULES).when(WHITE, Place(square=square)).refused("turns_nothing")


def test_runs_in_all_eight_directions_are_turned_always_all_of_them() -> None:
    """rules.md §4: all straight and diagonal runs enclosed […] are turned, always all of them."""
    star = position(
        """
        0..0..0.
        .1.1.1..
        ..111...
        011.1110
        ..111...
        .1.1.1..
        1..1..0.
        ...0....
        """,
        WHITE,
    )

    given(RULES, state=star).when(WHITE, Place(square="d4")).then(
        DiscPlaced(
            seat=WHITE,
            square="d4",
            turned=(
                *("b2", "d2", "f2"),
                *("c3", "d3", "e3"),
                *("b4", "c4", "e4", "f4", "g4"),
                *("d5", "e5"),
                *("d6", "f6", "d7"),
            ),  # Not c5 and b6: behind them stands black's a7.
        )
    )


def test_a_run_is_enclosed_only_without_a_gap_and_by_an_own_disc() -> None:
    """rules.md §4: enclosed between the new disc and an own disc."""
    gap = position("........ ........ ........ .11.10.. ........ ........ ........ ........", WHITE)
    edge = position("........ ........ ........ .1111111 ........ ........ ........ ......10", WHITE)

    assert squares(WHITE, gap) == ["d4"]
    assert squares(WHITE, edge) == ["f8"]
    given(RULES, state=gap).when(WHITE, Place(square="a4")).refused("turns_nothing")
    given(RULES, state=edge).when(WHITE, Place(square="a4")).refused("turns_nothing")


@pytest.mark.parametrize(
    "board",
    [
        "......11 0....... ........ ........ ........ ........ ........ ........",
        "........ .......1 10...... ........ ........ ........ ........ ........",
        "........ ......0. .......1 ........ ........ ........ ........ ........",
        "........ .0...... 1....... .......0 ........ ........ ........ ........",
    ],
)
def test_a_run_ends_at_the_edge_of_the_board(board: str) -> None:
    assert squares(WHITE, position(board, WHITE)) == []


def test_only_runs_from_the_new_disc_are_turned() -> None:
    """rules.md §4: only those from the new disc."""
    chain = position(
        """
        ...0....
        ...1....
        .10111.0
        ...1....
        ...0....
        ........
        ........
        ........
        """,
        WHITE,
    )

    given(RULES, state=chain).when(WHITE, Place(square="g3")).then(
        DiscPlaced(seat=WHITE, square="g3", turned=("d3", "e3", "f3"))  # d2 and d4, enclosed by now, stay black.
    )


def test_whoever_can_turn_something_must_move() -> None:
    """rules.md §4: Whoever can turn something must move; there is no move that passes."""
    assert [message.__struct_config__.tag for message in RULES.moves] == ["reversi.place"]
    assert by_itself(given(RULES).state, Rigged()) is None


def test_whoever_can_turn_nothing_passes_by_itself() -> None:
    """rules.md §4: whoever cannot passes, and the game records that forced pass by itself."""
    before = position("01...... ........ ........ ........ ........ ........ ........ ......10", WHITE)

    then = given(RULES, state=before).when(WHITE, Place(square="c1"))

    then.then(DiscPlaced(seat=WHITE, square="c1", turned=("b1",)), Passed(seat=BLACK))
    then.goes_on(WHITE)


def test_the_view_says_who_had_to_pass_until_the_next_disc() -> None:
    passed = given(RULES, Passed(seat=WHITE))
    assert view(passed.state).passed == WHITE

    placed = given(RULES, Passed(seat=WHITE), DiscPlaced(seat=BLACK, square="f4", turned=("e4",)))
    assert view(placed.state).passed is None


def test_a_wiped_out_colour_ends_the_game() -> None:
    """rules.md §4: When neither can move (full board and wiped-out colours included) the game ends."""
    given(RULES).after(WIPED_OUT[:-2]).when(WHITE, Place(square="c5")).over(
        Result(reason="no_moves", places=((WHITE,), (BLACK,)), scores=(13, 0))
    )


def test_a_full_board_ends_the_game_and_equal_discs_draw() -> None:
    """rules.md §4: more discs win, equal discs draw."""
    given(RULES).after(DRAWN[:-2]).when(BLACK, Place(square="g2")).over(
        Result(reason="no_moves", places=((WHITE, BLACK),), scores=(32, 32))
    )


def test_the_game_ends_when_neither_can_move_though_squares_are_empty() -> None:
    """rules.md §4: When neither can move […] the game ends; more discs win.  Empty squares count for nobody."""
    given(RULES).after(STUCK[:-2]).when(BLACK, Place(square="b8")).over(
        Result(reason="no_moves", places=((BLACK,), (WHITE,)), scores=(1, 19))
    )


def test_after_the_end_nobody_moves() -> None:
    given(RULES).after(WIPED_OUT).when(BLACK, Place(square="a1")).refused("over")


@pytest.mark.parametrize("cause", ["left", "time"])
def test_whoever_leaves_or_runs_out_of_time_loses(cause: Cause) -> None:
    """rules.md Leaving: Whoever leaves, or runs out of time, in a two-player game loses it."""
    told = given(RULES).after("f5f6").when_gone(BLACK, cause)

    told.then().over(Result(reason=cause, places=((WHITE,), (BLACK,))))


def test_nobody_moves_after_a_leave() -> None:
    left = RULES.leave(given(RULES).state, WHITE, "left")

    given(RULES, state=left).when(WHITE, Place(square="f5")).refused("over")
    assert list(RULES.legal_moves(left, WHITE)) == []
    assert list(RULES.at_stake(left)) == []


def test_both_have_something_at_stake_until_the_end() -> None:
    assert list(RULES.at_stake(given(RULES).state)) == [WHITE, BLACK]
    assert list(RULES.at_stake(given(RULES).after(WIPED_OUT).state)) == []


@pytest.mark.parametrize("square", ["", "d", "d9", "i3", "D3", "3d", "d3 ", "d3\n", "d33", "ä3"])
def test_a_square_that_does_not_exist_is_refused_at_reading(square: str) -> None:
    body = canonical({"type": "reversi.place", "square": square})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(body, type=Place)


def test_a_move_on_the_wire_is_a_type_and_a_square() -> None:
    assert canonical(Place(square="d3")) == b'{"square":"d3","type":"reversi.place"}'


def test_the_move_behind_an_event_can_be_told() -> None:
    assert move_of(DiscPlaced(seat=WHITE, square="f5", turned=("e5",))) == Place(square="f5")
    assert move_of(Passed(seat=WHITE)) is None


def test_notation_is_the_moves_in_a_row() -> None:
    """rules.md §4: Notation: the moves in a row, `f5d6c3…`."""
    moves = [Place(square="f5"), Place(square="d6"), Place(square="c3")]

    assert write(moves) == "f5d6c3"
    assert read("f5d6c3") == moves
    assert read(" F5d6C3\n") == moves
    assert read("") == []


def test_passes_are_not_written() -> None:
    """rules.md §4: passes not written."""
    facts: list[Any] = [fact for commit in play(RULES, written(RULES, PASSING)) for fact in commit]

    assert [fact for fact in facts if isinstance(fact, Passed)] == [Passed(seat=WHITE)]
    assert write([move for fact in facts if (move := move_of(fact)) is not None]) == PASSING


@pytest.mark.parametrize("text", ["f", "f5d", "f9", "f5 d6", "f5-d6", "1. f5", "f5\nd6"])
def test_what_is_no_notation_is_refused(text: str) -> None:
    assert read(text) == Refused(reason="not_notation")
    assert "not_notation" in RULES.texts.refusals


@pytest.mark.parametrize("number", range(20))
def test_in_random_games_exactly_those_discs_turn_that_a_walk_from_the_new_one_finds(number: int) -> None:
    random, state = Random(number), given(RULES).state
    while RULES.outcome(state) is None:
        cells = dict(zip(SQUARES, "".join(view(state).board), strict=True))
        mine, theirs = ({s for s, cell in cells.items() if cell == str(seat)} for seat in (state.turn, 1 - state.turn))
        turned = {square: walked(square, mine, theirs) for square in SQUARES if square not in mine | theirs}
        assert squares(state.turn, state) == [square for square, found in turned.items() if found]

        place = random.choice(squares(state.turn, state))
        state = after(RULES, state, commit(RULES, state, state.turn, Place(square=place), Rigged()))
        assert set(view(state).turned) == turned[place]


def walked(start: str, mine: set[str], theirs: set[str]) -> set[str]:
    """Return the discs that a disc of mine on `start` encloses, walking square by square."""
    turned: set[str] = set()
    for across in (-1, 0, 1):
        for down in (-1, 0, 1):
            column, row, passed = ord(start[0]) + across, int(start[1]) + down, set[str]()
            while (square := f"{chr(column)}{row}") in theirs:
                passed.add(square)
                column, row = column + across, row + down
            if square in mine:
                turned |= passed
    return turned


def test_every_square_says_what_is_there_and_takes_a_disc_where_one_turns_something() -> None:
    regions = {region.id: region for region in picture(given(RULES).state).regions}

    assert list(regions) == list(SQUARES)
    assert regions["e4"].label == Text(de="e4: Weiß", en="e4: White")
    assert regions["a1"].label == Text(de="a1: leer", en="a1: empty")
    assert regions["f5"].label == Text(de="f5: leer, dreht 1 Stein um", en="f5: empty, turns 1 disc")
    assert {name: region.act for name, region in regions.items() if region.act is not None} == {
        square: Play(move=Place(square=square)) for square in FOUR_WAYS_TO_BEGIN
    }


def test_a_disc_keeps_its_id_when_it_turns() -> None:
    before, after = (
        {shape.id: shape for shape in picture(given(RULES).after(moves).state).shapes if shape.id is not None}
        for moves in ("", "f5")
    )

    assert before["disc-e5"] != after["disc-e5"]
    assert set(after) - set(before) == {"disc-f5", "last"}


def test_the_picture_says_who_is_on_turn_passed_or_won() -> None:
    assert picture(given(RULES).state).label.en == "White 2, Black 2. White to move."
    assert picture(given(RULES).after(PASSING).state).label.de == "Weiß 8, Schwarz 4. Weiß passt, Schwarz ist am Zug."
    assert picture(given(RULES).after(WIPED_OUT).state).label.de == "Weiß 13, Schwarz 0. Weiß gewinnt."
    assert picture(given(RULES).after(DRAWN).state).label.en == "White 32, Black 32. A draw."


def test_the_figures_of_the_rules_show_a_move_that_turns_five_discs() -> None:
    before, shown = (RULES.figures()[name] for name in ("before", "after"))
    moved = after(RULES, before, commit(RULES, before, WHITE, Place(square="c3"), Rigged()))

    assert moved == shown
    assert moved.turned.bit_count() == 5
