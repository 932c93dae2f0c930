"""Reversi written down: the squares in the order of the moves, `f5d6c3…`; passes are not written."""

import re
from collections.abc import Sequence

from domain.games.reversi.rules import Place
from domain.kernel import Notation, Refused

_MOVES = re.compile(r"(?:[a-h][1-8])*")


def write(moves: Sequence[Place]) -> str:
    """Return the squares one after the other."""
    return "".join(move.square for move in moves)


def read(text: str) -> Sequence[Place] | Refused:
    """Return the moves of a line of squares, in small or capital letters; the rules judge them later."""
    line = text.strip().lower()
    if _MOVES.fullmatch(line) is None:
        return Refused(reason="not_notation")
    return [Place(square=line[start : start + 2]) for start in range(0, len(line), 2)]


NOTATION = Notation[Place](media_type="text/vnd.zugfolge.reversi", write=write, read=read)
