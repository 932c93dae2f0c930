"""Players: the page of each, for everybody to see: how they stand in each kind, and how they came there."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from litestar import Response
from litestar.params import FromPath
from msgspec import Meta
from msgspec.structs import asdict, replace

from domain.kernel import AnyRules, Cause
from domain.rating import Why
from domain.value import Text, Value
from infra.postgres.people import Person
from infra.postgres.ratings import Moment, Ranked, Rated
from services.api import wire
from services.api.asking import AnyRequest
from services.api.calls import get
from services.api.house import House, asked_to_show, json
from services.api.problems import Problem
from services.api.rankings import Numbers, numbers, strength

CHANGES_MAX = 20  # Of each kind, with all that explains them.
HISTORY_MAX = 500  # Games of each kind, enough for a curve.

NO_TEXT = Text(de="", en="")


class Opponent(Value):
    """Somebody else in a game, as strong as they were before it."""

    player: Person
    place: int | None
    skill: int


class SkillChange(Value):
    """What one game changed."""

    game: str
    at: wire.Time
    place: Annotated[int | None, Meta(description="None where the game was aborted.")]
    players: int
    shared: bool
    left: Cause | None
    points: int | None
    before: int
    after: int
    why: Annotated[Why, Meta(description="Whether it was rated, or why not: a robot played, or it was aborted.")]
    opponents: tuple[Opponent, ...]
    text: Annotated[Text, Meta(description="The same for people to read.")]


class SkillMoment(Value):
    """What the skill was after a game."""

    at: wire.Time
    skill: int


class PlayerInKind(Numbers):
    """How a player stands in a kind; the latest changes first, the history from its beginning."""

    changes: tuple[SkillChange, ...]
    history: tuple[SkillMoment, ...]


class PlayerPage(Value):
    """A player, and each kind that they have played to an end."""

    player: Person
    kinds: Mapping[str, PlayerInKind]


@get("/v1/players/{name:str}", name="player", answers={200: PlayerPage}, words=("name",), refuses=("no_such_player",))
async def player(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """Return how a player stands, and how that came about."""
    house, _ = await asked_to_show(request)
    person = None if "\0" in name else await house.reception.by_name(name)  # PostgreSQL could not look for it.
    if person is None:
        raise Problem("no_such_player")
    ranked = await house.ratings.of_player(person.id)
    changes = await house.ratings.changes(person.id, CHANGES_MAX)
    history = await house.ratings.moments(person.id, HISTORY_MAX)
    explained = await _explained(house, person, changes)
    kinds = {
        kind: _in_kind(house.kinds[kind], one, explained, history)
        for kind, one in ranked.items()
        if kind in house.kinds
    }
    return json(PlayerPage(player=person, kinds=kinds))


async def _explained(house: House, person: Person, changes: Sequence[Rated]) -> Sequence[tuple[str, SkillChange]]:
    """Return changes with who else played in those games, each with its kind."""
    others: dict[tuple[str, int], list[Rated]] = {}
    for one in await house.ratings.others(person.id, changes):
        others.setdefault((one.kind, one.place), []).append(one)
    names = await house.reception.names({one.part.player for each in others.values() for one in each})
    known = [one for one in changes if one.kind in house.kinds]
    return [
        (one.kind, _change(house.kinds[one.kind], one, others.get((one.kind, one.place), []), names)) for one in known
    ]


def _in_kind(
    rules: AnyRules, ranked: Ranked, changes: Iterable[tuple[str, SkillChange]], history: Sequence[Moment]
) -> PlayerInKind:
    moments = [
        SkillMoment(at=one.at, skill=strength(rules, ranked.robot, one.skill))
        for one in reversed(history)
        if one.kind == rules.name
    ]
    return PlayerInKind(
        changes=tuple(change for kind, change in changes if kind == rules.name),
        history=tuple(moments),
        **asdict(numbers(rules, ranked)),
    )


def _change(rules: AnyRules, one: Rated, others: Sequence[Rated], names: Mapping[str, Person]) -> SkillChange:
    part, opponents = one.part, tuple(_opponent(rules, other, names) for other in others)
    change = SkillChange(
        game=str(one.game),
        at=one.at,
        place=part.place,
        players=1 + len(opponents),
        shared=part.shared,
        left=part.left,
        points=part.points,
        before=strength(rules, part.robot, one.before),
        after=strength(rules, part.robot, one.after),
        why=one.why,
        opponents=opponents,
        text=NO_TEXT,
    )
    return replace(change, text=Text(de=_german(change), en=_english(change)))


def _opponent(rules: AnyRules, other: Rated, names: Mapping[str, Person]) -> Opponent:
    part = other.part
    return Opponent(player=names[part.player], place=part.place, skill=strength(rules, part.robot, other.before))


def _english(change: SkillChange) -> str:
    if change.why == "aborted":
        return "Everybody's time ran out: the game was aborted and counts as left; nobody's skill changes."
    how = {None: "", "left": ", having left", "time": ", by time"}[change.left]
    place = f"Place {change.place} of {change.players}{', shared' if change.shared else ''}{how}"
    against = " and ".join(f"{one.player.name} ({one.skill})" for one in change.opponents)
    if change.why == "robots":
        return f"{place}, against {against}: with a robot at the table nobody's skill changes."
    return f"{place}, against {against}: from {change.before} to {change.after}."


def _german(change: SkillChange) -> str:
    if change.why == "aborted":
        return (
            "Allen lief die Zeit ab: Das Spiel wurde abgebrochen und gilt als verlassen; niemandes Stärke ändert sich."
        )
    how = {None: "", "left": ", verlassen", "time": ", durch Zeit"}[change.left]
    place = f"Platz {change.place} von {change.players}{', geteilt' if change.shared else ''}{how}"
    against = " und ".join(f"{one.player.name} ({one.skill})" for one in change.opponents)
    if change.why == "robots":
        return f"{place}, gegen {against}: Mit einem Roboter am Tisch ändert sich niemandes Stärke."
    return f"{place}, gegen {against}: von {change.before} auf {change.after}."
