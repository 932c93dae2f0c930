"""What is particular to Vier gewinnt.  What every game must do is in tests/laws, the data's checks elsewhere."""

from random import Random

import msgspec
import pytest

from domain.codec import canonical
from domain.games.connect_four import RULES
from domain.games.connect_four.notation import read, write
from domain.games.connect_four.picture import picture
from domain.games.connect_four.rules import Cell, DiscDropped, Drop, move_of, view
from domain.kernel import Cause, Refused, Result
from domain.picture import Circle, Group, Play, Polygon
from domain.testing import Rigged, Then, after, commit, given
from domain.value import Text

FIRST_WINS = Result(reason="four", places=((0,), (1,)))
SECOND_WINS = Result(reason="four", places=((1,), (0,)))
DRAW = Result(reason="full", places=((0, 1),))

FULL_BOARD = "121212212121343434434343565656656565777777"
FULL_BOARD_WITH_FOUR = "156417321637447766511215456443633573227225"


def line(cells: str) -> tuple[Cell, ...]:
    """Return cells written as column and row: `11 12`."""
    return tuple(Cell(column=int(cell[0]), row=int(cell[1])) for cell in cells.split())


def test_the_board_has_seven_columns_of_six_rows() -> None:
    """rules.md §5: 7 columns x 6 rows."""
    start = view(given(RULES).state)

    assert start.board == (".......",) * 6
    assert (start.last, start.line) == (None, ())
    assert list(RULES.legal_moves(given(RULES).state, 0)) == [Drop(column=column) for column in range(1, 8)]


def test_two_play() -> None:
    """rules.md §5 Vier gewinnt (Connect Four, 2 players)."""
    assert RULES.table.seats == (2,)


def test_seat_0_begins_and_the_seats_move_in_turn() -> None:
    """rules.md Seats: seat 0 begins."""
    given(RULES).when(0, Drop(column=4)).goes_on(1)
    given(RULES).after("4").when(1, Drop(column=4)).goes_on(0)


def test_only_the_seat_on_turn_moves() -> None:
    given(RULES).when(1, Drop(column=4)).refused("not_your_turn")
    given(RULES).after("4").when(0, Drop(column=4)).refused("not_your_turn")


def test_a_disc_falls_to_the_lowest_free_cell_of_its_column() -> None:
    """rules.md §5: A disc falls to the lowest free cell of the chosen column."""
    given(RULES).when(0, Drop(column=4)).then(DiscDropped(seat=0, column=4, row=1))
    given(RULES).after("4").when(1, Drop(column=4)).then(DiscDropped(seat=1, column=4, row=2))
    given(RULES).after("44").when(0, Drop(column=7)).then(DiscDropped(seat=0, column=7, row=1))


def test_the_view_shows_the_top_row_first() -> None:
    state = given(RULES).after("1171").state

    assert view(state).board == (".......", ".......", ".......", "1......", "1......", "0.....0")
    assert view(state).last == Cell(column=1, row=3)


def test_a_full_column_takes_no_more() -> None:
    """rules.md §5: a disc falls to the lowest *free* cell, and there are six."""
    filled = given(RULES).after("444444")

    filled.when(0, Drop(column=4)).refused("column_full")
    assert Drop(column=4) not in RULES.legal_moves(filled.state, 0)


def drops(moves: str) -> Then:
    """Play all moves but the last, then that one."""
    return given(RULES).after(moves[:-1]).when((len(moves) - 1) % 2, Drop(column=int(moves[-1])))


@pytest.mark.parametrize(
    ("moves", "row", "closed", "result"),
    [
        ("1122334", 1, "11 21 31 41", FIRST_WINS),  # Horizontal, closed at its end ...
        ("7766445", 1, "41 51 61 71", FIRST_WINS),  # ... and inside.
        ("1212121", 4, "11 12 13 14", FIRST_WINS),  # Vertical ...
        ("444247414", 6, "43 44 45 46", FIRST_WINS),  # ... up to the top.
        ("12234334464", 4, "11 22 33 44", FIRST_WINS),  # Rising.
        ("76654554424", 4, "44 53 62 71", FIRST_WINS),  # Falling.
        ("71727364", 1, "11 21 31 41", SECOND_WINS),
    ],
)
def test_four_in_a_line_win(moves: str, row: int, closed: str, result: Result) -> None:
    """rules.md §5: Four […] in a line, horizontal, vertical or diagonal, win."""
    dropped = DiscDropped(seat=(len(moves) - 1) % 2, column=int(moves[-1]), row=row, line=line(closed))

    drops(moves).then(dropped).over(result)


