"""How the stones of one seat may walk, whatever the others do (rules.md §1)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.games.bleib_cool.board import FIELD_A, GOAL, INNERMOST, STONES, WAITING, Path

SIDES = 6  # Of the die.
SIX = 6  # Brings a stone out, and another throw.
THROWS = 1  # Of a turn, and after a six ...
THROWS_WITHOUT_MOVE = 3  # ... but while nothing except a six could move any stone.

Paths: TypeAlias = tuple[Path, ...]
"""Where the stones of one seat are, by number; empty once it has left."""

Stone: TypeAlias = Annotated[int, Meta(ge=0, le=STONES - 1)]
"""The number of a stone among the four of its seat."""

Number: TypeAlias = Annotated[int, Meta(ge=1, le=SIDES)]
"""What was thrown."""

Throws: TypeAlias = Annotated[int, Meta(ge=0, le=THROWS_WITHOUT_MOVE)]
"""How often a seat may still throw."""

Hindrance: TypeAlias = Literal["needs_six", "beyond_goal", "own_stone_there", "jumps_in_goal"]
Duty: TypeAlias = Literal["must_leave_a", "must_bring_out"]


def target(origin: Path, number: Number) -> Path:
    """Return where a number brings a stone: from B onto A."""
    return FIELD_A if origin == WAITING else origin + number


def hindrance(paths: Paths, stone: Stone, number: Number) -> Hindrance | None:
    """Return why a number does not move a stone, duties apart."""
    origin = paths[stone]
    if origin == WAITING and number != SIX:
        return "needs_six"
    to = target(origin, number)
    if to > INNERMOST:
        return "beyond_goal"
    if to in paths:
        return "own_stone_there"
    return "jumps_in_goal" if any(max(origin, GOAL - 1) < path < to for path in paths) else None


def movable(paths: Paths, number: Number) -> tuple[Stone, ...]:
    """Return the stones that may move by a number; where some of them must, those alone.

    While stones wait in B, a stone on A must move if it can, and otherwise a six must bring one out, which a stone
    that cannot leave A prevents.
    """
    free = tuple(stone for stone in range(len(paths)) if hindrance(paths, stone, number) is None)
    if WAITING not in paths:
        return free
    leaving = tuple(stone for stone in free if paths[stone] == FIELD_A)
    coming = tuple(stone for stone in free if paths[stone] == WAITING)
    return leaving or coming or free


def duty(paths: Paths) -> Duty:
    """Return why a stone that a number could move may not: others must."""
    return "must_leave_a" if FIELD_A in paths else "must_bring_out"


def throws_of(paths: Paths) -> Throws:
    """Return the throws of a turn: three if nothing on the ring or in the goal could ever move."""
    return THROWS_WITHOUT_MOVE if paths.count(WAITING) + final(paths) == STONES else THROWS


def final(paths: Paths) -> int:
    """Return how many stones are in their final position: an unbroken run from the innermost field outwards."""
    run = 0
    while INNERMOST - run in paths:
        run += 1
    return run


def finishes(paths: Paths, stone: Stone, number: Number) -> bool:
    """Return whether a move brings the last stone into the goal."""
    others = (path for other, path in enumerate(paths) if other != stone)
    return target(paths[stone], number) >= GOAL and all(path >= GOAL for path in others)
