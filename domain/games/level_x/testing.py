"""Sentences for tests of Level X: positions by what is on which row, dice and groups by their pips."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.games.level_x.dice import ROWS
from domain.games.level_x.rules import (
    CHIPS,
    TILES,
    ByRow,
    DiceGrouped,
    DiceRolled,
    GroupDice,
    Side,
    State,
    decide,
    evolve,
)
from domain.kernel import Refused, Seat
from domain.testing import Rigged

ONES = (1, 1, 1, 1)  # A next roll that a test does not care about.


def by_row(numbers: Mapping[int, int], other: int = 0) -> ByRow:
    """Return a number for each row, `other` where none is given."""
    return tuple(numbers.get(row, other) for row in ROWS)


def side(
    on: Mapping[int, int] | None = None, chips: Mapping[int, int] | None = None, tiles: Sequence[int] = ()
) -> Side:
    """Return a player whose pieces are on these fields, with these chips and tiles; all by row."""
    held = by_row(chips or {})
    points = sum(row * number for row, number in zip(ROWS, held, strict=True)) + sum(tiles)
    return Side(fields=by_row(on or {}), chips=held, tiles=tuple(tiles), points=points)


def table(*sides: Side, roll: str, left: Mapping[int, int] | None = None, **fields: Any) -> State:
    """Return a position in the middle of a round, `roll` lying there; rows have what nobody holds, or is `left`."""
    held = [sum(side.chips[place] for side in sides) for place in range(len(ROWS))]
    chips = {row: CHIPS[place] - held[place] for place, row in enumerate(ROWS)} | dict(left or {})
    taken = {value for side in sides for value in side.tiles}
    state = State(
        sides=sides,
        chips=by_row(chips),
        tiles=tuple(value for value in TILES if value not in taken),
        turns=1,
        dice=pips(roll),
        whole=False,
    )
    changed = {"turn": 0, **fields}
    return State(**{name: getattr(state, name) for name in state.__struct_fields__} | changed)


def pips(roll: str) -> tuple[int, ...]:
    """Return the dice of a roll written as digits: `1356`."""
    return tuple(map(int, roll))


def group(roll: str, *groups: str) -> GroupDice:
    """Return the move that puts dice with these pips together; of equal dice the first that is free."""
    free = list(enumerate(roll))
    return GroupDice(groups=tuple(tuple(_taken(free, digit) for digit in digits) for digits in groups))


def rolled(seat: Seat, turn: int, dice: Sequence[int] = ONES) -> DiceRolled:
    return DiceRolled(seat=seat, turn=turn, dice=tuple(dice))


def came_of(state: State, *groups: str) -> DiceGrouped:
    """Return what comes of putting dice with these pips together."""
    return made(state, group("".join(map(str, state.dice)), *groups))


def made(state: State, move: GroupDice) -> DiceGrouped:
    """Return what comes of a legal move of the seat on turn."""
    decided = decide(state, state.turn, move, Rigged())
    events = () if isinstance(decided, Refused) else decided
    (grouped,) = (event for event in events if isinstance(event, DiceGrouped))
    return grouped


def moved(state: State, *groups: str) -> State:
    """Return the position after it, the next dice not yet rolled."""
    return evolve(state, came_of(state, *groups))


def _taken(free: list[tuple[int, str]], digit: str) -> int:
    die = next(number for number, pips in free if pips == digit)
    free.remove((die, digit))
    return die
