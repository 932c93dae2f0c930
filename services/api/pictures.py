"""Pictures: a game drawn on the server, as its caller may see it."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from litestar import Response
from litestar.params import FromPath
from msgspec import Meta

from domain.value import Language
from infra.drawing.palette import DARK, LIGHT, Palette
from infra.drawing.svg import svg
from services.api import wire
from services.api.asking import AnyRequest, language, query
from services.api.calls import Media, get
from services.api.games import NOT_THEN, Instant, at_version
from services.api.house import NO_STORE
from services.api.packing import packed

SVG_HEADERS = {
    **NO_STORE,
    "Vary": "Accept-Language",
    # A drawing is shown, never run.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}
Spoken: TypeAlias = Annotated[Language | None, Meta(description="By default what `Accept-Language` likes best.")]
Theme: TypeAlias = Literal["light", "dark"]
PALETTES: Mapping[Theme, Palette] = {"light": LIGHT, "dark": DARK}


class Look(Instant):
    """Which moment of a game to draw, and for which page."""

    language: Spoken = None
    theme: Theme = "light"


@get(
    "/v1/games/{game:str}/picture.svg",
    name="picture_svg",
    query=Look,
    answers={200: Media(type="image/svg+xml")},
    refuses=NOT_THEN,
)
async def picture_svg(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return a game as a drawing: now, at `?version=n`, or of an ended game at `?record=n`."""
    _, live, known, _ = await at_version(request, game)
    look = query(request, Look)
    spoken = look.language or language(request.headers)
    drawn = svg(wire.scene(live.game.rules, known.match), spoken, palette=PALETTES[look.theme])
    return packed(request, drawn.encode(), "image/svg+xml", SVG_HEADERS)


@get(
    "/v1/games/{game:str}/picture.png",
    name="picture_png",
    query=Instant,
    answers={200: Media(type="image/png")},
    refuses=NOT_THEN,
)
async def picture_png(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return a game as pixels: now, at `?version=n`, or of an ended game at `?record=n`."""
    house, live, known, _ = await at_version(request, game)
    drawn = await house.painter.png(wire.scene(live.game.rules, known.match), language(request.headers))
    return Response(drawn, media_type="image/png", headers={**NO_STORE, "Vary": "Accept-Language"})
