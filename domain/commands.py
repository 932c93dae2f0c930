"""Commands: what may be asked of a match, and the whole commit that follows, or the refusal."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypeAlias

from msgspec.structs import asdict

from domain.chance import Seeded, Unseeded, commitment
from domain.kernel import AnyRules, Cause, Chance, Event, Move, Options, Reason, Refused, Result, Seat
from domain.match import (
    Match,
    MatchEnded,
    MatchJoined,
    MatchLockChanged,
    MatchMemberLeft,
    MatchOpened,
    MatchSeatLeft,
    MatchStarted,
    Member,
    Player,
    happen,
)
from domain.value import Value

BY_ITSELF_MAX = 1_000  # Events in a row without a player; more is a game that never rests.

Decided: TypeAlias = tuple[Event, ...] | Refused
"""The whole commit (empty: nothing to append), or why not."""


class Setup(Value):
    """What a table is opened with."""

    seats: int
    options: Options
    limit_seconds: int
    locked: bool = False
    strength_max: int | None = None
    rematch_of: str | None = None


def open_table(rules: AnyRules, setup: Setup, members: Sequence[Member], seed: bytes, at: datetime) -> Decided:
    """Open a table for its members, at once starting what is full.

    `seed`: 32 bytes from the operating system, fresh for every table, rematches too.
    """
    if (refused := _not_offered(rules, setup)) is not None:
        return refused
    if len({member.player for member in members}) < len(members):
        return Refused(reason="already_member")
    if len(members) > setup.seats:
        return Refused(reason="table_full")
    first = MatchOpened(
        kind=rules.name,
        rules=rules.rules,
        seats=setup.seats,
        options=asdict(setup.options),
        limit_seconds=setup.limit_seconds,
        commitment=commitment(seed),
        locked=setup.locked,
        strength_max=setup.strength_max,
        rematch_of=setup.rematch_of,
    )
    joined = [MatchJoined(player=m.player, luck=m.luck, robot=m.robot) for m in members]
    starts = [start_of(rules, first, members, seed)] if len(members) == setup.seats else []
    return settle(rules, Match(), (first, *joined, *starts), seed, at)


def open_written(
    rules: AnyRules,
    seats: int,
    at: datetime,
    *,
    options: Options | None = None,
    seed: bytes | None = None,
    luck: Sequence[str] = (),
) -> Decided:
    """Open and start a game that was played elsewhere: seats without players, no limit.

    Known by its moves alone it has no seed; from a record it brings options, seed and luck words.
    """
    if seats not in rules.table.seats:
        return Refused(reason="seats_not_offered")
    first = MatchOpened(
        kind=rules.name,
        rules=rules.rules,
        seats=seats,
        options=asdict(options or rules.options()),
        limit_seconds=None,
        commitment=None if seed is None else commitment(seed),
        origin="imported",
    )
    return settle(rules, Match(), (first, MatchStarted(seats=(None,) * seats, luck=tuple(luck))), seed, at)


def join(rules: AnyRules, match: Match, member: Member, seed: bytes, at: datetime) -> Decided:
    """Sit down at an open table; the last free seat starts the game."""
    if match.status != "open":
        return Refused(reason="already_started" if match.status == "running" else "over")
    if any(member.player == other.player for other in match.members):
        return Refused(reason="already_member")
    members = (*match.members, member)
    if len(members) > match.opened.seats:
        return Refused(reason="table_full")
    joined = MatchJoined(player=member.player, luck=member.luck, robot=member.robot)
    full = len(members) == match.opened.seats
    starts = [start_of(rules, match.opened, members, seed)] if full else []
    return settle(rules, match, (joined, *starts), seed, at)


def start(rules: AnyRules, match: Match, player: Player, seed: bytes, at: datetime) -> Decided:
    """Start with the members there are; the host's alone."""
    if (refused := host_only(match, player)) is not None:
        return refused
    if len(match.members) not in rules.table.seats:
        return Refused(reason="too_few")
    return settle(rules, match, (start_of(rules, match.opened, match.members, seed),), seed, at)


def change_lock(rules: AnyRules, match: Match, player: Player, *, locked: bool) -> Decided:
    """Give the table another password, or none; the host's alone.  The word itself is in no event."""
    if (refused := host_only(match, player)) is not None:
        return refused
    if not rules.table.word:
        return Refused(reason="word_not_offered")
    return (MatchLockChanged(locked=locked),)


def remove(match: Match, player: Player, member: Player) -> Decided:
    """Put a member out before the start; the host's alone (who leaves instead of removing itself)."""
    if (refused := host_only(match, player)) is not None:
        return refused
    if member == player or all(member != other.player for other in match.members):
        return Refused(reason="no_such_member")
    return (MatchMemberLeft(player=member, removed=True),)


def leave(rules: AnyRules, match: Match, player: Player, seed: bytes | None, at: datetime) -> Decided:
    """Leave the table, or the running game with its cost; nothing where nothing is at stake any more."""
    if match.status == "open":
        return _leave_table(match, player, seed)
    if all(player != taken.player for taken in match.seats):
        return Refused(reason="not_seated")
    seat = match.seat_of(player)
    if match.ended or seat is None:
        return Refused(reason="over" if match.ended else "already_left")
    if seat not in rules.at_stake(match.board):
        return ()
    return take_out(rules, match, [seat], "left", seed, at)


