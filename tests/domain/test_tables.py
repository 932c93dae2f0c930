"""Tables: opened, joined, changed and left before the start, and who gets which seat."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel import Table
from domain.match import (
    MatchEnded,
    MatchJoined,
    MatchLockChanged,
    MatchMemberLeft,
    MatchOpened,
    MatchStarted,
)
from tests.domain.baton import BATON
from tests.domain.tables import COMMITMENT, SEED, table

B_BEGINS = {"A": "0123456789abcdef"}  # openssl: match/first_seat is 9991309df84d02a1, mod 3, plus 1: the second.
C_BEGINS = {"A": "deadbeefdeadbeef"}  # ba5f2e0e1923443d: the third.
A_BEGINS = {"A": ""}  # 79d91623ff27f28f: the first.
WORDLESS = replace(BATON, table=Table(seats=(2,), word=False))

OPENED = MatchOpened(kind="baton", rules=1, seats=3, options={}, limit_seconds=600, commitment=COMMITMENT)
CLOSED = MatchEnded(reason="closed", places=(), seed=SEED.hex())


def test_a_table_is_opened_with_the_commitment_to_its_seed() -> None:
    """design.md Luck: drawn when the table is opened; the first event carries its commitment."""
    told = table().opened("A", luck=B_BEGINS)

    told.then(OPENED, MatchJoined(player="A", luck="0123456789abcdef"))
    assert told.match.status == "open"
    assert told.match.host == "A"


def test_a_table_says_what_was_agreed_on() -> None:
    told = table().opened("A", seats=4, limit_seconds=10, locked=True, strength_max=1200)

    assert told.match.opened == replace(OPENED, seats=4, limit_seconds=10, locked=True, strength_max=1200)
    assert told.match.locked


def test_the_last_seat_taken_starts_the_game() -> None:
    """rules.md, tables: it starts when full; Seats: Seats are given at the start, numbered 0 … n-1 in turn order."""
    told = table().opened("A", seats=2).joined("B")

    told.then(MatchJoined(player="B"), MatchStarted(seats=("B", "A"), luck=("", "")))
    assert told.match.status == "running"


@pytest.mark.parametrize(
    ("luck", "seats"), [(A_BEGINS, ["A", "B", "C"]), (B_BEGINS, ["B", "C", "A"]), (C_BEGINS, ["C", "A", "B"])]
)
def test_seat_0_is_drawn_and_the_others_follow_in_the_order_of_joining(luck: dict[str, str], seats: list[str]) -> None:
    """rules.md Seats: Who gets seat 0 is a labelled draw, the others follow in the order of joining, going round.

    rules.md Seats: going round (B drawn of A, B, C: B 0, C 1, A 2).
    """
    assert table().opened("A", luck=luck).joined("B").joined("C").sat() == seats


def test_members_stand_in_the_order_of_joining() -> None:
    """rules.md Seats: While a table is open it has members in the order of joining."""
    told = table().opened("A", seats=4).joined("B").joined("C").left("B").joined("B")

    assert [member.player for member in told.match.members] == ["A", "C", "B"]
    assert told.match.seats == ()


def test_the_start_repeats_every_luck_word_in_the_order_of_joining() -> None:
    """design.md Luck: all of them in match.started, none counting as empty; whoever went before is left out."""
    word = "c0ffee0123456789"
    told = table().opened("A", luck=B_BEGINS).joined("X", "ffffffffffffffff").left("X").joined("B", word).joined("C")

    assert told.match.luck == ("0123456789abcdef", word, "")


def test_the_host_starts_with_fewer() -> None:
    """rules.md, tables: or when its host starts it with enough players.

    rules.md Seats: A table started with fewer players is a game of that size in everything.
    """
    told = table().opened("A").joined("B").started("A")

    told.then(MatchStarted(seats=("B", "A"), luck=("", "")))
    assert told.match.board.there == (0, 1)


def test_only_the_host_starts_and_only_with_enough() -> None:
    table().opened("A").joined("B").started("B").refused("not_host")
    table().opened("A").joined("B").started("X").refused("not_seated")
    table().opened("A").started("A").refused("too_few")
    table().opened("A", "B", "C").started("A").refused("already_started")


def test_nobody_joins_twice_nor_late() -> None:
    table().opened("A").joined("A").refused("already_member")
    table().opened("A", "B", "C").joined("D").refused("already_started")
    table().opened("A").left("A").joined("B").refused("over")


def test_when_the_host_leaves_the_next_member_is_host() -> None:
    """rules.md, tables: If the host leaves an open table the next member is host."""
    told = table().opened("A").joined("B").left("A")

    told.then(MatchMemberLeft(player="A"))
    assert told.match.host == "B"


def test_an_empty_table_closes_and_reveals_its_seed() -> None:
    """rules.md, tables: an empty one closes; design.md Luck: the end, of whatever kind, reveals the seed."""
    told = table().opened("A").left("A")

    told.then(MatchMemberLeft(player="A"), CLOSED)
    assert told.match.status == "aborted"


def test_robots_alone_keep_no_table_open() -> None:
    told = table().opened("A").joined("R", robot="easy").left("A")

    told.then(MatchMemberLeft(player="A"), CLOSED)


def test_a_robot_is_never_host() -> None:
    told = table().opened("A", seats=4).joined("R", robot="easy").joined("B").left("A")

    assert told.match.host == "B"


def test_the_host_puts_somebody_out_before_the_start() -> None:
    table().opened("A").joined("B").put_out("A", "B").then(MatchMemberLeft(player="B", removed=True))
    table().opened("A").joined("B").put_out("B", "A").refused("not_host")
    table().opened("A").joined("B").put_out("A", "A").refused("no_such_member")
    table().opened("A").joined("B").put_out("A", "X").refused("no_such_member")
    table().opened("A", "B", "C").put_out("A", "B").refused("already_started")


def test_whoever_went_may_come_back_as_the_last_to_join() -> None:
    told = table().opened("A", luck=B_BEGINS, seats=4).joined("B").left("B").joined("C").joined("B").joined("D")

    assert [member.player for member in told.match.members] == ["A", "C", "B", "D"]


def test_only_members_leave_a_table() -> None:
    table().opened("A").left("B").refused("not_seated")
    table().opened("A").joined("B").left("B").left("B").refused("not_seated")


def test_the_host_changes_or_clears_the_word_while_the_table_is_open() -> None:
    """rules.md, tables: the host can change or clear it while the table is open; design.md: locked, no word."""
    told = table().opened("A").joined("B")

    told.locked("A").then(MatchLockChanged(locked=True))
    assert told.match.locked
    told.locked("A", locked=False).then(MatchLockChanged(locked=False))
    assert not told.match.locked
    told.locked("B").refused("not_host")
    told.joined("C").locked("A").refused("already_started")


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        ({"seats": 5}, "seats_not_offered"),
        ({"seats": 1}, "seats_not_offered"),
        ({"limit_seconds": 9}, "limit_not_offered"),  # rules.md, tables: 10 seconds to 14 days.
        ({"limit_seconds": 14 * 86_400 + 1}, "limit_not_offered"),
    ],
)
def test_what_the_kind_does_not_offer_is_refused(setup: dict[str, Any], reason: str) -> None:
    table().opened("A", **setup).refused(reason)


@pytest.mark.parametrize("limit", [10, 14 * 86_400])
def test_the_shortest_and_the_longest_limit_are_offered(limit: int) -> None:
    assert table().opened("A", limit_seconds=limit).match.opened.limit_seconds == limit


def test_some_kinds_have_no_passwords() -> None:
    """rules.md §3 Tables: no private tables (nor passwords)."""
    table(WORDLESS).opened("A", seats=2, locked=True).refused("word_not_offered")
    table(WORDLESS).opened("A", seats=2).locked("A").refused("word_not_offered")


def test_a_table_is_not_opened_for_more_than_it_seats_nor_for_one_twice() -> None:
    table().opened("A", "B", "C", seats=2).refused("table_full")
    table().opened("A", "A").refused("already_member")


def test_an_operator_ends_an_open_table() -> None:
    told = table().opened("A").ended("operator")

    told.then(MatchEnded(reason="operator", places=(), seed=SEED.hex()))
    told.ended("operator").refused("over")
