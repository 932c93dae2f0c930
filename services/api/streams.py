"""Streams: a game as server-sent events, live or as it once was.  Plain ASGI, since a stream is all hot path."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import datetime
from typing import Annotated, TypeAlias

from litestar.params import FromPath
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import Meta, field

from domain.feed import Game, Known, Step, history, unveiled
from domain.kernel import Audience
from domain.row import audience_name
from domain.value import Value
from infra.postgres.people import Person
from services.api import wire
from services.api.asking import AnyRequest, ask, game_id, query
from services.api.calls import LAST_EVENT_ID, Media, get
from services.api.feeds import Feed, audience_of, end_message, retry, sse
from services.api.house import House, house_of
from services.api.problems import Problem
from services.live import Live

RESUME = re.compile(r"(\d{1,9})(?:\.(o|s\d{1,2}))?")
HEADERS = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # Proxies must pass every event on at once.
)
RESUME_POINT = Meta(description="A resume id such as `17.s0`, or a version of the caller's own feed.")
STREAM = "text/event-stream"
SPEED_MAX = 1_000
GAP_SECONDS_MAX = 3_600

Write: TypeAlias = Callable[[bytes], Awaitable[None]]
Resume: TypeAlias = tuple[int, str | None]
"""A version, and the audience that counted so (None: a bare number, of whoever asks)."""


class Following(Value):
    """From where on to follow, and with what."""

    after: Annotated[str | None, RESUME_POINT] = None
    scene: Annotated[bool, Meta(description="Whether to add the picture, as the difference to the one before.")] = False


class Watching(Value):
    """How to watch a game again."""

    first: Annotated[int, Meta(ge=0, description="Begin after this version of the log.")] = field(
        name="from", default=0
    )
    speed: Annotated[int, Meta(ge=1, le=SPEED_MAX, description="How many times faster than it was played.")] = 1
    gap_max: Annotated[int, Meta(ge=0, le=GAP_SECONDS_MAX, description="Cut pauses to so many seconds.")] | None = None


class At(Value):
    """The server's time."""

    at: wire.Time


class End(Value):
    """Nothing follows this version."""

    version: int


class Reader(Value):
    """Who reads a feed, from where on, and whether with the scene."""

    person: Person | None
    after: Resume | None
    drawn: bool


class Missing(Value):
    """What a client had already, and what is to be told: what was known, and the step that led there, if that is."""

    had: Known | None
    told: tuple[tuple[Known, Step | None], ...]


