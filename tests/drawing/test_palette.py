"""The palettes: every token in both themes, and writing that can be read."""

from typing import get_args

import pytest

from domain.picture import Tone
from infra.drawing.palette import DARK, LIGHT, TOKENS, Palette, contrast, declarations, mixed

TONES: tuple[Tone, ...] = get_args(Tone)
THINGS: tuple[Tone, ...] = ("white", "black", "red", "yellow", "blue", "green", "violet")
SURFACES: tuple[Tone, ...] = ("paper", "board", "shade")
SOFT: tuple[Tone, ...] = tuple(tone for tone in TONES if tone.endswith("_soft"))

READABLE = 4.5  # WCAG 2, level AA, for writing of any size.
VISIBLE = 3.0  # For things that are no writing.

EACH_THEME = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])


@EACH_THEME
def test_a_theme_has_every_token_and_no_other(palette: Palette) -> None:
    assert set(palette) == set(TONES)


@EACH_THEME
@pytest.mark.parametrize("surface", [*SURFACES, *SOFT])
def test_ink_and_muted_can_be_read_on_every_surface(palette: Palette, surface: Tone) -> None:
    assert contrast(palette["ink"], palette[surface]) >= READABLE
    assert contrast(palette["muted"], palette[surface]) >= READABLE


@EACH_THEME
@pytest.mark.parametrize("mark", ["accent", "good", "bad"])
@pytest.mark.parametrize("surface", SURFACES)
def test_marks_can_be_read_on_plain_surfaces(palette: Palette, mark: Tone, surface: Tone) -> None:
    assert contrast(palette[mark], palette[surface]) >= READABLE


@EACH_THEME
@pytest.mark.parametrize("thing", ["red", "blue", "green", "violet", "black", "felt"])
def test_white_can_be_read_on_dark_things(palette: Palette, thing: Tone) -> None:
    assert contrast(palette["white"], palette[thing]) >= READABLE


def test_a_thing_has_the_same_colour_in_both_themes() -> None:
    assert [thing for thing in THINGS if LIGHT[thing] != DARK[thing]] == []


@EACH_THEME
def test_the_discs_of_two_sides_differ_in_lightness_too(palette: Palette) -> None:
    assert contrast(palette["white"], palette["black"]) >= VISIBLE
    assert contrast(palette["red"], palette["yellow"]) >= VISIBLE


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_colours_mix_channel_by_channel() -> None:
    assert mixed("#000000", "#ffffff", 50) == "#808080"
    assert mixed("#102030", "#ffffff", 0) == "#102030"


def test_a_page_takes_the_tokens_as_custom_properties() -> None:
    assert "--red-soft: #f8d7d3;" in declarations(LIGHT)


def test_a_drawing_within_a_page_takes_its_colours_from_there() -> None:
    assert TOKENS["red_soft"] == "var(--red-soft)"
    assert mixed(TOKENS["red"], "#ffffff", 38) == "color-mix(in srgb, var(--red), #ffffff 38%)"
