"""Moves: the one request that everything else is for."""

from datetime import datetime

from litestar.types import ASGIApp, Receive, Scope, Send

from domain import commands
from domain.commands import Decided
from domain.feed import Game
from domain.kernel import Refused
from services.api import wire
from services.api.asking import AnyRequest, ask, game_id
from services.api.calls import IF_MATCH, RULES, post
from services.api.feeds import audience_of
from services.api.house import house_of, wish_of

HEADERS = ((b"content-type", b"application/json"), (b"cache-control", b"no-store"))
NOT_NOW = ("not_seated", "stale", "not_started", "already_left", "over", "not_your_turn", "overtaken", "time_over")


@post(
    "/v1/games/{game:str}/moves",
    name="move",
    asks=wire.Move,
    headers=(IF_MATCH,),
    answers={200: wire.Told},
    refuses=(*NOT_NOW, RULES),
)
async def move(request: AnyRequest) -> ASGIApp:
    """Make one move.  The answer comes after the commit and shows where it led."""
    house = house_of(request)
    asked = await ask(request, house.reception, token=True)
    house.paces.step(asked.player)
    live = await house.game_at_hand(game_id(request.path_params["game"]))
    wanted = asked.decode(house.moves[live.game.rules.name])
    tag = asked.tag()

    def decide(then: Game, at: datetime) -> Decided:
        match = then.match
        seat = match.seat_of(asked.player)
        seatless = _why_not_seated(then, asked.player) if seat is None else None
        if seatless == "not_seated":
            return Refused(reason=seatless)
        if tag is not None and tag != wire.tag(then.known(seat), seat):
            return Refused(reason="stale")
        if seat is None:
            return Refused(reason=seatless or "not_seated")
        return commands.move(then.rules, match, seat, wanted, live.seed, at)

    wish = wish_of(asked, house, live, "move", decide=decide, by_feed=tag is None, clocked=True)
    done = await house.carry_out(live, wish, since=None if tag is None else int(tag.partition(".")[0]))
    audience = audience_of(done.game.match, asked.person)
    known = done.game.known(audience)
    shared = live.shared if done.game is live.game else {}
    body = wire.message(done.game.rules, known, known.step, audience, shared)
    return _told(body, wire.tag(known, audience), replayed=done.replayed)


def _told(body: bytes, tag: str, *, replayed: bool) -> ASGIApp:
    """Answer as plain ASGI: nothing else is asked as often, and a `Response` would take as long as all it holds."""
    headers = [*HEADERS, (b"content-length", b"%d" % len(body)), (b"etag", b'"%b"' % tag.encode())]
    if replayed:
        headers.append((b"idempotency-replayed", b"true"))

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001 - ASGI
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    return answer


def _why_not_seated(game: Game, player: str) -> str:
    """Return why somebody without a seat may not move."""
    match = game.match
    if any(taken.player == player and taken.left == "time" for taken in match.seats):
        return "time_over"
    if any(taken.player == player for taken in match.seats):
        return "already_left"
    return "not_started" if any(member.player == player for member in match.members) else "not_seated"
