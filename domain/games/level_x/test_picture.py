"""What is seen of Level X: things keep their ids, everything is said, and each thing the roll can bring is a button."""

import pytest
from msgspec.structs import replace

from domain.games.level_x import RULES, layout
from domain.games.level_x.picture import drafts, picture
from domain.games.level_x.rules import GroupDice, State
from domain.games.level_x.testing import ONES, group, moved, rolled, side, table
from domain.kernel import Seat
from domain.picture import (
    AnyShape,
    Circle,
    Confirm,
    Group,
    GroupsOf,
    Play,
    Polygon,
    Put,
    Rectangle,
    Region,
    Take,
    Words,
)
from domain.testing import Rigged, after, begin, commit, settle
from domain.value import Text

ALMOST = {5: 1, 6: 1, 7: 1, 8: 1, 9: 1}


def start(seats: int) -> State:
    before: State = begin(RULES, seats)
    begun: State = after(RULES, before, settle(RULES, before, (), Rigged(*ONES)))
    return begun


def things(state: State) -> dict[str, AnyShape]:
    return {shape.id: shape for shape in picture(state).shapes if shape.id is not None}


def regions(state: State) -> dict[str, Region]:
    return {region.id: region for region in picture(state).regions}


def writing(state: State) -> list[str]:
    words = (shape.text for shape in picture(state).shapes if isinstance(shape, Words))
    return [text if isinstance(text, str) else text.de for text in words]


def place(state: State, name: str) -> tuple[int, int]:
    thing = things(state)[name]
    assert isinstance(thing, Group)
    return thing.x, thing.y


