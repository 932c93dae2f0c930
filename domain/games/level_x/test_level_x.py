"""What is particular to a turn of Level X: dice, pieces, chips and tiles.  Its end and its picture have other files."""

from itertools import permutations

import msgspec
import pytest

from domain.codec import canonical
from domain.games.level_x import RULES
from domain.games.level_x.dice import groupings
from domain.games.level_x.rules import (
    CHIPS,
    FIELDS,
    TILES,
    Advance,
    DiceGrouped,
    GroupDice,
    choices,
    legal_moves,
    move_of,
)
from domain.games.level_x.testing import ONES, came_of, group, made, moved, rolled, side, table
from domain.games.level_x.view import view
from domain.kernel import Refused
from domain.testing import Rigged, after, begin, given, settle

FOUR = side(), side(), side(), side()


def test_rows_have_as_many_fields_and_chips_as_the_board_has() -> None:
    """rules.md §2 Board: Rows 5 … 10.  Fields per row: 4, 4, 3, 3, 2, 2.  Chips per row: 12, 11, 10, 9, 8, 7."""
    rows = view(begin(RULES)).rows

    assert [row.row for row in rows] == [5, 6, 7, 8, 9, 10]
    assert [row.fields for row in rows] == [4, 4, 3, 3, 2, 2] == [*FIELDS]
    assert [row.chips for row in rows] == [12, 11, 10, 9, 8, 7] == [*CHIPS]


def test_bonus_tiles_are_15_12_9_and_6() -> None:
    """rules.md §2 Board: Bonus tiles 15, 12, 9, 6."""
    assert view(begin(RULES)).tiles == (15, 12, 9, 6) == TILES


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_has_a_piece_per_row_off_the_board_at_first(seats: int) -> None:
    """rules.md §2 Board: Each player has one piece per row, off the board at first (position 0)."""
    assert [row.pieces for row in view(begin(RULES, seats)).rows] == [(0,) * seats] * 6


def test_two_to_four_play_and_two_if_nobody_says_otherwise() -> None:
    """rules.md §2 Level X (2-4 players, default 2)."""
    assert RULES.table.seats == (2, 3, 4)


def test_stefan_risthaus_is_credited() -> None:
    """rules.md §2: design by Stefan Risthaus, whom page and README credit."""
    assert RULES.texts.credits is not None
    assert "Stefan Risthaus" in RULES.texts.credits.de
    assert "Stefan Risthaus" in RULES.texts.credits.en


def test_four_dice_are_rolled_by_the_game_at_the_start_of_a_turn() -> None:
    """rules.md §2 Turn: Four dice are rolled for the player at the start of the turn (by the game itself)."""
    assert settle(RULES, begin(RULES), (), Rigged(6, 1, 3, 3)) == (rolled(0, 1, (6, 1, 3, 3)),)

    given(RULES, rolled(0, 1)).when(0, GroupDice(groups=()), 2, 4, 6, 5).then(
        DiceGrouped(seat=0, groups=(), rows=(), tiles=(), points=0), rolled(1, 2, (2, 4, 6, 5))
    )


def test_dice_are_drawn_by_the_number_of_turns_begun() -> None:
    """A label comes from the game's own counter: a turn whose player left has used its own up."""
    asked = list[str]()

    class Asked:
        def draw(self, label: str, sides: int) -> int:
            asked.append(label)
            assert sides == 6
            return 1

    state = after(RULES, begin(RULES, 3), settle(RULES, begin(RULES, 3), (), Asked()))
    gone = RULES.leave(state, 0, "left")
    for _ in range(2):  # Whoever tries again asks for the same.
        settle(RULES, gone, (), Asked())

    assert asked == [f"turn/{turn}/die/{die}" for turn in (1, 2, 2) for die in range(4)]


def test_dice_are_divided_into_groups_of_one_to_four_and_may_stay_unused() -> None:
    """rules.md §2 Turn: groups of one to four dice; dice may stay unused, even all of them."""
    state = table(side(), side(), roll="2215")

    assert len(groupings()) == 52  # Sets of disjoint groups of four dice: Bell's number of five things.
    assert {len(each) for groups in groupings() for each in groups} == {1, 2, 3, 4}
    for groups in groupings():
        decided = RULES.decide(state, 0, GroupDice(groups=groups), Rigged())
        assert not isinstance(decided, Refused)
    assert came_of(state, "5").rows == (Advance(row=5, field=1),)
    assert came_of(state, "221").rows == (Advance(row=5, field=1),)
    assert came_of(state, "2215").rows == (Advance(row=10, field=1),)
    assert came_of(state).rows == ()


