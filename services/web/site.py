"""Site: the page as browsers fetch it: one document for all its paths, and the files that it is made of."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from importlib.resources import files

from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from domain.value import Text, Value
from infra.settings import Settings
from services.api import wire
from services.api.asking import COOKIE, AnyRequest, game_id, language
from services.api.house import NO_STORE, House
from services.api.problems import Problem

BUILT = files("services.web") / "built"
PATHS = ["/", "/account", "/games/{kind:str}", "/players/{name:str}", "/tables/{game:str}", "/replay/{game:str}"]
UNBUILT = "The page has not been built: `make run` does that.  What programs talk to is there: /v1/docs\n"
TYPES: Mapping[str, str] = {"js": "text/javascript", "css": "text/css", "woff2": "font/woff2", "svg": "image/svg+xml"}
PACKED: Mapping[str, str] = {"br": ".br", "gzip": ".gz"}  # How the build has compressed files, the smallest first.
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}  # Names hold a hash.
ANEW = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
GUARDED = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
ABOUT = Text(de="Brettspiele: spielen, zuschauen, nachspielen.", en="Board games: play, watch, replay.")


class Preview(Value):
    """What a link to the page shows elsewhere."""

    title: str = "Zugfolge"
    text: str
    picture: str | None = None
    asks: str | None = None  # What the page asks for first, besides what every page does.


@HTTPRouteHandler(PATHS, http_method=("GET", "HEAD"), name="page")
async def page(request: AnyRequest) -> Response[bytes]:
    """Answer with the page, which finds out itself what to show; what it could not find is 404 here already."""
    preview = await _preview(request)
    lost = Preview(text=_said(ABOUT, request))
    return _document(request, preview or lost, 200 if preview else 404)


@HTTPRouteHandler("/assets/{file:str}", http_method=("GET", "HEAD"), name="asset")
async def asset(request: AnyRequest, file: FromPath[str]) -> Response[bytes]:
    """Answer with a file that the page is made of."""
    held, media = _built(), TYPES.get(file.rpartition(".")[2])
    if file not in held or media is None:
        raise Problem("not_found")
    accepted = request.headers.get("accept-encoding", "")
    packing = next((one for one, suffix in PACKED.items() if one in accepted and file + suffix in held), None)
    headers = {**FOREVER, **GUARDED} | ({} if packing is None else {"Content-Encoding": packing})
    return Response(held[file + PACKED.get(packing or "", "")], media_type=media, headers=headers)


def nowhere(request: AnyRequest) -> Response[bytes] | None:
    """Return the page, which says that nothing is here, to a browser that looks for a page; else None."""
    looks = request.method in {"GET", "HEAD"} and "text/html" in request.headers.get("accept", "")
    if not looks or request.url.path.startswith("/v1/"):
        return None
    return _document(request, Preview(text=_said(ABOUT, request)), 404)


async def _preview(request: AnyRequest) -> Preview | None:
    """Return what is said of a path, None where there is nothing at it."""
    house: House = request.app.state.house
    given = request.path_params
    if "kind" in given:
        rules = house.kinds.get(given["kind"])
        if rules is None:
            return None
        return Preview(title=_said(rules.texts.name, request), text=_said(rules.texts.overview or ABOUT, request))
    if "game" not in given:
        return Preview(text=_said(ABOUT, request))
    try:
        live = await house.game(game_id(given["game"]))
    except Problem:
        return None
    match = live.game.known(None).match  # As onlookers see it: a preview is anybody's.
    players = [one.player for one in match.seats or match.members if one.player is not None]
    names = await house.reception.names(players)
    who = " – ".join(names[player].name for player in players)
    kind = _said(live.game.rules.texts.name, request)
    return Preview(
        title=f"{kind}: {who}" if who else kind,
        text=_said(wire.scene(live.game.rules, match).label, request),
        picture=f"{_origin(request)}/v1/games/{live.id}/picture.png",
        asks=f"/v1/games/{live.id}",
    )


def _document(request: AnyRequest, preview: Preview, status: int) -> Response[bytes]:
    held = _built()
    if "index.html" not in held:
        return Response(UNBUILT.encode(), status_code=503, media_type="text/plain", headers=dict(NO_STORE))
    known = " data-known" if COOKIE in request.cookies else ""  # Whether there is somebody to ask for.
    begun = held["index.html"].decode().replace(' lang="en"', f' lang="{language(request.headers)}"{known}')
    asks = ("/v1/kinds", "/v1/me" if known else None, preview.asks)
    written = begun.replace("<!--head-->", "\n".join((_head(preview), *_ahead(asks))))
    return Response(written.encode(), status_code=status, media_type="text/html", headers={**ANEW, **GUARDED})


def _head(preview: Preview) -> str:
    """Return title and Open Graph properties (ogp.me), as HTML."""
    large = () if preview.picture is None else (("og:image", preview.picture), ("twitter:card", "summary_large_image"))
    said = (("og:site_name", "Zugfolge"), ("og:title", preview.title), ("og:description", preview.text), *large)
    lines = (f'<meta property="{name}" content="{escape(content)}">' for name, content in said)
    return "\n".join((f"<title>{escape(preview.title)}</title>", *lines))


def _ahead(paths: Iterable[str | None]) -> Iterator[str]:
    """Yield what lets a browser ask while the script is still on its way."""
    return (f'<link rel="preload" href="{path}" as="fetch" crossorigin>' for path in paths if path is not None)


def _origin(request: AnyRequest) -> str:
    """Return where the page was asked for; of our own proxies the nearest says by which scheme."""
    settings: Settings = request.app.state.settings
    scheme = request.headers.get("x-forwarded-proto", "http") if settings.proxy_hops else request.url.scheme
    return f"{'https' if scheme == 'https' else 'http'}://{request.headers.get('host', '')}"


def _said(text: Text, request: AnyRequest) -> str:
    return text.said_in(language(request.headers))


@cache
def _built() -> Mapping[str, bytes]:
    """Return what the build has made, read once; empty before it."""
    return {file.name: file.read_bytes() for file in BUILT.iterdir() if file.is_file()} if BUILT.is_dir() else {}
