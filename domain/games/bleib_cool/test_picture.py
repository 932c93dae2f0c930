"""Bleib Cool as it is seen: the cross as text, and the picture with its labels."""

from domain.games.bleib_cool import RULES
from domain.games.bleib_cool.picture import picture
from domain.games.bleib_cool.rules import Captured, MoveStone, Roll, State
from domain.games.bleib_cool.stones import FULL, stone_shapes
from domain.games.bleib_cool.view import Throw, Trip, view
from domain.games.bleib_cool.walking import Paths
from domain.kernel import Cause
from domain.picture import AnyShape, Circle, Group, Line, Play, Polygon, Region, Scene, Words
from domain.testing import Rigged, after, begin, commit
from domain.value import Text

B = -1
ALL_IN_B = (B, B, B, B)
HOME = (40, 41, 42, 43)


def at(*stones: Paths, turn: int = 0, throws: int = 1, home: tuple[int, ...] = ()) -> State:
    return State(stones=stones, turn=turn, throws=throws, home=home)


def rolled(state: State, number: int) -> State:
    done: State = after(RULES, state, commit(RULES, state, state.turn, Roll(), Rigged(number)))
    return done


def moved(state: State, stone: int) -> State:
    done: State = after(RULES, state, commit(RULES, state, state.turn, MoveStone(stone=stone), Rigged()))
    return done


def gone(state: State, seat: int, cause: Cause = "left") -> State:
    left: State = RULES.leave(state, seat, cause)
    event = RULES.by_itself(left, Rigged())
    return left if event is None else after(RULES, left, [event])


def shape(scene: Scene, name: str) -> AnyShape | None:
    return next((shape for shape in scene.shapes if shape.id == name), None)


def region(state: State, name: str) -> Region:
    return next(region for region in picture(state).regions if region.id == name)


def written(state: State) -> list[str]:
    """Return all writing but the colours' names and the fields' A."""
    words = [shape.text for shape in picture(state).shapes if isinstance(shape, Words)]
    texts = [text.en if isinstance(text, Text) else text for text in words]
    return [text for text in texts if text not in {"A", "Red", "Blue", "Yellow", "Green"}]


def test_the_view_is_the_cross_from_above() -> None:
    seen = view(at((0, 9, 40, B), (B, B, 0, 38), (5, 43, B, B), (B, B, B, 12)))

    assert seen.board == (
        "..--101--.1",
        ".0--...--.1",
        "----...----",
        "----...----",
        "0.3........",
        ".0...-2....",
        "...........",
        "----..2----",
        "----...----",
        "3.--...--22",
        "33--...--..",
    )


def test_the_view_tells_what_was_thrown_moved_and_captured() -> None:
    state = at((11, B, B, 43), (B, 35, B, 20))
    assert (view(state).rolled, view(state).moved) == (None, None)

    state = rolled(state, 4)
    assert (view(state).rolled, view(state).movable, view(state).throws) == (Throw(seat=0, number=4), (0,), 0)
    state = moved(state, 0)
    trip = Trip(seat=0, stone=0, origin=11, target=15, captured=Captured(seat=1, stone=1))
    assert (view(state).moved, view(state).movable, view(state).throws) == (trip, (), 1)


def test_the_view_tells_who_had_to_pass_until_the_next_throw() -> None:
    state = rolled(at((38, 41, 42, B), (5, B, B, B)), 3)

    assert (view(state).passed, state.turn) == (0, 1)
    assert view(rolled(state, 2)).passed is None


def test_the_view_tells_places_and_who_left() -> None:
    sides = view(gone(at((5, B, B, B), HOME, (7, B, B, B), ALL_IN_B, home=(1,)), 2)).sides

    assert [(side.place, side.left) for side in sides] == [(None, False), (1, False), (4, True), (None, False)]


def test_regions_are_read_from_the_die_over_the_players_to_their_stones() -> None:
    names = [region.id for region in picture(begin(RULES, 2)).regions]

    assert names == ["die", "player-0", "player-1", *(f"stone-{seat}-{n}" for seat in (0, 1) for n in range(4))]


def test_the_die_asks_for_attention_while_it_is_to_be_thrown() -> None:
    die = region(at((5, B, B, B), ALL_IN_B), "die")

    assert (die.act, die.attention) == (Play(move=Roll()), True)
    assert die.label == Text(de="Würfel. Rot würfelt", en="Die. Red throws")
    die = region(rolled(at((5, B, B, B), ALL_IN_B), 4), "die")
    assert (die.act, die.attention, die.hint) == (None, False, ())
    assert die.label == Text(de="Würfel: Rot warf 4", en="Die: Red threw 4")


