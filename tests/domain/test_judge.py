"""Judge: which version of a log is the first that is not what it had to be."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from domain.commands import open_written
from domain.judge import judge
from domain.kernel import Event, Reason
from domain.match import Commit, Match, MatchEnded, MatchJoined, MatchSeatLeft, MatchStarted, advance
from tests.domain.baton import BATON, Held, Hold, Pass, Passed, Returned, Whispered
from tests.domain.tables import NOON, SEED, table

END = MatchEnded(reason="left", places=((2,),), seed=SEED.hex())


def played() -> list[Commit]:
    """Return a log of eleven events in six commits: 1-5, 6, 7-8, 9, 10-11."""
    told = table().opened("A", "B", "C").moved(0, Hold()).moved(0, Pass(and_back=True)).left("A").left("B")
    assert [len(commit.events) for commit in told.log] == [5, 1, 2, 1, 2]
    return told.log


def with_events(place: int, *events: Event) -> list[Commit]:
    """Return that log with other events in one commit."""
    log = played()
    log[place] = replace(log[place], events=events)
    return log


def test_a_log_that_was_played_is_right_and_so_is_its_beginning() -> None:
    assert [judge(BATON, played()[:end], SEED) for end in range(6)] == [None] * 6


@pytest.mark.parametrize(
    ("place", "events", "version"),
    [
        (1, (Held(seat=1),), 6),  # Seat 1 was not on turn.
        (1, (Returned(seat=0, to=0),), 6),  # No move begins so.
        (1, (Held(),), 6),  # Nobody's move.
        (1, (), 6),  # An empty commit.
        (1, (Held(seat=0), Held(seat=0)), 7),  # Something follows that does not.
        (2, (Passed(seat=0, to=2, returns=True), Returned(seat=2, to=0)), 7),  # Passed to the wrong seat.
        (2, (Passed(seat=0, to=1, returns=True), Returned(seat=1, to=2)), 8),  # Returned to the wrong seat.
        (2, (Passed(seat=0, to=1, returns=True),), 8),  # What follows by itself is missing.
        (3, (MatchSeatLeft(seat=7, cause="left"),), 9),
        (3, (MatchSeatLeft(seat=-1, cause="left"),), 9),
        (3, (MatchSeatLeft(seat=0, cause="time"),), 9),  # Its time had not run out.
        (3, (MatchSeatLeft(seat=0, cause="left"), MatchSeatLeft(seat=1, cause="left")), 10),  # One leaves at a time.
        (4, (MatchSeatLeft(seat=1, cause="left"),), 11),  # The end is missing.
        (4, (MatchSeatLeft(seat=1, cause="left"), replace(END, places=((2,), (1,)))), 11),
        (4, (MatchSeatLeft(seat=1, cause="left"), replace(END, seed="00" * 32)), 11),
        (4, (MatchSeatLeft(seat=1, cause="left"), END, Held(seat=2)), 12),
    ],
)
def test_the_first_wrong_version_is_named(place: int, events: Sequence[Event], version: int) -> None:
    assert judge(BATON, with_events(place, *events), SEED) == version


@pytest.mark.parametrize(
    ("change", "version"),
    [
        ({"kind": "reversi"}, 1),
        ({"rules": 2}, 1),
        ({"seats": 5}, 1),
        ({"options": {"unknown": 1}}, 1),
        ({"limit_seconds": 9}, 1),
        ({"limit_seconds": None}, 1),
        ({"commitment": "00" * 32}, 1),
        ({"commitment": None}, 1),
        ({"origin": "imported"}, 1),  # Imported games have no members.
        ({"seat": 0}, 1),
        ({"seats": 2}, 4),  # Two seats were full already.
        ({"seats": 4}, 5),  # Nobody was there to start it.
        ({"limit_seconds": 60}, None),  # Just another table.
    ],
)
def test_an_opening_is_judged_by_what_the_kind_offers(change: dict[str, Any], version: int | None) -> None:
    first, *others = played()[0].events

    assert judge(BATON, with_events(0, replace(first, **change), *others), SEED) == version


def test_whoever_joins_twice_is_found() -> None:
    first, a, b, c, started = played()[0].events

    assert judge(BATON, with_events(0, first, a, b, b, started), SEED) == 4
    assert judge(BATON, with_events(0, first, a, b, c, MatchJoined(player="D"), started), SEED) == 5


def test_seats_that_were_not_drawn_are_found() -> None:
    *before, _ = played()[0].events
    wrong = MatchStarted(seats=("B", "C", "A"), luck=("", "", ""))

    assert judge(BATON, with_events(0, *before, wrong), SEED) == 5


def test_a_log_begins_with_its_opening_and_has_one() -> None:
    log = played()

    assert judge(BATON, log[1:], SEED) == 1
    assert judge(BATON, [log[0], *log], SEED) == 6
    assert judge(BATON, [*log, log[0]], SEED) == 12


def test_without_the_seed_a_played_game_cannot_be_judged() -> None:
    assert judge(BATON, played(), None) == 1


def test_time_outs_are_judged_by_the_deadlines() -> None:
    told = table().opened("A", "B", "C").at(601).ran_out(0)
    early = replace(told.log[1], at=NOON + timedelta(seconds=600))
    doubled = replace(told.log[1], events=told.log[1].events * 2)

    assert judge(BATON, told.log, SEED) is None
    assert judge(BATON, [told.log[0], early], SEED) == 6
    assert judge(BATON, [told.log[0], doubled], SEED) == 7


def test_a_hidden_move_is_judged_like_any_other() -> None:
    log = played()[:1]

    assert judge(BATON, [*log, Commit(at=NOON, events=(Whispered(seat=0),))], SEED) is None
    assert judge(BATON, [*log, Commit(at=NOON, events=(Whispered(seat=1),))], SEED) == 6


@pytest.mark.parametrize(
    ("reason", "version"),
    [("operator", None), ("closed", 6), ("unfinished", 6), ("complete", 6), ("left", 6)],
)
def test_a_running_game_ends_without_places_by_an_operator_alone(reason: Reason, version: int | None) -> None:
    end = MatchEnded(reason=reason, places=(), seed=SEED.hex())

    assert judge(BATON, [*played()[:1], Commit(at=NOON, events=(end,))], SEED) == version


def test_an_open_table_may_be_closed() -> None:
    told = table().opened("A").ended("closed")

    assert judge(BATON, told.log, SEED) is None


def test_an_imported_game_is_judged_by_its_moves_alone() -> None:
    log = imported(None, (Held(seat=0),), (MatchEnded(reason="unfinished", places=()),))

    assert judge(BATON, log, None) is None
    assert judge(BATON, imported(None, (Held(seat=1),)), None) == 3


def test_an_imported_record_says_who_went_and_how() -> None:
    end = MatchEnded(reason="time", places=((1,),), seed=SEED.hex())
    left = MatchSeatLeft(seat=0, cause="time")

    assert judge(BATON, imported(SEED, (Held(seat=0),), (left, end)), SEED) is None
    assert judge(BATON, imported(SEED, (MatchSeatLeft(seat=1, cause="time"), end)), SEED) == 3  # It was not on turn.


def imported(seed: bytes | None, *commits: tuple[Event, ...]) -> list[Commit]:
    """Return the log of an imported game for two."""
    opened = open_written(BATON, 2, NOON, seed=seed)
    assert isinstance(opened, tuple)
    log = [Commit(at=NOON, events=events) for events in (opened, *commits)]
    assert advance(BATON, Match(), log[0]).version == 2
    return log
