"""Guests: how somebody new begins to play, and who a token belongs to."""

import msgspec
from litestar import Response

from domain.value import Value
from infra.postgres.people import Person
from services.api.asking import AnyRequest, ask
from services.api.calls import Nothing, get, post
from services.api.house import house_of, json
from services.people import Welcome

_nothing = msgspec.json.Decoder(Nothing)


class Me(Value):
    """Who is asking."""

    player: Person


@post("/v1/guests", name="guest", answers={201: Welcome}, caller="anyone", keyed=False)
async def guest(request: AnyRequest) -> Response[bytes]:
    """Become a guest: a name to play under, and the token that proves it."""
    house = house_of(request)
    asked = await ask(request, house.reception, token=False)
    asked.decode(_nothing)
    await house.slow_down(request, asked, "guest")
    return json(await house.reception.welcome(), 201)


@get("/v1/me", name="me", answers={200: Me}, caller="known")
async def me(request: AnyRequest) -> Response[bytes]:
    """Return who the token belongs to."""
    house = house_of(request)
    asked = await ask(request, house.reception, token=True)
    house.read(request, asked)
    return json({"player": asked.person})
