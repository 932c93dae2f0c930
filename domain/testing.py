"""Sentences for tests of games: given events, when a seat moves, then these events, a refusal or an end."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import reduce
from typing import Any, Self, TypeAlias

from domain import commands
from domain.chance import Seeded
from domain.commands import BY_ITSELF_MAX, Decided, Setup
from domain.feed import Game, take
from domain.kernel import AnyRules, Cause, Chance, Event, Move, Refused, Result, Seat
from domain.match import Commit, Member

PLAYED_AT = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Rigged:
    """Luck that a test chooses: the numbers come in the order given, whatever they are drawn for."""

    def __init__(self, *numbers: int) -> None:
        self._numbers: Iterator[int] = iter(numbers)

    def draw(self, label: str, sides: int) -> int:
        number = next(self._numbers, None)
        assert number is not None, f"{label}: the test gave no number for this draw"
        assert 1 <= number <= sides, f"{label}: {number} of {sides}"
        return number


def begin(rules: AnyRules, seats: int | None = None, options: Any = None) -> Any:
    """Return the state before anything happened: by default with the first number of seats, and every option so."""
    return rules.initial(seats or rules.table.seats[0], rules.options() if options is None else options)


def after(rules: AnyRules, state: Any, events: Iterable[Event]) -> Any:
    """Return the state that these events make of another."""
    return reduce(rules.evolve, events, state)


def settle(rules: AnyRules, state: Any, events: Iterable[Event], luck: Chance) -> tuple[Event, ...]:
    """Add what happens by itself: the whole of one commit."""
    commit = list(events)
    state = after(rules, state, commit)
    while (event := rules.by_itself(state, luck)) is not None:
        commit.append(event)
        state = rules.evolve(state, event)
        assert len(commit) <= BY_ITSELF_MAX, f"{rules.name} never rests"
    return tuple(commit)


def commit(rules: AnyRules, state: Any, seat: Seat, move: Move, luck: Chance) -> tuple[Event, ...]:
    """Return all that a legal move brings about."""
    decided = rules.decide(state, seat, move, luck)
    assert not isinstance(decided, Refused), f"{move} of seat {seat} was refused: {decided.reason}"
    return settle(rules, state, decided, luck)


def play(rules: AnyRules, moves: Iterable[Move], luck: Chance | None = None) -> Sequence[tuple[Event, ...]]:
    """Return the commits of legal moves, each by the one seat on turn, the start's own first if there is one."""
    luck = luck or Rigged()
    state = begin(rules)
    log = [start] if (start := settle(rules, state, (), luck)) else []
    state = after(rules, state, start)
    for move in moves:
        (seat,) = rules.to_move(state)
        log.append(commit(rules, state, seat, move, luck))
        state = after(rules, state, log[-1])
    return log


def written(rules: AnyRules, notation: str) -> Sequence[Move]:
    """Return the moves of a game in its kind's notation."""
    assert rules.notation is not None, f"{rules.name} has no notation"
    moves = rules.notation.read(notation)
    assert not isinstance(moves, Refused), f"not in the notation of {rules.name}: {notation}"
    return moves


class Then:
    """What came of it."""

    def __init__(self, rules: AnyRules, state: Any, decided: Sequence[Event] | Refused) -> None:
        self._rules = rules
        self._decided = decided
        self._state = state if isinstance(decided, Refused) else after(rules, state, decided)

    def then(self, *events: Event) -> Self:
        """Exactly these events, in this order."""
        assert self._decided == events
        return self

    def refused(self, reason: str) -> None:
        """Nothing, for this reason, which people can read about."""
        assert self._decided == Refused(reason=reason)
        assert reason in self._rules.texts.refusals

    def over(self, result: Result) -> None:
        """The game has ended so."""
        assert self._rules.outcome(self._state) == result
        assert not self._rules.to_move(self._state)

    def goes_on(self, *seats: Seat) -> None:
        """The game has not ended, and these seats are on turn."""
        assert self._rules.outcome(self._state) is None
        assert tuple(self._rules.to_move(self._state)) == seats


class given:  # noqa: N801 - reads as a word in a sentence
    """A position: after these events, or the very `state` a test made."""

    def __init__(
        self, rules: AnyRules, *events: Event, seats: int | None = None, options: Any = None, state: Any = None
    ) -> None:
        self._rules = rules
        self.state = after(rules, begin(rules, seats, options) if state is None else state, events)

    def after(self, notation: str) -> Self:
        """Play on by these moves, in the game's notation."""
        for move in written(self._rules, notation):
            (seat,) = self._rules.to_move(self.state)
            self.state = after(self._rules, self.state, commit(self._rules, self.state, seat, move, Rigged()))
        return self

    def when(self, seat: Seat, move: Move, *luck: int) -> Then:
        """Say which seat makes which move, and the numbers drawn thereby."""
        chance = Rigged(*luck)
        decided = self._rules.decide(self.state, seat, move, chance)
        if not isinstance(decided, Refused):
            decided = settle(self._rules, self.state, decided, chance)
        return Then(self._rules, self.state, decided)

    def when_gone(self, seat: Seat, cause: Cause = "left", *luck: int) -> Then:
        """Say who leaves or runs out of time, and the numbers drawn thereby."""
        state = self._rules.leave(self.state, seat, cause)
        return Then(self._rules, state, settle(self._rules, state, (), Rigged(*luck)))


Chooses: TypeAlias = Callable[[Any, Seat, Chance], Move]
"""Chooses a move from what a seat knows, with luck of its own."""


def at_random(rules: AnyRules) -> Chooses:
    """Return whoever makes any listed move, each equally likely."""

    def choose(state: Any, seat: Seat, luck: Chance) -> Move:
        moves: Sequence[Move] = list(rules.legal_moves(state, seat))
        return moves[luck.draw("choice", len(moves)) - 1]

    return choose


def contest(rules: AnyRules, players: Sequence[Chooses], number: int) -> Game:
    """Return a whole game in which each seat is played from what it knows; `number` decides all luck."""
    seed = hashlib.sha256(f"{rules.name}/{number}".encode()).digest()
    setup = Setup(seats=len(players), options=rules.options(), limit_seconds=rules.table.limit.default)
    members = [Member(player=f"player-{n}") for n in range(len(players))]
    game = _taken(Game(rules=rules), commands.open_table(rules, setup, members, seed, PLAYED_AT))
    while seats := game.match.turn:
        for seat in seats:
            if game.match.ended or seat not in game.match.turn:
                continue
            luck = Seeded(seed, (f"{seat:016x}", f"{len(game.log):016x}"))
            asked = players[seat](game.known(seat).match.board, seat, luck)
            game = _taken(game, commands.move(rules, game.match, seat, asked, seed, PLAYED_AT))
    return game


def wins_against_random(rules: AnyRules, player: Chooses, games: int = 100) -> int:
    """Return how many games of two a player wins alone against one who moves at random, on each seat as often."""
    won, other = 0, at_random(rules)
    for number in range(games):
        seat = number % 2
        result = contest(rules, (player, other) if seat == 0 else (other, player), number).match.result
        won += result is not None and result.places[0] == (seat,)
    return won


def _taken(game: Game, decided: Decided) -> Game:
    assert not isinstance(decided, Refused), f"{game.rules.name}: {decided.reason}"
    return take(game, Commit(at=PLAYED_AT, events=decided))
