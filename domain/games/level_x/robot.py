"""Robots for Level X: take chips and tiles, climb where chips are left, collect what is missing for a set."""

from domain.games.level_x.dice import ROWS
from domain.games.level_x.rules import FIELDS, Choice, DiceGrouped, GroupDice, Side, State, choices, evolve, sets
from domain.kernel import Chance, Robot, Seat

CLIMBED = 1.0  # A piece on X is worth so many chips of its row; less on the way there.
COLLECTED = 0.5  # A set all but complete is worth so much of the next tile; less with fewer rows.


def choose(state: State, seat: Seat, luck: Chance) -> GroupDice:
    """Return the division of the dice after which one stands best against the others; among equal ones by luck."""
    found = choices(state)
    worths = [_worth(state, seat, choice) for choice in found]
    best = [choice for choice, worth in zip(found, worths, strict=True) if worth == max(worths)]
    return best[luck.draw("choice", len(best)) - 1].move


def _worth(state: State, seat: Seat, choice: Choice) -> float:
    came = choice.effect
    grouped = DiceGrouped(seat=seat, groups=choice.move.groups, rows=came.rows, tiles=came.tiles, points=came.points)
    after = evolve(state, grouped)
    others = [_standing(after, side) for other, side in enumerate(after.sides) if other != seat and side.left is None]
    return _standing(after, after.sides[seat]) - max(others, default=0)


def _standing(state: State, side: Side) -> float:
    """Return what a seat has and may expect, in points."""
    climbed = sum(
        row * field / last
        for row, field, last, left in zip(ROWS, side.fields, FIELDS, state.chips, strict=True)
        if left
    )
    collected = sum(chips > sets(side.chips) for chips in side.chips) / len(ROWS)
    tile = state.tiles[0] if state.tiles else 0
    return side.points + CLIMBED * climbed + COLLECTED * collected * tile


ROBOTS = (Robot(level="easy", strength=900, choose=choose),)
