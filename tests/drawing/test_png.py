"""Scenes as PNG: of the size asked for, with glyphs that no system lent."""

import struct

from domain.picture import Scene, Words
from domain.value import Text
from infra.drawing.png import WIDTH_MAX, png


def scene(text: str | Text, *, bold: bool = False) -> Scene:
    words = Words(x=50, y=20, text=text, size=20, bold=bold)
    return Scene(width=100, height=40, label=Text(de="Wort", en="Word"), shapes=(words,))


def size(image: bytes) -> tuple[int, int]:
    """Return width and height as the header tells them."""
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", image[16:24])
    return width, height


def test_a_picture_is_as_wide_as_asked_for_and_keeps_its_shape() -> None:
    assert size(png(scene("x"), "de", width=200)) == (200, 80)


def test_nobody_gets_more_pixels_than_there_may_be() -> None:
    assert size(png(scene("x"), "de", width=10 * WIDTH_MAX))[0] == WIDTH_MAX


def test_letters_of_both_languages_and_digits_are_drawn() -> None:
    empty = png(scene(" "), "de")

    drawn = {png(scene(letter), "de") for letter in "äöüÄÖÜß0123456789–×’✓"}
    assert len({empty, *drawn}) == 1 + len("äöüÄÖÜß0123456789–×’✓")


def test_bold_is_bold() -> None:
    assert png(scene("Zug"), "de") != png(scene("Zug", bold=True), "de")


def test_the_language_asked_for_is_drawn() -> None:
    text = Text(de="Zug", en="Move")

    assert png(scene(text), "de") == png(scene("Zug"), "de")
    assert png(scene(text), "en") == png(scene("Move"), "en")
