"""Rulebook: the rules of each kind as a page of its own, to be read, kept and printed, and a picture of each kind."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from litestar import Response
from litestar.params import FromPath
from markdown_it import MarkdownIt
from markdown_it.token import Token

from domain.kernel import AnyRules
from domain.value import Language, Text, Value
from infra.drawing.palette import DARK, LIGHT, TOKENS, declarations
from infra.drawing.svg import svg
from services.api.asking import AnyRequest, language, query
from services.api.calls import Media, get
from services.api.packing import packed
from services.api.pictures import PALETTES, Spoken, Theme
from services.api.problems import Problem

PAGE = Template((files("services.api") / "pages" / "rules.html").read_text())
HEADERS = {
    "Cache-Control": "public, max-age=3600",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "Vary": "Accept-Language",
    "X-Content-Type-Options": "nosniff",
}
OVERVIEW = Text(de='<p class="overview">{}</p>', en='<p class="overview">{}</p>')
CREDITS = Text(de="<footer><h2>Herkunft</h2><p>{}</p></footer>", en="<footer><h2>Credits</h2><p>{}</p></footer>")


class Reading(Value):
    """In which language to read."""

    language: Spoken = None


class Look(Reading):
    """In which language and colours to draw."""

    theme: Theme = "light"


@get(
    "/v1/kinds/{kind:str}/rules",
    name="rules",
    query=Reading,
    answers={200: Media(type="text/html")},
    caller="ignored",
    words=("kind",),
    refuses=("no_such_kind",),
)
async def rules(request: AnyRequest, kind: FromPath[str]) -> Response[bytes]:
    """Return the rules of a kind as a document that is complete in itself, with pictures of the game."""
    wanted = query(request, Reading).language or language(request.headers)
    return _kept(request, kind, f"rules in {wanted}", lambda game: written(game, wanted), "text/html")


@get(
    "/v1/kinds/{kind:str}/picture.svg",
    name="kind_picture",
    query=Look,
    answers={200: Media(type="image/svg+xml")},
    caller="ignored",
    words=("kind",),
    refuses=("no_such_kind",),
)
async def picture(request: AnyRequest, kind: FromPath[str]) -> Response[bytes]:
    """Return a picture that a kind can be known by."""
    look = query(request, Look)
    spoken, palette = look.language or language(request.headers), PALETTES[look.theme]

    def drawn(game: AnyRules) -> str:
        shown = next(iter(game.figures().values()), None) or game.initial(game.table.seats[0], game.options())
        return svg(game.picture(shown), spoken, palette=palette)

    return _kept(request, kind, f"picture in {spoken}, {look.theme}", drawn, "image/svg+xml")


def written(game: AnyRules, spoken: Language) -> str:
    """Return the rules of a kind as an HTML document in one language."""
    texts, figures = game.texts, game.figures()
    pictures = {name: svg(game.picture(state), spoken, palette=TOKENS) for name, state in figures.items()}
    return PAGE.substitute(
        language=spoken,
        light=declarations(LIGHT),
        dark=declarations(DARK),
        name=escape(texts.name.said_in(spoken)),
        overview=_part(OVERVIEW, texts.overview, spoken),
        rules=_html(texts.rules.said_in(spoken), pictures),
        credits=_part(CREDITS, texts.credits, spoken),
    )


def _kept(request: AnyRequest, kind: str, what: str, make: Callable[[AnyRules], str], media: str) -> Response[bytes]:
    """Answer with what is made of a kind, once for each process.  Raises Problem no_such_kind."""
    state = request.app.state
    if kind not in state["kinds"]:
        raise Problem("no_such_kind")
    key = f"{kind}: {what}"
    if key not in state:
        state[key] = make(state["kinds"][kind]).encode()
    return packed(request, state[key], media, HEADERS)


def _html(markdown: str, pictures: Mapping[str, str]) -> str:
    """Return Markdown as HTML; an image is the picture of that name, with what is said of it below."""

    def figure(_: Any, tokens: Sequence[Token], place: int, *__: Any) -> str:
        token = tokens[place]
        return f'<span class="figure">{pictures[str(token.attrs["src"])]}<small>{escape(token.content)}</small></span>'

    reader = MarkdownIt("js-default", {"html": False})
    reader.add_render_rule("image", figure)
    rendered: str = reader.render(markdown)
    return rendered


def _part(shape: Text, text: Text | None, spoken: Language) -> str:
    """Return what not every game has, in its shape, or nothing."""
    return "" if text is None else shape.said_in(spoken).format(escape(text.said_in(spoken)))
