"""Rating: who is rated for which games, and what is counted whatever the skill."""

from collections.abc import Sequence
from typing import Any

import pytest

from domain.kernel import Reason
from domain.rating import Change, Ended, Part, Skill, Standing, ended, rate
from tests.domain.tables import NOON, table
from tests.laws.registry import KINDS

FOUR = KINDS["connect_four"]
COOL = KINDS["bleib_cool"]
YATZY = KINDS["diamond_yatzy"]
WON = "1212121"


def ladder(skills: Sequence[Skill], places: Sequence[int]) -> Sequence[Skill]:
    """A model that can be reckoned in the head: 10 up for the first place, 1 down for each place below it."""
    steps = [10 if place == 1 else 1 - place for place in places]
    return [Skill(mean=skill.mean + step * 1000) for skill, step in zip(skills, steps, strict=True)]


def won(columns: str = WON) -> table:
    """Return a game of two in which the first has four in column 1."""
    played = table(FOUR).opened("ann", "ben", seats=2)
    for turn, column in enumerate(columns):
        played.moved(turn % 2, FOUR.moves[0](column=int(column)))
    return played


def parts(played: table) -> Any:
    """Return how a game ended: the place of each, whether it is shared, how it was left, and the points."""
    one = ended(played.log)
    return one and {part.player: (part.place, part.shared, part.left, part.points) for part in one.parts}


def game(*places: int, reason: Reason = "complete", **more: Any) -> Ended:
    """Return a game of `a`, `b`, `c` … with these places."""
    each = [
        Part(player=name, place=place or None, shared=places.count(place) > 1, **{k: v[n] for k, v in more.items()})
        for n, (name, place) in enumerate(zip("abcd", places, strict=False))
    ]
    return Ended(at=NOON, reason=reason, parts=tuple(each))


def counted(changes: Sequence[Change]) -> Any:
    """Return what was counted for each: played, won, drawn, left."""
    return {c.part.player: (c.after.played, c.after.won, c.after.drawn, c.after.left) for c in changes}


def strengths(changes: Sequence[Change]) -> Any:
    return {change.part.player: change.after.skill.strength for change in changes}


def test_a_game_that_goes_on_is_not_rated() -> None:
    assert parts(won(WON[:-1])) is None


def test_a_table_that_closed_before_the_start_is_not_rated() -> None:
    assert parts(table(FOUR).opened("ann", seats=2).left("ann")) is None


def test_a_game_is_rated_by_its_places() -> None:
    first, second = (taken.player for taken in won().match.seats)
    assert parts(won()) == {first: (1, False, None, None), second: (2, False, None, None)}


def test_the_events_of_the_match_alone_say_how_a_game_ended() -> None:
    whole, log = ended(won().log), won().log
    assert ended([log[0], log[-1]]) == whole
    assert whole is not None
    assert whole.at == log[-1].at


def test_who_left_is_last_and_said_to_have_left() -> None:
    played = table(FOUR).opened("ann", "ben", seats=2).left("ann")
    assert parts(played) == {"ann": (2, False, "left", None), "ben": (1, False, None, None)}


def test_points_come_with_the_places_of_who_left_at_the_bottom() -> None:
    # rules.md §1: of three the first two get 1200 and 900; who leaves gets -600; who is left alone, the best place.
    played = table(COOL).opened("ann", "ben", "cleo", seats=3).left("ann").left("cleo")
    assert parts(played) == {
        "ann": (3, False, "left", -600),
        "ben": (1, False, None, 1200),
        "cleo": (2, False, "left", -600),
    }


def test_an_imported_game_is_not_rated() -> None:
    opened, *others = won().log
    first = opened.events[0]
    imported = type(opened)(at=opened.at, events=(replaced(first, origin="imported"), *opened.events[1:]))
    assert ended([imported, *others]) is None


def test_a_robot_is_known_by_its_level() -> None:
    played = table(FOUR).opened("ann", seats=2).joined("r", robot="easy").left("ann")
    one = ended(played.log)
    assert one is not None
    assert {part.player: part.robot for part in one.parts} == {"ann": None, "r": "easy"}


def test_the_first_place_alone_is_won_and_shared_is_drawn() -> None:
    assert counted(rate(game(1, 1, 3, 4), {}, ladder)) == {
        "a": (1, 0, 1, 0),
        "b": (1, 0, 1, 0),
        "c": (1, 0, 0, 0),
        "d": (1, 0, 0, 0),
    }
    assert counted(rate(game(2, 1, 2), {}, ladder)) == {"a": (1, 0, 0, 0), "b": (1, 1, 0, 0), "c": (1, 0, 0, 0)}


def test_who_left_counts_by_place_and_as_left() -> None:
    changes = rate(game(1, 2, 3, left=(None, None, "time")), {}, ladder)
    assert counted(changes) == {"a": (1, 1, 0, 0), "b": (1, 0, 0, 0), "c": (1, 0, 0, 1)}
    assert strengths(changes) == {"a": 1010, "b": 999, "c": 998}


def test_points_are_summed() -> None:
    before = {"a": Standing(points=1200)}
    changes = rate(game(2, 1, points=(-600, 800)), before, ladder)
    assert [change.after.points for change in changes] == [600, 800]


def test_where_a_game_pays_no_points_there_are_none() -> None:
    assert [change.after.points for change in rate(game(1, 2), {}, ladder)] == [None, None]


def test_a_robot_at_the_table_leaves_every_skill_as_it_was_but_the_game_counts() -> None:
    before = {"a": Standing(skill=Skill(mean=1234_000))}
    changes = rate(game(1, 2, 3, robot=(None, "easy", None), points=(1200, 900, 50)), before, ladder)
    assert strengths(changes) == {"a": 1234, "b": 1000, "c": 1000}
    assert counted(changes) == {"a": (1, 1, 0, 0), "b": (1, 0, 0, 0), "c": (1, 0, 0, 0)}
    assert {change.why for change in changes} == {"robots"}


def test_an_aborted_game_changes_nothing() -> None:
    assert rate(game(0, 0, reason="operator", left=("left", None)), {}, ladder) == []


def test_who_lets_the_time_run_out_for_both_has_left_and_keeps_the_skill() -> None:
    # rules.md §3: "if neither is, the duel is aborted, both count as having left, nobody's skill changes".
    played = table(YATZY).opened("ann", "ben", seats=2, limit_seconds=3600).at(4000).ran_out(0, 1)
    one = ended(played.log)
    assert one is not None
    changes = rate(one, {}, ladder)
    assert counted(changes) == {"ann": (1, 0, 0, 1), "ben": (1, 0, 0, 1)}
    assert strengths(changes) == {"ann": 1000, "ben": 1000}


@pytest.mark.parametrize(("mean", "strength"), [(999_499, 999), (999_500, 1000), (1000_499, 1000), (-1, 0), (-501, -1)])
def test_strength_is_the_nearest_whole_number(mean: int, strength: int) -> None:
    assert Skill(mean=mean).strength == strength


def test_a_newcomer_is_worth_1000() -> None:
    assert Standing().skill.strength == 1000


def replaced(event: Any, **fields: Any) -> Any:
    return type(event)(**{name: getattr(event, name) for name in event.__struct_fields__} | fields)
