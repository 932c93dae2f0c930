"""Rating: what a game that has ended says of those who played it: skill, points, and what is counted.

Who is rated, and by what, is said here; how much a result is worth is reckoned by the model that is handed in.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Literal, TypeAlias

from domain.kernel import Cause, Reason, Result, Seat
from domain.match import Commit, MatchEnded, MatchJoined, MatchOpened, MatchSeatLeft, MatchStarted, Player
from domain.value import Value

NEWCOMER = 1000  # rules.md, all tables: the strength of whoever has not been rated yet.
DEVIATION = 250  # How far a newcomer's true strength may well be from that.
PARTS = 1000  # Skill is kept in thousandths: whole numbers are the same on every machine.

Why: TypeAlias = Literal["rated", "robots", "aborted"]
"""Why a skill changed, or did not: all were people; a robot played; the game came to no places."""


class Skill(Value):
    """What is believed of a player's strength, in thousandths: the mean, and the deviation from it."""

    mean: int = NEWCOMER * PARTS
    deviation: int = DEVIATION * PARTS

    @property
    def strength(self) -> int:
        """The whole number that the rankings show and caps are compared with."""
        return (self.mean + PARTS // 2) // PARTS


Model: TypeAlias = Callable[[Sequence[Skill], Sequence[int]], Sequence[Skill]]
"""Returns what is believed of players after a game, from what was before and from their places (the first is 1)."""


class Standing(Value):
    """One player in the ranking of a kind.  `points` is None until a game has paid any."""

    skill: Skill = Skill()
    points: int | None = None
    played: int = 0
    won: int = 0
    drawn: int = 0
    left: int = 0


class Part(Value):
    """How one player came out of a game.  `place`: 1 is the first, None where there are none; `shared` with others."""

    player: Player
    robot: str | None = None
    place: int | None = None
    shared: bool = False
    left: Cause | None = None
    points: int | None = None


class Ended(Value):
    """A game that was played here to whatever end; its parts by seats."""

    at: datetime
    reason: Reason
    parts: tuple[Part, ...]


class Change(Value):
    """What one game changed for one of its players."""

    part: Part
    why: Why
    before: Standing
    after: Standing


def ended(log: Iterable[Commit]) -> Ended | None:
    """Return how a game ended, from its log or from no more than the events of its match.

    None where there is nothing to rate: it goes on, it never started, or it was not played here.
    """
    robots, seats = dict[Player, str | None](), tuple[Player | None, ...]()
    left, imported = dict[Seat, Cause](), False
    for at, event in ((commit.at, event) for commit in log for event in commit.events):
        match event:
            case MatchOpened(origin=origin):
                imported = origin == "imported"
            case MatchJoined(player=player, robot=robot):
                robots[player] = robot
            case MatchStarted(seats=given):
                seats = given
            case MatchSeatLeft(seat=seat, cause=cause):
                left[seat] = cause
            case MatchEnded(reason=reason, places=places, points=points) if seats and not imported:
                result = Result(reason=reason, places=places, points=points)
                parts = (_part(result, seat, p, robots, left) for seat, p in enumerate(seats) if p is not None)
                return Ended(at=at, reason=reason, parts=tuple(parts))
            case _:
                continue
    return None


def rate(game: Ended, standings: Mapping[Player, Standing], model: Model) -> Sequence[Change]:
    """Return what a game changes; who is not among `standings` is a newcomer.

    With a robot at the table a game counts as played, but nobody's skill changes: a host could choose an opponent whose
    weakness is known.  An aborted game counts only for who left it, where all had (rules.md §3 Time).
    """
    before = [standings.get(part.player, Standing()) for part in game.parts]
    if not all(part.place for part in game.parts):
        away = game.reason in {"left", "time"}
        pairs = [(part, then) for part, then in zip(game.parts, before, strict=True) if away and part.left]
        return [Change(part=p, why="aborted", before=then, after=_counted(p, then, then.skill)) for p, then in pairs]
    why: Why = "robots" if any(part.robot is not None for part in game.parts) else "rated"
    skills = [standing.skill for standing in before]
    if why == "rated":
        skills = list(model(skills, [part.place or 0 for part in game.parts]))
    return [
        Change(part=part, why=why, before=then, after=_counted(part, then, skill))
        for part, then, skill in zip(game.parts, before, skills, strict=True)
    ]


def _part(
    result: Result, seat: Seat, player: Player, robots: Mapping[Player, str | None], left: Mapping[Seat, Cause]
) -> Part:
    place, together = _reached(result, seat)
    return Part(
        player=player,
        robot=robots.get(player),
        place=place,
        shared=together > 1,
        left=left.get(seat),
        points=None if result.points is None else result.points[seat],
    )


def _reached(result: Result, seat: Seat) -> tuple[int | None, int]:
    """Return a seat's place and how many share it; those who share the second of four are followed by the fourth."""
    place = 1
    for together in result.places:
        if seat in together:
            return place, len(together)
        place += len(together)
    return None, 0


def _counted(part: Part, before: Standing, skill: Skill) -> Standing:
    """Return a standing after one more game.  Whoever has the first place alone has won, with others has drawn."""
    first = part.place == 1
    return Standing(
        skill=skill,
        points=before.points if part.points is None else (before.points or 0) + part.points,
        played=before.played + 1,
        won=before.won + (first and not part.shared),
        drawn=before.drawn + (first and part.shared),
        left=before.left + (part.left is not None),
    )