def test_a_piece_keeps_its_id_wherever_it_goes() -> None:
    state = table(side(on={9: 1}), side(on={9: 2}), roll="4511")
    names = {f"piece-{seat}-{row}" for seat in (0, 1) for row in (5, 6, 7, 8, 9, 10)}

    assert names <= set(things(state))
    assert names <= set(things(moved(state, "45")))
    assert place(state, "piece-0-9") == layout.piece(2, 0, 4, 1)
    assert place(moved(state, "45"), "piece-0-9") == layout.middle(layout.field(4, 2))
    assert place(moved(state, "45"), "piece-1-9") == layout.piece(2, 1, 4, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pieces_on_one_field_do_not_hide_each_other(seats: int) -> None:
    """rules.md §2 Turn: Other fields hold any number."""
    spots = [layout.piece(seats, seat, 0, 1) for seat in range(seats)]
    apart = [abs(x - a) + abs(y - b) for n, (x, y) in enumerate(spots) for a, b in spots[:n]]

    assert min(apart) >= 2 * layout.PIECE[seats]


def test_pieces_differ_in_form() -> None:
    forms = {seat: things(start(4))[f"piece-{seat}-5"] for seat in range(4)}
    corners = [
        [len(part.points) if isinstance(part, Polygon) else 0 for part in form.shapes][:1]
        for form in forms.values()
        if isinstance(form, Group)
    ]

    assert corners == [[0], [3], [4], [12]]


def test_what_was_moved_and_what_was_displaced_last_bears_a_ring() -> None:
    state = moved(table(side(on={9: 1}), side(on={9: 2}), roll="4511"), "45")

    ringed = {
        name: shape.shapes[0].stroke
        for name, shape in things(state).items()
        if isinstance(shape, Group) and isinstance(shape.shapes[0], Circle) and shape.shapes[0].fill is None
    }
    assert ringed == {"piece-0-9": "ink", "piece-1-9": "bad"}


def test_a_chip_comes_from_its_row() -> None:
    state = table(side(on={9: 1}), side(), roll="4511")
    after_it = things(moved(state, "45"))

    assert {name for name in things(state) if name.startswith("chip") and name not in after_it} == {"chip-9-7"}
    won = after_it["won-0-9-1"]
    assert (won.comes_from, (isinstance(won, Group) and (won.x, won.y))) == (
        layout.chip(4, 7),
        layout.won_chip(0, 4),
    )


def test_a_bonus_tile_goes_to_its_owner() -> None:
    state = table(side(on={10: 1}, chips=ALMOST), side(), roll="4611")

    assert place(state, "tile-15") == layout.stock_tile(15)
    assert place(moved(state, "46"), "tile-15") == layout.won_tile(0, 0)
    assert place(moved(state, "46"), "tile-12") == layout.stock_tile(12)


def test_an_empty_row_says_so() -> None:
    state = table(side(), side(), roll="4511", left={9: 0})

    assert writing(state).count("leer") == 1
    assert regions(state)["row-9"].label.de == "Reihe 9: leer; noch nicht auf dem Brett: Rot, Blau"


def test_beside_the_score_of_the_starting_player_stands_a_one() -> None:
    """rules.md §2 texts: the starting player has a (1) beside the score."""
    for state in (start(4), RULES.leave(start(4), 0, "left")):
        (one,) = (shape for shape in picture(state).shapes if isinstance(shape, Words) and shape.text == "(1)")
        card = layout.card(0)
        assert card.x < one.x < card.x + card.width


def test_regions_are_read_rows_first_then_players_tiles_dice_and_what_can_be_done() -> None:
    state = table(side(), side(), roll="1235")

    assert list(regions(state)) == [
        *("row-10", "row-9", "row-8", "row-7", "row-6", "row-5"),
        *("player-0", "player-1", "tiles"),
        *("die-0", "die-1", "die-2", "die-3", "group-0", "group-1", "group-2", "group-3", "confirm"),
        *("option-none", "option-5", "option-6", "option-7", "option-8", "option-9", "option-10"),
        *("option-5-5", "option-5-6"),
    ]


def test_rows_players_and_tiles_are_said() -> None:
    ahead = side(on={9: 2, 8: 1}, chips={9: 2, 8: 1}, tiles=[15])
    state = table(ahead, side(on={8: 1}), roll="1235")
    told = regions(state)

    assert told["row-9"].label == Text(
        de="Reihe 9: 6 Chips; auf X: Rot; noch nicht auf dem Brett: Blau",
        en="Row 9: 6 chips; on X: Red; not on the board: Blue",
    )
    assert told["row-8"].label.en == "Row 8: 8 chips; on field 1: Red, Blue"
    assert told["player-0"].label.de == (
        "Rot (beginnt): 41 Punkte, 2 × 9, 1 × 8, Bonus 15, 0 vollständige Sätze, am Zug"
    )
    assert told["tiles"].label.en == "Bonus tiles: 12, 9, 6"
    assert told["die-3"].label.de == "Würfel 4 zeigt 5: in die Hand nehmen"


def test_each_listed_move_is_a_button_that_says_what_it_does() -> None:
    state = table(side(on={9: 1, 5: 1}), side(on={9: 2}), roll="4523")
    options = {name: region for name, region in regions(state).items() if name.startswith("option")}

    assert [region.act for region in options.values()] == [Play(move=move) for move in RULES.legal_moves(state, 0)]
    assert options["option-5-9"].label == Text(
        de="5 + 9: 5 auf Feld 2; 9 auf X, 1 Chip, Blau muss vom Brett; 9 Punkte",
        en="5 + 9: 5 to field 2; 9 to X, 1 chip, Blue is off the board; 9 points",
    )
    assert options["option-none"].label.de == "Nichts nehmen"
    assert {region.seat for region in options.values()} == {0}


def test_a_button_shows_where_pieces_would_stand_and_which_dice_it_takes() -> None:
    state = table(side(on={9: 1}), side(), roll="4511")
    ghost = regions(state)["option-9"].ghost
    (piece,) = (shape for shape in ghost if isinstance(shape, Group))

    assert (piece.x, piece.y) == layout.middle(layout.field(4, 2))
    framed = {(shape.x, shape.y) for shape in ghost if isinstance(shape, Rectangle)}
    assert framed == {(layout.die(die).x, layout.die(die).y) for die in (0, 1)}


def test_dice_are_put_into_groups_and_the_button_ends_the_turn() -> None:
    told = regions(start(2))

    def put(item: int | None = None, group: int | None = None) -> Put:
        return Put(draft="level_x.group", field="groups", item=item, group=group)

    assert [told[f"die-{die}"].act for die in range(4)] == [
        Take(draft="level_x.group", field="groups", item=die) for die in range(4)
    ]
    assert [told[f"group-{group}"].act for group in range(4)] == [put(group=group) for group in range(4)]
    assert told["die-2"].double == put(2)
    assert [(drop.onto, drop.act) for drop in told["die-2"].drops] == [
        (f"group-{group}", put(2, group)) for group in range(4)
    ]
    assert told["confirm"].act == Confirm(draft="level_x.group")


def draft_of(state: State, seat: Seat) -> GroupsOf:
    (draft,) = drafts(state, seat)
    (field,) = draft.fields
    assert draft.move == "level_x.group"
    assert isinstance(field, GroupsOf)
    return field


def test_a_draft_gathers_four_dice_into_up_to_four_groups_or_none() -> None:
    field = draft_of(table(side(), side(), roll="1235"), 0)

    assert (field.name, field.items, field.values) == ("groups", (0, 1, 2, 3), (1, 2, 3, 5))
    assert (field.least, field.most, field.size_least, field.size_most) == (0, 4, 1, 4)
    assert list(drafts(start(2), 1)) == []


def test_a_draft_says_what_the_first_the_second_and_each_further_group_of_a_sum_brings() -> None:
    state = table(side(on={5: 2, 6: 4}), side(on={5: 4}), roll="5555", left={5: 2, 6: 0})

    assert draft_of(state, 0).sums == {
        5: (
            Text(de="5 auf Feld 3", en="5 to field 3"),
            Text(de="5 auf X, 1 Chip, Blau muss vom Brett", en="5 to X, 1 chip, Blue is off the board"),
            Text(de="5 auf X, 1 Chip", en="5 to X, 1 chip"),
        ),
        7: (Text(de="7 auf Feld 1", en="7 to field 1"), Text(de="7 auf Feld 2", en="7 to field 2")),
        8: (Text(de="8 auf Feld 1", en="8 to field 1"), Text(de="8 auf Feld 2", en="8 to field 2")),
        9: (
            Text(de="9 auf Feld 1", en="9 to field 1"),
            Text(de="9 auf X, 1 Chip", en="9 to X, 1 chip"),
        ),
        10: (
            Text(de="10 auf Feld 1", en="10 to field 1"),
            Text(de="10 auf X, 1 Chip", en="10 to X, 1 chip"),
        ),
    }


def test_the_picture_says_who_is_on_turn_and_what_was_done_last() -> None:
    state = table(side(on={9: 1}), side(on={9: 2}), roll="4511", rounds=6, turns=13)

    assert picture(state).label.de == "Runde 7: Rot ist am Zug. Wurf: 4 5 1 1. Rot 0, Blau 0."
    assert picture(after(RULES, moved(state, "45"), [rolled(1, 14, (6, 6, 1, 2))])).label.en == (
        "Last, Red: 9 to X, 1 chip, Blue is off the board. Round 7: Blue to move. Roll: 6 6 1 2. Red 9, Blue 0."
    )


def test_the_last_round_is_announced_and_blinks() -> None:
    taker = side(on={10: 1}, chips=ALMOST, tiles=[15, 12, 9])
    before = table(taker, side(), roll="4611")
    state = after(RULES, before, commit(RULES, before, 0, group("4611", "46"), Rigged(*ONES)))

    assert "last-round" not in things(before)
    assert things(state)["last-round"].attention
    assert picture(state).label.de == (
        "Zuletzt Rot: 10 auf X, 1 Chip; Bonus 6. "
        "Letzte Runde: alle Bonusplättchen sind vergeben. Runde 1: Blau ist am Zug. Wurf: 1 1 1 1. Rot 87, Blau 0."
    )


def over(*points: int) -> State:
    """Return a finished game in which three rows are empty and the seats have so many points."""
    sides = tuple(replace(side(), points=number) for number in points)
    return State(sides=sides, chips=(0, 0, 0, 1, 1, 1), turns=len(points), rounds=1)


def test_the_end_says_who_has_won_and_why() -> None:
    assert picture(over(20, 31)).label.de == (
        "Zu Ende: drei Reihen sind leer. Blau gewinnt mit 31 Punkten. Rot 20, Blau 31."
    )
    assert picture(over(31, 20, 31)).label.en == (
        "The end: three rows are empty. Red and Yellow win with 31 points each. Red 31, Blue 20, Yellow 31."
    )
    assert picture(RULES.leave(start(2), 0, "left")).label.de == ("Blau ist übrig und gewinnt. Rot gegangen, Blau 0.")


def test_the_end_shows_the_places_shared_ones_twice_and_the_winners_points_blink() -> None:
    state = over(31, 20, 31)

    assert [text for text in writing(state) if text.endswith(".") and len(text) == 2] == ["1.", "1.", "3."]
    assert {name for name, shape in things(state).items() if shape.attention} == {"score-0", "score-2"}


def test_nothing_can_be_done_after_the_end() -> None:
    assert [region.id for region in picture(over(20, 31)).regions if region.act is not None] == []
    assert "die-0" not in things(over(20, 31))


def test_a_leavers_card_is_pale_and_the_pieces_are_gone() -> None:
    state = RULES.leave(start(3), 1, "left")

    assert "gegangen" in writing(state)
    assert {name for name in things(state) if name.startswith("piece-1")} == set()
    assert regions(state)["player-1"].label.de.startswith("Blau: gegangen, 0 Punkte")


def test_nothing_taken_is_said_too() -> None:
    state = table(side(), side(), roll="1111")
    (event,) = commit(RULES, state, 0, GroupDice(groups=()), Rigged(*ONES))[:1]

    assert picture(after(RULES, state, [event, rolled(1, 2)])).label.de.startswith("Zuletzt Rot: nichts. ")


def test_the_figures_of_the_rules_show_two_chips_taken_and_a_piece_displaced() -> None:
    last = RULES.figures()["taken"].last

    assert last is not None
    assert [(row.row, row.chips, row.displaced) for row in last.rows] == [(6, 1, None), (9, 1, 1)]
