"""Streams: a game as server-sent events, live or as it once was.  Plain ASGI, since a stream is all hot path."""

import asyncio
import re
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import ExitStack, suppress
from datetime import datetime
from typing import Annotated, Any, Protocol

from litestar.params import FromPath
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import Meta, field

from domain.feed import Game, abreast, unveiled
from domain.value import Value
from infra.metrics import OPEN_STREAMS
from infra.postgres.people import Person
from services.api import wire
from services.api.asking import AnyRequest, Asked, game_id, query
from services.api.calls import LAST_EVENT_ID, Media, get
from services.api.feeds import Feed, Following, Resume, audience_of
from services.api.house import House, asked_to_show
from services.api.problems import Problem
from services.api.readers import Reader, Write, begin, end, headers_alone, nothing_more, pour, sse
from services.hub import Hub
from services.live import Live

RESUME = re.compile(r"(\d{1,9})(?:\.(o|s\d{1,2}))?")
RESUME_POINT = Meta(description="A resume id such as `17.s0`, or a version of the caller's own feed.")
STREAM = "text/event-stream"
SPEED_MIN = 0.1
SPEED_MAX = 1_000
GAP_SECONDS_MAX = 3_600


class Topic(Protocol):
    """Something that a stream tells of."""

    async def open(self, hub: Hub, stack: ExitStack) -> None:
        """Queue what there is to tell now, and go on until the stack is left."""


class Resuming(Value):
    """From where on to follow, and with what."""

    after: Annotated[str | None, RESUME_POINT] = None
    scene: Annotated[bool, Meta(description="Whether to add the picture, as the difference to the one before.")] = False


class Watching(Value):
    """How to watch a game again."""

    first: Annotated[int, Meta(ge=0, description="Begin after this version of the log.")] = field(
        name="from", default=0
    )
    speed: Annotated[
        float, Meta(ge=SPEED_MIN, le=SPEED_MAX, description="How many times faster than it was played.")
    ] = 1
    gap_max: Annotated[float, Meta(ge=0, le=GAP_SECONDS_MAX, description="Cut pauses to so many seconds.")] | None = (
        None
    )
    scene: Annotated[bool, Meta(description="Whether to add the picture, as the difference to the one before.")] = False
    abreast: Annotated[bool, Meta(description="Whether to show the boards of a duel at the same draws.")] = False


class At(Value):
    """The server's time."""

    at: wire.Time


class End(Value):
    """Nothing follows this version."""

    version: int


@get(
    "/v1/games/{game:str}/feed",
    name="feed",
    query=Resuming,
    headers=(LAST_EVENT_ID,),
    answers={
        200: Media(type=STREAM, events={"game": wire.Told, "reset": wire.GameView, "heartbeat": At, "end": End}),
        204: None,
    },
)
async def feed(request: AnyRequest, game: FromPath[str]) -> ASGIApp:
    """Follow a game as server-sent events: from `Last-Event-ID` or `?after=`, then live."""
    house, asked = await asked_to_show(request)
    live = await house.game_at_hand(game_id(game))
    wanted = query(request, Resuming)
    after = resume_point(request.headers.get("last-event-id") or wanted.after)
    if request.method == "HEAD":
        return headers_alone
    if at_the_end(live, asked.person, after):
        return nothing_more

    async def stream(_: Scope, receive: Receive, send: Send) -> None:
        reader = reader_of(house, asked)
        how = Following(
            person=asked.person,
            after=after,
            most=house.settings.resume_max,
            view=house.view_of,
            drawn=wanted.scene,
        )
        with OPEN_STREAMS.labels("feed", live.game.rules.name).track_inprogress():
            await follow(house.hub, reader, [Feed(reader, live, how)], receive, send)

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
    house, asked = await asked_to_show(request)
    live = await house.game(game_id(game))
    wanted = query(request, Watching)
    last = replayed_to(request.headers.get("last-event-id"))
    first = wanted.first if last is None else last
    if not live.game.match.ended:
        raise Problem("not_finished", version=live.game.known(audience_of(live.game.match, asked.person)).version)
    if first > live.game.match.version:
        raise Problem("no_such_version", version=live.game.match.version)
    if last == live.game.match.version:
        return nothing_more

    async def stream(_: Scope, receive: Receive, send: Send) -> None:
        reader = reader_of(house, asked)
        play = _play(live.game, first, wanted, reader, send)
        with OPEN_STREAMS.labels("replay", live.game.rules.name).track_inprogress():
            await _heard(house.hub, reader, pour(reader, receive, send, play))

    return stream if request.method == "GET" else headers_alone


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


def reader_of(house: House, asked: Asked, positions: Mapping[str, str] | None = None) -> Reader:
    """Return the reader of a stream that somebody opens; `positions` is how far its logs were told before."""
    proof = house.reception.proof(asked.token) if asked.token else None
    return Reader(house.settings.stream_queue_max, proof, positions)


async def follow(hub: Hub, reader: Reader, topics: Sequence[Topic], receive: Receive, send: Send) -> None:
    """Tell a reader of these topics until the end."""
    with ExitStack() as stack:
        for topic in topics:
            await topic.open(hub, stack)
        await _heard(hub, reader, pour(reader, receive, send))


async def _heard(hub: Hub, reader: Reader, work: Coroutine[Any, Any, None]) -> None:
    """Keep a stream alive while it is sent."""
    hub.join(reader)
    try:
        await work
    finally:
        hub.part(reader)


async def _play(game: Game, first: int, how: Watching, reader: Reader, send: Send) -> None:
    """Send the log commit by commit, everything open, waiting as long as the players took."""
    write = await begin(send)
    before: datetime | None = None
    scene = wire.BLANK
    for known in unveiled(game.rules, abreast(game.rules, game.log) if how.abreast else game.log):
        at = known.match.at
        if known.version > first:
            if before is not None and at is not None:
                pause = (at - before).total_seconds()
                await _pause(reader, (pause if how.gap_max is None else min(pause, how.gap_max)) / how.speed, write)
            if reader.ended:  # The server is stopping.
                break
            body = wire.message(game.rules, known, known.step, None, {})
            if how.scene:
                after = wire.scene(game.rules, known.match)
                body, scene = wire.with_scene(body, scene, after), after
            await write(sse("game", body, str(known.version)))
        elif how.scene:
            scene = wire.scene(game.rules, known.match)
        before = at
    else:
        whole = game.match.version
        reader.send(sse("end", b'{"version":%d}' % whole, str(whole)))
    reader.finish()
    await write(await reader.take())
    await end(send)


async def _pause(reader: Reader, seconds: float, write: Write) -> None:
    loop = asyncio.get_running_loop()
    last = loop.time() + seconds
    while not reader.ended and (rest := last - loop.time()) > 0:
        with suppress(TimeoutError):
            async with asyncio.timeout(rest):
                await reader.wait()
        if chunk := await reader.take():
            await write(chunk)
