"""Games: what there is to play, what is being played, and each game as its caller may see it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import Response
from litestar.params import FromPath
from msgspec import Meta

from domain.feed import Known, history, unveiled
from domain.kernel import AnyRules, Audience, Limit
from domain.match import Status
from domain.row import audience_name
from domain.value import Text, Value
from infra.postgres.people import Person
from infra.postgres.store import Listed
from services.api import cursors, wire
from services.api.asking import AnyRequest, game_id, query
from services.api.calls import get
from services.api.feeds import audience_of
from services.api.house import JSON, NO_STORE, House, asked_to_show, house_of, json
from services.api.packing import packed
from services.api.problems import Problem
from services.api.schemas import schema_of
from services.api.streams import RESUME_POINT, resume_point
from services.live import Live
from services.robots.players import player_of

NOT_THEN = ("no_such_version", "not_finished")  # What naming a moment may be refused with.
PAGE_MAX = 1_000  # Items or steps in one answer, unless fewer are asked for or the settings say so.


class RobotKind(Value):
    """A robot that can be seated; `strength` is fixed, and counts where a table has a cap."""

    level: Annotated[str, Meta(description="What it is asked for by.", examples=["easy"])]
    strength: int
    name: Annotated[str, Meta(description="The first of its kind at a table; others have a number, too.")]


class Kind(Value):
    """A game on offer: what can be agreed on at a table of it, and how its moves look and are refused."""

    kind: wire.KindName
    name: Text
    overview: Text | None
    rules: Annotated[Text, Meta(description="Markdown; `/v1/kinds/{kind}/rules` shows it, its pictures included.")]
    credits: Text | None
    seats: Annotated[tuple[int, ...], Meta(description="How many can play, the default first.")]
    options: Annotated[Mapping[str, Any], Meta(description="The JSON Schema of each option, its default included.")]
    limit: Annotated[Limit, Meta(description="The time limit in seconds: per move, or for all from the start.")]
    word: Annotated[bool, Meta(description="Whether a table may have a password.")]
    duel: Annotated[bool, Meta(description="Whether all play the same draws apart, to be shown abreast afterwards.")]
    robots: Annotated[tuple[RobotKind, ...], Meta(description="Who can be played with, the weakest first.")]
    notation: Annotated[str | None, Meta(description="The media type of the game's notation, if it has one.")]
    moves: Annotated[wire.Moves, Meta(description="An example of each move.")]
    refusals: Annotated[Mapping[str, Text], Meta(description="What the game's own rules say no with.")]


class GameList(Value):
    """One page of games; `next` is the cursor of the page after, None where this is the last."""

    items: tuple[wire.GameItem, ...]
    next: str | None


class FeedPage(Value):
    """The steps after a version; `version` counts up to the last of them, or to the game's own where there are none."""

    version: int
    steps: tuple[wire.StepView, ...]


class Listing(Value):
    """Which games to list."""

    status: Annotated[tuple[Status, ...], Meta(description="Only those; several are separated by commas.")] = ()
    kind: Annotated[wire.KindName | None, Meta(description="Only those of this kind.")] = None
    mine: Annotated[bool, Meta(description="Only those at which the caller is a member, which takes a token.")] = False
    limit: Annotated[int, Meta(ge=1, le=PAGE_MAX, description="At most so many; there may be fewer.")] | None = None
    cursor: Annotated[str | None, Meta(description="The `next` of the page before.")] = None


class Instant(Value):
    """Which moment of a game to show; now, where none is named."""

    version: Annotated[int, Meta(ge=1, description="As the caller saw it at this version.")] | None = None
    record: Annotated[int, Meta(ge=1, description="An ended game at this version of its log.")] | None = None


class Steps(Value):
    """Which steps to return."""

    after: Annotated[str | None, RESUME_POINT] = None
    limit: Annotated[int, Meta(ge=1, le=PAGE_MAX, description="At most so many.")] = PAGE_MAX


class _Cursor(Value, array_like=True):
    at: datetime
    game: UUID


@get("/v1/kinds", name="kinds", answers={200: tuple[Kind, ...]}, caller="ignored")
async def kinds(request: AnyRequest) -> Response[bytes]:
    """Return the games on offer."""
    told = wire.encode([_kind(rules) for rules in house_of(request).kinds.values()])
    return packed(request, told, JSON, NO_STORE)


