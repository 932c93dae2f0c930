"""What is particular to the duel: the same jewels for both, one limit, and who sees what until when."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from domain import commands
from domain.chance import Seeded
from domain.codec import canonical
from domain.commands import Setup
from domain.feed import Game, Known, history, take
from domain.games.diamond_yatzy import RULES
from domain.games.diamond_yatzy.boxes import BOXES, COLOURS, SLOTS
from domain.games.diamond_yatzy.rules import (
    COLLECTIONS,
    ROUNDS,
    BoardCompleted,
    CollectionDrawn,
    Draw,
    Enter,
    JokerPlayed,
    Strike,
    Wish,
    jewel,
)
from domain.games.diamond_yatzy.testing import board, duel
from domain.kernel import Cause, Event, Public, Refused, Result, Seat
from domain.match import Commit, Member, overdue
from domain.testing import after, commit

START = datetime(2026, 1, 1, 12, tzinfo=UTC)
HOUR = 3_600
SEED = bytes(range(32))

SEEDS = 60  # Of the test of uniformity; 195 jewels each.
CHI_SQUARE_MAX = 20.52  # 5 degrees of freedom: exceeded by one uniform sample in a thousand.


class Duel:
    """A match of Ann and Bob, and what everybody knows of it; a move a second."""

    def __init__(self, seed: bytes = SEED, *, members: int = 2) -> None:
        self.seed, self.at, self.game = seed, START, Game(rules=RULES)
        sitting = [Member(player="Ann"), Member(player="Bob", luck="0123456789abcdef")][:members]
        setup = Setup(seats=2, options=RULES.options(), limit_seconds=HOUR)
        self.take(commands.open_table(RULES, setup, sitting, seed, self.at))

    @property
    def board(self) -> Any:
        """The whole state."""
        return self.game.match.board

    def take(self, decided: commands.Decided) -> None:
        assert not isinstance(decided, Refused), decided.reason
        self.game = take(self.game, Commit(at=self.at, events=decided))

    def move(self, seat: Seat, move: Wish) -> None:
        self.at += timedelta(seconds=1)
        self.take(commands.move(RULES, self.game.match, seat, move, self.seed, self.at))

    def complete(self, seat: Seat) -> None:
        """Strike all that is free."""
        for box in [box for box, points in zip(BOXES, self.board.boards[seat].points, strict=True) if points is None]:
            self.move(seat, Strike(box=box))

    def leave(self, seat: Seat) -> None:
        player = self.game.match.seats[seat].player or ""
        self.take(commands.leave(RULES, self.game.match, player, self.seed, self.at))

    def run_out(self) -> None:
        """Let the limit pass."""
        self.at = START + timedelta(seconds=HOUR + 1)
        late = overdue(self.game.match, self.at, 0)
        self.take(commands.time_out(RULES, self.game.match, late, self.seed, self.at))

    def shown(self, audience: Seat | None) -> tuple[bool, bool]:
        """Return of which boards an audience sees anything."""
        first, second = RULES.view(self.game.known(audience).match.board).boards
        return first.board is not None, second.board is not None

    def record(self, seat: Seat) -> list[Event]:
        """Return a board's own events, in the log's order."""
        return [event for commit in self.game.log for event in commit.events if event.seat == seat]


def choices(number: int) -> tuple[Duel, Sequence[list[Wish]]]:
    """Return a duel played at the same time at random, and each seat's choices."""
    random, game, made = Random(number), Duel(), (list[Wish](), list[Wish]())
    while not game.game.match.ended:
        seat = random.choice(game.game.match.turn)
        made[seat].append(random.choice(list(RULES.legal_moves(game.board, seat))))
        game.move(seat, made[seat][-1])
    return game, made


def refusal(decided: commands.Decided) -> str | None:
    return decided.reason if isinstance(decided, Refused) else None


def drawn(events: Iterable[Event]) -> list[CollectionDrawn]:
    return [event for event in events if isinstance(event, CollectionDrawn)]


