"""Scenes as SVG: one text that draws the same in a browser, in a viewer and, through `png`, as pixels."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias
from xml.sax.saxutils import escape, quoteattr

from domain.picture import AnyShape, Circle, Form, Group, Line, Point, Polygon, Rectangle, Scene, Tone, Words
from domain.value import Language, Text
from infra.drawing.palette import LIGHT, Palette, mixed

FONTS = "Inter, system-ui, sans-serif"
SHADOW = (2, 4)  # How far a raised surface throws it, to the right and down.
WRITING_DROP = 0.355  # From the middle of a line's capitals down to its foot, for Inter.

Light: TypeAlias = Literal["raised", "plate", "sunk"]

LIGHTS: Mapping[Light, str] = {  # A disc, a wide flat thing, and a hollow, lit from the top left.
    "raised": (
        '<radialGradient id="{id}" cx=".36" cy=".3" r=".78"><stop stop-color="{glint}"/>'
        '<stop offset=".45" stop-color="{colour}"/><stop offset="1" stop-color="{dark}"/></radialGradient>'
    ),
    "plate": (
        '<linearGradient id="{id}" x2=".3" y2="1"><stop stop-color="{bright}"/>'
        '<stop offset=".5" stop-color="{colour}"/><stop offset="1" stop-color="{dim}"/></linearGradient>'
    ),
    "sunk": (
        '<linearGradient id="{id}" x1=".2" x2=".5" y2="1"><stop stop-color="{dark}"/>'
        '<stop offset=".6" stop-color="{colour}"/><stop offset="1" stop-color="{bright}"/></linearGradient>'
    ),
}


def svg(scene: Scene, language: Language, *, palette: Palette = LIGHT) -> str:
    """Return a scene as an SVG document, with what its regions hint at; it scales to whatever holds it."""
    draw = _Pen(language, palette)
    body = [*map(draw.shape, scene.shapes), *(draw.shape(hint) for region in scene.regions for hint in region.hint)]
    title = draw.said(scene.label)
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {scene.width} {scene.height}" xml:lang="{language}"',
            f' role="img" aria-label={quoteattr(title)} font-family="{FONTS}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{scene.width}" height="{scene.height}" fill="{palette["paper"]}"/>',
            "<defs>",
            *draw.gradients(),
            "</defs>",
            *body,
            "</svg>",
        )
    )


class _Pen:
    """Draws shapes, and remembers which lights they need."""

    def __init__(self, language: Language, palette: Palette) -> None:
        self._language = language
        self._palette = palette
        self._lights: dict[tuple[Light, Tone], None] = {}

    def said(self, text: str | Text) -> str:
        """Return a text in the language asked for."""
        return text if isinstance(text, str) else text.said_in(self._language)

    def shape(self, shape: AnyShape) -> str:
        """Return one shape; what has a label says it to whoever points at it."""
        drawn = self._drawn(shape)
        return drawn if shape.label is None else f"<g><title>{escape(self.said(shape.label))}</title>{drawn}</g>"

    def gradients(self) -> Iterator[str]:
        """Yield the lights used so far."""
        for light, tone in self._lights:
            yield LIGHTS[light].format(
                id=f"{light}-{tone}",
                colour=self._palette[tone],
                glint=mixed(self._palette[tone], "#ffffff", 38),
                bright=mixed(self._palette[tone], "#ffffff", 12),
                dim=mixed(self._palette[tone], "#000000", 12),
                dark=mixed(self._palette[tone], "#000000", 30),
            )

    def _drawn(self, shape: AnyShape) -> str:
        match shape:
            case Group(x=x, y=y, shapes=shapes):
                return f'<g transform="translate({x} {y})">{"".join(map(self.shape, shapes))}</g>'
            case Words():
                return self._words(shape)
            case Circle(x=x, y=y, radius=radius):
                return self._form(shape, f'circle cx="{x}" cy="{y}" r="{radius}"')
            case Rectangle(x=x, y=y, width=width, height=height, radius=radius):
                return self._form(shape, f'rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"')
            case Polygon(points=points):
                return self._form(shape, f'polygon stroke-linejoin="round" points="{_listed(points)}"')
            case Line(points=points):
                ends = 'stroke-linecap="round" stroke-linejoin="round"'
                return self._form(shape, f'polyline {ends} points="{_listed(points)}"')

    def _form(self, form: Form, element: str) -> str:
        """Return a surface with its outline; a raised one throws a shadow."""
        edge = (
            "" if form.stroke is None else f' stroke="{self._palette[form.stroke]}" stroke-width="{form.stroke_width}"'
        )
        if form.fill is None or isinstance(form, Line):
            return f'<{element} fill="none"{edge}/>'
        if form.relief == "flat":
            return f'<{element} fill="{self._palette[form.fill]}"{edge}/>'
        light = "plate" if isinstance(form, Rectangle) and form.relief == "raised" else form.relief
        self._lights[light, form.fill] = None
        lit = f'<{element} fill="url(#{light}-{form.fill})"{edge}/>'
        if form.relief == "sunk":
            return lit
        return f'<{element} fill="#000000" fill-opacity=".3" transform="translate{SHADOW}"/>{lit}'

    def _words(self, words: Words) -> str:
        place = f'x="{words.x}" y="{words.y + round(words.size * WRITING_DROP)}"'
        look = f'font-size="{words.size}" fill="{self._palette[words.tone]}"'
        weight = ' font-weight="700"' if words.bold else ""
        anchor = "" if words.anchor == "start" else f' text-anchor="{words.anchor}"'
        return f"<text {place} {look}{weight}{anchor}>{escape(self.said(words.text))}</text>"


def _listed(points: Sequence[Point]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