@get("/v1/games", name="games", query=Listing, answers={200: GameList}, refuses=("token_missing",))
async def games(request: AnyRequest) -> Response[bytes]:
    """Return open, running and ended games, the latest opened or started first."""
    mine = request.query_params.get("mine", "").lower() in {"1", "true"}
    house, asked = await asked_to_show(request, token=mine)
    wanted = query(request, Listing)
    if wanted.kind is not None:
        house.rules(wanted.kind)  # Whoever misspells it is told.
    limit, cursor = min(wanted.limit or PAGE_MAX, house.settings.page_max), cursors.read(wanted.cursor, _Cursor)
    listed = await house.store.listed(
        limit=limit + 1,
        statuses=wanted.status or None,
        kind=wanted.kind,
        player=asked.player if mine else None,
        before=None if cursor is None else (cursor.at, cursor.game),
    )
    page = listed[:limit]
    names = await house.reception.names({m.player for one in page for m in one.members if m.player is not None})
    items = tuple(wire.item(one, _audience_name(one.members, asked.person), names) for one in page)
    more = len(listed) > limit
    return json(GameList(items=items, next=_next(page[-1]) if more else None))


@get("/v1/games/{game:str}", name="game", query=Instant, answers={200: wire.GameView}, refuses=NOT_THEN)
async def game(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return a game as the caller may see it: now, at `?version=n`, or of an ended game at `?record=n`."""
    house, live, known, audience = await at_version(request, game)
    return await house.shown(live, live.game, known, audience)


@get("/v1/games/{game:str}/events", name="events", query=Steps, answers={200: FeedPage}, refuses=("other_audience",))
async def events(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return the caller's feed after `?after=`."""
    house, asked = await asked_to_show(request)
    live = await house.game(game_id(game))
    wanted = query(request, Steps)
    version, name = resume_point(wanted.after) or (0, None)
    audience = audience_of(live.game.match, asked.person)
    if name is not None and name != audience_name(audience):
        raise Problem("other_audience", version=live.game.known(audience).version)
    feed = (known for known in history(live.game.rules, live.game.log, audience) if known.version > version)
    steps = tuple(wire.step_view(known.step) for known, _ in zip(feed, range(wanted.limit), strict=False) if known.step)
    reached = steps[-1].version if steps else live.game.known(audience).version
    return json(FeedPage(version=reached, steps=steps))


async def at_version(request: AnyRequest, game: str) -> tuple[House, Live, Known, Audience]:
    """Return a game as its caller saw it at the version that the request names, or sees it now.

    Raises:
        Problem: no_such_game, malformed, no_such_version, not_finished (`record` of a game that goes on).
    """
    house, asked = await asked_to_show(request)
    live = await house.game(game_id(game))
    wanted = query(request, Instant)
    audience = audience_of(live.game.match, asked.person)
    return house, live, known_at(live, audience, wanted.version, wanted.record), audience


def known_at(live: Live, audience: Audience, version: int | None, record: int | None) -> Known:
    """Return what an audience knew at a version of its feed, or an ended game at one of its record."""
    now = live.game.known(audience)
    if record is not None:
        if not live.game.match.ended:
            raise Problem("not_finished", version=now.version)
        steps, wanted = unveiled(live.game.rules, live.game.log), record
    elif version is not None and version != now.version:
        steps, wanted = history(live.game.rules, live.game.log, audience), version
    else:
        return now
    found = next((known for known in steps if known.version >= wanted), None)
    if found is None:
        raise Problem("no_such_version", version=now.version)
    return found


def _kind(rules: AnyRules) -> Kind:
    table = rules.table
    return Kind(
        kind=rules.name,
        name=rules.texts.name,
        overview=rules.texts.overview,
        rules=rules.texts.rules,
        credits=rules.texts.credits,
        seats=table.seats,
        options=schema_of(rules.options).get("properties", {}),
        limit=table.limit,
        word=table.word,
        duel=rules.reached is not None,
        robots=tuple(
            RobotKind(level=robot.level, strength=robot.strength, name=player_of(rules, robot.level).name)
            for robot in rules.robots
        ),
        notation=None if rules.notation is None else rules.notation.media_type,
        moves=msgspec.Raw(wire.encode(rules.examples.moves)),
        refusals=rules.texts.refusals,
    )


def _audience_name(members: Sequence[Any], person: Person | None) -> str:
    mine = (m.seat for m in members if person is not None and m.player == person.id and m.left is None)
    return audience_name(next(mine, None))


def _next(last: Listed) -> str:
    return cursors.written(_Cursor(at=last.listed_at, game=last.game))
