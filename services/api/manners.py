"""Manners: what the host of a table can do about what is written there."""

from typing import Annotated
from uuid import UUID

import msgspec
from litestar import Response
from litestar.params import FromPath
from msgspec import Meta

from domain.value import Value
from services.api.asking import ID, AnyRequest, Asked, game_id
from services.api.calls import Nothing, delete, post
from services.api.house import NO_STORE, House, asked_to_do
from services.api.problems import Problem
from services.live import Live
from services.talk import moderator, plays

NOT_THE_HOST = ("not_seated", "not_host")


class Mute(Value, forbid_unknown_fields=True):
    """Who shall write no more at this table."""

    player: Annotated[str, Meta(max_length=36, description="An id.")]


_mute = msgspec.json.Decoder(Mute)
_nothing = msgspec.json.Decoder(Nothing)


@delete(
    "/v1/games/{game:str}/chat/{line:str}",
    name="remove_line",
    answers={204: None},
    refuses=("no_such_line", *NOT_THE_HOST),
)
async def remove_line(request: AnyRequest, game: FromPath[str], line: FromPath[str]) -> Response[None]:
    """Take a line back for good, at one's own table; whoever has read it is told that it is gone."""
    house, asked, live = await _asked(request, game)
    what = f"remove line {line}"
    place = await house.talk.chat.where(live.id, UUID(line)) if ID.fullmatch(line) else None
    if place is None and await house.receipt(live, asked.order(house.machine, what, live.id)) is None:
        raise Problem("no_such_line")  # A retry does not find it either.
    asked.decode(_nothing)

    async def work() -> Response[bytes]:
        _let_moderate(live, asked)
        if place is not None:
            await house.talk.remove(place, UUID(line))
        return _done()

    return _empty(await house.once(asked, what, work, live))


@post(
    "/v1/games/{game:str}/chat/mutes",
    name="mute",
    asks=Mute,
    answers={204: None},
    refuses=("no_such_player", "not_yourself", *NOT_THE_HOST),
)
async def mute(request: AnyRequest, game: FromPath[str]) -> Response[None]:
    """Let somebody write no more at one's own table, neither as a player nor as an onlooker."""
    house, asked, live = await _asked(request, game)
    player = asked.decode(_mute).player.lower()

    async def work() -> Response[bytes]:
        _let_moderate(live, asked)
        if player == asked.player:
            raise Problem("not_yourself")
        if ID.fullmatch(player) is None or not await house.reception.is_there(player):
            raise Problem("no_such_player")
        await house.talk.mute(live.id, player)
        return _done()

    return _empty(await house.once(asked, "mute", work, live))


@delete(
    "/v1/games/{game:str}/chat/mutes/{player:str}",
    name="unmute",
    answers={204: None},
    refuses=("no_such_player", *NOT_THE_HOST),
)
async def unmute(request: AnyRequest, game: FromPath[str], player: FromPath[str]) -> Response[None]:
    """Let somebody write again."""
    house, asked, live = await _asked(request, game)
    if ID.fullmatch(player) is None:
        raise Problem("no_such_player")
    asked.decode(_nothing)

    async def work() -> Response[bytes]:
        _let_moderate(live, asked)
        await house.talk.unmute(live.id, player)
        return _done()

    return _empty(await house.once(asked, f"unmute {player}", work, live))


async def _asked(request: AnyRequest, game: str) -> tuple[House, Asked, Live]:
    house, asked = await asked_to_do(request, "manners")
    return house, asked, await house.game(game_id(game))


def _let_moderate(live: Live, asked: Asked) -> None:
    """Let only the host do it.  Raises Problem not_seated, not_host."""
    if moderator(live.game.match) != asked.player:
        raise Problem("not_host" if plays(live.game.match, asked.player) else "not_seated")


def _done() -> Response[bytes]:
    return Response(b"", status_code=204, headers=dict(NO_STORE))


def _empty(answer: Response[bytes]) -> Response[None]:
    return Response(None, status_code=204, headers=dict(answer.headers))