def test_the_die_shows_what_was_thrown() -> None:
    for number in range(1, 7):
        state = rolled(at((5, B, B, B), ALL_IN_B), number)
        die = shape(picture(state), f"die-{state.rolls}")
        assert isinstance(die, Group)
        assert sum(isinstance(part, Circle) for part in die.shapes) == number


def test_exactly_the_stones_that_may_move_are_hinted_and_show_where_they_would_go() -> None:
    state = rolled(at((11, 20, B, 43), (B, 35, B, 20)), 4)
    stones = {region.id: region for region in picture(state).regions if region.id.startswith("stone-")}

    assert [name for name, stone in stones.items() if stone.act or stone.hint or stone.ghost] == [
        "stone-0-0",
        "stone-0-1",
    ]
    assert stones["stone-0-1"].act == Play(move=MoveStone(stone=1))
    way, *_, there = stones["stone-0-1"].ghost
    assert isinstance(way, Line)
    assert isinstance(there, Group)
    area = stones["stone-0-1"].area
    assert isinstance(area, Circle)
    assert way.points[0] == (area.x, area.y)
    assert len(way.points) == 5
    assert way.points[-1] == (there.x, there.y)
    assert any(isinstance(each, Group) and isinstance(each.shapes[0], Polygon) for each in stones["stone-0-0"].ghost)


def test_a_stone_says_where_it_is_and_what_moving_it_does() -> None:
    state = rolled(at((11, 20, 36, 43), (B, 35, B, 20)), 4)

    assert region(state, "stone-0-0").label == Text(
        de="Rot, Stein 1: auf Feld 12, noch 29 bis zum Ziel; zieht auf Feld 16 und schlägt Gelb",
        en="Red, stone 1: on field 12, 29 to the goal; moves to field 16 and captures Yellow",
    )
    assert region(state, "stone-0-2").label.de == "Rot, Stein 3: auf Feld 37, noch 4 bis zum Ziel; zieht auf Zielfeld 1"
    assert region(state, "stone-0-3").label.en == "Red, stone 4: in the goal on field 4"
    assert region(state, "stone-1-0").label.de == "Gelb, Stein 1: wartet auf B"
    assert region(state, "stone-1-3").label.en == "Yellow, stone 4: on field 1, 20 to the goal"
    out = rolled(at(ALL_IN_B, ALL_IN_B, throws=3), 6)
    assert region(out, "stone-0-0").label.de == "Rot, Stein 1: wartet auf B; zieht auf Feld A (1)"


def test_a_stone_keeps_its_name_wherever_it_goes() -> None:
    state = rolled(at((11, B, B, B), (35, B, B, B)), 4)
    before, after_it = (picture(each) for each in (state, moved(state, 0)))

    names = [shape.id for shape in before.shapes if isinstance(shape, Group) and (shape.id or "").startswith("stone")]
    assert names == [f"stone-{seat}-{n}" for seat in (0, 1) for n in range(4)]
    for name in ("stone-0-0", "stone-1-0"):  # The one that moved, and the one it captured.
        old, new = shape(before, name), shape(after_it, name)
        assert isinstance(old, Group)
        assert isinstance(new, Group)
        assert (old.x, old.y) != (new.x, new.y)
        assert old.shapes == new.shapes


def test_the_four_colours_differ_in_form() -> None:
    marks = [stone_shapes(colour)[-1] for colour in range(4)]

    assert isinstance(marks[0], Circle)
    assert [len(mark.points) for mark in marks[1:] if isinstance(mark, Polygon)] == [3, 4, 12]


def test_the_last_move_can_be_seen() -> None:
    state = moved(rolled(at((11, B, B, B), (35, B, B, B)), 4), 0)
    scene = picture(state)
    way, hit, stone = shape(scene, "way"), shape(scene, "hit"), shape(scene, "stone-0-0")

    assert isinstance(way, Line)
    assert isinstance(hit, Group)
    assert isinstance(stone, Group)
    assert len(way.points) == 5
    assert way.points[-1] == (hit.x, hit.y) == (stone.x, stone.y)
    assert stone.way == way.points[1:-1]
    assert hit.label == Text(de="Gelb geschlagen", en="Yellow captured")
    assert [shape(picture(gone(state, 0)), name) for name in ("way", "from", "hit")] == [None] * 3


