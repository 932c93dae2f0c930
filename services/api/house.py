"""House: everything one api process is put together from, and the few things all its routes do."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any, Union
from uuid import UUID

import msgspec
from litestar import Response

from domain.chain import Order
from domain.feed import Game, Known, history
from domain.kernel import AnyRules, Audience, Kinds, Move, Seat
from domain.match import Match
from domain.value import Value
from infra.drawing.painter import Painter
from infra.machine import Machine
from infra.postgres.invitations import Invitations
from infra.postgres.operators import Operators
from infra.postgres.people import Person
from infra.postgres.ratings import Ratings
from infra.postgres.receipts import Receipt, Receipts
from infra.postgres.rematches import OFFER_SECONDS, Rematches
from infra.postgres.store import Store
from infra.postgres.words import Words
from infra.redis.limits import Limits
from infra.secrecy import Secrecy
from infra.settings import Settings
from services.api import wire
from services.api.affairs import Affairs
from services.api.asking import AnyRequest, Asked, ask
from services.api.feeds import audience_of
from services.api.lobby import Lobby
from services.api.paces import Paces, address_of
from services.api.problems import REFUSALS, Problem
from services.games import Games
from services.hints import player_channel
from services.hub import Hub
from services.ids import rematch_of
from services.live import Live
from services.people import Reception
from services.rooms import Rooms
from services.series import SeriesBook
from services.strengths import Strengths
from services.talk import Talk
from services.wish import Done, No, Wish

JSON = "application/json"
RECEIPT_SECONDS = 86_400  # How long a key is remembered where nothing was appended.
LOOKS_MAX = 40  # How often a request looks whether the same one that came before is answered; then it is put off.
LOOK_SECONDS = 0.05
PACES: Mapping[str, str] = {"guest": "rare", "sign_in": "rare", "say": "lines"}  # What is counted apart from all else.
NO_STORE: Mapping[str, str] = {"Cache-Control": "no-store"}


class _None(Move, tag=""):
    """No kind's move: where a kind has but one, the union with this is what makes its `type` required."""


