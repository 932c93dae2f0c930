"""Vectors that server, `verify` and browser share, worked out with openssl and bc, not with our own code."""

from collections.abc import Sequence
from typing import TypeAlias

Vector: TypeAlias = tuple[tuple[str, ...], str, int, int]
"""The luck words, a label, the sides, and what is drawn."""

SEED = bytes.fromhex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"  # openssl dgst -sha256 of the 32 bytes.
WORD = "c0ffee0123456789"
LONGEST = "f" * 64
HALF = 2**63 + 1  # Sides of which one throw in two is rejected.

# openssl dgst -sha256 -mac HMAC of "label#0", its first 16 digits, mod sides, plus 1.
DRAWS: Sequence[Vector] = [
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
]

# 2^64 numbers hold 2^63+1 sides only once: those from there on lead to the next attempt.
REJECTED: Sequence[Vector] = [
    ((WORD, ""), "big/4", HALF, 5701524124263593486),  # #0: 4f1fe1fba90d360d, plus 1.
    ((WORD, ""), "big/3", HALF, 4785227499624624413),  # #0: f74f1b1b5fde9e39, too big; #1: 42688b0ec48e711c.
    # #0: b9e054c9fbb7e5e8, #1: ca1f56c02552adf0, too big; #2: 73a1d09ba1b4d063.
    ((WORD, ""), "big/1", HALF, 8332170152463618148),
]
