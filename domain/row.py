"""Row: what lists and workers need to know of a game, exactly a function of its events."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from domain.feed import Game, has_secrets
from domain.kernel import Cause, Result, Seat
from domain.match import Match, Origin, Player, Status
from domain.value import Value


class Seated(Value):
    """A member and, once started, the seat held."""

    player: Player | None
    robot: str | None = None
    seat: Seat | None = None
    left: Cause | None = None


class Row(Value):
    """One game in the lists.  `to_move` and `robot_to_move` are bit masks: bit 0 is seat 0.

    `audience_versions` says how many events each audience has been shown (`o` the onlookers, `s0` … the seats).
    """

    kind: str
    status: Status
    version: int
    listed_at: datetime
    opened_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    seats: int
    members: tuple[Seated, ...]
    options: Mapping[str, Any]
    limit_seconds: int | None
    locked: bool
    strength_max: int | None
    origin: Origin
    rematch_of: str | None
    to_move: int
    robot_to_move: int
    deadline: datetime | None
    audience_versions: Mapping[str, int]
    result: Result | None


def row(game: Game) -> Row:
    """Return a game's row.  Only public facts, but for the version, which is the log's own."""
    match, opened = game.match, game.match.opened
    if match.opened_at is None:
        raise AssertionError("opened without a time")
    turn = match.turn
    robots = {member.player for member in match.members if member.robot is not None}
    return Row(
        kind=opened.kind,
        status=match.status,
        version=match.version,
        listed_at=match.started_at or match.opened_at,
        opened_at=match.opened_at,
        started_at=match.started_at,
        finished_at=match.ended_at,
        seats=opened.seats,
        members=seated(match),
        options=opened.options,
        limit_seconds=opened.limit_seconds,
        locked=match.locked,
        strength_max=opened.strength_max,
        origin=opened.origin,
        rematch_of=opened.rematch_of,
        to_move=_mask(turn),
        robot_to_move=_mask([seat for seat in turn if match.seats[seat].player in robots]),
        deadline=min(match.deadlines.values(), default=None),
        audience_versions=_audience_versions(game),
        result=match.result,
    )


def seated(match: Match) -> tuple[Seated, ...]:
    """Return who is at the table in the order of joining, with the seat each holds once started.

    Where nobody joined, since the game was played elsewhere, the seats follow in their own order.
    """
    seats = {taken.player: (seat, taken.left) for seat, taken in enumerate(match.seats) if taken.player is not None}
    nobodys = [Seated(player=None, seat=seat) for seat, taken in enumerate(match.seats) if taken.player is None]
    members = [
        Seated(player=member.player, robot=member.robot, seat=seat, left=left)
        for member in match.members
        for seat, left in (seats.get(member.player, (None, None)),)
    ]
    return (*members, *nobodys)


def audience_name(audience: Seat | None) -> str:
    """Return how resume ids and ETags call an audience: `o`, or `s` and the seat."""
    return "o" if audience is None else f"s{audience}"


def _audience_versions(game: Game) -> Mapping[str, int]:
    seats = range(len(game.match.seats)) if has_secrets(game.rules) else ()
    return {audience_name(audience): game.known(audience).version for audience in (None, *seats)}


def _mask(seats: Collection[Seat]) -> int:
    return sum([1 << seat for seat in seats])
