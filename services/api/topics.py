"""Topics: one stream for all that a client needs."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated
from uuid import UUID

from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import Meta

from domain.value import Value
from infra.metrics import OPEN_STREAMS
from infra.postgres.chat import LOBBY, Place, Point, RoomName
from services.api import wire
from services.api.affairs import Mine
from services.api.asking import AnyRequest, Asked, query
from services.api.calls import LAST_EVENT_ID, Media, get
from services.api.chat import let_read
from services.api.feeds import ENDED, Feed, Following
from services.api.hearing import Closed, Heard, HeardLine, Hearing, Listening, Removed
from services.api.house import House, asked_to_show
from services.api.lobby import LobbyChange
from services.api.problems import Problem
from services.api.readers import Reader, headers_alone
from services.api.states import Telling
from services.api.streams import STREAM, At, End, Topic, follow, reader_of, resume_point
from services.live import Live

ID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
TOPIC = re.compile(rf"me|lobby|chat:lobby|game:(?P<game>{ID})|chat:(?P<table>{ID}):(?P<room>players|onlookers)")
CHAT_POINT = re.compile(r"(\d{1,9})(?:\.(\d{1,9}))?")


class Wanted(Value):
    """What a stream is to tell: nothing of a game, a game itself, or a room, of a game or the lobby's."""

    name: str
    live: Live | None = None
    room: RoomName | None = None


class Topics(Value):
    """What a stream is to tell, and what it has told already."""

    topics: Annotated[
        tuple[str, ...],
        Meta(
            description="`me`, `lobby`, `game:{id}`, `chat:{id}:players`, `chat:{id}:onlookers`, `chat:lobby`; "
            "several are separated by commas."
        ),
    ] = ()
    after: Annotated[str | None, Meta(description="The last id received, as `Last-Event-ID`.")] = None
    scene: Annotated[bool, Meta(description="Whether games come with the picture, as `/feed` has it.")] = False


class TopicMine(Mine):
    topic: Annotated[str, Meta(description="`me`")]


class TopicLobby(LobbyChange):
    topic: Annotated[str, Meta(description="`lobby`")]


class TopicTold(wire.Told):
    topic: str


class TopicView(wire.GameView):
    topic: str


class TopicEnd(End):
    topic: str


class TopicHeard(Heard):
    topic: str


class TopicLine(HeardLine):
    topic: str


class TopicRemoved(Removed):
    topic: str


class TopicClosed(Closed):
    topic: str


@get(
    "/v1/stream",
    name="stream",
    query=Topics,
    headers=(LAST_EVENT_ID,),
    answers={
        200: Media(
            type=STREAM,
            events={
                "me": TopicMine,
                "lobby": TopicLobby,
                "game": TopicTold,
                "reset": TopicView,
                "end": TopicEnd,
                "chat": TopicHeard,
                "line": TopicLine,
                "removed": TopicRemoved,
                "closed": TopicClosed,
                "heartbeat": At,
            },
        )
    },
    refuses=("token_missing", "no_such_game", "not_seated", "not_onlooker"),
)
async def stream(request: AnyRequest) -> ASGIApp:
    """Follow everything at once: what concerns the caller, the lobby, games, chats.

    `me` and `lobby` tell what is, then what changes; games and chats go on after `Last-Event-ID` or `?after=`.
    All data but a heartbeat's begin with the `topic` that they belong to.
    """
    names = _names(request)
    house, asked = await asked_to_show(request, token="me" in names)
    topics = await _wanted(house, names)
    wanted = query(request, Topics)
    given = request.headers.get("last-event-id") or wanted.after
    positions = _positions(given, names)
    for topic in topics:
        if topic.room is not None:
            let_read(topic.live, topic.room, asked.person)
    if request.method == "HEAD":
        return headers_alone

    async def told(_: Scope, receive: Receive, send: Send) -> None:
        reader = reader_of(house, asked, positions)
        made = [_topic(house, reader, asked, one, positions.get(one.name), drawn=wanted.scene) for one in topics]
        with OPEN_STREAMS.labels("stream", "").track_inprogress():
            await follow(house.hub, reader, made, receive, send)

    return told


def _names(request: AnyRequest) -> Sequence[str]:
    """Return the names of the topics asked for, each once."""
    given = request.query_params.get("topics", "").lower()
    return list(dict.fromkeys(name.strip() for name in given.split(",") if name.strip()))


async def _wanted(house: House, names: Sequence[str]) -> Sequence[Wanted]:
    """Return what is asked for.  Raises Problem malformed, no_such_game."""
    most = house.settings.topics_max
    if len(names) > most:
        raise Problem("malformed", detail=f"topics: at most {most}")
    found = [(name, TOPIC.fullmatch(name)) for name in names]
    wanted = list[Wanted]()
    for name, match in found:
        if match is not None:
            wanted.append(await _found(house, name, match))
    if len(wanted) < max(1, len(names)):
        raise Problem("malformed", detail="topics: me, lobby, game:ID, chat:ID:players, chat:ID:onlookers, chat:lobby")
    return wanted


async def _found(house: House, name: str, match: re.Match[str]) -> Wanted:
    """Return a topic with its game; that of a room as it is now, since it decides who may hear."""
    if match["table"] is not None:
        return Wanted(name=name, live=await house.game(UUID(match["table"])), room=_room(match["room"]))
    if match["game"] is not None:
        return Wanted(name=name, live=await house.game_at_hand(UUID(match["game"])))
    return Wanted(name=name, room="lobby" if name == "chat:lobby" else None)


def _room(name: str | None) -> RoomName | None:
    return "players" if name == "players" else "onlookers" if name == "onlookers" else None


def _positions(text: str | None, names: Sequence[str]) -> Mapping[str, str]:
    """Return how far the stream has told each of these topics.  Raises Problem malformed."""
    if not text:
        return {}
    given = dict[str, str]()
    for part in text.split(","):
        name, _, position = part.strip().partition("=")
        match = TOPIC.fullmatch(name)
        if match is None or name in {"me", "lobby"}:
            raise Problem("malformed", detail="Last-Event-ID or after: an id that this stream gave")
        if match["game"]:
            resume_point(position.removesuffix(ENDED))
        elif CHAT_POINT.fullmatch(position) is None:
            raise Problem("malformed", detail="Last-Event-ID or after: how far a chat was told, such as 17")
        given[name] = position
    return {name: position for name, position in given.items() if name in names}


def _topic(house: House, reader: Reader, asked: Asked, one: Wanted, position: str | None, *, drawn: bool) -> Topic:
    person = asked.person
    if one.room is not None:
        place = LOBBY if one.live is None else Place(game=one.live.id, room=one.room)
        how = Listening(person=person, after=_point(position), most=house.settings.resume_max)
        return Hearing(reader, house.rooms.at(place, one.live), house.talk, house.reception, how)
    if one.live is not None:
        following = Following(
            person=person,
            after=None if position is None else resume_point(position.removesuffix(ENDED)),
            most=house.settings.resume_max,
            view=house.view_of,
            drawn=drawn,
            ended=position is not None and position.endswith(ENDED),
            topic=one.name,
        )
        return Feed(reader, one.live, following)
    return Telling(reader, house.affairs.of(asked.player) if one.name == "me" else house.lobby)


def _point(position: str | None) -> Point | None:
    found = None if position is None else CHAT_POINT.fullmatch(position)
    return None if found is None else Point(position=int(found[1]), removals=int(found[2] or 0))
