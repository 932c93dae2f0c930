"""Rematches: the same people, the same table, a fresh seed.  It begins when all who played to the end agree."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain import commands
from domain.chain import Order
from domain.chance import SEED_BYTES
from domain.commands import Decided, Setup, rematch_members
from domain.feed import Game
from domain.kernel import Seat
from domain.match import Match, options_of
from infra.postgres.rematches import OFFER_SECONDS, Offer
from services.api import wire
from services.api.asking import AnyRequest, Asked, game_id
from services.api.calls import Nothing, delete, post
from services.api.house import House, asked_to_do, json
from services.api.problems import Problem
from services.api.tables import Join
from services.ids import rematch_of
from services.live import Live
from services.wish import Wish

NOT_AGAIN = ("not_seated", "not_finished", "no_rematch", "too_few")

_luck = msgspec.json.Decoder(Join)
_nothing = msgspec.json.Decoder(Nothing)


@post("/v1/games/{game:str}/rematch", name="rematch", asks=Join, answers={200: wire.Rematch}, refuses=NOT_AGAIN)
async def rematch(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Offer a rematch or agree to one; whoever agrees last opens and starts it."""
    house, asked, live = await _asked(request, game)
    luck = asked.decode(_luck).luck

    async def work() -> Response[bytes]:
        seat = _may_play_again(live, asked.player)
        await _say(house, live, Offer(seat=seat, player=asked.player, luck=luck, agreed=True))
        offers = {offer.player: offer for offer in await _offers(house, live) if offer.agreed}
        if _people(live.game.match) <= offers.keys():
            await _begin(house, live, {player: offer.luck for player, offer in offers.items()}, asked.player)
        return json(wire.encode(await house.rematch(live)))

    return await house.once(asked, "rematch", work, live)


@delete("/v1/games/{game:str}/rematch", name="no_rematch", answers={200: wire.Rematch}, refuses=NOT_AGAIN)
async def no_rematch(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Decline a rematch, or take one's agreement back."""
    house, asked, live = await _asked(request, game)
    asked.decode(_nothing)

    async def work() -> Response[bytes]:
        seat = _may_play_again(live, asked.player)
        await _say(house, live, Offer(seat=seat, player=asked.player, luck="", agreed=False))
        return json(wire.encode(await house.rematch(live)))

    return await house.once(asked, "no rematch", work, live)


async def _asked(request: AnyRequest, game: str) -> tuple[House, Asked, Live]:
    house, asked = await asked_to_do(request, "rematch")
    return house, asked, await house.game(game_id(game))


def _may_play_again(live: Live, player: str) -> Seat:
    """Return the seat of somebody who may say whether to play again."""
    match = live.game.match
    seat = match.seat_of(player)
    if seat is None:
        raise Problem("not_seated")
    if not match.ended:
        raise Problem("not_finished", version=live.game.known(seat).version)
    if not wire.has_rematch(match):
        raise Problem("no_rematch")
    if len(rematch_members(live.game.rules, match, {})) not in live.game.rules.table.seats:
        raise Problem("too_few")
    return seat


def _people(match: Match) -> set[str]:
    """Return whose agreement it takes: all who played to the end, but for robots, who always agree."""
    robots = {member.player for member in match.members if member.robot is not None}
    held = {taken.player for taken in match.seats if taken.left is None and taken.player is not None}
    return held - robots


async def _say(house: House, live: Live, offer: Offer) -> None:
    await house.rematches.say(live.id, offer, house.machine.now())
    house.concern(*_people(live.game.match))


async def _offers(house: House, live: Live) -> Sequence[Offer]:
    return await house.rematches.of(live.id, since=house.machine.now() - timedelta(seconds=OFFER_SECONDS))


async def _begin(house: House, old: Live, luck: dict[str, str], player: str) -> None:
    """Open and start the new game.  Id and command come from the old one: however many try, there is one."""
    rules, opened = old.game.rules, old.game.match.opened
    members = rematch_members(rules, old.game.match, luck)
    new, seed = rematch_of(old.id), house.machine.entropy(SEED_BYTES)
    setup = Setup(
        seats=len(members),
        options=options_of(rules, opened),
        limit_seconds=opened.limit_seconds or rules.table.limit.default,
        locked=old.game.match.locked,
        strength_max=opened.strength_max,
        rematch_of=str(old.id),
    )

    def decide(_game: Game, at: datetime) -> Decided:
        return commands.open_table(rules, setup, members, seed, at)

    order = Order(command=new, body=None, actor=player)
    live = await house.games.at_hand(new) or house.games.begin(new, rules, seed)
    await house.carry_out(live, Wish(order=order, audience=lambda _: None, decide=decide))
