"""Match: who sits where, whose time runs, and when it is over.  The life of a game whatever its kind."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from msgspec import convert
from msgspec.structs import replace

from domain.chance import Luck
from domain.kernel import AnyRules, Cause, Event, Public, Reason, Result, Seat
from domain.value import Value

FIRST_LIMIT_SECONDS_MIN = 60  # rules.md, all tables: the first limit of each seat is at least this.

Player: TypeAlias = str
"""An opaque id (a UUID); names are joined at reading, so that they can be erased."""

Status: TypeAlias = Literal["open", "running", "finished", "aborted"]
Origin: TypeAlias = Literal["played", "imported"]


class MatchEvent(Public):
    """What happens to a match whatever its kind; always public."""


class MatchOpened(MatchEvent, tag="match.opened"):
    """A table was opened.  `seats` is how many may sit down; `commitment` binds the seed (None: there is none)."""

    kind: str
    rules: int
    seats: int
    options: dict[str, int | bool | str]
    limit_seconds: int | None
    commitment: str | None
    locked: bool = False
    strength_max: int | None = None
    origin: Origin = "played"
    rematch_of: str | None = None


class MatchJoined(MatchEvent, tag="match.joined"):
    """Somebody became a member.  `luck`: the word added to the draws, 16-64 hex digits or empty."""

    player: Player
    luck: Luck = ""
    robot: str | None = None


class MatchMemberLeft(MatchEvent, tag="match.member_left"):
    """A member went, or was put out by the host, before the start."""

    player: Player
    removed: bool = False


class MatchLockChanged(MatchEvent, tag="match.lock_changed"):
    """The table got another password, or none."""

    locked: bool


class MatchStarted(MatchEvent, tag="match.started"):
    """Seats were given, in turn order; `luck` has every member's word in the order of joining."""

    seats: tuple[Player | None, ...]
    luck: tuple[Luck, ...]


class MatchSeatLeft(MatchEvent, tag="match.seat_left"):
    """Whoever held `seat` left the running game, or ran out of time."""

    seat: Seat
    cause: Cause


class MatchEnded(MatchEvent, tag="match.ended"):
    """It is over.  No places: aborted.  The seed is revealed, whatever the reason."""

    reason: Reason
    places: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...] | None = None
    points: tuple[int, ...] | None = None
    seed: str | None = None


EVENTS: tuple[type[MatchEvent], ...] = (
    MatchOpened,
    MatchJoined,
    MatchMemberLeft,
    MatchLockChanged,
    MatchStarted,
    MatchSeatLeft,
    MatchEnded,
)


class Commit(Value):
    """What one command appended: one or more events at one time (or what an audience was shown of them)."""

    at: datetime
    events: tuple[Event, ...]


class Member(Value):
    """Somebody at the table, in the order of joining."""

    player: Player
    luck: str = ""
    robot: str | None = None


class Taken(Value):
    """A seat of a started game; no player where the game was imported from its notation."""

    player: Player | None
    left: Cause | None = None


class Match(Value):
    """The fold of a log, or of what one audience was shown of it."""

    version: int = 0  # Events folded.
    at: datetime | None = None  # The latest time among them.
    status: Status = "open"
    opening: MatchOpened | None = None
    opened_at: datetime | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    locked: bool = False
    members: tuple[Member, ...] = ()
    luck: tuple[str, ...] = ()
    seats: tuple[Taken, ...] = ()
    board: Any = None  # The kind's own state once started.
    turn: tuple[Seat, ...] = ()  # In order; nobody before the start and after the end.
    due: tuple[datetime | None, ...] = ()  # When the time of each seat on turn runs out.
    moved: tuple[bool, ...] = ()  # Whether each seat has moved itself yet.
    result: Result | None = None
    seed: str | None = None

    @property
    def opened(self) -> MatchOpened:
        """The first event; there is none before a table exists, and asking then is a bug."""
        if self.opening is None:
            raise AssertionError("nothing was opened")
        return self.opening

    @property
    def ended(self) -> bool:
        """Whether it is over, with places or without."""
        return self.ended_at is not None

    @property
    def host(self) -> Player | None:
        """Who decides about an open table: the longest-standing member who is no robot."""
        return next((member.player for member in self.members if member.robot is None), None)

    @property
    def deadlines(self) -> Mapping[Seat, datetime]:
        """When each seat on turn runs out of time.  Judged on public facts: the same for every audience."""
        return {seat: due for seat, due in enumerate(self.due) if due is not None}

    def seat_of(self, player: Player | None) -> Seat | None:
        """Return the seat that `player` holds and has not left."""
        if player is not None:
            for seat, taken in enumerate(self.seats):
                if taken.player == player and taken.left is None:
                    return seat
        return None


