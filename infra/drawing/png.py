"""Scenes as PNG: the SVG made pixels, with a font of our own, so that every machine draws the same."""

from functools import cache
from importlib.resources import files

import resvg_py

from domain.picture import Scene
from domain.value import Language
from infra.drawing.svg import svg

FONT = "Inter[opsz,wght].ttf"  # One variable file with all weights; OFL.
WIDTH_MAX = 2_000  # Pixels; more would let a caller buy much work with a short request.
WIDTH = 800


def png(scene: Scene, language: Language, *, width: int = WIDTH) -> bytes:
    """Return a scene as a PNG of that many pixels across, at most `WIDTH_MAX`."""
    return pixels(svg(scene, language), width)


def pixels(drawing: str, width: int) -> bytes:
    """Return an SVG document of ours as a PNG."""
    drawn = resvg_py.svg_to_bytes(
        svg_string=drawing,
        width=min(width, WIDTH_MAX),
        skip_system_fonts=True,
        font_files=[_font()],
        font_family="Inter",
    )
    return bytes(drawn)


@cache
def _font() -> str:
    return str(files("fontpkg_inter") / "files" / FONT)
