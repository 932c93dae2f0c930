"""Robots for DiamondYatzy: work out exactly what to keep in a round, and weigh the boxes by rules of thumb.

A hand is five jewels wherever they lie: their values, in order.  What is kept of one is a part of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple, TypeAlias

from domain.games.diamond_yatzy.boxes import BOXES, COLOURS, SLOTS, UPPER, VALUE, worths
from domain.games.diamond_yatzy.rules import COLLECTIONS, Board, Draw, Enter, Joker, Slot, State, Strike, Wish
from domain.kernel import Chance, Robot, Seat

Hand: TypeAlias = tuple[int, ...]
Prospects: TypeAlias = Mapping[Hand, float]

USUAL = (2.0, 5.5, 9.0, 12.5, 16.0, 19.5, 11.0, 9.0, 23.0, 29.0, 34.0, 25.0, 23.0)
"""What each of `BOXES` usually brings: only what is more than that is a reason to fill it now."""

COLOUR_FOR_BONUS = 3  # So many of each colour make the bonus ...
FOR_BONUS = 0.5  # ... and each point more or less in an upper box helps or harms it by so much.
JOKER = 12.0  # What playing a joker has to bring, as long as not every round can have one.
ROUNDS_KEPT = 64  # Rounds whose prospects are remembered: one asks for them several times.

HANDS: Sequence[Hand] = tuple(combinations_with_replacement(VALUE.values(), SLOTS))
PARTS: Sequence[Hand] = tuple(
    part for number in range(SLOTS + 1) for part in combinations_with_replacement(VALUE.values(), number)
)


class Round(NamedTuple):
    """What a hand is worth: filled into a box as it is; in the third collection; and in the second, if played on."""

    filled: Prospects
    third: Prospects
    second: Prospects


def choose(state: State, seat: Seat, _luck: Chance) -> Wish:
    """Return what brings most by the end of the round, on average."""
    board = state.boards[seat]
    hand = tuple(sorted(VALUE[jewel] for jewel in board.jewels))
    ahead = prospects(board.points, board.jokers)
    if board.collection < COLLECTIONS:
        later = ahead.second if board.collection == 1 else ahead.third
        keep = max(_parts(hand), key=lambda part: _expected(part, later))
        if _expected(keep, later) > ahead.filled[hand]:
            return Draw(keep=_slots(board, keep))
    elif not board.joker_played and ahead.third[hand] > ahead.filled[hand]:
        return _joker(board, ahead.filled)
    return _fill(board.points, hand)


@lru_cache(ROUNDS_KEPT)
def prospects(points: tuple[int | None, ...], jokers: int) -> Round:
    """Return what all hands are worth in a round that begins with these boxes filled and so many jokers left."""
    filled = {hand: max(worth for worth, _ in _fillings(points, hand)) for hand in HANDS}
    third: Prospects = filled
    if jokers:
        price = JOKER if points.count(None) > jokers else 0.0
        third = {hand: max(filled[hand], *(filled[changed] - price for changed in _changes(hand))) for hand in HANDS}
    drawn = {part: _expected(part, third) for part in PARTS}
    second = {hand: max(filled[hand], *(drawn[part] for part in _parts(hand))) for hand in HANDS}
    return Round(filled=filled, third=third, second=second)


def _fillings(points: Sequence[int | None], hand: Hand) -> Iterable[tuple[float, int]]:
    """Yield what each free box is worth, and its place."""
    brought = worths(tuple(COLOURS[value - 1] for value in hand))
    for place, before in enumerate(points):
        if before is None:
            extra = brought[place] - COLOUR_FOR_BONUS * (place + 1) if place < len(UPPER) else 0
            yield brought[place] - USUAL[place] + FOR_BONUS * extra, place


def _fill(points: Sequence[int | None], hand: Hand) -> Wish:
    _, place = max(_fillings(points, hand))
    brought = worths(tuple(COLOURS[value - 1] for value in hand))[place]
    return Enter(box=BOXES[place]) if brought else Strike(box=BOXES[place])


def _joker(board: Board, filled: Prospects) -> Joker:
    """Return the change of one jewel after which the hand is worth most."""
    values = [VALUE[jewel] for jewel in board.jewels]
    changes = [
        (filled[tuple(sorted((*values[:slot], VALUE[colour], *values[slot + 1 :])))], slot, colour)
        for slot in range(SLOTS)
        for colour in COLOURS
        if colour != board.jewels[slot]
    ]
    _, slot, colour = max(changes)
    return Joker(slot=slot, colour=colour)


def _slots(board: Board, keep: Hand) -> tuple[Slot, ...]:
    """Return slots in which these jewels lie."""
    wanted, slots = list(keep), list[Slot]()
    for slot, jewel in enumerate(board.jewels):
        if VALUE[jewel] in wanted:
            wanted.remove(VALUE[jewel])
            slots.append(slot)
    return tuple(slots)


def _expected(part: Hand, later: Prospects) -> float:
    """Return what hands are worth on average that come of keeping a part."""
    return sum([chance * later[hand] for hand, chance in _draws(part)])


@cache
def _draws(part: Hand) -> Sequence[tuple[Hand, float]]:
    """Return the hands that can come of keeping a part, and how likely each is."""
    number = SLOTS - len(part)
    return [
        (tuple(sorted((*part, *drawn))), _ways(drawn) / len(COLOURS) ** number)
        for drawn in combinations_with_replacement(VALUE.values(), number)
    ]


def _ways(drawn: Hand) -> int:
    """Return in how many orders these jewels can be drawn."""
    return factorial(len(drawn)) // prod(factorial(drawn.count(value)) for value in set(drawn))


@cache
def _parts(hand: Hand) -> Sequence[Hand]:
    """Return all that can be kept of a hand, each once."""
    return sorted({part for number in range(SLOTS + 1) for part in combinations(hand, number)})


@cache
def _changes(hand: Hand) -> Sequence[Hand]:
    """Return the hands that differ in one jewel."""
    return sorted(
        {
            tuple(sorted((*hand[:place], value, *hand[place + 1 :])))
            for place in range(SLOTS)
            for value in VALUE.values()
            if value != hand[place]
        }
    )


ROBOTS = (Robot(level="easy", strength=900, choose=choose),)
