"""Chat: what is said in the lobby and at each table, among players and among onlookers apart."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias
from uuid import UUID

import msgspec
from litestar import Response
from litestar.params import FromPath
from msgspec import Meta

from domain.match import Player
from domain.value import Value
from infra.postgres.chat import LOBBY, Entry, Mask, Place, RoomName
from infra.postgres.people import Person
from services.api import slash, wire
from services.api.asking import AnyRequest, Asked, game_id, language, query
from services.api.calls import get, post
from services.api.house import House, asked_to_do, asked_to_show, json
from services.api.problems import Problem
from services.api.slash import Given
from services.ids import derived
from services.live import Live
from services.people import Reception
from services.talk import Spoken, channel_of, mask_of, may_read, plays

TEXT_MAX = 500  # Characters of a line.
LINES_MAX = 200  # In one answer.
LINES_SHOWN = 50  # Where nobody says how many.
POSITION_MAX = 999_999_999

# One line of anything that can be read: no control characters, no breaks, nothing that turns the writing around.
WRITTEN = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
TEXT = rf"^{WRITTEN}*[^\s\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]{WRITTEN}*$"

ChatText: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=TEXT_MAX, pattern=TEXT, description="One line; what begins with / is a command.")
]


class Say(Value, forbid_unknown_fields=True):
    """Something to say."""

    text: ChatText


class LineView(Value):
    """What somebody said.  `position` counts the lines told to the reader's audience so far, this one included."""

    position: int
    id: str
    author: Person
    text: str
    at: wire.Time


class ChatView(Value):
    """Lines in order, without those of players whom the reader ignores; `position` counts all there were so far."""

    position: int
    lines: tuple[LineView, ...]


class Said(Value):
    """What was said; null: it has been taken back since."""

    line: LineView | None


class Replied(Value):
    """What a command is answered with, to its sender alone."""

    reply: slash.Reply


class Reading(Value):
    """Which lines to return."""

    after: (
        Annotated[int, Meta(ge=0, le=POSITION_MAX, description="After this position; by default the latest.")] | None
    ) = None
    limit: Annotated[int, Meta(ge=1, le=LINES_MAX, description="At most so many.")] = LINES_SHOWN


_say = msgspec.json.Decoder(Say)

NOT_PLAYERS = ("not_seated",)
NOT_ONLOOKERS = ("not_onlooker",)
NOT_SAID = ("muted", *slash.REFUSALS)


