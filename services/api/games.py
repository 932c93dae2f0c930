"""Games: what there is to play, what is being played, and each game as its caller may see it."""

import base64
from collections.abc import Sequence
from datetime import datetime
from typing import Any, get_args
from uuid import UUID

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from domain.feed import Known, history, unveiled
from domain.kernel import AnyRules, Audience
from domain.match import Status
from domain.row import audience_name
from domain.value import Text, Value
from infra.postgres.people import Person
from services.api import wire
from services.api.asking import AnyRequest, ask, game_id, number
from services.api.feeds import audience_of
from services.api.house import House, house_of, json
from services.api.problems import Problem
from services.api.streams import resume_point
from services.live import Live

STATUSES: Sequence[Status] = get_args(Status)
EVENTS_PAGE = 1_000  # Steps in one answer, unless fewer are asked for.


class Kind(Value):
    """A game on offer."""

    kind: str
    name: Text
    rules: Text
    credits: Text | None
    seats: tuple[int, ...]
    options: dict[str, Any]  # The JSON Schema of each.
    limit: dict[str, Any]
    word: bool
    notation: str | None


class GameList(Value):
    """One page of games; `next` is the cursor of the page after, None where this is the last."""

    items: tuple[wire.GameItem, ...]
    next: str | None


class FeedPage(Value):
    """The steps after a version; `version` counts up to the last of them, or to the game's own where there are none."""

    version: int
    steps: tuple[wire.StepView, ...]


class _Cursor(Value, array_like=True):
    at: datetime
    game: UUID


@get("/v1/kinds", name="kinds")
async def kinds(request: AnyRequest) -> Response[bytes]:
    """Return the games on offer."""
    return json([_kind(rules) for rules in house_of(request).kinds.values()])


@get("/v1/games", name="games")
async def games(request: AnyRequest) -> Response[bytes]:
    """Return open, running and ended games, the latest opened or started first."""
    house = house_of(request)
    mine = request.query_params.get("mine") in {"1", "true"}
    asked = await ask(request, house.reception, token=mine)
    statuses = _statuses(request.query_params.get("status"))
    limit = number(request, "limit", least=1, most=house.settings.page_max) or house.settings.page_max
    listed = await house.store.listed(
        limit=limit + 1,
        statuses=statuses,
        kind=request.query_params.get("kind"),
        player=asked.player if mine else None,
        before=_before(request.query_params.get("cursor")),
    )
    page = listed[:limit]
    names = await house.reception.names({m.player for one in page for m in one.members if m.player is not None})
    items = tuple(wire.item(one, _audience_name(one.members, asked.person), names) for one in page)
    more = len(listed) > limit
    return json(GameList(items=items, next=_cursor(page[-1].listed_at, page[-1].game) if more else None))


@get("/v1/games/{game:str}", name="game")
async def game(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return a game as the caller may see it: now, at `?version=n`, or of an ended game at `?record=n`."""
    house, live, known, audience = await at_version(request, game)
    return await house.shown(live, live.game, known, audience)


@get("/v1/games/{game:str}/events", name="events")
async def events(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return the caller's feed after `?after=`."""
    house = house_of(request)
    asked = await ask(request, house.reception, token=False)
    live = await house.game(game_id(game))
    version, name = resume_point(request.query_params.get("after")) or (0, None)
    limit = number(request, "limit", least=1, most=EVENTS_PAGE) or EVENTS_PAGE
    audience = audience_of(live.game.match, asked.person)
    if name is not None and name != audience_name(audience):
        raise Problem("other_audience", version=live.game.known(audience).version)
    feed = (known for known in history(live.game.rules, live.game.log, audience) if known.version > version)
    steps = tuple(wire.step_view(known.step) for known, _ in zip(feed, range(limit), strict=False) if known.step)
    reached = steps[-1].version if steps else live.game.known(audience).version
    return json(FeedPage(version=reached, steps=steps))


async def at_version(request: AnyRequest, game: str) -> tuple[House, Live, Known, Audience]:
    """Return a game as its caller saw it at the version that the request names, or sees it now.

    Raises:
        Problem: no_such_game, malformed, no_such_version, not_finished (`record` of a game that goes on).
    """
    house = house_of(request)
    asked = await ask(request, house.reception, token=False)
    live = await house.game(game_id(game))
    version, record = number(request, "version", least=1), number(request, "record", least=1)
    audience = audience_of(live.game.match, asked.person)
    return house, live, known_at(live, audience, version, record), audience


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
    _, components = msgspec.json.schema_components([rules.options])
    return Kind(
        kind=rules.name,
        name=rules.texts.name,
        rules=rules.texts.rules,
        credits=rules.texts.credits,
        seats=table.seats,
        options=components[rules.options.__name__].get("properties", {}),
        limit=msgspec.structs.asdict(table.limit),
        word=table.word,
        notation=None if rules.notation is None else rules.notation.media_type,
    )


def _statuses(text: str | None) -> Sequence[str] | None:
    if text is None:
        return None
    wanted = text.split(",")
    if not set(wanted) <= set(STATUSES):
        raise Problem("malformed", detail=f"status: some of {', '.join(STATUSES)}, separated by commas")
    return wanted


def _audience_name(members: Sequence[Any], person: Person | None) -> str:
    mine = (m.seat for m in members if person is not None and m.player == person.id and m.left is None)
    return audience_name(next(mine, None))


def _cursor(at: datetime, last: UUID) -> str:
    return base64.urlsafe_b64encode(msgspec.msgpack.encode(_Cursor(at=at, game=last))).decode().rstrip("=")


def _before(cursor: str | None) -> tuple[datetime, UUID] | None:
    if cursor is None:
        return None
    try:
        read = msgspec.msgpack.decode(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)), type=_Cursor)
    except (ValueError, msgspec.DecodeError) as error:
        raise Problem("malformed", detail="cursor: one that a list gave") from error
    return read.at, read.game
