"""Palette: what each colour token of a picture is in the light and in the dark theme, or where a page says so."""

from collections.abc import Mapping
from typing import TypeAlias

from domain.picture import Tone

Palette: TypeAlias = Mapping[Tone, str]
"""Each token as `#rrggbb`."""

LINEAR_UNTIL = 0.04045  # Where sRGB's straight beginning meets its curve (IEC 61966-2-1).

_THINGS: Palette = {  # The same in both themes: a red stone is red.
    "white": "#f5f4ef",
    "white_deep": "#c4c3bc",
    "black": "#252932",
    "black_deep": "#0c0e12",
    "red": "#c9332c",
    "red_deep": "#8d1c1a",
    "yellow": "#f5be24",
    "yellow_deep": "#9a6700",
    "blue": "#2766b0",
    "blue_deep": "#173d70",
    "green": "#1f7d48",
    "green_deep": "#12522e",
    "violet": "#8444bd",
    "violet_deep": "#52227c",
}

LIGHT: Palette = {
    **_THINGS,
    "paper": "#fcfbf7",
    "board": "#f2eee5",
    "shade": "#e7e1d5",
    "line": "#c8c0b1",
    "felt": "#2e7d57",
    "wood": "#e2cda1",
    "ink": "#1e232d",
    "muted": "#535a66",
    "accent": "#915100",
    "good": "#1a7040",
    "bad": "#b4232a",
    "white_soft": "#ffffff",
    "black_soft": "#d5d8de",
    "red_soft": "#f8d7d3",
    "yellow_soft": "#fbe8b4",
    "blue_soft": "#d2e2f6",
    "green_soft": "#cdebda",
    "violet_soft": "#e7d8f5",
}

DARK: Palette = {
    **_THINGS,
    "paper": "#14171c",
    "board": "#1d2229",
    "shade": "#2a3038",
    "line": "#4a5462",
    "felt": "#22614a",
    "wood": "#6a5537",
    "ink": "#f2f0e9",
    "muted": "#b6bcc6",
    "accent": "#f5be24",
    "good": "#6fcf97",
    "bad": "#ff8f88",
    "white_soft": "#3a3e45",
    "black_soft": "#2f343d",
    "red_soft": "#532724",
    "yellow_soft": "#4c3a0c",
    "blue_soft": "#1f3a5c",
    "green_soft": "#1c4430",
    "violet_soft": "#41285a",
}

TOKENS: Palette = {tone: f"var(--{tone.replace('_', '-')})" for tone in LIGHT}
"""What `declarations` declares, for drawings within a page that has them."""


def declarations(palette: Palette) -> str:
    """Return the tokens as CSS custom properties, `--red-soft: #…;`, for a page that draws scenes itself."""
    return " ".join(f"--{tone.replace('_', '-')}: {colour};" for tone, colour in palette.items())


def mixed(colour: str, other: str, percent: int) -> str:
    """Return a colour with that much of another in it, as CSS's `color-mix(in srgb, …)`, which mixes tokens."""
    if colour.startswith("var("):
        return f"color-mix(in srgb, {colour}, {other} {percent}%)"
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round((one * (100 - percent) + two * percent) / 100):02x}" for one, two in pairs)


def contrast(one: str, two: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2)."""
    darker, lighter = sorted((_luminance(one), _luminance(two)))
    return (lighter + 0.05) / (darker + 0.05)


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    red, green, blue = (
        value / 12.92 if (value := channel / 255) <= LINEAR_UNTIL else ((value + 0.055) / 1.055) ** 2.4
        for channel in channels(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
