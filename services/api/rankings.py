"""Rankings: who plays a kind how well, robots among people."""

from collections.abc import Mapping, Sequence
from typing import Annotated
from uuid import UUID

from litestar import Response
from litestar.params import FromPath
from msgspec import Meta
from msgspec.structs import asdict

from domain.kernel import AnyRules
from domain.rating import PARTS, Skill, Standing
from domain.value import Value
from infra.postgres.people import Person
from infra.postgres.ratings import Ranked
from services.api import cursors
from services.api.asking import AnyRequest, query
from services.api.calls import get
from services.api.games import PAGE_MAX
from services.api.house import House, asked_to_show, json
from services.api.problems import Problem
from services.robots.players import player_of, robot_of

SKILL_MAX = 1_000_000  # Far beyond what anybody reaches, within what the database can compare.


class Numbers(Value):
    """What a ranking says of somebody."""

    skill: Annotated[int, Meta(description="The strength, 1000 for a newcomer; a robot's is fixed.")]
    deviation: Annotated[int, Meta(description="How far the true strength may well be from it; 0 for a robot.")]
    points: Annotated[int | None, Meta(description="Where the kind pays any.")]
    played: int
    won: Annotated[int, Meta(description="The first place alone.")]
    drawn: Annotated[int, Meta(description="The first place, shared.")]
    left: Annotated[int, Meta(description="Left, or lost by time.")]


class RankingEntry(Numbers):
    """A player in a ranking."""

    place: Annotated[int | None, Meta(description="Among people: equal skill shares the place.  A robot has none.")]
    player: Person
    level: Annotated[str | None, Meta(description="A robot's, as `/v1/kinds` names it.")]


class RankingPage(Value):
    """One page of a ranking; `next` is the cursor of the page after, None where this is the last."""

    items: tuple[RankingEntry, ...]
    next: str | None


class Paging(Value):
    """Which part of a ranking to return."""

    limit: Annotated[int, Meta(ge=1, le=PAGE_MAX, description="At most so many; there may be fewer.")] | None = None
    cursor: Annotated[str | None, Meta(description="The `next` of the page before.")] = None


class _Place(Value, array_like=True):
    skill: Annotated[int, Meta(ge=-SKILL_MAX, le=SKILL_MAX)]
    player: UUID


@get(
    "/v1/rankings/{kind:str}",
    name="ranking",
    query=Paging,
    answers={200: RankingPage},
    words=("kind",),
    refuses=("no_such_kind",),
)
async def ranking(request: AnyRequest, kind: FromPath[str]) -> Response[bytes]:
    """Return who plays a kind how well, the strongest first; whoever was erased has gone."""
    house, _ = await asked_to_show(request)
    if kind not in house.kinds:
        raise Problem("no_such_kind")
    wanted, rules = query(request, Paging), house.kinds[kind]
    limit = min(wanted.limit or PAGE_MAX, house.settings.page_max)
    found = await _ranked(house, rules, cursors.read(wanted.cursor, _Place), limit + 1)
    page = found[:limit]
    names = await house.reception.names({one.player for one in page if one.robot is None})
    places = await _places(house, kind, page)
    items = tuple(
        RankingEntry(
            place=places.get(one.player),
            player=names[one.player] if one.robot is None else player_of(rules, one.robot),
            level=one.robot,
            **asdict(numbers(rules, one)),
        )
        for one in page
    )
    return json(RankingPage(items=items, next=cursors.written(_place(rules, page[-1])) if found[limit:] else None))


def numbers(rules: AnyRules, one: Ranked) -> Numbers:
    """Return what a ranking says of somebody."""
    standing = one.standing
    return Numbers(
        skill=strength(rules, one.robot, standing.skill),
        deviation=round(standing.skill.deviation / PARTS) if one.robot is None else 0,
        points=standing.points,
        played=standing.played,
        won=standing.won,
        drawn=standing.drawn,
        left=standing.left,
    )


def strength(rules: AnyRules, robot: str | None, skill: Skill) -> int:
    """Return the strength that is shown: a robot's is fixed."""
    fixed = None if robot is None else robot_of(rules, robot)
    return skill.strength if fixed is None else fixed.strength


async def _ranked(house: House, rules: AnyRules, after: _Place | None, limit: int) -> Sequence[Ranked]:
    """Return people and robots, of each level one, by falling skill, and by their ids where it is equal."""
    people = await house.ratings.ranking(rules.name, None if after is None else (after.skill, after.player), limit)
    counted = await house.ratings.robots(rules.name)
    robots = [
        Ranked(
            player=player_of(rules, robot.level).id, robot=robot.level, standing=counted.get(robot.level, Standing())
        )
        for robot in rules.robots
    ]
    both = sorted([*people, *robots], key=lambda one: _order(_place(rules, one)))
    return [one for one in both if after is None or _order(_place(rules, one)) > _order(after)][:limit]


async def _places(house: House, kind: str, page: Sequence[Ranked]) -> Mapping[str, int]:
    """Return the places of the people on a page: one more than there are people who are stronger."""
    places, before, strength, place = dict[str, int](), 0, None, 0
    for one in page:
        if one.robot is not None:
            continue
        skill = one.standing.skill.strength
        if strength is None:
            stronger, before = await house.ratings.before(kind, skill, UUID(one.player))
            place = stronger + 1
        elif skill != strength:
            place = before + 1
        places[one.player], strength, before = place, skill, before + 1
    return places


def _place(rules: AnyRules, one: Ranked) -> _Place:
    return _Place(skill=numbers(rules, one).skill, player=UUID(one.player))


def _order(place: _Place) -> tuple[int, UUID]:
    return -place.skill, place.player
