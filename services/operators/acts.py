"""Acts: what operators do to games, players and lines.  Each is written down before it is done."""

import hmac
from collections.abc import Mapping, Sequence
from typing import Annotated
from uuid import UUID

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath
from msgspec import Meta

from domain import commands
from domain.chain import Order
from domain.value import Value
from infra.postgres.chat import NO_GAME
from infra.postgres.operators import Act, Report
from services.api.asking import ID, AnyRequest, game_id
from services.api.house import House, house_of, json
from services.api.problems import Problem
from services.wish import Wish

LOBBY = "lobby"
PAGE = 200  # Reports and acts in one answer.
OPERATOR = "operator"  # Who aborts a game, in its log: the office, never the person.


class Why(Value, forbid_unknown_fields=True):
    """The reason an operator gives, for the record."""

    note: Annotated[str, Meta(max_length=1_000)] = ""


class ReportList(Value):
    """Reports that nobody has closed, the oldest first."""

    items: Sequence[Report]


class ActList(Value):
    """What operators did, the newest first."""

    items: Sequence[Act]


_why = msgspec.json.Decoder(Why)


@post("/v1/operator/games/{game:str}/abort", name="abort", status_code=200)
async def abort(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """End a game without places."""
    house, operator, why = await _asked(request)
    live = await house.game(game_id(game))
    if live.game.match.ended:
        raise Problem("over")
    await _record(house, operator, "abort", str(live.id), why)
    order = Order(command=house.machine.uuid7(), body=None, actor=OPERATOR)
    wish = Wish(
        order=order,
        audience=lambda _: None,
        decide=lambda then, _: commands.end(then.match, "operator", live.seed),
    )
    done = await house.carry_out(live, wish)
    return await house.view(live, done.game, None)


@post("/v1/operator/players/{player:str}/ban", name="ban", status_code=200)
async def ban(request: AnyRequest, player: FromPath[str]) -> Response[bytes]:
    """Let a player in no more; tokens end within seconds everywhere."""
    house, banned = await _concerning(request, player, "ban")
    await house.operators.ban(banned, house.machine.now())
    return json({"player": player, "banned": True})


@delete("/v1/operator/players/{player:str}/ban", name="unban", status_code=200)
async def unban(request: AnyRequest, player: FromPath[str]) -> Response[bytes]:
    """Let a player in again."""
    house, banned = await _concerning(request, player, "unban")
    await house.operators.unban(banned)
    return json({"player": player, "banned": False})


@post("/v1/operator/players/{player:str}/mute", name="mute_everywhere", status_code=200)
async def mute(request: AnyRequest, player: FromPath[str]) -> Response[bytes]:
    """Let a player write in no chat any more."""
    house, muted = await _concerning(request, player, "mute")
    await house.talk.mute(None, str(muted))
    return json({"player": player, "muted": True})


@delete("/v1/operator/players/{player:str}/mute", name="unmute_everywhere", status_code=200)
async def unmute(request: AnyRequest, player: FromPath[str]) -> Response[bytes]:
    """Let a player write again."""
    house, muted = await _concerning(request, player, "unmute")
    await house.talk.unmute(None, str(muted))
    return json({"player": player, "muted": False})


@delete("/v1/operator/chat/{room:str}/{line:str}", name="remove_any_line", status_code=200)
async def remove_line(request: AnyRequest, room: FromPath[str], line: FromPath[str]) -> Response[bytes]:
    """Take a line back for good; `room` is a game, or `lobby`."""
    house, operator, why = await _asked(request)
    game = NO_GAME if room == LOBBY else game_id(room)
    place = await house.talk.chat.where(game, UUID(line)) if ID.fullmatch(line) else None
    if place is None:
        raise Problem("no_such_line")
    await _record(house, operator, "remove line", line, why)
    await house.talk.remove(place, UUID(line))
    return json({"line": line, "removed": True})


@get("/v1/operator/reports", name="reports")
async def reports(request: AnyRequest) -> Response[bytes]:
    """Return the reports that nobody has closed."""
    house, _, _ = await _asked(request)
    return json(ReportList(items=await house.operators.reports(PAGE)))


@post("/v1/operator/reports/{report:str}/close", name="close", status_code=200)
async def close(request: AnyRequest, report: FromPath[str]) -> Response[bytes]:
    """Close a report."""
    house, operator, why = await _asked(request)
    if ID.fullmatch(report) is None or not await house.operators.close(UUID(report), house.machine.now()):
        raise Problem("not_found")
    await _record(house, operator, "close", report, why)
    return json(ReportList(items=await house.operators.reports(PAGE)))


@get("/v1/operator/acts", name="acts")
async def acts(request: AnyRequest) -> Response[bytes]:
    """Return what operators did."""
    house, _, _ = await _asked(request)
    return json(ActList(items=await house.operators.acts(PAGE)))


async def _asked(request: AnyRequest) -> tuple[House, str, str]:
    """Return who acts, and why.  Raises Problem token_missing, token_unknown, malformed."""
    house = house_of(request)
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    if not kind:
        raise Problem("token_missing")
    operator = who(house.settings.operators, secret.strip())
    if operator is None:
        raise Problem("token_unknown")
    try:
        why = _why.decode(await request.body() or b"{}")
    except msgspec.DecodeError as error:
        raise Problem("malformed", detail=str(error)) from error
    return house, operator, why.note


def who(operators: Mapping[str, str], secret: str) -> str | None:
    """Return whose token it is; all are compared, so that the time tells nothing."""
    fits = [name for name, token in operators.items() if hmac.compare_digest(token.encode(), secret.encode())]
    return fits[0] if fits else None


async def _concerning(request: AnyRequest, player: str, act: str) -> tuple[House, UUID]:
    """Write down what is done to a player, and return to whom.  Raises Problem as `_asked`, and no_such_player."""
    house, operator, why = await _asked(request)
    if ID.fullmatch(player) is None or not (await house.reception.names([player]))[player].name:
        raise Problem("no_such_player")
    found = UUID(player)
    await _record(house, operator, act, str(found), why)
    return house, found


async def _record(house: House, operator: str, act: str, subject: str, why: str) -> None:
    machine = house.machine
    await house.operators.record(
        Act(id=machine.uuid7(), operator=operator, act=act, subject=subject, note=why, at=machine.now())
    )
