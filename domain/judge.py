"""Judge: whether a log is what the rules, the seed and the moves behind it make of it."""

from collections.abc import Sequence

from domain.codec import canonical
from domain.commands import Decided, Setup, end, join, leave, move, open_table, open_written, remove, start, time_out
from domain.kernel import AnyRules, Move, Refused
from domain.match import (
    Commit,
    Match,
    MatchEnded,
    MatchJoined,
    MatchLockChanged,
    MatchMemberLeft,
    MatchOpened,
    MatchSeatLeft,
    MatchStarted,
    Member,
    advance,
    options_of,
    overdue,
)


def judge(rules: AnyRules, log: Sequence[Commit], seed: bytes | None) -> int | None:
    """Return the version of the first event that could not have been appended, or None.

    Every commit is decided again from the match before it and must come out the same, draws included.
    """
    match = Match()
    for commit in log:
        again = _decide(rules, match, commit, seed)
        events = () if isinstance(again, Refused) else again
        for offset, event in enumerate(commit.events):
            if offset >= len(events) or canonical(events[offset]) != canonical(event):
                return match.version + offset + 1
        if len(events) > len(commit.events):  # Something that had to follow is missing.
            return match.version + len(commit.events)
        match = advance(rules, match, commit)
    return None


def _decide(rules: AnyRules, match: Match, commit: Commit, seed: bytes | None) -> Decided:
    """Ask again for what the first event of a commit says was asked for."""
    first = commit.events[0]
    if match.ended or isinstance(first, MatchOpened) != (match.opening is None):
        return Refused(reason="over")
    match first:
        case MatchOpened():
            return _open(rules, first, commit, seed)
        case MatchJoined(player=player, luck=luck, robot=robot):
            member = Member(player=player, luck=luck, robot=robot)
            return join(rules, match, member, seed or b"", commit.at)
        case MatchLockChanged():
            return (first,) if match.status == "open" else Refused(reason="already_started")
        case MatchMemberLeft(player=player, removed=True):
            return remove(match, match.host or "", player)
        case MatchMemberLeft(player=player):
            return leave(rules, match, player, seed, commit.at)
        case MatchStarted():
            return start(rules, match, match.host or "", seed or b"", commit.at)
        case MatchSeatLeft():
            return _leave(rules, match, commit, seed)
        case MatchEnded(reason=reason):
            return end(match, reason, seed) if not first.places else Refused(reason="over")
        case _:
            asked: Move | None = rules.move_of(first)
            if asked is None or first.seat is None:
                return Refused(reason="not_your_turn")
            return move(rules, match, first.seat, asked, seed, commit.at)


def _open(rules: AnyRules, first: MatchOpened, commit: Commit, seed: bytes | None) -> Decided:
    if seed is None:
        return open_written(rules, first.seats, commit.at)
    joined = (event for event in commit.events if isinstance(event, MatchJoined))
    members = [Member(player=event.player, luck=event.luck, robot=event.robot) for event in joined]
    setup = Setup(
        seats=first.seats,
        options=options_of(rules, first),
        limit_seconds=first.limit_seconds,
        locked=first.locked,
        strength_max=first.strength_max,
        rematch_of=first.rematch_of,
    )
    return open_table(rules, setup, members, seed, commit.at)


def _leave(rules: AnyRules, match: Match, commit: Commit, seed: bytes | None) -> Decided:
    left = [event for event in commit.events if isinstance(event, MatchSeatLeft)]
    seats = [event.seat for event in left if event.seat is not None and event.seat < len(match.seats)]
    if len(seats) != len(left):
        return Refused(reason="not_seated")
    if left[0].cause == "time":
        late = overdue(rules, match, commit.at, 0)
        return time_out(rules, match, [seat for seat in seats if seat in late], seed, commit.at)
    return leave(rules, match, match.seats[seats[0]].player or "", seed, commit.at)
