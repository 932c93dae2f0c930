"""Judge: whether a log is what the rules, the seed and the moves behind it make of it, and what was drawn for it."""

from collections.abc import Iterator, Sequence

from msgspec import ValidationError, convert, to_builtins

from domain.chance import Seeded
from domain.codec import canonical
from domain.commands import (
    Decided,
    Setup,
    change_lock,
    end,
    first_seat,
    join,
    leave,
    move,
    open_table,
    open_written,
    remove,
    start,
    take_out,
)
from domain.kernel import AnyRules, Chance, Event, Move, Refused
from domain.match import (
    Commit,
    Match,
    MatchEnded,
    MatchEvent,
    MatchJoined,
    MatchLockChanged,
    MatchMemberLeft,
    MatchOpened,
    MatchSeatLeft,
    MatchStarted,
    Member,
    advance,
    happen,
    options_of,
    overdue,
)
from domain.value import Value


class Draw(Value):
    """One draw: the event that tells of it, what it was for, and the number from 1 to `sides`."""

    version: int
    label: str
    sides: int
    drawn: int


class _Noting:
    """Chance that notes what was drawn."""

    def __init__(self, chance: Chance, version: int) -> None:
        self._chance = chance
        self._version = version
        self.draws: list[Draw] = []

    def draw(self, label: str, sides: int) -> int:
        drawn = self._chance.draw(label, sides)
        self.draws.append(Draw(version=self._version, label=label, sides=sides, drawn=drawn))
        return drawn


def judge(rules: AnyRules, log: Sequence[Commit], seed: bytes | None) -> int | None:
    """Return the version from which on a log is not what it had to be, or None.

    Every commit is decided again from the match before it and must come out the same, draws included.  Where
    something that had to follow is missing, the version is that of the missing event, perhaps beyond the log's end.
    """
    match = Match()
    for commit in log:
        decided = again(rules, match, commit, seed)
        due = () if isinstance(decided, Refused) else tuple(canonical(event) for event in decided)
        found = tuple(canonical(event) for event in commit.events)
        if due != found or not due:
            return match.version + _alike(due, found) + 1
        match = advance(rules, match, commit)
    return None


def draws(rules: AnyRules, log: Sequence[Commit], seed: bytes) -> Iterator[Draw]:
    """Yield every draw of a true log in the order of its events, by drawing it again."""
    match, version, luck = Match(), 0, tuple[str, ...]()
    for commit in log:
        decided = 0  # Events of the commit that one move came to.
        for place, event in enumerate(commit.events):
            version += 1
            if isinstance(event, MatchStarted):
                luck = event.luck
            chance = _Noting(Seeded(seed, luck), version)
            if place >= decided:
                decided = place + _drawn(rules, match, event, chance, moved=place == 0)
            yield from chance.draws
            match = happen(rules, match, event, commit.at)


def _drawn(rules: AnyRules, match: Match, event: Event, chance: Chance, *, moved: bool) -> int:
    """Draw what was drawn for an event, and return how many events came of that."""
    if isinstance(event, MatchStarted) and match.opened.origin == "played":
        first_seat(rules, match.opened, len(event.seats), chance)
    if isinstance(event, MatchEvent):
        return 1
    asked = rules.move_of(event) if moved and event.seat is not None else None
    if asked is None or event.seat is None:
        rules.by_itself(match.board, chance)
        return 1
    events = rules.decide(match.board, event.seat, asked, chance)
    return 1 if isinstance(events, Refused) else len(events)


def again(rules: AnyRules, match: Match, commit: Commit, seed: bytes | None) -> Decided:
    """Decide again what the first event of a commit says was asked for, at the commit's own time."""
    first = next(iter(commit.events), None)
    if first is None or match.ended or isinstance(first, MatchOpened) != (match.opening is None):
        return Refused(reason="over")
    host = match.host or ""
    match first:
        case MatchOpened():
            return _open(rules, first, commit, seed)
        case MatchJoined(player=player, luck=luck, robot=robot):
            member = Member(player=player, luck=luck, robot=robot)
            return join(rules, match, member, seed or b"", commit.at)
        case MatchLockChanged(locked=locked):
            return change_lock(rules, match, host, locked=locked)
        case MatchMemberLeft(player=player, removed=removed):
            return remove(match, host, player) if removed else leave(rules, match, player, seed, commit.at)
        case MatchStarted():
            return start(rules, match, host, seed or b"", commit.at)
        case MatchSeatLeft():
            return _leave(rules, match, commit, seed)
        case MatchEnded():
            return _end(match, first, seed)
        case _:
            return _move(rules, match, commit, seed)


def _alike(due: Sequence[bytes], found: Sequence[bytes]) -> int:
    return next((n for n, (a, b) in enumerate(zip(due, found, strict=False)) if a != b), min(len(due), len(found)))


def _open(rules: AnyRules, first: MatchOpened, commit: Commit, seed: bytes | None) -> Decided:
    try:
        options = options_of(rules, first)
    except ValidationError:
        return Refused(reason="option_not_offered")
    if first.origin == "imported":
        luck = next((event.luck for event in commit.events if isinstance(event, MatchStarted)), ())
        return open_written(rules, first.seats, commit.at, options=options, seed=seed, luck=luck)
    if seed is None or first.limit_seconds is None:
        return Refused(reason="limit_not_offered")
    joined = {event.player: event for event in reversed(commit.events) if isinstance(event, MatchJoined)}
    members = [Member(player=event.player, luck=event.luck, robot=event.robot) for event in reversed(joined.values())]
    setup = Setup(
        seats=first.seats,
        options=options,
        limit_seconds=first.limit_seconds,
        locked=first.locked,
        strength_max=first.strength_max,
        rematch_of=first.rematch_of,
    )
    return open_table(rules, setup, members[: first.seats], seed, commit.at)


def _leave(rules: AnyRules, match: Match, commit: Commit, seed: bytes | None) -> Decided:
    """Whoever leaves still loses something by it; whose time ran out is overdue.

    Seats of an imported game have no players who could leave, nor limits: the record says who went, and how.
    """
    if match.status != "running":
        return Refused(reason="not_started")
    left = [event for event in commit.events if isinstance(event, MatchSeatLeft)]
    cause, imported = left[0].cause, match.opened.origin == "imported"
    if cause == "left":
        gone = {left[0].seat} & set(rules.at_stake(match.board))
    else:
        late = rules.to_move(match.board) if imported else overdue(match, commit.at, 0)
        gone = {event.seat for event in left} & set(late)
    return take_out(rules, match, sorted(gone), cause, seed, commit.at) if gone else Refused(reason="not_seated")


def _end(match: Match, first: MatchEnded, seed: bytes | None) -> Decided:
    """Only these ends come by themselves, not from a move or a leave; none of them has places."""
    possible = {"operator", "closed" if match.status == "open" else "operator"}
    if match.opened.origin == "imported":
        possible.add("unfinished")
    return end(match, first.reason, seed) if first.reason in possible else Refused(reason="over")


def _move(rules: AnyRules, match: Match, commit: Commit, seed: bytes | None) -> Decided:
    first = commit.events[0]
    asked: Move | None = rules.move_of(first)
    if asked is None or first.seat is None:
        return Refused(reason="not_your_turn")
    try:
        asked = convert(to_builtins(asked), type(asked))  # As if it came from outside: within its bounds.
    except ValidationError:
        return Refused(reason="malformed")
    return move(rules, match, first.seat, asked, seed, commit.at)
