"""What the rules of DiamondYatzy show: a collection with some of it kept, and a shopping list nearly complete."""

from collections.abc import Mapping

from domain.games.diamond_yatzy.boxes import BONUS, BOXES, Box
from domain.games.diamond_yatzy.rules import Board, State

EARLY: Mapping[Box, int] = {"sixes": 18, "chance": 21}
LATE = (3, 6, 9, 12, 15, 18, 15, None, 25, 30, None, 0, 21)  # In the order of `BOXES`; Yatzy is struck.


def figures() -> Mapping[str, State]:
    collection = Board(
        round=3,
        collection=2,
        jewels=("violet", "violet", "red", "violet", "white"),
        origins=(1, 1, 2, 2, 2),
        kept=(0, 1),
        points=tuple(EARLY.get(box) for box in BOXES),
    )
    shopping = Board(
        round=12,
        collection=3,
        jewels=("blue", "blue", "blue", "yellow", "blue"),
        origins=(1, 2, 2, 3, 3),
        kept=(0, 1, 2),
        jokers=1,
        joker_played=True,
        points=LATE,
        bonus=BONUS,
    )
    return {
        name: State(boards=(board, Board())) for name, board in (("shopping", shopping), ("collection", collection))
    }
