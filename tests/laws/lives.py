"""Lives: whole random matches, from the opening of the table to the end, each made by its random numbers alone."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from domain import commands
from domain.commands import Decided, Setup
from domain.kernel import AnyRules, Move, Refused, Seat
from domain.match import Commit, Match, Member, Player, advance, overdue
from tests.laws.values import any_of

BEGINNING = datetime(2026, 1, 1, 12, tzinfo=UTC)
COMMITS_MAX = 5_000
LIMIT_SECONDS = 600  # Where the kind allows it.


class Life:
    """A match so far: its log, and what that says."""

    def __init__(self, rules: AnyRules, random: Random) -> None:
        self.rules = rules
        self.random = random
        self.seed = random.randbytes(32)
        self.at = BEGINNING
        self.log: list[Commit] = []
        self.match = Match()

    @property
    def host(self) -> Player:
        """Who decides about the table."""
        assert self.match.host is not None
        return self.match.host

    def take(self, decided: Decided) -> None:
        """Append what a command decided; laws ask for nothing that is refused."""
        assert not isinstance(decided, Refused), f"{self.rules.name}: {decided.reason}"
        if decided:
            self.log.append(Commit(at=self.at, events=decided))
            self.match = advance(self.rules, self.match, self.log[-1])

    def choices(self) -> Sequence[tuple[Seat, Move]]:
        """Return the listed moves of everybody on turn."""
        seats = self.match.turn
        return [(seat, move) for seat in seats for move in self.rules.legal_moves(self.match.board, seat)]

    def move(self, seat: Seat, move: Move) -> None:
        """Make a move."""
        self.take(commands.move(self.rules, self.match, seat, move, self.seed, self.at))

    def leave(self, seat: Seat) -> None:
        """Let a seat leave the running game."""
        player = self.match.seats[seat].player or ""
        self.take(commands.leave(self.rules, self.match, player, self.seed, self.at))

    def wait(self, seconds: int) -> None:
        """Let time pass, and the limits of those who let them pass run out."""
        self.at += timedelta(seconds=seconds)
        if late := overdue(self.match, self.at, 0):
            self.take(commands.time_out(self.rules, self.match, late, self.seed, self.at))


def live(rules: AnyRules, random: Random) -> Life:
    """Return a whole random life: some leave, some run out of time, most play to the end; some hurry."""
    life = gathered(rules, random)
    restless = random.choice((0.0, 0.0, 0.0, 0.02, 0.1))
    hasty = random.choice((None, 0, 1))
    while not life.match.ended:
        step(life, restless, hasty)
        assert len(life.log) <= COMMITS_MAX, f"{rules.name} does not end"
    return life


def by_moves(rules: AnyRules, random: Random, moves: Sequence[Move]) -> Life:
    """Return a life in which exactly these moves are made, one a second, each by the one seat on turn."""
    life = gathered(rules, random)
    for move in moves:
        life.wait(1)
        (seat,) = life.match.turn
        life.move(seat, move)
    return life


def gathered(rules: AnyRules, random: Random) -> Life:
    """Return a match just started: a table opened, joined, thought better of, and full, or enough."""
    life = Life(rules, random)
    seats = random.choice(rules.table.seats)
    setup = _setup(rules, random, seats, locked=rules.table.word and random.random() < 0.2)
    life.take(commands.open_table(rules, setup, [_member(random, 0)], life.seed, life.at))
    joined = 0
    while life.match.status == "open":
        life.wait(random.randrange(60))
        joined += 1
        if len(life.match.members) in rules.table.seats and random.random() < 0.5:
            life.take(commands.start(rules, life.match, life.host, life.seed, life.at))
        elif rules.table.word and random.random() < 0.1:
            life.take(commands.change_lock(rules, life.match, life.host, locked=not life.match.locked))
        elif len(life.match.members) > 1 and random.random() < 0.3:
            life.take(_goes(life, random.choice(life.match.members[1:])))
        else:
            life.take(commands.join(rules, life.match, _member(random, joined), life.seed, life.at))
    return life


def step(life: Life, restless: float, hasty: Seat | None = None) -> None:
    """Let something happen: a move, or, as often as they are `restless`, a leave or a time-out.

    Where several are on turn at once a `hasty` seat moves before the others, and is done long before them.
    """
    random, rules = life.random, life.rules
    life.wait(random.choice((0, 0, 1, 2)))
    if not life.match.ended and random.random() < restless:
        staying = sorted(rules.at_stake(life.match.board))
        if random.random() < 0.5 and staying:
            life.leave(random.choice(staying))
        else:
            life.wait((life.match.opened.limit_seconds or 0) + 1)
    if not life.match.ended:
        choices = life.choices()
        assert choices, f"{rules.name}: nobody can move, and yet it is not over"
        life.move(*random.choice([choice for choice in choices if choice[0] == hasty] or choices))


def _setup(rules: AnyRules, random: Random, seats: int, *, locked: bool) -> Setup:
    limit = max(rules.table.limit.least, min(LIMIT_SECONDS, rules.table.limit.most))
    options: Any = any_of(rules.options, random)
    return Setup(seats=seats, options=options, limit_seconds=limit, locked=locked)


def _member(random: Random, number: int) -> Member:
    luck = random.choice(("", random.randbytes(random.randint(8, 32)).hex()))
    robot = "easy" if number and random.random() < 0.2 else None
    return Member(player=f"player-{number}", luck=luck, robot=robot)


def _goes(life: Life, member: Member) -> Decided:
    if member.robot is not None or life.random.random() < 0.5:
        return commands.remove(life.match, life.host, member.player)
    return commands.leave(life.rules, life.match, member.player, life.seed, life.at)