def advance(rules: AnyRules, match: Match, commit: Commit) -> Match:
    """Fold one commit.  Applies and never judges; total, also on a part of the events."""
    for event in commit.events:
        match = happen(rules, match, event, commit.at)
    return _clocked(rules, match, commit)


def fold(rules: AnyRules, log: Iterable[Commit]) -> Match:
    """Return what a log says."""
    match = Match()
    for commit in log:
        match = advance(rules, match, commit)
    return match


def happen(rules: AnyRules, match: Match, event: Event, at: datetime) -> Match:
    """Fold one event, leaving the clocks to the end of its commit."""
    if not isinstance(event, MatchEvent):
        return replace(match, board=rules.evolve(match.board, event))
    match event:
        case MatchOpened():
            return replace(match, opening=event, opened_at=at, locked=event.locked)
        case MatchJoined(player=player, luck=luck, robot=robot):
            return replace(match, members=(*match.members, Member(player=player, luck=luck, robot=robot)))
        case MatchMemberLeft(player=player):
            return replace(match, members=tuple(m for m in match.members if m.player != player))
        case MatchLockChanged(locked=locked):
            return replace(match, locked=locked)
        case MatchStarted(seats=players, luck=luck):
            return _started(rules, match, players, luck, at)
        case MatchSeatLeft(seat=seat, cause=cause):
            seats = (*match.seats[:seat], replace(match.seats[seat], left=cause), *match.seats[seat + 1 :])
            return replace(match, seats=seats, board=rules.leave(match.board, seat, cause))
        case MatchEnded():
            return _ended(match, event, at)
        case _:
            raise AssertionError(f"no such event of a match: {event}")


def options_of(rules: AnyRules, opened: MatchOpened) -> Any:
    """Return the options of a table as its kind's own struct.  Raises `msgspec.ValidationError`."""
    return convert(opened.options, rules.options)


def overdue(match: Match, at: datetime, grace_seconds: float) -> Sequence[Seat]:
    """Return the seats whose deadline passed more than the grace before `at`."""
    grace = timedelta(seconds=grace_seconds)
    return [seat for seat, due in enumerate(match.due) if due is not None and at - due > grace]


def _started(
    rules: AnyRules, match: Match, players: tuple[Player | None, ...], luck: tuple[str, ...], at: datetime
) -> Match:
    seats = len(players)
    return replace(
        match,
        status="running",
        started_at=at,
        luck=luck,
        seats=tuple(Taken(player=player) for player in players),
        board=rules.initial(seats, options_of(rules, match.opened)),
        due=(None,) * seats,
        moved=(False,) * seats,
    )


def _ended(match: Match, event: MatchEnded, at: datetime) -> Match:
    result = Result(reason=event.reason, places=event.places, scores=event.scores, points=event.points)
    status: Status = "finished" if event.places else "aborted"
    return replace(match, status=status, ended_at=at, result=result, seed=event.seed)


def _clocked(rules: AnyRules, match: Match, commit: Commit) -> Match:
    """A limit counts from the commit that put the seat on turn or in which it last moved itself."""
    at = commit.at
    latest = at if match.at is None or at > match.at else match.at
    version = match.version + len(commit.events)
    if match.status != "running":
        return replace(match, version=version, at=latest, turn=(), due=())
    mover, turn, moved = _mover(commit), tuple(sorted(rules.to_move(match.board))), match.moved
    if mover is not None and not moved[mover]:
        moved = (*moved[:mover], True, *moved[mover + 1 :])
    due = tuple(  # Of a list, which is made in half the time of a generator's: this runs at every move.
        [
            (before if seat != mover and seat in match.turn else _due(rules, match, at, moved=moved[seat]))
            if seat in turn
            else None
            for seat, before in enumerate(match.due)
        ]
    )
    return replace(match, version=version, at=latest, turn=turn, due=due, moved=moved)


def _due(rules: AnyRules, match: Match, at: datetime, *, moved: bool) -> datetime | None:
    """Return when the time of a seat runs out whose limit counts from `at`, unless it counts from the start."""
    seconds = match.opened.limit_seconds
    if seconds is None or match.started_at is None:
        return None
    if rules.table.limit.counts == "start":
        return match.started_at + _span(seconds)
    return at + _span(seconds if moved else max(seconds, FIRST_LIMIT_SECONDS_MIN))


@lru_cache
def _span(seconds: int) -> timedelta:
    return timedelta(seconds=seconds)


def _mover(commit: Commit) -> Seat | None:
    """Who moved: the seat of the first public event, so that a hidden one moves nobody's visible clock."""
    if isinstance(commit.events[0], MatchEvent):
        return None
    for event in commit.events:
        if isinstance(event, Public):
            return event.seat
    return None