@pytest.mark.parametrize(
    ("moves", "closed"),
    [
        ("112233556", ""),
        ("112233554", "11 21 31 41 51"),
        ("11223355664", "11 21 31 41 51 61"),
        ("1122335566774", "11 21 31 41 51 61 71"),
    ],
)
def test_more_than_four_in_a_line_win_too(moves: str, closed: str) -> None:
    """rules.md §5: Four **or more** in a line."""
    assert view(given(RULES).after(moves).state).line == line(closed)


@pytest.mark.parametrize(
    ("moves", "closed"),
    [
        ("424746362312334", "11 22 33 41 42 43 44"),
        ("23357737415452375166264", "21 23 32 33 34 43 52 53 54 61"),
        ("76476217374643363677652225513111524", "11 14 22 24 33 34 35 41 42 43 44 53 54 62 71"),
    ],
)
def test_all_cells_of_every_line_closed_by_the_winning_disc_are_reported(moves: str, closed: str) -> None:
    """rules.md §5: all cells of every line closed by the winning disc are reported: of two, three and four lines."""
    assert view(given(RULES).after(moves).state).line == line(closed)


@pytest.mark.parametrize("number", range(40))
def test_in_random_games_the_line_has_exactly_the_cells_that_a_walk_from_the_disc_finds(number: int) -> None:
    random, state = Random(number), given(RULES).state
    discs: dict[tuple[int, int], int] = {}
    while RULES.outcome(state) is None:
        seat, move = state.turn, random.choice(list(RULES.legal_moves(state, state.turn)))
        state = after(RULES, state, commit(RULES, state, seat, move, Rigged()))
        last = view(state).last
        assert last is not None
        discs[last.column, last.row] = seat

        assert {(cell.column, cell.row) for cell in view(state).line} == walked(discs, (last.column, last.row))


def walked(discs: dict[tuple[int, int], int], start: tuple[int, int]) -> set[tuple[int, int]]:
    """Return the cells of all lines of four or more through `start`, walking cell by cell."""
    closed: set[tuple[int, int]] = set()
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        run = {start}
        for way in (1, -1):
            column, row = start
            while discs.get((column + way * across, row + way * up)) == discs[start]:
                column, row = column + way * across, row + way * up
                run.add((column, row))
        closed |= run if len(run) >= 4 else set()
    return closed


def test_three_in_a_line_do_not_win() -> None:
    drops("11223").goes_on(1)


def test_a_line_does_not_run_on_from_the_top_of_a_column_into_the_next() -> None:
    """rules.md §5: 15, 16, 21 and 22 are no line, and no other board has room for one between the columns."""
    drops("11111717272").goes_on(1)


def test_a_full_board_without_a_four_is_a_draw() -> None:
    """rules.md §5: A full board without a four is a draw."""
    drops(FULL_BOARD[:-1]).goes_on(1)
    drops(FULL_BOARD).over(DRAW)


def test_a_four_by_the_last_disc_wins() -> None:
    """rules.md §5: a full board *without a four* is a draw."""
    drops(FULL_BOARD_WITH_FOUR).over(SECOND_WINS)


def test_after_the_end_nobody_moves() -> None:
    given(RULES).after("1122334").when(1, Drop(column=5)).refused("over")
    given(RULES).after(FULL_BOARD).when(0, Drop(column=1)).refused("over")
    assert list(RULES.legal_moves(given(RULES).after("1122334").state, 1)) == []


def test_a_rematch_is_begun_by_the_old_seat_1() -> None:
    """rules.md §5: After the end "new round" offers a rematch; Seats: in it the old seat 1 begins."""
    assert RULES.table.rematch_first == "next"


@pytest.mark.parametrize("cause", ["left", "time"])
def test_whoever_leaves_or_runs_out_of_time_loses(cause: Cause) -> None:
    """rules.md Leaving: Whoever leaves, or runs out of time, in a two-player game loses it."""
    told = given(RULES).after("44").when_gone(0, cause)

    told.then().over(Result(reason=cause, places=((1,), (0,))))


