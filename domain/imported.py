"""Imported: games that were played elsewhere, decided here once more, from their moves or from their record.

Their seats have no players and no limits, so that nobody is rated for what was not played here.
"""

from collections.abc import Sequence
from datetime import datetime

from domain.commands import Decided, end, move, open_written
from domain.judge import again
from domain.kernel import AnyRules, Move, Refused
from domain.match import Commit, Match, MatchStarted, advance, fold, options_of
from domain.record import Record
from domain.value import Value


class NotImported(Value):
    """Why a game cannot be imported; `move`: at which of its moves, the first being 1 (0: before any)."""

    move: int
    reason: str


def by_moves(rules: AnyRules, moves: Sequence[Move], at: datetime) -> Sequence[Commit] | NotImported:
    """Return the log of a game known by its moves alone, the first of them by seat 0.

    When each was made is not known: all happens at `at`.  What the moves do not end is broken off.
    """
    log = _Log(rules)
    refused = log.take(at, open_written(rules, rules.table.seats[0], at))
    for number, asked in enumerate(moves, 1):
        if refused is not None:
            return NotImported(move=number - 1, reason=refused.reason)
        seat = min(log.match.turn, default=0)
        refused = log.take(at, move(rules, log.match, seat, asked, None, at))
    if refused is None and not log.match.ended:
        refused = log.take(at, end(log.match, "unfinished", None))
    return log.commits if refused is None else NotImported(move=len(moves), reason=refused.reason)


def by_record(record: Record) -> Sequence[Commit] | NotImported:
    """Return the log of a recorded game from its start on: its own options, luck, draws, moves and times.

    What happened at the table before is of no interest without its players.
    """
    rules, log = record.rules, _Log(record.rules)
    options = options_of(rules, fold(rules, record.log[:1]).opened)
    for commit in record.log:
        started = next((event for event in commit.events if isinstance(event, MatchStarted)), None)
        if started is not None:
            seats, luck = len(started.seats), started.luck
            decided = open_written(rules, seats, commit.at, options=options, seed=record.seed, luck=luck)
        elif log.commits:
            decided = again(rules, log.match, commit, record.seed)
        else:
            continue
        if (refused := log.take(commit.at, decided)) is not None:
            return NotImported(move=len(log.commits), reason=refused.reason)
    return log.commits or NotImported(move=0, reason="not_started")


class _Log:
    """A log that grows commit by commit, and its fold."""

    def __init__(self, rules: AnyRules) -> None:
        self._rules = rules
        self.commits = list[Commit]()
        self.match = Match()

    def take(self, at: datetime, decided: Decided) -> Refused | None:
        """Append what was decided; return why not."""
        if isinstance(decided, Refused):
            return decided
        self.commits.append(Commit(at=at, events=decided))
        self.match = advance(self._rules, self.match, self.commits[-1])
        return None