@pytest.mark.parametrize(
    ("dice", "row"),
    [("14", 5), ("23", 5), ("24", 6), ("123", 6), ("34", 7), ("124", 7), ("134", 8), ("234", 9), ("1234", 10)],
)
def test_each_sum_of_5_to_10_advances_the_piece_of_its_row_by_a_field(dice: str, row: int) -> None:
    """rules.md §2 Turn: For each group whose sum is 5 … 10 the piece of that row advances one field."""
    state = table(side(), side(), roll="1234")

    assert came_of(state, dice).rows == (Advance(row=row, field=1),)
    assert moved(state, dice).sides[0] == side(on={row: 1})


@pytest.mark.parametrize("die", ["5", "6"])
def test_a_single_die_is_a_group(die: str) -> None:
    """rules.md §2 Turn: groups of one to four dice."""
    assert came_of(table(side(), side(), roll="5611"), die).rows == (Advance(row=int(die), field=1),)


def test_a_piece_comes_from_off_the_board_onto_the_first_field() -> None:
    """rules.md §2 Turn: from off the board onto the first."""
    state = table(side(), side(), roll="3466")

    assert view(moved(state, "34")).rows[2].pieces == (1, 0)


@pytest.mark.parametrize("groups", [["1"], ["4"], ["1", "4"], ["56"], ["456"]])
def test_other_sums_do_nothing(groups: list[str]) -> None:
    """rules.md §2 Turn: other sums do nothing: 1, 4, 11, 15."""
    state = table(side(on={5: 3}), side(), roll="1456")

    event = came_of(state, *groups)
    assert (event.rows, event.tiles, event.points) == ((), (), 0)


def test_a_group_that_does_nothing_leaves_the_others_alone() -> None:
    """rules.md §2 Turn: other sums do nothing."""
    state = table(side(), side(), roll="1456")

    assert came_of(state, "4", "15").rows == (Advance(row=6, field=1),)


@pytest.mark.parametrize(("groups", "field"), [(["5"], 1), (["5", "5"], 2), (["5", "5", "5"], 3), (["5"] * 4, 4)])
def test_equal_sums_move_the_piece_once_each(groups: list[str], field: int) -> None:
    """rules.md §2 Turn: Equal sums move the piece twice."""
    state = table(side(), side(), roll="5555")

    assert view(moved(state, *groups)).rows[0].pieces == (field, 0)


def test_the_order_of_groups_and_of_dice_in_them_never_changes_the_result() -> None:
    """rules.md §2 Turn: (The order of groups never changes the result.)  More of it in test_luck.py."""
    near = side(on={5: 3, 6: 3}, chips={7: 1, 8: 1, 9: 1, 10: 1})
    state = table(near, side(on={5: 4, 6: 4}), roll="5155")

    written = [tuple(groups) for both in ((1, 3), (3, 1)) for groups in permutations(((0,), (2,), both))]

    assert len(written) == 12
    assert {made(state, GroupDice(groups=groups)) for groups in written} == {
        DiceGrouped(
            seat=0,
            groups=((0,), (1, 3), (2,)),
            rows=(Advance(row=5, field=4, chips=2, displaced=1), Advance(row=6, field=4, chips=1, displaced=1)),
            tiles=(15,),
            points=5 + 5 + 6 + 15,
        )
    }


def test_a_piece_on_x_does_not_move() -> None:
    """rules.md §2 Turn: A piece on X does not move."""
    state = table(side(on={9: 2}), side(), roll="4511")

    assert came_of(state, "45").rows == (Advance(row=9, field=2, chips=1),)
    assert view(moved(state, "45")).rows[4].pieces == (2, 0)


def test_arriving_on_x_displaces_an_enemy_piece_to_position_0() -> None:
    """rules.md §2 Turn: The X field holds one piece: arriving displaces an enemy piece off the board, to position 0."""
    state = table(side(on={9: 1, 8: 3}), side(on={9: 2, 8: 1}), roll="4511")

    assert came_of(state, "45").rows == (Advance(row=9, field=2, chips=1, displaced=1),)
    assert view(moved(state, "45")).rows[4].pieces == (2, 0)
    assert view(moved(state, "45")).rows[3].pieces == (3, 1)


