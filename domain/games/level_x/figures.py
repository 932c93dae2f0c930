"""What the rules of Level X show: a roll to be divided, and what came of another one."""

from collections.abc import Mapping

from domain.games.level_x.dice import Groups, sums_of
from domain.games.level_x.rules import CHIPS, ByRow, DiceGrouped, DiceRolled, Side, State, effect, evolve

MINE = Side(fields=(3, 4, 1, 2, 1, 0), chips=(1, 2, 1, 0, 1, 1), points=5 + 12 + 7 + 9 + 10)
YOURS = Side(fields=(2, 1, 3, 0, 2, 1), chips=(1, 0, 1, 1, 2, 0), points=5 + 7 + 8 + 18)
GROUPS: Groups = ((0, 1), (2, 3))
NEXT = DiceRolled(seat=1, turn=16, dice=(1, 4, 6, 6))


def figures() -> Mapping[str, State]:
    return {"roll": _state((1, 2, 3, 5)), "taken": _grouped(_state((4, 5, 4, 2)), GROUPS)}


def _state(dice: tuple[int, ...]) -> State:
    left: ByRow = tuple(all_ - mine - yours for all_, mine, yours in zip(CHIPS, MINE.chips, YOURS.chips, strict=True))
    return State(sides=(MINE, YOURS), chips=left, turns=15, dice=dice, rounds=7, whole=False)


def _grouped(state: State, groups: Groups) -> State:
    came = effect(state, sums_of(state.dice, groups))
    grouped = DiceGrouped(seat=0, groups=groups, rows=came.rows, tiles=came.tiles, points=came.points)
    return evolve(evolve(state, grouped), NEXT)
