"""The robot of Reversi plays by its rules of thumb, and well enough."""

from domain.chance import Seeded
from domain.games.reversi import RULES
from domain.games.reversi.robot import choose
from domain.games.reversi.rules import BIT, Place, State
from domain.testing import wins_against_random

LUCK = Seeded(bytes(32))


def position(board: str, turn: int) -> State:
    """Return a position drawn as eight rows: 0 white, 1 black."""
    cells = "".join(board.split())
    white, black = (sum(bit for bit, cell in zip(BIT.values(), cells, strict=True) if cell == disc) for disc in "01")
    return State(discs=(white, black), turn=turn)


def test_it_takes_a_corner() -> None:
    state = position(
        """
        ........
        .1......
        ..0.....
        ..110...
        ..01....
        ........
        ........
        ........
        """,
        0,
    )

    assert choose(state, 0, LUCK) == Place(square="a1")


def test_it_keeps_off_the_square_diagonally_beside_an_empty_corner() -> None:
    state = position(
        """
        ........
        ........
        ..1.....
        ...10...
        ...01...
        ....1...
        ........
        ........
        """,
        0,
    )

    assert choose(state, 0, LUCK) != Place(square="b2")


def test_it_beats_who_moves_at_random() -> None:
    assert wins_against_random(RULES, choose) >= 70
