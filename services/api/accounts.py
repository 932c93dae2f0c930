"""Accounts: how somebody begins to play, comes back, and goes; and who a token belongs to."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, TypeAlias
from uuid import UUID

import msgspec
from litestar import Response
from msgspec import UNSET, Meta, UnsetType

from domain import commands
from domain.kernel import Refused
from domain.value import Value
from infra.postgres.chat import LOBBY, RoomName
from infra.postgres.people import Person
from services.api.asking import COOKIE, AnyRequest, Asked, ask, query
from services.api.calls import Nothing, delete, get, patch, post
from services.api.house import House, asked_to_show, house_of, json, wish_of
from services.api.problems import Problem
from services.api.rankings import Numbers, numbers
from services.passwords import PASSWORD_MAX, PASSWORD_MIN
from services.people import Welcome

COOKIE_SECONDS = 400 * 86_400  # As long as browsers keep one.
OWN_LINES_MAX = 10_000  # In an export.
OWN_GAMES_MAX = 1_000  # Tables left by whoever is erased, and games named in an export.

Password: TypeAlias = Annotated[str, Meta(min_length=PASSWORD_MIN, max_length=PASSWORD_MAX)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]  # Whether it will do is said later, with a reason.


class Credentials(Value, forbid_unknown_fields=True):
    """A name and the password that goes with it."""

    name: Name
    password: Password


class Rename(Value, forbid_unknown_fields=True):
    """Another name to be called by."""

    name: Name


class Where(Value):
    """Where a token goes: into the answer, or into a cookie that no script can read."""

    cookie: bool = False


class Entry(Value):
    """Who somebody is now, and the token that proves it; no token where a cookie has it."""

    player: Person
    token: str | UnsetType = UNSET


class Me(Value):
    """Who is asking."""

    player: Person
    registered: bool
    created_at: datetime


class OwnLine(Value):
    """What somebody said: in a room of a game, or in the lobby."""

    game: str | None
    room: RoomName
    text: str
    at: datetime


class Export(Value):
    """Everything kept about a player outside the games themselves, whose records are public."""

    player: Person
    registered: bool
    created_at: datetime
    sessions: Sequence[datetime]
    games: Sequence[str]
    ratings: Mapping[str, Numbers]
    lines: Annotated[Sequence[OwnLine], Meta(description="What the player has said, the latest first.")]
    ignored: Annotated[Sequence[Person], Meta(description="Whose lines the player does not see.")]


_nothing = msgspec.json.Decoder(Nothing)
_credentials = msgspec.json.Decoder(Credentials)
_rename = msgspec.json.Decoder(Rename)


@post("/v1/guests", name="guest", query=Where, answers={201: Entry}, caller="anyone", keyed=False)
async def guest(request: AnyRequest) -> Response[bytes]:
    """Become a guest: a name to play under, and the token that proves it."""
    house = house_of(request)
    asked = await ask(request, house.reception, token=False)
    asked.decode(_nothing)
    where = query(request, Where)
    await house.slow_down(request, asked, "guest")
    return _entered(house, where, await house.reception.welcome())


@post(
    "/v1/players",
    name="register",
    query=Where,
    asks=Credentials,
    answers={201: Entry},
    caller="anyone",
    keyed=False,
    refuses=("name_not_allowed", "name_taken", "already_registered", "wrong_credentials", "banned"),
)
async def register(request: AnyRequest) -> Response[bytes]:
    """Register; a guest stays the same player and keeps everything.  The same again gives another token."""
    house = house_of(request)
    asked = await ask(request, house.reception, token=False)
    wanted, where = asked.decode(_credentials), query(request, Where)
    await house.slow_down(request, asked, "sign_in")
    return _entered(house, where, await house.reception.register(wanted.name, wanted.password, asked.person))


@post(
    "/v1/sessions",
    name="sign_in",
    query=Where,
    asks=Credentials,
    answers={201: Entry},
    caller="anyone",
    keyed=False,
    refuses=("wrong_credentials", "banned"),
)
async def sign_in(request: AnyRequest) -> Response[bytes]:
    """Come back by name and password."""
    house = house_of(request)
    asked = await ask(request, house.reception, token=False)
    wanted, where = asked.decode(_credentials), query(request, Where)
    await house.slow_down(request, asked, "sign_in")
    return _entered(house, where, await house.reception.sign_in(wanted.name, wanted.password))


@delete("/v1/sessions", name="sign_out", answers={204: None}, keyed=False)
async def sign_out(request: AnyRequest) -> Response[None]:
    """Sign out: the token opens nothing any more."""
    house = house_of(request)
    asked = await ask(request, house.reception, token=True)
    asked.decode(_nothing)
    await house.reception.sign_out(asked.token)
    return _gone()


@get("/v1/me", name="me", answers={200: Me}, caller="known")
async def me(request: AnyRequest) -> Response[bytes]:
    """Return who the token belongs to."""
    house, asked = await asked_to_show(request, token=True)
    return json(await _me(house, asked))


@patch("/v1/me", name="rename", asks=Rename, answers={200: Me}, refuses=("name_not_allowed", "name_taken"))
async def rename(request: AnyRequest) -> Response[bytes]:
    """Be called something else from now on, in old games too."""
    house = house_of(request)
    asked = await ask(request, house.reception, token=True)
    wanted = asked.decode(_rename)
    await house.slow_down(request, asked, "rename")

    async def work() -> Response[bytes]:
        renamed = await house.reception.rename(asked.known, wanted.name)
        if isinstance(renamed, Refused):
            raise Problem(renamed.reason)
        return json(await _me(house, asked))

    return await house.once(asked, "rename", work)


@delete("/v1/me", name="erase", answers={204: None}, keyed=False)
async def erase(request: AnyRequest) -> Response[None]:
    """Be forgotten: name, password and tokens go at once.  Games stay, under no name; those that run are left."""
    house = house_of(request)
    asked = await ask(request, house.reception, token=True)
    asked.decode(_nothing)
    await house.slow_down(request, asked, "erase")
    await _leave_all(house, asked)
    await house.talk.erase(asked.player)
    await house.receipts.forget(UUID(asked.player))
    await house.reception.erase(asked.known, asked.token)
    await house.talk.erase(asked.player)  # What was said meanwhile, on another token.
    return _gone()


@get("/v1/me/export", name="export", answers={200: Export}, caller="known")
async def export(request: AnyRequest) -> Response[bytes]:
    """Return everything kept about the caller."""
    house, asked = await asked_to_show(request, token=True)
    about, games = await _me(house, asked), await house.store.listed(limit=OWN_GAMES_MAX, player=asked.player)
    ratings = await house.ratings.of_player(asked.player)
    return json(
        Export(
            player=about.player,
            registered=about.registered,
            created_at=about.created_at,
            sessions=await house.reception.sessions(asked.known),
            games=[str(one.game) for one in games],
            ratings={kind: numbers(house.kinds[kind], one) for kind, one in ratings.items() if kind in house.kinds},
            lines=await _lines(house, asked),
            ignored=await _ignored(house, asked),
        )
    )


async def _me(house: House, asked: Asked) -> Me:
    account = await house.reception.account(asked.known)
    return Me(player=account.person, registered=account.password is not None, created_at=account.created_at)


async def _lines(house: House, asked: Asked) -> Sequence[OwnLine]:
    said = await house.talk.chat.export(asked.player, OWN_LINES_MAX)
    return [
        OwnLine(game=None if place == LOBBY else str(place.game), room=place.room, text=text, at=at)
        for place, text, at in said
    ]


async def _ignored(house: House, asked: Asked) -> Sequence[Person]:
    players = await house.talk.manners.ignored_by(asked.player)
    names = await house.reception.names(players)
    return [names[player] for player in players]


async def _leave_all(house: House, asked: Asked) -> None:
    """Leave every table and running game, so that nobody waits for whoever will not come back.  No key counts here."""
    unkeyed = msgspec.structs.replace(asked, key=None)
    mine = await house.store.listed(limit=OWN_GAMES_MAX, statuses=("open", "running"), player=asked.player)
    for one in mine:
        live = await house.game(one.game)

        def decide(game: Any, at: datetime, seed: bytes | None = live.seed) -> commands.Decided:
            return commands.leave(game.rules, game.match, asked.player, seed, at)

        # Whoever has left already, or has nothing at stake, is refused or does nothing; both will do.
        await house.games.carry_out(live, wish_of(unkeyed, house, live, "erase", decide=decide))


def _entered(house: House, where: Where, welcome: Welcome | Refused) -> Response[bytes]:
    if isinstance(welcome, Refused):
        raise Problem(welcome.reason)
    if not where.cookie:
        return json(Entry(player=welcome.player, token=welcome.token), 201)
    response = json(Entry(player=welcome.player), 201)
    response.set_cookie(
        key=COOKIE,
        value=welcome.token,
        max_age=COOKIE_SECONDS,
        path="/",
        httponly=True,
        samesite="lax",
        secure=house.settings.environment == "production",
    )
    return response


def _gone() -> Response[None]:
    response = Response(None, status_code=204)
    response.delete_cookie(COOKIE, path="/")
    return response
