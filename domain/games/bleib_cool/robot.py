"""Robots for Bleib Cool: capture, get home, and do not stand where an enemy may land with the next throw."""

from collections import Counter
from collections.abc import Mapping

from domain.games.bleib_cool.board import FIELD_A, GOAL, WAITING, Path, field
from domain.games.bleib_cool.rules import MoveStone, Roll, State, StoneMoved, Wish, captured_by, colour, evolve
from domain.games.bleib_cool.walking import SIDES, SIX, Number, Stone, target
from domain.kernel import Chance, Robot, Seat

OUT = 12  # What a stone out of B is worth, in steps: a six takes its time.
HOME = 6  # And one in the goal besides, where nobody captures it.


def choose(state: State, seat: Seat, luck: Chance) -> Wish:
    """Throw; or move the stone after which one stands best, among equal ones one by luck."""
    if state.rolled is None or not state.movable:
        return Roll()
    number = state.rolled.number
    worths = {stone: _standing(_moved(state, seat, stone, number), seat) for stone in state.movable}
    best = [stone for stone, worth in worths.items() if worth == max(worths.values())]
    return MoveStone(stone=best[luck.draw("choice", len(best)) - 1])


def _moved(state: State, seat: Seat, stone: Stone, number: Number) -> State:
    origin = state.stones[seat][stone]
    to = target(origin, number)
    captured = captured_by(state, seat, to)
    moved = StoneMoved(seat=seat, stone=stone, origin=origin, target=to, captured=captured, place=None, throws=0)
    return evolve(state, moved)


def _standing(state: State, seat: Seat) -> int:
    """Return what the own stones are worth, less what may be lost with one throw of each enemy, and less theirs.

    In sixths of a step.
    """
    threats, ours = _threats(state, seat), colour(state, seat)
    own = sum(
        (SIDES - (threats[field(ours, path)] if WAITING < path < GOAL else 0)) * _steps(path)
        for path in state.stones[seat]
    )
    others = (path for other, paths in enumerate(state.stones) if other != seat for path in paths)
    return own - SIDES * sum(map(_steps, others))


def _threats(state: State, seat: Seat) -> Mapping[int, int]:
    """Return by how many of their throws enemies land on each field of the ring."""
    landings = {
        (other, number, field(colour(state, other), to))
        for other, paths in enumerate(state.stones)
        if other != seat
        for path in paths
        for number in ((SIX,) if path == WAITING else range(1, SIDES + 1))
        if (to := target(path, number)) < GOAL
    }
    return Counter(where for _, _, where in landings)


def _steps(path: Path) -> int:
    """Return how far a stone has come."""
    return 0 if path == WAITING else OUT + path - FIELD_A + (HOME if path >= GOAL else 0)


ROBOTS = (Robot(level="easy", strength=900, choose=choose),)
