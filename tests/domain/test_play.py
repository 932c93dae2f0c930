"""Play: moves, leaves and ends of a running game, what follows by itself, and the rematch."""

import pytest
from msgspec.structs import replace

from domain.commands import open_written, rematch_members
from domain.kernel import Chance, Refused, Table
from domain.match import MatchEnded, MatchOpened, MatchSeatLeft, MatchStarted, Member
from tests.domain.baton import BATON, Fact, Held, Hold, Pass, Passed, Returned, State
from tests.domain.tables import COMMITMENT, NOON, SEED, table

DRAWN = replace(BATON, table=Table(seats=(3, 2, 4), rematch_first="drawn"))
WON = MatchEnded(reason="left", places=((2,),), seed=SEED.hex())


def test_a_move_is_made_by_the_seat_on_turn() -> None:
    table().opened("A", "B", "C").moved(0, Pass()).then(Passed(seat=0, to=1))
    table().opened("A", "B", "C").moved(1, Pass()).refused("not_your_turn")


def test_what_follows_by_itself_belongs_to_the_same_commit() -> None:
    told = table().opened("A", "B", "C").moved(0, Pass(and_back=True))

    told.then(Passed(seat=0, to=1, returns=True), Returned(seat=1, to=0))


def test_nobody_moves_before_the_start_or_after_the_end() -> None:
    table().opened("A").moved(0, Pass()).refused("not_started")
    table().opened("A", "B", seats=2).left("A").moved(0, Pass()).refused("over")


def test_a_refused_move_has_changed_nothing() -> None:
    told = table().opened("A", "B", "C")
    before = told.match

    assert told.moved(1, Pass()).match is before


def test_whoever_leaves_gives_up_the_seat_and_the_last_one_remaining_wins() -> None:
    told = table().opened("A", "B", "C").left("A")
    told.then(MatchSeatLeft(seat=0, cause="left"))
    assert told.match.seats[0].left == "left"
    assert told.match.seat_of("A") is None

    told.left("B").then(MatchSeatLeft(seat=1, cause="left"), WON)
    assert told.match.status == "finished"


def test_nobody_leaves_twice_nor_without_a_seat() -> None:
    told = table().opened("A", "B", "C").left("A")

    told.left("A").refused("already_left")
    told.left("X").refused("not_seated")
    told.left("B").left("C").refused("over")


def test_leaving_without_anything_at_stake_writes_nothing() -> None:
    """rules.md Leaving: such a leave writes no event: the seat keeps what it may see and its voice in a rematch."""
    careless = replace(BATON, at_stake=lambda _: (1, 2))

    told = table(careless).opened("A", "B", "C").left("A")

    told.then()
    assert told.match.seat_of("A") == 0


def test_an_operator_ends_a_running_game_without_places() -> None:
    told = table().opened("A", "B", "C").ended("operator")

    told.then(MatchEnded(reason="operator", places=(), seed=SEED.hex()))
    assert told.match.status == "aborted"


def test_the_version_counts_events_and_the_time_is_the_latest() -> None:
    told = table().opened("A", "B", "C")
    assert told.match.version == 5  # Opened, three joined, started.

    told.at(30).moved(0, Hold()).at(20).moved(0, Pass(and_back=True))
    assert told.match.version == 8
    assert (told.match.at, told.log[-1].at) == (told.log[-2].at, told.now)


def test_a_game_that_never_rests_is_a_bug() -> None:
    def restless(_state: State, _chance: Chance) -> Fact:
        return Held(seat=0)

    with pytest.raises(AssertionError, match="baton never rests"):
        table(replace(BATON, by_itself=restless)).opened("A", "B", "C")


def test_in_a_rematch_the_old_seat_1_begins_and_the_old_seat_0_comes_last() -> None:
    """rules.md Seats: in a rematch the old seat 1 begins as seat 0 and the old seat 0 comes last."""
    old = table().opened("A", "B", "C")

    assert again(old) == ["B", "C", "A"]


def test_in_a_rematch_the_seats_of_leavers_are_closed_up() -> None:
    """rules.md Seats: seats of leavers closed up."""
    assert again(table().opened("A", "B", "C", "D", seats=4).left("B")) == ["C", "D", "A"]
    assert again(table().opened("A", "B", "C").left("A")) == ["B", "C"]


def test_some_kinds_draw_who_begins_a_rematch_too() -> None:
    """rules.md Seats: Bleib Cool draws at every start."""
    old = table(DRAWN).opened("A", "B", "C", luck={"A": "deadbeefdeadbeef"})
    assert old.sat() == ["C", "A", "B"]

    words = {"C": "0123456789abcdef"}  # The word with which the second of three begins, here A.
    members = rematch_members(DRAWN, old.match, words)
    assert [member.player for member in members] == ["C", "A", "B"]
    new = table(DRAWN).opened("C", "A", "B", luck=words, rematch_of="old")
    assert new.sat() == ["A", "B", "C"]


def test_in_a_rematch_robots_are_robots_again_and_luck_words_are_fresh() -> None:
    old = table().opened("A", luck={"A": "0123456789abcdef"}, seats=2).joined("R", robot="easy")

    members = rematch_members(BATON, old.match, {"A": "ffffffffffffffff"})

    assert sorted(members, key=lambda member: member.player) == [
        Member(player="A", luck="ffffffffffffffff"),
        Member(player="R", robot="easy"),
    ]


def test_a_game_known_by_its_moves_has_no_players_no_seed_and_no_limit() -> None:
    """api.md import: origin imported, seats without players; no seed or commitment."""
    assert open_written(BATON, 2, NOON) == (
        MatchOpened(kind="baton", rules=1, seats=2, options={}, limit_seconds=None, commitment=None, origin="imported"),
        MatchStarted(seats=(None, None), luck=()),
    )


def test_a_game_from_a_record_brings_its_seed_and_luck_words() -> None:
    """api.md import: a record brings commitment, seed and luck words, from which its draws are taken again."""
    opened, started = open_written(BATON, 2, NOON, seed=SEED, luck=("", "ffffffffffffffff"))  # type: ignore[misc] # Not refused.

    assert isinstance(opened, MatchOpened)
    assert opened.commitment == COMMITMENT
    assert started == MatchStarted(seats=(None, None), luck=("", "ffffffffffffffff"))


def test_a_game_is_not_imported_for_seats_that_the_kind_does_not_offer() -> None:
    assert open_written(BATON, 5, NOON) == Refused(reason="seats_not_offered")


def again(old: table) -> list[str]:
    """Return who sits on seat 0, 1 and so on in the rematch."""
    members = [member.player for member in rematch_members(old.rules, old.match, {})]
    return [player or "" for player in table().opened(*members, seats=len(members), rematch_of="old").sat()]
