"""A game played elsewhere is decided here again: the same board, the same draws, and nobody in its seats."""

from collections.abc import Sequence
from datetime import UTC, datetime

from domain import record
from domain.commands import Setup, end, open_table
from domain.imported import NotImported, by_moves, by_record
from domain.kernel import AnyRules
from domain.match import Commit, Match, MatchStarted, Member, fold
from domain.record import Record
from domain.testing import written
from tests.laws.registry import EVERY_GAME, KINDS, NUMBERS, REPRODUCIBLE
from tests.records.documents import life_of, record_of

AT = datetime(2026, 1, 1, 12, tzinfo=UTC)
ROUND = "f5d6c3d3c4"


def reread(kind: str, log: Sequence[Commit]) -> Record:
    read = record.read(record_of(kind, log), KINDS)
    assert isinstance(read, Record), read
    return read


def logged(log: Sequence[Commit] | NotImported) -> Sequence[Commit]:
    assert not isinstance(log, NotImported), log
    return log


def folded(kind: str, log: Sequence[Commit] | NotImported) -> Match:
    return fold(KINDS[kind], logged(log))


def after_the_start(log: Sequence[Commit]) -> Sequence[object]:
    events = [(commit.at, event) for commit in log for event in commit.events]
    start = next(number for number, (_, event) in enumerate(events) if isinstance(event, MatchStarted))
    return events[start + 1 :]


@EVERY_GAME
@NUMBERS
@REPRODUCIBLE
def test_a_recorded_game_takes_its_course_again_event_by_event(rules: AnyRules, number: int) -> None:
    log = life_of(rules.name, number)
    again = logged(by_record(reread(rules.name, log)))

    assert after_the_start(again) == after_the_start(log)


@EVERY_GAME
@NUMBERS
@REPRODUCIBLE
def test_an_imported_game_has_a_record_of_its_own_that_is_accepted(rules: AnyRules, number: int) -> None:
    again = logged(by_record(reread(rules.name, life_of(rules.name, number))))

    assert record.verify(record_of(rules.name, again), KINDS) is None


@EVERY_GAME
@NUMBERS
@REPRODUCIBLE
def test_an_imported_game_imported_again_is_the_same(rules: AnyRules, number: int) -> None:
    once = logged(by_record(reread(rules.name, life_of(rules.name, number))))

    assert by_record(reread(rules.name, once)) == once


def test_an_imported_game_has_its_commitment_seed_and_luck_and_no_players() -> None:
    log = life_of("hoard", 3)
    was, now = fold(KINDS["hoard"], log), folded("hoard", by_record(reread("hoard", log)))

    assert now.opened.origin == "imported"
    assert now.opened.commitment == was.opened.commitment
    assert (now.seed, now.luck, now.result) == (was.seed, was.luck, was.result)
    assert {taken.player for taken in now.seats} == {None}
    assert now.members == ()
    assert now.opened.limit_seconds is None


def test_a_table_that_never_started_is_not_imported() -> None:
    rules, seed = KINDS["hoard"], bytes(32)
    opened = open_table(
        rules, Setup(seats=3, options=rules.options(), limit_seconds=60), [Member(player="a")], seed, AT
    )
    assert isinstance(opened, tuple)
    closed = end(fold(rules, [Commit(at=AT, events=opened)]), "closed", seed)
    assert isinstance(closed, tuple)
    log = [Commit(at=AT, events=opened), Commit(at=AT, events=closed)]

    assert by_record(reread("hoard", log)) == NotImported(move=0, reason="not_started")


def test_written_moves_become_a_game_that_seat_0_begins() -> None:
    log = logged(by_moves(KINDS["connect_four"], written(KINDS["connect_four"], "1122334"), AT))
    match = fold(KINDS["connect_four"], log)

    assert (match.status, match.opened.origin, match.opened.commitment) == ("finished", "imported", None)
    assert match.result is not None
    assert match.result.places == ((0,), (1,))
    assert {commit.at for commit in log} == {AT}


def test_what_the_moves_do_not_end_is_aborted_as_unfinished() -> None:
    match = folded("reversi", by_moves(KINDS["reversi"], written(KINDS["reversi"], ROUND), AT))

    assert match.status == "aborted"
    assert match.result is not None
    assert match.result.reason == "unfinished"


def test_no_moves_at_all_are_a_game_that_was_broken_off_at_once() -> None:
    assert folded("reversi", by_moves(KINDS["reversi"], [], AT)).status == "aborted"


def test_a_move_against_the_rules_is_named() -> None:
    moves = written(KINDS["reversi"], "f5a1")

    assert by_moves(KINDS["reversi"], moves, AT) == NotImported(move=2, reason="turns_nothing")


def test_a_move_after_the_end_is_named() -> None:
    moves = written(KINDS["connect_four"], "11223344")

    assert by_moves(KINDS["connect_four"], moves, AT) == NotImported(move=8, reason="over")


def test_a_written_game_verifies_without_a_seed() -> None:
    log = logged(by_moves(KINDS["reversi"], written(KINDS["reversi"], ROUND), AT))

    assert record.verify(record_of("reversi", log), KINDS) is None
    assert record.notation(KINDS["reversi"], log) == ROUND
