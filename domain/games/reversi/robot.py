"""Robots for Reversi: take corners, keep off the squares beside empty ones, and leave the other little choice."""

from domain.games.reversi.rules import BIT, Place, State, bits, places, sides, squares, turned_by
from domain.kernel import Chance, Robot, Seat

PLIES = 2  # Looked ahead.
CORNER = 40
BESIDE = -8  # On the edge beside an empty corner ...
DIAGONAL = -20  # ... and diagonally beside it.
EDGE = 3
CHOICE = 4  # For each square that one can take.
WON = 1_000  # At the end, for each disc that one has more than the other.

CORNERS = tuple(
    (BIT[corner], bits(beside), BIT[diagonal])
    for corner, beside, diagonal in (
        ("a1", ("b1", "a2"), "b2"),
        ("h1", ("g1", "h2"), "g2"),
        ("a8", ("b8", "a7"), "b7"),
        ("h8", ("g8", "h7"), "g7"),
    )
)
EDGES = bits(f"{column}{row}" for column in "cdef" for row in "18") | bits(f"{c}{r}" for c in "ah" for r in "3456")


def choose(state: State, seat: Seat, luck: Chance) -> Place:
    """Return the square that looks best some plies ahead; among equal ones one by luck."""
    own, enemy = sides(state, seat)
    worths = {square: _worth(own, enemy, BIT[square], PLIES) for square in squares(places(own, enemy))}
    best = [square for square, worth in worths.items() if worth == max(worths.values())]
    return Place(square=best[luck.draw("choice", len(best)) - 1])


def _worth(own: int, enemy: int, place: int, plies: int) -> int:
    """Return what a square is worth to whoever puts a disc there."""
    turned = turned_by(place, own, enemy)
    return -_search(enemy & ~turned, own | place | turned, plies - 1)


def _search(own: int, enemy: int, plies: int, *, passed: bool = False) -> int:
    """Return what a position is worth to whoever is on turn."""
    found = places(own, enemy)
    if not found:
        return WON * (own.bit_count() - enemy.bit_count()) if passed else -_search(enemy, own, plies, passed=True)
    if plies == 0:
        return _standing(own, enemy) - _standing(enemy, own)
    return max(_worth(own, enemy, BIT[square], plies) for square in squares(found))


def _standing(own: int, enemy: int) -> int:
    """Return what one side has by the rules of thumb, whatever the other has."""
    worth = EDGE * (own & EDGES).bit_count() + CHOICE * places(own, enemy).bit_count()
    for corner, beside, diagonal in CORNERS:
        if own & corner:
            worth += CORNER
        elif not enemy & corner:
            worth += BESIDE * (own & beside).bit_count() + DIAGONAL * (own & diagonal).bit_count()
    return worth


ROBOTS = (Robot(level="easy", strength=900, choose=choose),)