def test_who_is_displaced_begins_again_with_the_first_field() -> None:
    """rules.md §2 Turn: to position 0, from where the first group leads onto the first field."""
    thrown = moved(table(side(on={9: 1}), side(on={9: 2}), roll="4511"), "45")
    again = after(RULES, thrown, [rolled(1, 2, (3, 6, 1, 1))])

    assert came_of(again, "36").rows == (Advance(row=9, field=1),)


def test_other_fields_hold_any_number() -> None:
    """rules.md §2 Turn: Other fields hold any number."""
    crowd = side(on={7: 1})
    state = table(crowd, side(on={7: 2}), side(on={7: 2}), side(on={7: 2}), roll="3466")

    assert came_of(state, "34").rows == (Advance(row=7, field=2),)
    assert view(moved(state, "34")).rows[2].pieces == (2, 2, 2, 2)


def test_a_chip_is_taken_when_a_group_brings_the_piece_to_x() -> None:
    """rules.md §2 Turn: A *chip* of the row is taken whenever a group of that sum brings the piece to X.

    rules.md §2 Board: Chips per row: 12, 11, 10, 9, 8, 7, each worth its row's number.
    """
    state = table(side(on={10: 1}), side(), roll="4611")

    assert came_of(state, "46").points == 10  # Chips: each worth its row's number.
    after_it = view(moved(state, "46"))
    assert after_it.rows[5].chips == 6
    assert (after_it.players[0].chips, after_it.players[0].points) == ((0, 0, 0, 0, 0, 1), 10)


def test_a_chip_is_taken_when_a_group_finds_the_piece_on_x() -> None:
    """rules.md §2 Turn: or finds it there."""
    state = table(side(on={10: 2}), side(), roll="4611")

    assert came_of(state, "46").rows == (Advance(row=10, field=2, chips=1),)


@pytest.mark.parametrize(
    ("before", "chips"),
    [(0, 1), (1, 2), (2, 2)],  # The second group arrives; the first does, and the second finds it there; both do.
)
def test_chips_are_taken_twice_in_one_turn(before: int, chips: int) -> None:
    """rules.md §2 Turn: also twice in one turn."""
    state = table(side(on={9: before}), side(), roll="3645")

    assert came_of(state, "36", "45").rows == (Advance(row=9, field=2, chips=chips),)


@pytest.mark.parametrize(("left", "chips"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 4)])
def test_a_chip_is_taken_only_if_the_row_has_one_left(left: int, chips: int) -> None:
    """rules.md §2 Turn: if the row has a chip left."""
    state = table(side(on={5: 3}), side(), roll="5555", left={5: left})

    assert came_of(state, "5", "5", "5", "5").rows == (Advance(row=5, field=4, chips=chips),)
    assert moved(state, "5", "5", "5", "5").chips[0] == left - chips


def test_in_an_empty_row_a_piece_on_x_finds_nothing_and_one_that_arrives_still_displaces() -> None:
    """rules.md §2 Turn: if the row has a chip left; arriving displaces whether it has or not."""
    there = table(side(on={9: 2}), side(), roll="4511", left={9: 0})
    arriving = table(side(on={9: 1}), side(on={9: 2}), roll="4511", left={9: 0})

    assert came_of(there, "45").rows == ()
    assert came_of(arriving, "45").rows == (Advance(row=9, field=2, displaced=1),)


ALMOST = {5: 1, 6: 1, 7: 1, 8: 1, 9: 1}  # A chip of each row but one.


def test_a_bonus_tile_is_taken_when_a_set_becomes_complete() -> None:
    """rules.md §2 Turn: is taken each time the number of the player's complete sets (one chip of each row) rises."""
    state = table(side(on={10: 1}, chips=ALMOST), side(), roll="4611")

    event = came_of(state, "46")
    assert (event.tiles, event.points) == ((15,), 25)
    player = view(moved(state, "46")).players[0]
    assert (player.sets, player.tiles, player.points) == (1, (15,), 5 + 6 + 7 + 8 + 9 + 10 + 15)
    assert view(moved(state, "46")).tiles == (12, 9, 6)


def test_the_most_valuable_tile_left_is_taken() -> None:
    """rules.md §2 Turn: the most valuable left."""
    state = table(side(on={10: 1}, chips=ALMOST), side(tiles=[15, 12]), roll="4611")

    assert came_of(state, "46").tiles == (9,)


