"""Pictures: a game drawn on the server, as its caller may see it."""

from typing import Literal

from litestar import Response
from litestar.params import FromPath

from infra.drawing.palette import DARK, LIGHT
from infra.drawing.svg import svg
from services.api import wire
from services.api.asking import AnyRequest, language, query
from services.api.calls import Media, get
from services.api.games import NOT_THEN, Instant, at_version
from services.api.house import NO_STORE

SVG_HEADERS = {
    **NO_STORE,
    "Vary": "Accept-Language",
    # A drawing is shown, never run.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}


class Look(Instant):
    """Which moment of a game to draw, and for which page."""

    theme: Literal["light", "dark"] = "light"


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
    palette = DARK if query(request, Look).theme == "dark" else LIGHT
    drawn = svg(wire.scene(live.game.rules, known.match), language(request.headers), palette=palette)
    return Response(drawn.encode(), media_type="image/svg+xml", headers=SVG_HEADERS)


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