def test_the_corner_of_whoever_is_on_turn_is_framed_and_shows_the_throws_left() -> None:
    def frames(state: State) -> int:
        return sum(shape.id == "turn" for shape in picture(state).shapes)

    def dice(state: State) -> int:
        return sum((shape.id or "").startswith("throw-") for shape in picture(state).shapes)

    assert [(frames(state), dice(state)) for state in (begin(RULES, 3), rolled(begin(RULES, 3), 2))] == [(1, 3), (1, 2)]
    over = gone(begin(RULES, 2), 0)
    assert (frames(over), dice(over)) == (0, 0)


def test_the_plate_below_the_die_has_the_colour_of_whose_turn_it_is() -> None:
    for seat in range(4):
        plate = shape(picture(at(*(ALL_IN_B,) * 4, turn=seat)), "plate")
        assert not isinstance(plate, Group | Words | None)
        assert plate.fill == FULL[seat]


def test_what_happened_and_what_comes_next_is_said() -> None:
    assert picture(begin(RULES, 4)).label == Text(de="Rot würfelt, noch 3 Würfe.", en="Red throws, 3 left.")
    state = rolled(at((11, B, B, B), (35, B, B, B), (0, B, B, B)), 4)
    assert picture(state).label == Text(de="Rot zieht mit der 4.", en="Red moves by the 4.")
    state = rolled(at((11, B, B, B), (35, B, B, B)), 4)
    assert picture(moved(state, 0)).label == Text(
        de="Rot zog auf Feld 16 und schlug Gelb. Gelb würfelt, noch 3 Würfe.",
        en="Red moved to field 16 and captured Yellow. Yellow throws, 3 left.",
    )
    passed = rolled(at((38, 41, 42, B), (5, B, B, B)), 3)
    assert picture(passed).label.de == "Rot kann mit der 3 nicht ziehen. Gelb würfelt."
    home = moved(rolled(at((39, 41, 42, 43), ALL_IN_B, ALL_IN_B), 1), 0)
    assert picture(home).label.de == "Rot zog auf Zielfeld 1: 1. Platz. Blau würfelt, noch 3 Würfe."


def test_the_line_below_the_board_says_what_comes_next() -> None:
    passed = rolled(at((38, 41, 42, B), (5, B, B, B)), 3)

    assert written(passed) == ["Red cannot move by the 3. Yellow throws."]


def test_places_and_points_stand_in_the_corners() -> None:
    state = at((39, 41, 42, 43), HOME, (7, B, B, 43), (2, B, B, B), home=(1,))
    assert written(gone(state, 2))[:-1] == ["1st place", "4th place", "gone"]

    over = moved(rolled(gone(state, 2), 1), 0)
    assert written(over) == [
        "2nd place: 1200",
        "1st place: 1600",
        "4th place: \N{MINUS SIGN}600",
        "gone",
        "3rd place: 800",
        "Blue wins.",
    ]


def test_each_corner_tells_how_its_player_stands() -> None:
    state = gone(at((39, 41, 42, B), HOME, (7, B, B, 43), (2, B, B, B), home=(1,)), 2)

    assert region(state, "player-0").label == Text(
        de="Rot: 1 auf B, 2 im Ziel; am Zug", en="Red: 1 in B, 2 in the goal; on turn"
    )
    assert region(state, "player-1").label == Text(de="Blau: 1. Platz", en="Blue: 1st place")
    assert region(state, "player-2").label == Text(de="Gelb: gegangen, 4. Platz", en="Yellow: gone, 4th place")
    assert region(state, "player-3").label.en == "Green: 3 in B, 0 in the goal"


def test_nothing_can_be_done_after_the_end() -> None:
    over = gone(rolled(at((5, B, B, B), (7, B, B, B)), 3), 1)

    assert [region.id for region in picture(over).regions if region.act is not None] == []
    assert picture(over).label == Text(de="Rot gewinnt.", en="Red wins.")


def test_the_figures_of_the_rules_show_what_throws_and_moves_come_to() -> None:
    figures = RULES.figures()
    fight = at((5, B, B, 43), (B, 26, 39, B), (43, 12, B, B), (8, 22, B, B))
    late = at((43, 42, 36, 20), HOME, (43, 41, 30, 12), (43, 33, 18, 5), home=(1,))

    assert picture(rolled(at(*figures["six"].stones), 6)) == picture(figures["six"])
    assert picture(moved(rolled(fight, 4), 0)) == picture(figures["capture"])
    assert picture(rolled(late, 4)) == picture(figures["goal"])
