"""What the rules of Bleib Cool show: the beginning, a six, a capture, and stones in the goal."""

from collections.abc import Mapping

from domain.games.bleib_cool.rules import Captured, Rolled, State, StoneMoved, TurnBegan, evolve, initial
from domain.kernel import Options

B = -1
HOME = (40, 41, 42, 43)
SIX = Rolled(seat=0, number=6, stones=(1, 2, 3), throws=1)
FOUR = Rolled(seat=0, number=4, stones=(0,), throws=0)
CAPTURE = StoneMoved(seat=0, stone=0, origin=5, target=9, captured=Captured(seat=1, stone=2), place=None, throws=0)
NEXT = TurnBegan(seat=1, throws=1)
INTO_THE_GOAL = Rolled(seat=0, number=4, stones=(2, 3), throws=0)


def figures() -> Mapping[str, State]:
    fight = ((5, B, B, 43), (B, 26, 39, B), (43, 12, B, B), (8, 22, B, B))
    late = ((43, 42, 36, 20), HOME, (43, 41, 30, 12), (43, 33, 18, 5))
    return {
        "capture": evolve(evolve(evolve(State(stones=fight), FOUR), CAPTURE), NEXT),
        "start": initial(4, Options()),
        "six": evolve(State(stones=((14, B, B, B), (B, 26, 9, B), (43, 12, B, B), (8, 22, B, B))), SIX),
        "goal": evolve(State(stones=late, home=(1,)), INTO_THE_GOAL),
    }