def test_a_second_chip_of_a_row_completes_nothing() -> None:
    """rules.md §2 Turn: complete sets are one chip of each row."""
    two = dict.fromkeys(ALMOST, 1) | {10: 1}
    state = table(side(on={10: 2}, chips=two, tiles=[15]), side(), roll="4611")

    assert came_of(state, "46").tiles == ()


def test_two_sets_at_once_take_two_tiles() -> None:
    """rules.md §2 Turn: two at once take two tiles."""
    twice = dict.fromkeys(ALMOST, 2)
    state = table(side(on={10: 1}, chips=twice), side(), roll="4646")

    event = came_of(state, "46", "46")
    assert event.rows == (Advance(row=10, field=2, chips=2),)
    assert (event.tiles, event.points) == ((15, 12), 10 + 10 + 15 + 12)


def test_when_no_tile_is_left_nothing_is_taken() -> None:
    """rules.md §2 Turn: none left, nothing.  Two sets at once take the one that is there."""
    none = table(side(on={10: 1}, chips=ALMOST), side(tiles=TILES), roll="4611")
    one = table(side(on={10: 1}, chips=dict.fromkeys(ALMOST, 2)), side(tiles=[15, 12, 9]), roll="4646")

    assert (came_of(none, "46").tiles, came_of(none, "46").points) == ((), 10)
    assert came_of(one, "46", "46").tiles == (6,)


def test_a_whole_turn_is_one_event_and_the_next_seats_dice_lie_there() -> None:
    state = table(*FOUR, roll="1456", turn=3, turns=8)

    given(RULES, state=state).when(3, group("1456", "5", "46"), *ONES).then(
        DiceGrouped(
            seat=3,
            groups=((1, 3), (2,)),
            rows=(Advance(row=5, field=1), Advance(row=10, field=1)),
            tiles=(),
            points=0,
        ),
        rolled(0, 9),
    )


def test_only_the_seat_on_turn_moves() -> None:
    given(RULES, rolled(0, 1)).when(1, GroupDice(groups=())).refused("not_your_turn")


@pytest.mark.parametrize("groups", [((0,), (0,)), ((0, 1), (2, 1)), ((3, 3),)])
def test_a_die_is_in_at_most_one_group(groups: tuple[tuple[int, ...], ...]) -> None:
    """rules.md §2 Turn: The player divides them into groups."""
    given(RULES, rolled(0, 1)).when(0, GroupDice(groups=groups)).refused("die_twice")


@pytest.mark.parametrize(
    "groups",
    [[[4]], [[-1]], [[]], [[0, 1, 2, 3, 0]], [[0], [1], [2], [3], [0]], [0], None, "01", [["0"]], [[0.5]], [[True]]],
)
def test_dice_that_do_not_exist_and_groups_that_cannot_be_are_refused_at_reading(groups: object) -> None:
    body = canonical({"type": "level_x.group", "groups": groups}) if groups != [[0.5]] else b'{"groups":[[0.5]]}'
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(body, type=GroupDice)


def test_a_move_on_the_wire_is_a_type_and_its_groups() -> None:
    assert canonical(GroupDice(groups=((0, 2), (1,)))) == b'{"groups":[[0,2],[1]],"type":"level_x.group"}'
    assert msgspec.json.decode(b'{"type":"level_x.group","groups":[]}', type=GroupDice) == GroupDice(groups=())


def test_the_move_behind_an_event_can_be_told() -> None:
    assert move_of(rolled(0, 1)) is None
    assert move_of(DiceGrouped(seat=0, groups=((1, 2),), rows=(), tiles=(), points=0)) == GroupDice(groups=((1, 2),))


def test_one_move_of_each_effect_is_listed_the_fewest_sums_first() -> None:
    state = table(side(on={6: 4, 7: 3}), side(), roll="1235", left={6: 0, 7: 0})

    assert [choice.sums for choice in choices(state)] == [(), (5,), (8,), (9,), (10,), (5, 5)]
    assert len(list(legal_moves(state, 0))) == 6
    assert list(legal_moves(state, 1)) == []


def test_the_view_tells_what_was_done_but_not_with_which_dice() -> None:
    """Moves of the same effect are the same move: so `legal_moves` lists one of them."""
    state = table(side(), side(), roll="1235")

    assert view(moved(state, "23")) == view(moved(state, "5"))
    assert moved(state, "23") != moved(state, "5")