class House(Value):
    """One process of the public interface."""

    settings: Settings
    machine: Machine
    kinds: Kinds
    games: Games
    hub: Hub
    store: Store
    reception: Reception
    receipts: Receipts
    rematches: Rematches
    series: SeriesBook
    ratings: Ratings
    words: Words
    secrecy: Secrecy
    invitations: Invitations
    strengths: Strengths
    operators: Operators
    talk: Talk
    rooms: Rooms
    lobby: Lobby
    affairs: Affairs
    tell: Callable[[str, bytes], None]  # Hints at something, for all processes.
    painter: Painter
    limits: Limits
    paces: Paces
    reads: Paces
    moves: Mapping[str, msgspec.json.Decoder[Move]]  # How each kind's moves are read.

    async def ready(self) -> bool:
        """Return whether requests can be served."""
        return not self.hub.draining and await self.store.ready()

    def rules(self, kind: str) -> AnyRules:
        """Return the rules of a kind that a body or query names.  Raises Problem malformed, which lists the kinds."""
        found = self.kinds.get(kind)
        if found is None:
            raise Problem("malformed", detail=f"kind: one of {', '.join(self.kinds)}")
        return found

    async def game(self, game_id: UUID) -> Live:
        """Return a game as it is now.  Raises Problem no_such_game."""
        return _there(await self.games.fresh(game_id))

    async def game_at_hand(self, game_id: UUID) -> Live:
        """Return a game as it is known here, to ask something of it.  Raises Problem no_such_game."""
        return _there(await self.games.at_hand(game_id))

    async def carry_out(self, live: Live, wish: Wish, since: int | None = None) -> Done:
        """Do what is wished of a game.

        Raises Problem where it is refused; what the asker missed after version `since` comes along.
        """
        answer = await self.games.carry_out(live, wish)
        if isinstance(answer, Done) and not answer.nothing:
            return answer
        # Nothing was appended, so the log does not tell whether the same was asked before.
        if await self.receipt(live, wish.order) is not None:
            return Done(live=live, game=live.game, nothing=True, replayed=True)
        if isinstance(answer, Done):
            await self.keep_receipt(live.id, wish.order, 204)
            return answer
        return refuse(answer, wish.audience(answer.game), since)

    async def receipt(self, live: Live, order: Order) -> Receipt | None:
        """Return what was answered before to the same key, where nothing was appended.  Raises Problem key_reused."""
        if order.body is None:
            return None
        if order.command in live.commands:
            raise Problem("key_reused")
        receipt = await self.receipts.of(live.id, order.command, since=self.a_day_ago())
        if receipt is not None and receipt.body != order.body:
            raise Problem("key_reused")
        return receipt

    async def keep_receipt(self, own: UUID, order: Order, status: int, answer: bytes = b"") -> None:
        """Remember what is answered to a key, where nothing is appended: in `own`, a game or who asks."""
        if order.body is not None:
            receipt = Receipt(body=order.body, status=status, answer=answer)
            await self.receipts.keep(own, order.command, receipt, at=self.machine.now(), since=self.a_day_ago())

    async def once(
        self, asked: Asked, what: str, work: Callable[[], Awaitable[Response[bytes]]], live: Live | None = None
    ) -> Response[bytes]:
        """Do what appends nothing, or give the first answer again to the same key: of that game, or outside of games.

        Raises Problem as `in_hand`.
        """
        order = asked.order(self.machine, what, None if live is None else live.id)
        async with self.in_hand(asked, order, live) as before:
            if before is not None:
                return again(before)
            response = await work()
            own = UUID(asked.player) if live is None else live.id
            await self.keep_receipt(own, order, response.status_code or 200, response.content)
            return response

    @asynccontextmanager
    async def in_hand(self, asked: Asked, order: Order, live: Live | None) -> AsyncIterator[Receipt | None]:
        """Give what was answered to the same key, or None: then nobody else does the work until a receipt is kept.

        Where the work fails, it is the next one's.  Raises Problem key_reused; unavailable where the first takes long.
        """
        own = UUID(asked.player) if live is None else live.id
        if order.body is None:
            yield None
            return
        if live is not None and order.command in live.commands:
            raise Problem("key_reused")
        before = await self._before(own, order.command, order.body)
        try:
            yield before
        except Exception:
            if before is None:
                await self.receipts.give_back(own, order.command)
            raise

    async def _before(self, own: UUID, command: UUID, body: bytes) -> Receipt | None:
        for _ in range(LOOKS_MAX):
            found = await self.receipts.take(own, command, body, at=self.machine.now(), since=self.a_day_ago())
            if found is not None and found.body != body:
                raise Problem("key_reused")
            if found is None or not found.in_hand:
                return found
            await asyncio.sleep(LOOK_SECONDS)
        raise Problem("unavailable", retry_after=1)

    def a_day_ago(self) -> datetime:
        """Return when a receipt was written that lapses now."""
        return self.machine.now() - timedelta(seconds=RECEIPT_SECONDS)

    def concern(self, *players: str) -> None:
        """Hint that something concerns these players, wherever they look."""
        for player in players:
            self.tell(player_channel(player), b"")

    def read(self, request: AnyRequest, asked: Asked) -> None:
        """Count a request that is only shown something.  Raises Problem too_many_requests."""
        self.reads.step(self._who(request, asked))

    async def slow_down(self, request: AnyRequest, asked: Asked, what: str) -> None:
        """Count a request that costs something, for all processes together.  Raises Problem too_many_requests."""
        most = {
            "rare": self.settings.rate_sign_ins_max,
            "lines": self.settings.rate_lines_max,
            "writes": self.settings.rate_writes_max,
        }
        pace = PACES.get(what, "writes")
        wait = await self.limits.exceeded(pace, self._who(request, asked), most[pace])
        if wait is not None:
            raise Problem("too_many_requests", retry_after=wait)

    def _who(self, request: AnyRequest, asked: Asked) -> str:
        return asked.person.id if asked.person is not None else address_of(request, self.settings.proxy_hops)

    async def view(self, live: Live, game: Game, person: Person | None, status: int = 200) -> Response[bytes]:
        """Answer with a game as `person` now sees it."""
        audience = audience_of(game.match, person)
        return await self.shown(live, game, game.known(audience), audience, status)

    async def shown(
        self, live: Live, game: Game, known: Known, audience: Audience, status: int = 200
    ) -> Response[bytes]:
        """Answer with a game as `audience` sees it when it knows `known`."""
        body = wire.encode(await self.view_of(live, game, known, audience))
        return Response(
            body, status_code=status, media_type=JSON, headers={**NO_STORE, "ETag": f'"{wire.tag(known, audience)}"'}
        )

    async def view_of(self, live: Live, game: Game, known: Known, audience: Audience) -> wire.GameView:
        """Return a game as `audience` sees it when it knows `known`."""
        match = known.match
        players = {m.player for m in match.members} | {t.player for t in match.seats if t.player is not None}
        rematch = await self.rematch(live) if match.ended else None
        beside = wire.Beside(
            id=str(live.id),
            names=await self.reception.names(players),
            head=live.head.hex() if match.ended else None,
            rematch=rematch,
            series=await self.series.of(match),
        )
        return wire.view(game, known, audience, beside)

    async def rematch(self, live: Live) -> wire.Rematch | None:
        """Return how far a rematch of an ended game has come; None where there can be none."""
        if not wire.has_rematch(live.game.match):
            return None
        offers = await self.rematches.of(live.id, since=self.machine.now() - timedelta(seconds=OFFER_SECONDS))
        new = rematch_of(live.id)
        begun = bool(await self.store.heads([new]))
        agreed = {offer.seat for offer in offers if offer.agreed}
        if agreed:
            agreed |= _robots(live.game.match)  # They do at once.
        return wire.Rematch(agreed=tuple(sorted(agreed)), game=str(new) if begun else None)