@pytest.mark.parametrize("number", range(10))
def test_both_boards_see_the_same_jewel_at_every_round_collection_and_slot(number: int) -> None:
    """rules.md §3 Identical draws: Both get the same jewels.

    rules.md §3 Identical draws: for round r, collection c and slot s the game has one jewel; collection c shows
    jewel (r, c, s) in every slot that is not held.
    """
    game, _ = choices(number)
    chance = Seeded(SEED, game.game.match.luck)
    for seat in (0, 1):
        before: Sequence[str] = ()
        for event in game.record(seat):
            if isinstance(event, JokerPlayed):
                before = (*before[: event.slot], event.colour, *before[event.slot + 1 :])
            elif isinstance(event, CollectionDrawn):
                there = [jewel(chance, event.round, event.collection, slot) for slot in range(SLOTS)]
                expected = [before[slot] if slot in event.kept else there[slot] for slot in range(SLOTS)]
                assert [*event.jewels] == expected
                before = event.jewels


@pytest.mark.parametrize("number", range(10))
def test_at_the_same_time_or_one_after_the_other_is_the_same(number: int) -> None:
    """rules.md §3 Identical draws: Each plays the own board alone, at the same time as the other or one after it."""
    together, made = choices(number)
    for order in ((0, 1), (1, 0)):
        one_by_one = Duel()
        for seat in order:
            for move in made[seat]:
                one_by_one.move(seat, move)

        assert one_by_one.board == together.board
        assert one_by_one.game.match.result == together.game.match.result
        for seat in (0, 1):
            assert one_by_one.record(seat) == together.record(seat)


def test_the_same_choices_bring_the_same_boards() -> None:
    game = Duel()
    for seat in (0, 1):
        for box in BOXES:
            game.move(seat, Draw(keep=(0, 3)))
            game.move(seat, Strike(box=box))

    first, second = game.board.boards
    assert first == second
    assert [e.jewels for e in drawn(game.record(0))] == [e.jewels for e in drawn(game.record(1))]


class Heard:
    """Luck that remembers what it was asked for."""

    def __init__(self) -> None:
        self.labels: list[str] = []

    def draw(self, label: str, sides: int) -> int:
        self.labels.append(label)
        return sides


def test_a_jewel_is_drawn_for_its_round_collection_and_slot_and_for_no_seat() -> None:
    """rules.md §3 Identical draws: for round r, collection c and slot s the game has one jewel."""
    first, second = Heard(), Heard()
    for seat, heard in ((0, first), (1, second)):
        state = duel(*(board("66123", points={"ones": 3}),) * 2)
        RULES.decide(state, seat, Draw(keep=(1, 3)), heard)
        state = after(RULES, state, commit(RULES, state, seat, Strike(box="chance"), heard))

    assert first.labels == [
        *(f"round/2/collection/2/slot/{slot}" for slot in (0, 2, 4)),
        *(f"round/3/collection/1/slot/{slot}" for slot in range(5)),
    ]
    assert second.labels == first.labels


def test_every_jewel_is_as_likely_as_any_other() -> None:
    counted = Counter(
        jewel(Seeded(bytes([number] * 32)), r, c, slot)
        for number in range(SEEDS)
        for r in range(1, ROUNDS + 1)
        for c in range(1, COLLECTIONS + 1)
        for slot in range(SLOTS)
    )

    expected = SEEDS * ROUNDS * COLLECTIONS * SLOTS / len(COLOURS)
    assert sum((counted[colour] - expected) ** 2 / expected for colour in COLOURS) < CHI_SQUARE_MAX


def test_the_duel_starts_when_both_are_seated_and_nobody_plays_before() -> None:
    """rules.md §3 Time: The duel starts when both are seated; nobody plays before."""
    alone = Duel(members=1)
    early = commands.move(RULES, alone.game.match, 0, Strike(box="ones"), SEED, START)

    assert refusal(early) == "not_started"
    assert refusal(commands.start(RULES, alone.game.match, "Ann", SEED, START)) == "too_few"
    assert Duel().game.match.turn == (0, 1)


