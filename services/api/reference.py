"""Reference: the document as a page to browse and try, all of it served from here."""

from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from litestar import Response
from litestar.params import FromPath
from swagger_ui_bundle import swagger_ui_path

from services.api.calls import Media, get
from services.api.problems import Problem

OURS: Traversable = files("services.api") / "pages"
THEIRS: Traversable = swagger_ui_path
FILES: Mapping[str, tuple[Traversable, str]] = {
    "reference.js": (OURS, "text/javascript"),
    "swagger-ui-bundle.js": (THEIRS, "text/javascript"),
    "swagger-ui.css": (THEIRS, "text/css"),
    "favicon-32x32.png": (THEIRS, "image/png"),
}
HEADERS = {
    "Cache-Control": "public, max-age=3600",
    # Swagger UI sets styles of its own, and carries its icons as data; nothing else may be run or asked.
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}


@get("/v1/docs", name="docs", answers={200: Media(type="text/html")}, caller="ignored")
async def docs() -> Response[bytes]:
    """Return this page."""
    return _file(OURS / "reference.html", "text/html")


@get(
    "/v1/docs/{file:str}",
    name="docs_file",
    answers={200: Media(type="*/*")},
    caller="ignored",
    words=("file",),
    refuses=("not_found",),
)
async def docs_file(file: FromPath[str]) -> Response[bytes]:
    """Return what this page is made of."""
    if file not in FILES:
        raise Problem("not_found")
    folder, media = FILES[file]
    return _file(folder / file, media)


def _file(path: Traversable, media: str) -> Response[bytes]:
    return Response(path.read_bytes(), media_type=media, headers=HEADERS)
