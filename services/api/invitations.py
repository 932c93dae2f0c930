"""Invitations: asking somebody by name to a table, and saying yes or no.  And quick: whoever is waiting will do."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

import msgspec
from litestar import Response
from litestar.params import FromPath
from msgspec import Meta

from domain.kernel import AnyRules
from domain.match import Match
from domain.value import Value
from infra.postgres.invitations import Invitation
from infra.postgres.people import Person
from infra.postgres.receipts import Receipt
from services.api import wire
from services.api.asking import ID, AnyRequest, Asked, game_id
from services.api.calls import Nothing, get, post
from services.api.doors import joining
from services.api.house import House, asked_to_do, asked_to_show, json
from services.api.problems import Problem
from services.api.tables import NO_ENTRY, LuckWord, Open, answer, opened
from services.ids import derived
from services.wish import Done

INVITATIONS_MAX = 100
TABLES_MAX = 50  # Looked at for a quick game.
TRIES_MAX = 5  # Tables knocked at before one is opened.


class Invite(Value, forbid_unknown_fields=True):
    """Whom to ask: by id or by name."""

    player: Annotated[str, Meta(max_length=36)] | None = None
    name: Annotated[str, Meta(max_length=100)] | None = None


class InvitationList(Value):
    """What somebody was asked to and has not answered, the newest first."""

    items: tuple[wire.InvitationView, ...]


class Accept(Value, forbid_unknown_fields=True):
    """Yes."""

    luck: LuckWord = ""


class Quick(Value, forbid_unknown_fields=True):
    """What to play with whoever is there."""

    kind: wire.KindName
    luck: LuckWord = ""


_invite = msgspec.json.Decoder(Invite)
_accept = msgspec.json.Decoder(Accept)
_quick = msgspec.json.Decoder(Quick)
_nothing = msgspec.json.Decoder(Nothing)


@post(
    "/v1/games/{game:str}/invitations",
    name="invite",
    asks=Invite,
    answers={201: wire.InvitationView},
    refuses=("no_such_player", "not_seated", "ignored", "already_started", "over", "already_member"),
)
async def invite(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Ask somebody to this table; who is asked by the host needs no word and may be of any strength."""
    house, asked = await asked_to_do(request, "invite")
    live = await house.game(game_id(game))
    wanted = asked.decode(_invite)
    if (wanted.player is None) == (wanted.name is None):
        raise Problem("malformed", detail="either player or name")

    async def work() -> Response[bytes]:
        invited = await _person(house, wanted)
        ignored = await house.talk.ignores(invited.id, asked.player)
        _may_invite(live.game.match, asked.player, invited.id, ignored=ignored)
        one = Invitation(
            id=derived("invitation", live.id, asked.player, invited.id),
            game=live.id,
            inviter=asked.player,
            invited=invited.id,
            answered=False,
            at=house.machine.now(),
        )
        await house.invitations.invite(one)
        house.concern(invited.id)
        return json(await _view(house, one, live.game.match.opened.kind), 201)

    return await house.once(asked, "invite", work, live)


@get("/v1/invitations", name="invitations", answers={200: InvitationList}, caller="known")
async def invitations(request: AnyRequest) -> Response[bytes]:
    """Return what the caller was asked to and has not answered."""
    house, asked = await asked_to_show(request, token=True)
    return json(InvitationList(items=tuple(await invitations_of(house, asked.player))))


@post(
    "/v1/invitations/{invitation:str}/accept",
    name="accept",
    asks=Accept,
    answers={200: wire.GameView},
    refuses=("no_such_invitation", "not_invited", "invitation_answered", *NO_ENTRY),
)
async def accept(request: AnyRequest, invitation: FromPath[str]) -> Response[bytes]:
    """Sit down at the table one was asked to."""
    house, asked, one = await _answering(request, invitation)
    luck = asked.decode(_accept).luck
    _assert_invited(one, asked)
    live = await house.game(one.game)
    if one.answered and asked.command(live.id) not in live.commands:
        raise Problem("invitation_answered")
    done = await house.carry_out(live, await joining(house, asked, live, luck, None))
    await house.invitations.answer(one)
    house.concern(asked.player)
    return await answer(house, asked, done)


@post(
    "/v1/invitations/{invitation:str}/decline",
    name="decline",
    answers={200: InvitationList},
    refuses=("no_such_invitation", "not_invited"),
)
async def decline(request: AnyRequest, invitation: FromPath[str]) -> Response[bytes]:
    """Say no; the answer is what is left to answer."""
    house, asked, one = await _answering(request, invitation)
    asked.decode(_nothing)
    _assert_invited(one, asked)

    async def work() -> Response[bytes]:
        await house.invitations.answer(one)
        house.concern(asked.player)
        return json(InvitationList(items=tuple(await invitations_of(house, asked.player))))

    return await house.once(asked, f"decline {one.id}", work)