def test_nobody_moves_after_a_leave() -> None:
    left = RULES.leave(given(RULES).state, 1, "left")

    given(RULES, state=left).when(0, Drop(column=4)).refused("over")
    assert list(RULES.legal_moves(left, 0)) == []
    assert list(RULES.at_stake(left)) == []


def test_both_have_something_at_stake_until_the_end() -> None:
    assert list(RULES.at_stake(given(RULES).state)) == [0, 1]
    assert list(RULES.at_stake(given(RULES).after("1122334").state)) == []


@pytest.mark.parametrize("column", [0, 8, -1, 4.5, "4", None, True, [4]])
def test_a_column_that_does_not_exist_is_refused_at_reading(column: object) -> None:
    body = msgspec.json.encode({"type": "connect_four.drop", "column": column})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(body, type=Drop)


def test_a_move_on_the_wire_is_a_type_and_a_column() -> None:
    assert canonical(Drop(column=4)) == b'{"column":4,"type":"connect_four.drop"}'


def test_the_move_behind_an_event_can_be_told() -> None:
    assert move_of(DiscDropped(seat=1, column=3, row=5)) == Drop(column=3)


def test_notation_is_the_columns_digits() -> None:
    """rules.md §5: Notation: column digits, `4453…`."""
    moves = [Drop(column=4), Drop(column=4), Drop(column=5), Drop(column=3)]

    assert write(moves) == "4453"
    assert read("4453") == moves
    assert read(" 4453\n") == moves
    assert read("") == []


@pytest.mark.parametrize("text", ["0", "8", "4 4", "44-5", "a", "4\n4", "٤"])
def test_what_is_no_notation_is_refused(text: str) -> None:
    assert read(text) == Refused(reason="not_notation")
    assert "not_notation" in RULES.texts.refusals


def test_the_discs_of_the_line_blink_and_bear_a_star_and_no_others() -> None:
    """rules.md §5: the page makes them blink."""
    discs = [shape for shape in picture(given(RULES).after("1122334").state).shapes if isinstance(shape, Group)]

    blinking = {shape.id: shape for shape in discs if shape.attention}
    assert set(blinking) == {"disc-1-1", "disc-2-1", "disc-3-1", "disc-4-1"}
    assert all(
        len(part.points) == 10 for disc in blinking.values() for part in disc.shapes if isinstance(part, Polygon)
    )


def test_the_two_sides_differ_in_form() -> None:
    red, yellow = (
        next(shape for shape in picture(given(RULES).after("123").state).shapes if shape.id == name)
        for name in ("disc-1-1", "disc-2-1")
    )

    assert isinstance(red, Group)
    assert isinstance(yellow, Group)
    assert [type(part) for part in red.shapes] == [Circle, Circle]
    assert [type(part) for part in yellow.shapes] == [Circle, Polygon]


def test_a_column_says_what_is_in_it_and_lets_a_disc_fall_while_one_fits() -> None:
    columns = picture(given(RULES).after("444444").state).regions

    assert [column.id for column in columns] == [f"column-{number}" for number in range(1, 8)]
    assert columns[0].label == Text(de="Spalte 1: leer", en="Column 1: empty")
    assert columns[3].label.de == "Spalte 4, von unten: Rot, Gelb, Rot, Gelb, Rot, Gelb"
    assert columns[0].act == columns[0].secondary == Play(move=Drop(column=1))
    assert (columns[3].act, columns[3].secondary, columns[3].hint, columns[3].ghost) == (None, None, (), ())


def test_nothing_can_be_done_after_the_end() -> None:
    scene = picture(given(RULES).after("1122334").state)

    assert scene.label.en == "Red last fell into column 4, to row 1. Red wins."
    assert [region.id for region in scene.regions if region.act is not None] == []


def test_the_figures_of_the_rules_show_a_game_under_way_and_won() -> None:
    figures = RULES.figures()

    assert given(RULES).after("4453453453").state == figures["under_way"]
    assert given(RULES).after("4453453453265").state == figures["four"]
    assert RULES.outcome(figures["four"]) == FIRST_WINS