def move_decoder(rules: AnyRules) -> msgspec.json.Decoder[Move]:
    """Return what reads the moves of a kind, each by its `type`."""
    return msgspec.json.Decoder(Union[(*rules.moves, _None)])


def house_of(request: AnyRequest) -> House:
    """Return the house that a request came to."""
    house: House = request.app.state.house
    return house


async def asked_to_show(request: AnyRequest, *, token: bool = False) -> tuple[House, Asked]:
    """Return the house and what is asked of it where something is only shown; `token`: to nobody without one.

    Raises Problem as `ask`, and too_many_requests.
    """
    house = house_of(request)
    asked = await ask(request, house.reception, token=token)
    house.read(request, asked)
    return house, asked


async def asked_to_do(request: AnyRequest, what: str) -> tuple[House, Asked]:
    """Return the house and what is asked of it by somebody known; `what` tells how often it may be (`PACES`).

    Raises Problem as `ask`, and too_many_requests.
    """
    house = house_of(request)
    asked = await ask(request, house.reception, token=True)
    await house.slow_down(request, asked, what)
    return house, asked


def wish_of(asked: Asked, house: House, live: Live, what: str, **more: Any) -> Wish:
    """Return what a request wants of a game."""
    order = asked.order(house.machine, what, live.id)
    return Wish(order=order, audience=lambda game: audience_of(game.match, asked.person), **more)


def refuse(no: No, audience: Audience, since: int | None = None) -> Done:
    """Raise the problem that a refusal is, with what helps."""
    rules, known = no.game.rules, no.game.known(audience)
    more: dict[str, Any] = {"version": known.version} if known.match.opening is not None else {}
    after = no.since if no.since is not None else since
    if after is not None and no.reason in {"overtaken", "stale", "not_your_turn", "over", "time_over"}:
        more["steps"] = missed(no.game, audience, after)
    text = None if no.reason in REFUSALS else rules.texts.refusals.get(no.reason)
    if text is not None:
        more["moves"] = wire.moves(rules, known.match, audience)
    raise Problem(no.reason, text=text, **more)


def missed(game: Game, audience: Audience, after: int) -> list[wire.StepView]:
    """Return the steps of an audience's feed after a version."""
    feed = history(game.rules, game.log, audience)
    return [wire.step_view(known.step) for known in feed if known.step is not None and known.version > after]


def replayed(done: Done) -> Mapping[str, str]:
    """Return the header that tells a first answer given again."""
    return {"Idempotency-Replayed": "true"} if done.replayed else {}


def again(receipt: Receipt) -> Response[bytes]:
    """Give a first answer again."""
    headers = {**NO_STORE, "Idempotency-Replayed": "true"}
    return Response(receipt.answer, status_code=receipt.status, media_type=JSON, headers=headers)


def json(value: Any, status: int = 200, **headers: str) -> Response[bytes]:
    """Answer with a value that nobody may keep."""
    body = value if isinstance(value, bytes) else msgspec.json.encode(value)
    return Response(body, status_code=status, media_type=JSON, headers={**NO_STORE, **headers})


def _robots(match: Match) -> set[Seat]:
    """Return the seats of robots that played to the end."""
    robots = {member.player for member in match.members if member.robot is not None}
    return {seat for seat, taken in enumerate(match.seats) if taken.player in robots and taken.left is None}


def _there(live: Live | None) -> Live:
    if live is None:
        raise Problem("no_such_game")
    return live
