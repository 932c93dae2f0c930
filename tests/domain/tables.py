"""Sentences for tests of tables: opened, joined, played at, left, each by a command at some second after noon."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Self

from domain import commands
from domain.commands import Decided, Setup
from domain.kernel import AnyRules, Event, Move, Reason, Refused, Seat
from domain.match import Commit, Match, Member, advance, overdue
from tests.domain.baton import BATON

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SEED = bytes.fromhex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


class table:  # noqa: N801 - reads as a word in a sentence
    """A table, open or played at.  The last command's answer is what `then` and `refused` speak of."""

    def __init__(self, rules: AnyRules = BATON) -> None:
        self.rules = rules
        self.log: list[Commit] = []
        self.match = Match()
        self.second = 0.0
        self.answer: Decided = ()

    @property
    def now(self) -> datetime:
        return NOON + timedelta(seconds=self.second)

    def at(self, second: float) -> Self:
        """Let it be so many seconds after noon."""
        self.second = second
        return self

    def opened(self, *names: str, luck: Mapping[str, str] | None = None, seats: int = 3, **setup: Any) -> Self:
        """Open it for these members."""
        words = luck or {}
        members = [Member(player=name, luck=words.get(name, "")) for name in names]
        agreed: dict[str, Any] = {"options": self.rules.options(), "limit_seconds": 600} | setup
        return self._take(commands.open_table(self.rules, Setup(seats=seats, **agreed), members, SEED, self.now))

    def joined(self, name: str, luck: str = "", robot: str | None = None) -> Self:
        member = Member(player=name, luck=luck, robot=robot)
        return self._take(commands.join(self.rules, self.match, member, SEED, self.now))

    def started(self, name: str) -> Self:
        return self._take(commands.start(self.rules, self.match, name, SEED, self.now))

    def put_out(self, name: str, member: str) -> Self:
        return self._take(commands.remove(self.match, name, member))

    def locked(self, name: str, *, locked: bool = True) -> Self:
        return self._take(commands.change_lock(self.rules, self.match, name, locked=locked))

    def left(self, name: str) -> Self:
        return self._take(commands.leave(self.rules, self.match, name, SEED, self.now))

    def moved(self, seat: Seat, move: Move) -> Self:
        return self._take(commands.move(self.rules, self.match, seat, move, SEED, self.now))

    def ran_out(self, *seats: Seat) -> Self:
        return self._take(commands.time_out(self.rules, self.match, seats, SEED, self.now))

    def ended(self, reason: Reason) -> Self:
        return self._take(commands.end(self.match, reason, SEED))

    def then(self, *events: Event) -> Self:
        """Exactly these events were the last command's commit."""
        assert self.answer == events
        return self

    def refused(self, reason: str) -> Self:
        """The last command was refused, and left all as it was."""
        assert self.answer == Refused(reason=reason)
        return self

    def sat(self) -> Sequence[str | None]:
        """Return who sits on seat 0, 1 and so on."""
        return [taken.player for taken in self.match.seats]

    def deadlines(self) -> dict[Seat, float]:
        """Return when each seat on turn runs out of time, in seconds after noon."""
        return {seat: (at - NOON).total_seconds() for seat, at in self.match.deadlines.items()}

    def overdue(self, grace_seconds: float = 0) -> Sequence[Seat]:
        """Return whose time ran out more than the grace ago."""
        return overdue(self.match, self.now, grace_seconds)

    def _take(self, answer: Decided) -> Self:
        self.answer = answer
        if answer and not isinstance(answer, Refused):
            self.log.append(Commit(at=self.now, events=answer))
            self.match = advance(self.rules, self.match, self.log[-1])
        return self
