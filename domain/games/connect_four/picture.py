"""Vier gewinnt drawn: an upright board with discs, and a column to click wherever one still fits."""

from domain.games.connect_four.rules import State
from domain.picture import Scene


def picture(_state: State) -> Scene:
    return Scene()
