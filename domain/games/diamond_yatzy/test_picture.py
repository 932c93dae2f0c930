"""What the picture of a duel shows, and how its parts are used.  What holds for every picture is in tests/laws."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.diamond_yatzy import RULES
from domain.games.diamond_yatzy.boxes import BOXES, COLOURS
from domain.games.diamond_yatzy.gems import gem, outline
from domain.games.diamond_yatzy.hands import drafts
from domain.games.diamond_yatzy.picture import picture
from domain.games.diamond_yatzy.rules import (
    Board,
    BoxEntered,
    CollectionDrawn,
    Enter,
    Joker,
    JokerPlayed,
    State,
    Strike,
    brings,
    upper,
)
from domain.games.diamond_yatzy.testing import board, duel, filled, jewels
from domain.picture import (
    AnyShape,
    Circle,
    Confirm,
    Cycle,
    Drop,
    Group,
    OneOf,
    Pick,
    Play,
    Rectangle,
    Region,
    Scene,
    SetOf,
    Toggle,
    Words,
)
from domain.testing import after

HIDDEN = Board()
SECOND = board("66123", collection=2, kept=(0, 1))
THIRD = board("66123", collection=3)


def region(scene: Scene, name: str) -> Region:
    return next(region for region in scene.regions if region.id == name)


def names(scene: Scene) -> list[str]:
    return [region.id for region in scene.regions]


def ids(scene: Scene) -> list[str]:
    return [shape.id for shape in scene.shapes if shape.id is not None]


def writing(scene: Scene) -> Iterator[str]:
    """Yield all that is written, in German."""
    for shape in scene.shapes:
        for part in shape.shapes if isinstance(shape, Group) else (shape,):
            if isinstance(part, Words):
                yield part.text if isinstance(part.text, str) else part.text.de


def gems(scene: Scene) -> dict[str, tuple[AnyShape, ...]]:
    """Return the jewels that lie open, by their ids."""
    found = (shape for shape in scene.shapes if isinstance(shape, Group) and (shape.id or "").startswith("jewel"))
    return {str(shape.id): shape.shapes for shape in found}


def test_a_jewel_has_as_many_corners_as_it_counts() -> None:
    """No two things differ by colour alone: white is round, yellow has two corners, green six."""
    straight = {colour: len(outline(colour)) for colour in COLOURS[2:]}

    assert straight == {"red": 3, "blue": 4, "violet": 5, "green": 6}
    assert isinstance(gem("white", 50)[0], Circle)
    assert [abs(x) < 0.1 for x, y in outline("yellow") if abs(y) > 0.9] == [True, True]


def test_a_jewel_shows_its_number() -> None:
    numbers = [part.text for colour in COLOURS for part in gem(colour, 50) if isinstance(part, Words)]

    assert numbers == ["1", "2", "3", "4", "5", "6"]


def test_a_kept_jewel_is_the_same_thing_and_a_drawn_one_is_new() -> None:
    drawn = CollectionDrawn(seat=0, round=1, collection=2, kept=(0, 1), jewels=jewels("66551"))
    before, later = (picture(state) for state in (duel(board("66123")), after(RULES, duel(board("66123")), [drawn])))
    kept = {"jewel-0-1-1-0", "jewel-0-1-1-1"}

    assert gems(before).keys() & gems(later).keys() >= kept
    assert {name for name in gems(later) if name.startswith("jewel-0")} == {
        *kept,
        *(f"jewel-0-1-2-{slot}" for slot in (2, 3, 4)),
    }
    assert all(shape.comes_from for shape in later.shapes if shape.id in gems(later))


def test_a_joker_changes_a_jewel_where_it_lies() -> None:
    joker = JokerPlayed(seat=0, slot=2, was="white", colour="green")
    before, later = (gems(picture(state)) for state in (duel(THIRD), after(RULES, duel(THIRD), [joker])))

    assert before.keys() == later.keys()
    assert {name for name in before if before[name] != later[name]} == {"jewel-0-1-3-2"}


def test_the_box_filled_last_is_outlined_until_something_else_is_done() -> None:
    filled_one = [
        BoxEntered(seat=0, box="sixes", points=12),
        CollectionDrawn(seat=0, round=2, collection=1, kept=(), jewels=jewels("12345")),
    ]
    drawn = CollectionDrawn(seat=0, round=2, collection=2, kept=(0, 1, 2, 3, 4), jewels=jewels("12345"))
    state = after(RULES, duel(THIRD), filled_one)

    def outlined(state: State) -> int:
        return sum(1 for shape in picture(state).shapes if getattr(shape, "stroke", None) == "accent")

    assert [outlined(each) for each in (duel(THIRD), state, after(RULES, state, [drawn]))] == [0, 1, 0]


def test_kept_jewels_lie_in_the_ablage() -> None:
    """rules.md §3 Round: keep any slots (the *Ablage*)."""
    assert list(writing(picture(duel(SECOND, HIDDEN)))).count("Ablage") == 2
    assert region(picture(duel(SECOND, HIDDEN)), "slot-0-0").label.de == "Juwel 1: grün, in der Ablage"


def test_of_a_hidden_board_there_is_only_that_it_is_hidden() -> None:
    scene = picture(State(boards=(SECOND, HIDDEN)))

    assert [name for name in names(scene) if "1" in name.split("-")[1]] == ["board-1"]
    assert region(scene, "board-1").label.en == "Board 2: hidden, until board 1 is complete"
    assert "verdeckt" in writing(scene)
    complete = picture(State(boards=(SECOND, replace(HIDDEN, complete=True))))
    assert scene.width == complete.width
    assert complete.label.en.endswith("Board 2: hidden, complete.")


def test_a_free_box_says_what_it_would_bring_and_is_used_by_a_click() -> None:
    scene = picture(duel(THIRD, HIDDEN))

    assert region(scene, "box-0-sixes").act == Play(move=Enter(box="sixes"))
    assert region(scene, "box-0-sixes").label.en == "Sixes, green: brings 12"
    assert {"+12", "+18"} <= {*writing(scene)}
    assert region(scene, "strike-0-sixes").act == Play(move=Strike(box="sixes"))
    assert "box-0-fours" not in names(scene)


def test_a_click_anywhere_on_a_box_that_brings_nothing_strikes_it() -> None:
    scene = picture(duel(THIRD, HIDDEN))

    whole, beside = (region(scene, f"strike-0-{box}") for box in ("fours", "sixes"))
    assert whole.act == Play(move=Strike(box="fours"))
    assert isinstance(whole.area, Rectangle)
    assert isinstance(beside.area, Rectangle)
    assert (whole.area.width, beside.area.width) == (366, 46)


def test_a_struck_box_is_crossed_out_in_red() -> None:
    def crossed(state: State) -> int:
        return sum(1 for shape in picture(state).shapes if getattr(shape, "stroke", None) == "bad")

    assert [crossed(duel(board("66123", points=points), HIDDEN)) for points in ({}, {"yatzy": 0})] == [0, 2]


def test_what_is_kept_is_gathered_by_tapping_and_begins_with_the_ablage() -> None:
    (draft,) = drafts(duel(SECOND), 0)
    scene = picture(duel(SECOND))

    assert draft.move == "diamond_yatzy.draw"
    assert draft.fields == (SetOf(name="keep", items=(0, 1, 2, 3, 4), most=5, first=(0, 1)),)
    keep = Toggle(draft=draft.move, field="keep", item=3)
    jewel = region(scene, "slot-0-3")
    assert (jewel.act, jewel.double, jewel.drops) == (keep, keep, (Drop(onto="tray-0", act=keep),))
    assert [slot for slot in range(5) if "" in region(scene, f"slot-0-{slot}").faces] == [0, 1]
    assert region(scene, "next-0").act == Confirm(draft=draft.move)


def test_a_joker_is_gathered_by_a_jewel_and_a_colour_or_dragged() -> None:
    (draft,) = drafts(duel(THIRD), 0)
    scene = picture(duel(THIRD))

    assert draft.fields == (OneOf(name="slot", values=(0, 1, 2, 3, 4)), OneOf(name="colour", values=COLOURS))
    jewel = region(scene, "slot-0-2")
    others = ("yellow", "red", "blue", "violet", "green")
    assert jewel.act == Cycle(draft="diamond_yatzy.joker", field="colour", values=others, picks={"slot": 2})
    assert {*jewel.faces} == {*others}
    assert next(shape.text for shape in region(scene, "joker-0").hint if isinstance(shape, Words)) == "Joker (3)"
    green = region(scene, "colour-0-green")
    assert green.act == Pick(draft="diamond_yatzy.joker", field="colour", value="green")
    assert [(drop.onto, drop.act) for drop in green.drops] == [
        (f"slot-0-{slot}", Play(move=Joker(slot=slot, colour="green"))) for slot in (2, 3, 4)
    ]


def test_without_a_joker_the_third_collection_has_no_draft() -> None:
    spent = duel(board("66123", collection=3, jokers=0))

    assert list(drafts(spent, 0)) == []
    assert region(picture(spent), "slot-0-2").act is None
    assert "Jetzt ein Feld füllen oder streichen" in writing(picture(spent))


def test_regions_come_in_reading_order() -> None:
    scene = picture(duel(SECOND, HIDDEN))
    order = [name.split("-")[0] for name in names(scene)]

    assert order[:8] == ["board", *["slot"] * 5, "tray", "next"]
    assert order[-3:] == ["bonus", "sum", "board"]
    boxes = [name.split("-")[2] for name in names(scene) if name.startswith("strike")]
    assert boxes == [*BOXES]


def test_the_winners_total_blinks() -> None:
    scene = picture(duel(filled(chance=20), filled(chance=10)))

    assert [shape.id for shape in scene.shapes if shape.attention] == ["total-0"]
    assert "total-1" in ids(scene)
    assert scene.label.en.startswith("Board 1 wins by 20 to 10.")


def test_nothing_can_be_done_any_more_when_the_duel_is_over() -> None:
    over = RULES.leave(duel(SECOND, THIRD), 1, "left")

    assert [region.id for region in picture(over).regions if region.act or region.drops] == []
    assert picture(over).label.de.startswith("Brett 1 gewinnt, Brett 2 wurde verlassen.")


def test_the_figures_of_the_rules_show_boxes_that_would_score() -> None:
    early, late = (RULES.figures()[name].boards[0] for name in ("collection", "shopping"))

    assert (brings(early)["three_of_a_kind"], brings(late)["four_of_a_kind"]) == (15, 16)
    assert upper(late) == 63