@get(
    "/v1/games/{game:str}/feed",
    name="feed",
    query=Following,
    headers=(LAST_EVENT_ID,),
    answers={
        200: Media(type=STREAM, events={"game": wire.Told, "reset": wire.GameView, "heartbeat": At, "end": End}),
        204: None,
    },
)
async def feed(request: AnyRequest, game: FromPath[str]) -> ASGIApp:
    """Follow a game as server-sent events: from `Last-Event-ID` or `?after=`, then live."""
    house = house_of(request)
    asked = await ask(request, house.reception, token=False)
    house.read(request, asked)
    live = await house.game_at_hand(game_id(game))
    wanted = query(request, Following)
    after = resume_point(request.headers.get("last-event-id") or wanted.after)
    if request.method == "HEAD":
        return _headers_alone
    if at_the_end(live, asked.person, after):
        return _nothing_more

    async def stream(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001 - ASGI
        await _follow(house, live, Reader(person=asked.person, after=after, drawn=wanted.scene), receive, send)

    return stream


@get(
    "/v1/games/{game:str}/replay",
    name="replay",
    query=Watching,
    headers=(LAST_EVENT_ID,),
    answers={200: Media(type=STREAM, events={"game": wire.Told, "heartbeat": At, "end": End}), 204: None},
    refuses=("not_finished", "no_such_version"),
)
async def replay(request: AnyRequest, game: FromPath[str]) -> ASGIApp:
    """Watch a finished game again, in the log's order and timing, scaled by `speed`; pauses are cut to `gap_max`."""
    house = house_of(request)
    asked = await ask(request, house.reception, token=False)
    house.read(request, asked)
    live = await house.game(game_id(game))
    wanted = query(request, Watching)
    last = replayed_to(request.headers.get("last-event-id"))
    first = wanted.first if last is None else last
    if not live.game.match.ended:
        raise Problem("not_finished", version=live.game.known(audience_of(live.game.match, asked.person)).version)
    if first > live.game.match.version:
        raise Problem("no_such_version", version=live.game.match.version)
    if last == live.game.match.version:
        return _nothing_more

    async def stream(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001 - ASGI
        await _show_again(house, live.game, first, 1 / wanted.speed, wanted.gap_max, receive, send)

    return stream if request.method == "GET" else _headers_alone


def resume_point(text: str | None) -> Resume | None:
    """Return the version in a resume id and its audience's name (None: a bare number); None: no id."""
    if text is None:
        return None
    found = RESUME.fullmatch(text.strip())
    if found is None:
        raise Problem("malformed", detail="Last-Event-ID or after: a resume id such as 17.s0, or a number")
    return int(found[1]), found[2]


def replayed_to(text: str | None) -> int | None:
    """Return the version of the log up to which a replay was seen; None: it begins."""
    point = resume_point(text)
    if point is None:
        return None
    version, name = point
    if name is not None:
        raise Problem("malformed", detail="Last-Event-ID: a version of the log, as a replay gives them")
    return version


def at_the_end(live: Live, person: Person | None, after: Resume | None) -> bool:
    """Return whether a client has all of an ended game already, so that it must not come back for ever."""
    if after is None or after[1] is None or not live.game.match.ended:
        return False
    audience = audience_of(live.game.match, person)
    return f"{after[0]}.{after[1]}" == wire.tag(live.game.known(audience), audience)


async def _headers_alone(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001 - ASGI
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _nothing_more(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001 - ASGI
    await send({"type": "http.response.start", "status": 204, "headers": ()})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _follow(house: House, live: Live, who: Reader, receive: Receive, send: Send) -> None:
    await house.hub.watch(live)
    game = live.game
    audience = audience_of(game.match, who.person)
    now = wire.scene(game.rules, game.known(audience).match) if who.drawn else None
    reader = Feed(who.person, audience, house.settings.stream_queue_max, now)
    house.hub.join(reader, live)
    gone = asyncio.create_task(_gone(receive, reader))
    try:
        await reader.serve(_tell(house, live, game, reader, who.after, send))
    finally:
        gone.cancel()
        await house.hub.part(reader, live)


async def _tell(house: House, live: Live, game: Game, reader: Feed, after: Resume | None, send: Send) -> None:
    """Send what was missed up to `game`, then what the reader is given."""
    write, audience = await _begin(send), reader.audience
    missing = _missing(game, audience, after, house.settings.resume_max)
    if missing is None:
        await write(await _reset(house, live, game, reader))
    else:
        await write(b"".join(_messages(game, missing, audience, drawn=reader.scene is not None)))
    if game.match.ended:
        known = game.known(audience)
        reader.send(end_message(known, wire.tag(known, audience)))
        reader.finish()
    while True:
        await reader.wait()
        anew, reader.begin_anew = reader.begin_anew, None
        if anew is not None:
            await write(await _reset(house, live, anew, reader))
        await write(reader.take())
        if reader.ended and reader.begin_anew is None:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return


def _missing(game: Game, audience: Audience, after: Resume | None, most: int) -> Missing | None:
    """Return what brings a client up to date; None where only a reset does."""
    known = game.known(audience)
    if after is None:
        return Missing(had=None, told=((known, None),))
    version, name = after
    if (name is not None and name != audience_name(audience)) or version > known.version:
        return None
    feed = list(history(game.rules, game.log, audience))
    had = [then for then in feed if then.version <= version]
    told = tuple((then, then.step) for then in feed[len(had) :])
    return None if len(told) > most else Missing(had=had[-1] if had else None, told=told)


def _messages(game: Game, missing: Missing, audience: Audience, *, drawn: bool) -> Iterator[bytes]:
    before = wire.scene(game.rules, missing.had.match) if drawn and missing.had is not None else wire.BLANK
    for known, step in missing.told:
        body = wire.message(game.rules, known, step, audience, {})
        if drawn:
            after = wire.scene(game.rules, known.match)
            body, before = wire.with_scene(body, before, after), after
        yield sse("game", body, wire.tag(known, audience))


async def _reset(house: House, live: Live, game: Game, reader: Feed) -> bytes:
    audience = audience_of(game.match, reader.person)
    known = game.known(audience)
    body = wire.encode(await house.view_of(live, game, known, audience))
    if reader.scene is not None:
        body = wire.with_scene(body, wire.BLANK, wire.scene(game.rules, known.match))
    return sse("reset", body, wire.tag(known, audience))


async def _show_again(
    house: House, game: Game, first: int, scale: float, gap_max: int | None, receive: Receive, send: Send
) -> None:
    reader = Feed(None, None, house.settings.stream_queue_max)
    house.hub.join(reader)
    gone = asyncio.create_task(_gone(receive, reader))
    try:
        await reader.serve(_play(game, first, scale, gap_max, reader, send))
    finally:
        gone.cancel()
        await house.hub.part(reader)


async def _play(game: Game, first: int, scale: float, gap_max: int | None, reader: Feed, send: Send) -> None:
    """Send the log commit by commit, everything open, waiting as long as the players took."""
    write = await _begin(send)
    before: datetime | None = None
    for known in unveiled(game.rules, game.log):
        at = known.match.at
        if known.version > first:
            if before is not None and at is not None:
                pause = (at - before).total_seconds()
                await _pause(reader, (pause if gap_max is None else min(pause, gap_max)) * scale, write)
            if reader.ended:  # The server is stopping.
                break
            await write(sse("game", wire.message(game.rules, known, known.step, None, {}), str(known.version)))
        before = at
    else:
        reader.send(end_message(game.known(None), str(game.match.version)))
    reader.finish()
    await write(reader.take())
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _pause(reader: Feed, seconds: float, write: Write) -> None:
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not reader.ended and (rest := end - loop.time()) > 0:
        with suppress(TimeoutError):
            async with asyncio.timeout(rest):
                await reader.wait()
        if chunk := reader.take():
            await write(chunk)


async def _begin(send: Send) -> Write:
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})

    async def write(chunk: bytes) -> None:
        await send({"type": "http.response.body", "body": chunk, "more_body": True})

    await write(retry())
    return write


async def _gone(receive: Receive, reader: Feed) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    reader.hang_up()