@post("/v1/quick", name="quick", asks=Quick, answers={200: wire.GameView})
async def quick(request: AnyRequest) -> Response[bytes]:
    """Sit down at the open table that is fullest, or open one."""
    house, asked = await asked_to_do(request, "quick")
    wanted = asked.decode(_quick)
    rules = house.rules(wanted.kind)
    tables = await _tables(house, asked, wanted)
    for table in tables:  # A retry ends where the first try did.
        live = await house.games.fresh(table)
        if live is not None and asked.command(table) in live.commands:
            return await answer(house, asked, await _sit_down(house, asked, rules, wanted, table))
    for table in tables[:-1]:
        try:
            return await answer(house, asked, await _sit_down(house, asked, rules, wanted, table))
        except Problem as problem:
            if problem.code not in NO_ENTRY:
                raise
    return await answer(house, asked, await _sit_down(house, asked, rules, wanted, tables[-1]))


async def invitations_of(house: House, player: str) -> Sequence[wire.InvitationView]:
    """Return a player's open invitations as they see them."""
    found = await house.invitations.open(player, INVITATIONS_MAX)
    kinds = [(await house.game_at_hand(one.game)).game.match.opened.kind for one in found]
    return [await _view(house, one, kind) for one, kind in zip(found, kinds, strict=True)]


async def _answering(request: AnyRequest, invitation: str) -> tuple[House, Asked, Invitation]:
    house, asked = await asked_to_do(request, "invite")
    one = await house.invitations.of(UUID(invitation)) if ID.fullmatch(invitation) else None
    if one is None:
        raise Problem("no_such_invitation")
    return house, asked, one


def _assert_invited(one: Invitation, asked: Asked) -> None:
    if one.invited != asked.player:
        raise Problem("not_invited")


async def _person(house: House, wanted: Invite) -> Person:
    if wanted.name is not None:
        found = await house.reception.by_name(wanted.name)
    else:
        known = ID.fullmatch(wanted.player or "") is not None
        names = await house.reception.names([wanted.player or ""]) if known else {}
        found = next((person for person in names.values() if person.name), None)
    if found is None or found.robot:  # Robots answer nobody: the host seats them.
        raise Problem("no_such_player")
    return found


def _may_invite(match: Match, inviter: str, invited: str, *, ignored: bool) -> None:
    members = {member.player for member in match.members}
    if inviter not in members:
        raise Problem("not_seated")
    if ignored:
        raise Problem("ignored")
    if match.status != "open":
        raise Problem("already_started" if match.status == "running" else "over")
    if invited in members:
        raise Problem("already_member")


async def _view(house: House, one: Invitation, kind: str) -> wire.InvitationView:
    return wire.invitation(one, kind, await house.reception.names([one.inviter, one.invited]))


async def _tables(house: House, asked: Asked, wanted: Quick) -> Sequence[UUID]:
    """Return where to knock, the table to open at last; written down before anybody joins, so that a retry knows."""
    order = asked.order(house.machine, "quick")
    if order.body is None:
        return [*await _free(house, asked, wanted.kind), house.machine.uuid7()]
    own = UUID(asked.player)
    found = await house.receipts.of(own, order.command, since=house.a_day_ago())
    if found is None:
        tables = [*await _free(house, asked, wanted.kind), derived("game", asked.player, asked.key)]
        first = Receipt(body=order.body, status=200, answer=msgspec.json.encode(tables))
        found = await house.receipts.keep(own, order.command, first, at=house.machine.now(), since=house.a_day_ago())
    if found.body != order.body:
        raise Problem("key_reused")
    return msgspec.json.decode(found.answer, type=list[UUID])


async def _free(house: House, asked: Asked, kind: str) -> Sequence[UUID]:
    """Return tables anybody may join, the fullest first, and of those the one that waits longest."""
    found = await house.store.listed(limit=TABLES_MAX, statuses=("open",), kind=kind)
    strength = (await house.strengths.of(kind, [asked.player]))[asked.player]
    free = [
        one
        for one in found
        if not one.locked
        and (one.strength_max is None or strength <= one.strength_max)
        and all(member.player != asked.player for member in one.members)
    ]
    best = sorted(free, key=lambda one: (one.seats - len(one.members), one.opened_at))
    return [one.game for one in best[:TRIES_MAX]]


async def _sit_down(house: House, asked: Asked, rules: AnyRules, wanted: Quick, table: UUID) -> Done:
    live = await house.games.at_hand(table)
    if live is None:
        return await opened(house, asked, rules, Open(kind=wanted.kind, luck=wanted.luck), table)
    return await house.carry_out(live, await joining(house, asked, live, wanted.luck, None))