def test_one_limit_counts_from_the_start_and_nothing_moves_it() -> None:
    """rules.md §3 Time: One limit for the whole board, counted from the start, the same deadline for both […]."""
    game, end = Duel(), START + timedelta(seconds=HOUR)
    assert game.game.match.deadlines == {0: end, 1: end}

    for box in BOXES[:5]:
        game.move(0, Strike(box=box))
    assert game.game.match.deadlines == {0: end, 1: end}

    game.complete(0)
    assert game.game.match.deadlines == {1: end}


def test_a_limit_is_one_hour_to_fourteen_days_and_three_days_by_default() -> None:
    """rules.md §3 Time: 1 hour to 14 days, default 3 days."""
    limit = RULES.table.limit

    assert (limit.counts, limit.least, limit.most, limit.default) == ("start", 3_600, 1_209_600, 259_200)


def test_whoever_is_not_complete_by_then_has_run_out_of_time() -> None:
    """rules.md §3 Time: Whoever is not complete by then has run out of time."""
    game = Duel()
    game.complete(1)
    game.run_out()

    assert game.game.match.result == Result(reason="time", places=((1,), (0,)))
    assert [taken.left for taken in game.game.match.seats] == ["time", None]


def test_if_neither_is_complete_the_duel_is_aborted() -> None:
    """rules.md §3 Time: if neither is, the duel is aborted, both count as having left."""
    game = Duel()
    game.move(0, Enter(box="chance"))
    game.run_out()

    assert game.game.match.status == "aborted"
    assert game.game.match.result == Result(reason="time", places=())
    assert [taken.left for taken in game.game.match.seats] == ["time", "time"]


def test_whoever_leaves_incomplete_loses() -> None:
    """rules.md Leaving: Whoever leaves, or runs out of time, in a two-player game loses it."""
    game = Duel()
    game.leave(0)

    assert game.game.match.result == Result(reason="left", places=((1,), (0,)))


def test_whoever_is_complete_leaves_free_of_cost() -> None:
    """rules.md Leaving: a player whose DiamondYatzy board is complete […] keeps place and points, may leave.

    rules.md Leaving: Leaving costs only who still has something at stake.

    rules.md Leaving: such a leave writes no event: the seat keeps what it may see and its voice in a rematch.
    """
    game = Duel()
    game.complete(0)
    player = game.game.match.seats[0].player or ""
    assert commands.leave(RULES, game.game.match, player, SEED, game.at) == ()

    game.move(1, Enter(box="chance"))
    game.complete(1)
    assert game.game.match.result is not None
    assert game.game.match.result.places == ((1,), (0,))
    assert game.game.match.seat_of(player) == 0


def test_a_board_is_its_owners_alone_until_the_other_is_complete() -> None:
    """rules.md §3 Who sees what: A board is its owner's alone until the other player has completed theirs."""
    game = Duel()
    game.move(1, Draw(keep=(1,)))

    assert (game.shown(0), game.shown(1), game.shown(None)) == ((True, False), (False, True), (False, False))


def test_then_anyone_may_watch_it_live() -> None:
    """rules.md §3 Who sees what: then anyone may watch it, live.

    rules.md §3 Who sees what: So a player who has finished may watch the opponent; one who has not sees nothing of
    the other board, nor does anyone else.
    """
    game = Duel()
    game.move(1, Draw(keep=(1,)))
    game.complete(0)
    assert (game.shown(0), game.shown(1), game.shown(None)) == ((True, True), (False, True), (False, True))

    game.move(1, Strike(box="ones"))
    for audience in (0, None):
        step = game.game.known(audience).step
        assert step is not None
        assert [shown.event for shown in step.events] == [*game.game.log[-1].events]


