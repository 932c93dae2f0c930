"""Clocks: whose time runs, since when, and who has let it run out.  Seconds count from noon."""

import pytest
from msgspec.structs import replace

from domain.commands import open_written
from domain.kernel import Limit, Table
from domain.match import Commit, Match, MatchEnded, MatchSeatLeft, advance
from tests.domain.baton import BATON, Hold, Pass, Whisper
from tests.domain.tables import NOON, SEED, table

BOARD = replace(BATON, table=Table(seats=(3, 2), limit=Limit(counts="start", least=3_600, default=3 * 86_400)))


def test_a_limit_counts_from_the_commit_that_put_the_seat_on_turn() -> None:
    """rules.md, tables: a limit counts from the commit that put the seat on turn."""
    told = table().opened("A", "B", "C")
    assert told.deadlines() == {0: 600}

    told.at(100).moved(0, Pass())
    assert told.deadlines() == {1: 700}


def test_a_limit_counts_from_the_commit_in_which_the_seat_last_moved_itself() -> None:
    """rules.md, tables: or in which it last moved itself; each throw and each stone move has its own."""
    told = table().opened("A", "B", "C").at(100).moved(0, Hold())
    assert told.deadlines() == {0: 700}

    told.at(150).moved(0, Hold())
    assert told.deadlines() == {0: 750}


def test_a_turn_that_comes_back_in_the_same_commit_is_a_new_one() -> None:
    told = table().opened("A", "B", "C").at(100).moved(0, Pass(and_back=True))

    assert told.deadlines() == {0: 700}


def test_commits_of_others_do_not_move_a_limit() -> None:
    """rules.md, tables: commits of others do not move it."""
    told = table().opened("A", "B", "C", "D", seats=4).at(100).left(player(2))

    assert told.deadlines() == {0: 600}


def test_a_leave_that_puts_another_on_turn_starts_its_limit() -> None:
    told = table().opened("A", "B", "C").at(100).left(player(0))

    assert told.deadlines() == {1: 700}


def test_the_first_limit_of_each_seat_is_at_least_a_minute() -> None:
    """rules.md, tables: the first of each seat is at least 60 seconds."""
    told = table().opened("A", "B", "C", limit_seconds=10)
    assert told.deadlines() == {0: 60}

    told.at(50).moved(0, Hold())
    assert told.deadlines() == {0: 60}  # 50 + 10: the second of seat 0.
    told.at(55).moved(0, Pass())
    assert told.deadlines() == {1: 115}  # 55 + 60: the first of seat 1.
    told.at(70).moved(1, Pass()).at(80).moved(2, Pass())
    assert told.deadlines() == {0: 90}  # 80 + 10.


def test_a_leave_of_another_does_not_use_up_the_first_limit() -> None:
    told = table().opened("A", "B", "C", limit_seconds=10).at(30).left(player(0))

    assert told.deadlines() == {1: 90}


def test_a_hidden_commit_moves_no_visible_deadline() -> None:
    """Judged on public facts: neither the whisperer's deadline nor what is left of the first minute changes."""
    told = table().opened("A", "B", "C", limit_seconds=10).at(30).moved(0, Whisper())
    assert told.deadlines() == {0: 60}

    told.at(40).moved(0, Hold())
    assert told.deadlines() == {0: 50}


def test_where_the_limit_counts_from_the_start_nothing_moves_it() -> None:
    """rules.md §3 Time: one limit for the whole board, counted from the start, the same deadline for both."""
    told = table(BOARD).at(20).opened("A", "B", "C", limit_seconds=3_600)
    assert told.deadlines() == {0: 3_620}

    told.at(100).moved(0, Hold()).at(200).moved(0, Pass())
    assert told.deadlines() == {1: 3_620}


def test_nobody_has_a_deadline_before_the_start_and_after_the_end() -> None:
    assert table().opened("A").deadlines() == {}
    assert table().opened("A", "B", seats=2).left("A").deadlines() == {}


def test_an_imported_game_has_no_deadline() -> None:
    decided = open_written(BATON, 2, NOON)
    assert isinstance(decided, tuple)

    assert advance(BATON, Match(), Commit(at=NOON, events=decided)).deadlines == {}


@pytest.mark.parametrize(("second", "late"), [(600, []), (600.001, [0]), (700, [0])])
def test_time_has_run_out_after_the_deadline_not_at_it(second: float, late: list[int]) -> None:
    assert table().opened("A", "B", "C").at(second).overdue() == late


@pytest.mark.parametrize(("second", "late"), [(602, []), (602.5, []), (602.501, [0])])
def test_the_grace_is_added_to_every_deadline(second: float, late: list[int]) -> None:
    """design.md Time: a move later than deadline plus a fixed grace is refused, and the time-out appended."""
    assert table().opened("A", "B", "C").at(second).overdue(grace_seconds=2.5) == late


def test_whoever_runs_out_of_time_leaves_and_the_next_is_on_turn() -> None:
    told = table().opened("A", "B", "C").at(601).ran_out(0)

    told.then(MatchSeatLeft(seat=0, cause="time"))
    assert told.deadlines() == {1: 1201}


def test_all_overdue_seats_go_in_one_commit() -> None:
    """design.md Time: all overdue seats of a game in one commit; the last one remaining wins by it."""
    told = table().opened("A", "B", "C").at(601).ran_out(0, 1)

    told.then(
        MatchSeatLeft(seat=0, cause="time"),
        MatchSeatLeft(seat=1, cause="time"),
        MatchEnded(reason="time", places=((2,),), seed=SEED.hex()),
    )


def test_if_time_runs_out_for_all_the_game_is_aborted() -> None:
    """rules.md §3 Time: if neither is, the duel is aborted."""
    told = table().opened("A", "B", seats=2).at(601).ran_out(0, 1)

    told.then(
        MatchSeatLeft(seat=0, cause="time"),
        MatchSeatLeft(seat=1, cause="time"),
        MatchEnded(reason="time", places=(), seed=SEED.hex()),
    )
    assert told.match.status == "aborted"


def test_time_runs_out_in_running_games_only() -> None:
    table().opened("A").ran_out(0).refused("not_started")
    table().opened("A", "B", seats=2).left("A").ran_out(0).refused("over")


def player(seat: int) -> str:
    """Return who sits there when A, B and C, or A to D, sat down with no luck word: A begins."""
    return "ABCD"[seat]
