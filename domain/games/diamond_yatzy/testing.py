"""Sentences for tests of DiamondYatzy: boards written down by the digits of their jewels."""

from collections.abc import Mapping
from typing import Any

from domain.games.diamond_yatzy.boxes import BOXES, COLOURS, SLOTS, Colour
from domain.games.diamond_yatzy.rules import Board, State


def jewels(digits: str) -> tuple[Colour, ...]:
    """Return the jewels of these values, slot by slot: `61234`."""
    return tuple(COLOURS[int(digit) - 1] for digit in digits)


def board(digits: str, collection: int = 1, points: Mapping[str, int] | None = None, **fields: Any) -> Board:
    """Return a board on which these jewels lie, and these boxes are filled."""
    filled = points or {}
    return Board(
        round=len(filled) + 1,
        collection=collection,
        jewels=jewels(digits),
        origins=(collection,) * SLOTS,
        points=tuple(filled.get(box) for box in BOXES),
        **fields,
    )


def filled(**points: int) -> Board:
    """Return a complete board: these boxes brought something, all others are struck."""
    return Board(round=len(BOXES), points=tuple(points.get(box, 0) for box in BOXES), complete=True)


def duel(first: Board, second: Board | None = None) -> State:
    """Return a duel with these boards; the second has just begun if nothing is said of it."""
    return State(boards=(first, board("11111") if second is None else second))
