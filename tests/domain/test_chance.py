"""Chance: commitment, draws and luck words are as they are specified."""

import msgspec
import pytest

from domain.chance import Luck, Seeded, Unseeded, commitment
from tests.domain.vectors import COMMITMENT, DRAWS, LONGEST, REJECTED, SEED, WORD


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(SEED) == COMMITMENT


@pytest.mark.parametrize(("luck", "label", "sides", "drawn"), DRAWS)
def test_a_draw_is_the_mac_of_its_label(luck: tuple[str, ...], label: str, sides: int, drawn: int) -> None:
    assert Seeded(SEED, luck).draw(label, sides) == drawn


@pytest.mark.parametrize(("luck", "label", "sides", "drawn"), REJECTED)
def test_a_number_that_would_favour_some_sides_is_rejected(
    luck: tuple[str, ...], label: str, sides: int, drawn: int
) -> None:
    assert Seeded(SEED, luck).draw(label, sides) == drawn


def test_the_largest_number_of_sides_rejects_nothing() -> None:
    """#0 of big/1 is b9e054c9fbb7e5e8, plus 1."""
    assert Seeded(SEED, (WORD, "")).draw("big/1", 2**64) == 13393798518288147945


def test_one_side_needs_no_luck() -> None:
    assert Seeded(SEED, (WORD, "")).draw("big/1", 1) == 1


def test_whoever_draws_again_draws_the_same() -> None:
    chance = Seeded(SEED, ("", ""))

    assert [chance.draw("roll/1/0", 6) for _ in range(3)] == [Seeded(SEED, ("", "")).draw("roll/1/0", 6)] * 3


@pytest.mark.parametrize(("sides", "limit"), [(2, 10.83), (5, 18.47), (6, 20.52), (13, 32.91)])
def test_every_side_is_as_likely_as_any_other(sides: int, limit: float) -> None:
    """Chi-square of 60,000 draws; the limits are those that luck passes once in a thousand times."""
    chance, draws = Seeded(SEED, ("", "")), 60_000
    counts = [0] * sides
    for number in range(draws):
        counts[chance.draw(f"even/{number}", sides) - 1] += 1

    even = draws / sides
    assert sum((count - even) ** 2 / even for count in counts) < limit


def test_a_draw_tells_nothing_of_the_next() -> None:
    """Chi-square of pairs, 35 degrees of freedom; the limit is passed once in a thousand times."""
    chance, pairs = Seeded(SEED, ("", "")), 36_000
    counts = dict.fromkeys(((a, b) for a in range(1, 7) for b in range(1, 7)), 0)
    for number in range(pairs):
        counts[chance.draw(f"roll/{number}/0", 6), chance.draw(f"roll/{number}/1", 6)] += 1

    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < 66.62


@pytest.mark.parametrize("word", ["", WORD, LONGEST])
def test_a_luck_word_has_16_to_64_hex_digits_or_is_none(word: str) -> None:
    assert msgspec.convert(word, Luck) == word


@pytest.mark.parametrize(
    "word", ["c0ffee", WORD[1:], LONGEST + "f", WORD.upper(), WORD + "\n", "\n", "g" * 16, "é" * 16]
)
def test_what_is_no_luck_word_is_refused_at_reading(word: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(word, Luck)


def test_no_word_is_long_enough_to_lengthen_the_commitment() -> None:
    """The padding of a message of 32 bytes begins with 0x80: a word's length must not."""
    with pytest.raises(ValueError, match="too long"):
        Seeded(SEED, ("0" * 0x80,))


def test_without_a_seed_nothing_is_drawn() -> None:
    with pytest.raises(AssertionError, match="roll/1/0 of 6"):
        Unseeded().draw("roll/1/0", 6)
