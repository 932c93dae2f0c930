"""Chance: draws that anyone can check afterwards, and nobody can foresee.

Specified to the byte, since server, `verify` and browser must agree (vectors: `tests/domain/vectors.py`):

- commitment = SHA-256(seed), hex. The seed has 32 bytes.
- key = SHA-256(seed ‖ for each luck word in the order of joining: its length (1 byte) ‖ its ASCII bytes);
  whoever gave none counts as the empty word.
  A word has at most 64 bytes.  So what follows the seed never begins with 0x80, as the padding of the commitment's own
  message does, and nobody can lengthen the commitment to the key.
- number of attempt a (0, 1, …) = first 8 bytes, big-endian, of HMAC-SHA-256(key, "label#a");
  numbers from the largest multiple of `sides` upwards are rejected and the next attempt is taken;
  the draw is number mod sides + 1.
"""

import hashlib
import hmac
from collections.abc import Iterable
from functools import cached_property
from typing import Annotated, TypeAlias

from msgspec import Meta

NUMBERS = 1 << 64
SEED_BYTES = 32
LUCK_MAX = 64  # Digits of a luck word.

Luck: TypeAlias = Annotated[str, Meta(pattern=r"^([0-9a-f]{16,64})?(?!\n)$", max_length=LUCK_MAX)]
"""A luck word or none (empty).  A pattern's `$` alone would let a line break pass."""


def commitment(seed: bytes) -> str:
    """Return what is published before the first draw: the SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed).hexdigest()


class Seeded:
    """The draws of one game, fixed by its seed and the luck words of its members."""

    def __init__(self, seed: bytes, luck: Iterable[str] = ()) -> None:
        """Take the 32-byte `seed` and the words (16-64 hex digits, or empty) in the order of joining."""
        self._seed, self._luck = seed, tuple(luck)
        if len(seed) != SEED_BYTES or max(map(len, self._luck), default=0) > LUCK_MAX:
            raise ValueError("no seed, or a luck word that is too long")

    @cached_property
    def _key(self) -> bytes:  # Made when it is first needed: most moves draw nothing.
        words = (word.encode("ascii") for word in self._luck)
        return hashlib.sha256(self._seed + b"".join(bytes([len(word)]) + word for word in words)).digest()

    def draw(self, label: str, sides: int) -> int:
        """Return a number from 1 to `sides`, at most 2^64; the same seed, words and label always bring the same one."""
        fair = NUMBERS - NUMBERS % sides
        attempt = 0
        while True:
            message = f"{label}#{attempt}".encode()
            number = int.from_bytes(hmac.digest(self._key, message, "sha256")[:8], "big")
            if number < fair:
                return number % sides + 1
            attempt += 1


class Unseeded:
    """The chance of a game written down without a seed: nothing can be drawn."""

    def draw(self, label: str, sides: int) -> int:
        """Fail: only kinds without luck have a notation, so a draw here is a bug."""
        raise AssertionError(f"a game without a seed drew {label} of {sides}")
