"""Vier gewinnt written down: the columns in the order of the moves, `4453…`."""

import re
from collections.abc import Sequence

from domain.games.connect_four.rules import Drop
from domain.kernel import Notation, Refused

_MOVES = re.compile(r"[1-7]*")


def write(moves: Sequence[Drop]) -> str:
    """Return the columns' digits one after the other."""
    return "".join(str(move.column) for move in moves)


def read(text: str) -> Sequence[Drop] | Refused:
    """Return the moves of a line of digits; the rules judge them later."""
    line = text.strip()
    if _MOVES.fullmatch(line) is None:
        return Refused(reason="not_notation")
    return [Drop(column=int(digit)) for digit in line]


NOTATION = Notation[Drop](media_type="text/vnd.zugfolge.connect-four", write=write, read=read)