def move(rules: AnyRules, match: Match, seat: Seat, asked: Move, seed: bytes | None, at: datetime) -> Decided:
    """Make one move for `seat`; what follows by itself belongs to the same commit."""
    if match.status != "running":
        return Refused(reason="not_started" if match.status == "open" else "over")
    if seat not in rules.to_move(match.board):
        return Refused(reason="not_your_turn")
    events = rules.decide(match.board, seat, asked, chance_of(match, seed))
    if isinstance(events, Refused):
        return events
    return settle(rules, match, tuple(events), seed, at)


def time_out(rules: AnyRules, match: Match, seats: Sequence[Seat], seed: bytes | None, at: datetime) -> Decided:
    """Take the seats that ran out of time out of a running game, all in one commit."""
    return take_out(rules, match, seats, "time", seed, at)


def take_out(
    rules: AnyRules, match: Match, seats: Sequence[Seat], cause: Cause, seed: bytes | None, at: datetime
) -> Decided:
    """Take seats out of a running game in one commit, in this order, whoever holds them."""
    if match.status != "running":
        return Refused(reason="not_started" if match.status == "open" else "over")
    left = tuple(MatchSeatLeft(seat=seat, cause=cause) for seat in seats)
    return settle(rules, match, left, seed, at)


def end(match: Match, reason: Reason, seed: bytes | None) -> Decided:
    """End a game without places: closed, by an operator, or unfinished."""
    return Refused(reason="over") if match.ended else (_end(Result(reason=reason, places=()), seed),)


def rematch_members(rules: AnyRules, old: Match, luck: Mapping[Player, str]) -> Sequence[Member]:
    """Return who plays again, in the order of joining: the old seat 1 first, the old seat 0 last, leavers gone."""
    robots = {member.player: member.robot for member in old.members}
    turned = (*old.seats[1:], *old.seats[:1]) if rules.table.rematch_first == "next" else old.seats
    players = [taken.player for taken in turned if taken.left is None and taken.player is not None]
    return [Member(player=p, luck=luck.get(p, ""), robot=robots.get(p)) for p in players]


def start_of(rules: AnyRules, opened: MatchOpened, members: Sequence[Member], seed: bytes) -> MatchStarted:
    """Give the seats: who begins is drawn, the others follow in the order of joining, going round.

    A rematch of a kind that says so keeps the order of its members instead.
    """
    luck = tuple(member.luck for member in members)
    players = tuple(member.player for member in members)
    first = first_seat(rules, opened, len(players), Seeded(seed, luck))
    return MatchStarted(seats=(*players[first:], *players[:first]), luck=luck)


def first_seat(rules: AnyRules, opened: MatchOpened, members: int, chance: Chance) -> int:
    """Return which member, from 0 in the order of joining, gets seat 0."""
    if opened.rematch_of is None or rules.table.rematch_first == "drawn":
        return chance.draw("match/first_seat", members) - 1
    return 0


def chance_of(match: Match, seed: bytes | None) -> Chance:
    """Return the draws of a started match."""
    return Unseeded() if seed is None else Seeded(seed, match.luck)


def settle(rules: AnyRules, match: Match, events: tuple[Event, ...], seed: bytes | None, at: datetime) -> Decided:
    """Complete a commit by what happens by itself, and by the end if that is reached."""
    after = match
    for event in events:
        after = happen(rules, after, event, at)
    if after.status != "running":
        return events
    commit, chance = list(events), chance_of(after, seed)
    while (news := rules.by_itself(after.board, chance)) is not None:
        commit.append(news)
        after = happen(rules, after, news, at)
        if len(commit) > BY_ITSELF_MAX:
            raise AssertionError(f"{rules.name} never rests")
    result = rules.outcome(after.board)
    if result is not None:
        commit.append(_end(result, seed))
    return tuple(commit)


def host_only(match: Match, player: Player) -> Refused | None:
    """Return why somebody may not do what is the host's alone before the start, None where they may."""
    if all(player != member.player for member in match.members):
        return Refused(reason="not_seated")
    if match.host != player:
        return Refused(reason="not_host")
    if match.status != "open":
        return Refused(reason="already_started" if match.status == "running" else "over")
    return None


def _not_offered(rules: AnyRules, setup: Setup) -> Refused | None:
    limit = rules.table.limit
    if setup.seats not in rules.table.seats:
        return Refused(reason="seats_not_offered")
    if not limit.least <= setup.limit_seconds <= limit.most:
        return Refused(reason="limit_not_offered")
    return Refused(reason="word_not_offered") if setup.locked and not rules.table.word else None


def _leave_table(match: Match, player: Player, seed: bytes | None) -> Decided:
    if all(player != member.player for member in match.members):
        return Refused(reason="not_seated")
    left = MatchMemberLeft(player=player)
    others = [member for member in match.members if member.player != player and member.robot is None]
    return (left,) if others else (left, _end(Result(reason="closed", places=()), seed))


def _end(result: Result, seed: bytes | None) -> MatchEnded:
    return MatchEnded(
        reason=result.reason,
        places=result.places,
        scores=result.scores,
        points=result.points,
        seed=None if seed is None else seed.hex(),
    )
