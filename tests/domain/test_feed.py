"""Feed: what each audience is shown of one game of hoard, step by step.  The laws hold it in general."""

from collections.abc import Sequence

from domain.codec import tag
from domain.feed import Game, Known, history, recall, take, unveiled
from domain.kernel import Audience
from tests.domain.tables import table
from tests.toys.hoard import RULES
from tests.toys.hoard.rules import Options, Stake

EVERYBODY: Sequence[Audience] = (None, 0, 1, 2)


def game(commits: int | None = None) -> Game:
    """Return a game for three in which 0 completes, then 1, then 2, two stakes each; or its first commits."""
    told = table(RULES).opened("A", "B", "C", options=Options(gems=2))  # 1: versions 1 … 10.
    told.moved(0, Stake(coins=(0,)))  # 2: 11.
    told.moved(1, Stake(coins=(1,)))  # 3: 12.
    told.moved(0, Stake(coins=(1,)))  # 4: 13 and 14, seat 0 is complete.
    told.moved(1, Stake(coins=(2,)))  # 5: 15 and 16, seat 1 is complete: seat 2 is opened.
    told.moved(2, Stake(coins=(3,)))  # 6: 17.
    told.moved(2, Stake(coins=()))  # 7: 18 … 22, seat 2 is complete, two gems won, the end.
    assert [len(commit.events) for commit in told.log] == [10, 1, 1, 2, 2, 1, 5]
    return recall(RULES, told.log[:commits])


def names(known: Known) -> list[str]:
    """Return what the latest step showed."""
    events = known.step.events if known.step else ()
    return [
        tag(shown.event).split(".")[1] + (f" {shown.event.seat}" if shown.event.seat is not None else "")
        for shown in events
    ]


def test_before_the_start_all_know_the_same() -> None:
    told = table(RULES).opened("A").joined("B")
    open_table = recall(RULES, told.log)

    assert [open_table.known(audience).version for audience in EVERYBODY] == [3, 3, 3, 3]


def test_everybody_counts_the_events_they_were_shown() -> None:
    versions = [[game(commits).known(audience).version for audience in EVERYBODY] for commits in range(1, 8)]

    assert versions == [
        [7, 8, 8, 8],  # Of the three purses each sees its own.
        [7, 9, 8, 8],
        [7, 9, 9, 8],
        [8, 11, 10, 9],
        [10, 13, 13, 10],  # Seat 2's purse is opened: to itself nothing new.
        [11, 14, 14, 11],
        [22, 22, 22, 22],
    ]


def test_a_commit_that_shows_nothing_is_no_step() -> None:
    after = game(2)

    assert after.known(0).step is not None
    assert [after.known(audience).step for audience in (None, 1, 2)] == [None, None, None]
    assert after.known(None).match == game(1).known(None).match


def test_a_step_brings_its_own_events_and_those_it_opened_in_the_order_of_the_log() -> None:
    after = game(5)

    assert names(after.known(None)) == ["purse_dealt 2", "all_staked 1"]
    assert names(after.known(0)) == ["purse_dealt 2", "all_staked 1"]
    assert names(after.known(1)) == ["purse_dealt 2", "staked 1", "all_staked 1"]
    assert names(after.known(2)) == ["all_staked 1"]


def test_an_opened_seat_is_watched_live() -> None:
    after = game(6)

    assert [names(after.known(audience)) for audience in EVERYBODY] == [["staked 2"]] * 4


def test_the_end_opens_everything() -> None:
    final = ["all_staked 2", "gem_won", "gem_won", "ended"]
    after = game()

    opened = ["purse_dealt 0", "purse_dealt 1", "staked 0", "staked 1", "staked 0", "staked 1"]
    assert names(after.known(None)) == [*opened, "staked 2", *final]
    assert names(after.known(0)) == ["purse_dealt 1", "staked 1", "staked 1", "staked 2", *final]
    assert all(after.known(audience).match == after.match for audience in EVERYBODY)


def test_a_step_says_when_each_event_happened_and_how_many_were_shown_with_it() -> None:
    told = table(RULES).opened("A", "B", "C").at(5).moved(0, Stake(coins=(0,)))
    shown = recall(RULES, told.log).known(0).step

    assert shown is not None
    assert (shown.version, shown.at, [(one.version, one.at) for one in shown.events]) == (9, told.now, [(9, told.now)])


def test_audiences_that_know_the_same_share_it() -> None:
    """Onlookers and seat 2 see the same once seat 2 is opened: it is folded, and can be encoded, once."""
    after = game(6)

    assert after.known(None) is after.known(2)
    assert after.known(None) is not after.known(0)


def test_before_and_visible_tell_who_was_shown_the_same() -> None:
    after = game(5)

    assert (after.known(None).before, after.known(None).visible) == (frozenset(), frozenset({2}))
    assert (after.known(0).before, after.known(0).visible) == (frozenset({0}), frozenset({0, 2}))
    assert (after.known(2).before, after.known(2).visible) == (frozenset({2}), frozenset({2}))


def test_a_history_has_a_state_for_each_step() -> None:
    told = list(history(RULES, game().log, 1))

    assert [known.version for known in told] == [8, 9, 10, 13, 14, 22]


def test_the_record_of_an_ended_game_counts_the_log_itself() -> None:
    told = list(unveiled(RULES, game().log))

    assert [known.version for known in told] == [10, 11, 12, 14, 16, 17, 22]
    assert told[-1].match == game().match
    assert [len(known.step.events) for known in told if known.step] == [10, 1, 1, 2, 2, 1, 5]


def test_taking_a_commit_leaves_the_game_before_it_as_it_was() -> None:
    before, whole = game(4), game()
    after = take(before, whole.log[4])

    assert before == game(4)
    assert after == game(5)
