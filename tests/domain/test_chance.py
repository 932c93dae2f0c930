"""Chance: vectors that server, `verify` and browser share, worked out with openssl and bc, not with our own code."""

import msgspec
import pytest

from domain.chance import Luck, Seeded, Unseeded, commitment

SEED = bytes.fromhex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
WORD = "c0ffee0123456789"
LONGEST = "f" * 64
HALF = 2**63 + 1  # Sides of which one throw in two is rejected.


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    """Worked out by openssl dgst -sha256 of the 32 bytes."""
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize(
    ("luck", "label", "sides", "drawn"),
    [
        # Key SHA-256(seed ‖ 10 ‖ word ‖ 00): e83014668902551247c0d01038f622669674ddc5030a2386c7c1e2c7f855dfdc.
        ((WORD, ""), "roll/17/0", 6, 4),  # af14e0790ae7a763 mod 6 + 1
        ((WORD, ""), "match/first_seat", 3, 2),  # e79f05222b141ef4 mod 3 + 1
        ((WORD, ""), "round/4/collection/2/slot/3", 6, 1),  # 1bbb4048fb9909f8 mod 6 + 1
        ((WORD, ""), "würfel/1", 6, 4),  # 10f1cf6126a19533 mod 6 + 1; labels are UTF-8.
        # Key SHA-256(seed ‖ 00 ‖ 10 ‖ word): f4c4a825ad44bf9170ad168abfa74c79396449ceb4c6bb2d80298676a43ed5c0.
        (("", WORD), "roll/17/0", 6, 5),  # 58485911d938f46a: the order of joining matters.
        (("", WORD), "match/first_seat", 3, 1),  # e9a9b895019fbc0c
        # Key SHA-256(seed ‖ 00 ‖ 00): 169a9bf1199441bcfd92fdf46cbe4e585f2d8bd4add18bc9c98c8b091ba97a11.
        (("", ""), "roll/17/0", 6, 2),  # 6e93633e4cf01061: none counts as the empty word.
        (("", ""), "match/first_seat", 3, 3),  # 48b4ace91ac473c1
        # Key SHA-256(seed ‖ 40 ‖ f × 64): 2761ed6b9a474dc6f683bea7a2d05256e5d27ef61901f45fa05047e336957a6e.
        ((LONGEST,), "roll/17/0", 6, 4),  # b9e14fc0d3197f93
        ((LONGEST,), "match/first_seat", 3, 2),  # bbd3285f848ae9db
    ],
)
def test_a_draw_is_the_mac_of_its_label(luck: tuple[str, ...], label: str, sides: int, drawn: int) -> None:
    """Worked out by openssl dgst -sha256 -mac HMAC of "label#0", its first 16 digits, mod sides, plus 1."""
    assert Seeded(SEED, luck).draw(label, sides) == drawn


@pytest.mark.parametrize(
    ("label", "drawn"),
    [
        ("big/4", 5701524124263593486),  # #0: 4f1fe1fba90d360d, plus 1.
        ("big/3", 4785227499624624413),  # #0: f74f1b1b5fde9e39, too big; #1: 42688b0ec48e711c.
        ("big/1", 8332170152463618148),  # #0: b9e054c9fbb7e5e8, #1: ca1f56c02552adf0, too big; #2: 73a1d09ba1b4d063.
    ],
)
def test_a_number_that_would_favour_some_sides_is_rejected(label: str, drawn: int) -> None:
    """2^64 numbers hold 2^63+1 sides only once: those from there on lead to the next attempt."""
    assert Seeded(SEED, (WORD, "")).draw(label, HALF) == drawn


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