@get(
    "/v1/games/{game:str}/chat/players",
    name="players_chat",
    query=Reading,
    answers={200: ChatView},
    caller="known",
    refuses=NOT_PLAYERS,
)
async def players_chat(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return what the players of a game say among themselves."""
    return await _read(request, game, "players")


@get(
    "/v1/games/{game:str}/chat/onlookers",
    name="onlookers_chat",
    query=Reading,
    answers={200: ChatView},
    refuses=NOT_ONLOOKERS,
)
async def onlookers_chat(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return what a game's onlookers say; its players are told after the end."""
    return await _read(request, game, "onlookers")


@get("/v1/lobby/chat", name="lobby_chat", query=Reading, answers={200: ChatView})
async def lobby_chat(request: AnyRequest) -> Response[bytes]:
    """Return what is said in the lobby."""
    return await _read(request, None, "lobby")


@post(
    "/v1/games/{game:str}/chat/players",
    name="say_to_players",
    asks=Say,
    answers={201: Said, 200: Replied},
    refuses=(*NOT_PLAYERS, *NOT_SAID),
)
async def say_to_players(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Say something to the other players of a game, or give a command."""
    return await _write(request, game, "players")


@post(
    "/v1/games/{game:str}/chat/onlookers",
    name="say_to_onlookers",
    asks=Say,
    answers={201: Said, 200: Replied},
    refuses=(*NOT_ONLOOKERS, *NOT_SAID),
)
async def say_to_onlookers(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Say something to all who look on, or give a command; players say nothing there."""
    return await _write(request, game, "onlookers")


@post("/v1/lobby/chat", name="say_in_lobby", asks=Say, answers={201: Said, 200: Replied}, refuses=NOT_SAID)
async def say_in_lobby(request: AnyRequest) -> Response[bytes]:
    """Say something in the lobby, or give a command."""
    return await _write(request, None, "lobby")


def line_view(entry: Entry, author: Person | None) -> LineView | None:
    """Return a line as it is shown; None where it is gone, or not for the reader."""
    if entry.line is None or author is None:
        return None
    one = entry.line
    return LineView(position=entry.position, id=str(one.id), author=author, text=one.text, at=one.at)


async def lines_of(reception: Reception, entries: Sequence[Entry]) -> tuple[LineView, ...]:
    """Return those of these entries that are lines as they are shown."""
    names = await reception.names({one.line.author for one in entries if one.line is not None})
    views = (line_view(one, names[one.line.author]) for one in entries if one.line is not None)
    return tuple(view for view in views if view is not None)


def let_read(live: Live | None, room: RoomName, person: Person | None) -> None:
    """Let only those read who may.  Raises Problem not_seated, not_onlooker."""
    if live is not None and not may_read(live.game.match, room, None if person is None else person.id):
        raise _not_in(room)


def _not_in(room: RoomName) -> Problem:
    return Problem("not_seated" if room == "players" else "not_onlooker")


async def _read(request: AnyRequest, game: str | None, room: RoomName) -> Response[bytes]:
    house, asked = await asked_to_show(request, token=room == "players")
    live = None if game is None else await house.game(game_id(game))
    wanted = query(request, Reading)
    let_read(live, room, asked.person)
    place = LOBBY if live is None else Place(game=live.id, room=room)
    if live is not None and room == "players":
        await house.talk.settle([live])
    reader = None if asked.person is None else asked.person.id
    told = await house.talk.lines(place, _mask(live, reader), reader, wanted.after, wanted.limit)
    return json(ChatView(position=told.point.position, lines=await lines_of(house.reception, told.entries)))


async def _write(request: AnyRequest, game: str | None, room: RoomName) -> Response[bytes]:
    house, asked = await asked_to_do(request, "say")
    live = None if game is None else await house.game(game_id(game))
    text = asked.decode(_say).text
    place = LOBBY if live is None else Place(game=live.id, room=room)
    order = asked.order(house.machine, f"say {channel_of(place)}", None if live is None else live.id)
    async with house.in_hand(asked, order, live) as before:
        if before is None and live is not None and plays(live.game.match, asked.player) != (room == "players"):
            raise _not_in(room)
        if text.startswith("/"):
            given = Given(person=asked.known, place=place, live=live, language=language(request.headers))
            reply, fact = await slash.answer(house, given, text, None if before is None else before.answer)
            response = json(Replied(reply=reply), 200)
        else:
            line, fact = derived("line", order.command), b""
            if before is None:
                await _speak(house, asked, place, live, Spoken(id=line, text=text))
            told = await house.talk.chat.told(place, line, _mask(live, asked.player))
            response = json(Said(line=None if told is None else line_view(told, asked.person)), 201)
        if before is None:
            # What was said or answered is not kept: it may be erased, and holds words.
            own = UUID(asked.player) if live is None else live.id
            await house.keep_receipt(own, order, response.status_code or 200, fact)
        else:
            response.headers["Idempotency-Replayed"] = "true"
    return response


async def _speak(house: House, asked: Asked, place: Place, live: Live | None, line: Spoken) -> None:
    if not await house.talk.may_write(place, asked.player):
        raise Problem("muted")
    if not await house.talk.say(place, asked.player, line, live):
        raise Problem("token_unknown")


def _mask(live: Live | None, player: Player | None) -> Mask:
    return mask_of(None if live is None else live.game.match.seat_of(player))