@pytest.mark.parametrize("cause", ["complete", "left", "time", "operator"])
def test_at_the_end_of_whatever_kind_both_boards_are_open(cause: Cause) -> None:
    """rules.md §3 Who sees what: At the end, of whatever kind, both boards are open."""
    game = Duel()
    game.move(0, Enter(box="chance"))
    match cause:
        case "left":
            game.leave(1)
        case "time":
            game.run_out()
        case "operator":
            game.take(commands.end(game.game.match, "operator", SEED))
        case _:
            game.complete(0)
            game.complete(1)

    assert {game.shown(audience) for audience in (0, 1, None)} == {(True, True)}


def test_all_that_is_public_of_a_board_is_that_it_is_complete() -> None:
    game = Duel()
    game.complete(0)

    told = [event for commit in game.game.log for event in commit.events if event.seat is not None]
    assert [event for event in told if isinstance(event, Public)] == [BoardCompleted(seat=0)]
    known: Known = game.game.known(1)
    assert RULES.view(known.match.board).boards[0].complete
    assert game.game.log[-1].events[-1] == BoardCompleted(seat=0)


@pytest.mark.parametrize("audience", [1, None])
def test_nothing_of_a_board_reaches_anyone_else_whatever_was_done_on_it(audience: Seat | None) -> None:
    """rules.md §3 Who sees what: one who has not sees nothing of the other board, nor does anyone else.

    design.md: nothing of it (jewels, choices, scores, number or timing of events; only whether it is complete).
    """
    struck, entered = Duel(), Duel()
    for game in (struck, entered):
        game.move(1, Draw(keep=(2,)))
    struck.complete(0)
    for box in BOXES:
        entered.move(0, Draw(keep=(0, 1, 2)))
        legal = RULES.legal_moves(entered.board, 0)
        entered.move(0, Enter(box=box) if Enter(box=box) in legal else Strike(box=box))
    for game in (struck, entered):
        game.at = START + timedelta(minutes=5)
        game.move(1, Draw(keep=(2, 3)))

    assert all_told(struck, audience) == all_told(entered, audience)


def all_told(game: Duel, audience: Seat | None) -> bytes:
    """Return all that an audience was told but for the time at which the board was completed."""
    feed = [known.step for known in history(RULES, game.game.log, audience)]
    board = game.game.known(audience).match.board
    events = [(shown.version, shown.event) for step in feed if step is not None for shown in step.events]
    return canonical([events, RULES.view(board), RULES.picture(board)])


def test_a_commit_of_the_other_board_is_no_step() -> None:
    """rules.md §3 Who sees what: one who has not sees nothing of the other board: no number or timing of events."""
    game = Duel()
    before = game.game.known(1)
    game.move(0, Draw(keep=()))
    game.move(0, Enter(box="chance"))

    after = game.game.known(1)
    assert after.step is None
    assert after.match == before.match


def test_chat_lines_of_who_has_completed_wait() -> None:
    """rules.md §3 Who sees what: Chat lines of a player who has completed reach the other only when that one has.

    rules.md §3 Who sees what: has completed or the duel has ended (else the coming jewels could be told).  So they wait
    as long as the seat is silent.
    """
    game = Duel()
    assert list(RULES.silent(game.board)) == []

    game.complete(0)
    assert list(RULES.silent(game.board)) == [0]

    game.complete(1)
    assert list(RULES.silent(game.board)) == []


def test_there_are_no_private_duels() -> None:
    """rules.md §3 Tables: No private tables (nor passwords); […] the opener may cap the opponent's strength.

    rules.md §3 DiamondYatzy (duel of two).
    """
    setup = Setup(seats=2, options=RULES.options(), limit_seconds=HOUR, locked=True)
    capped = Setup(seats=2, options=RULES.options(), limit_seconds=HOUR, strength_max=1_200)

    members = [Member(player="Ann")]
    assert refusal(commands.open_table(RULES, setup, members, SEED, START)) == "word_not_offered"
    assert refusal(commands.open_table(RULES, capped, members, SEED, START)) is None
    assert RULES.table.seats == (2,)
