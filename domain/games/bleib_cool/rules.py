"""Bleib Cool: throw the die, run once around the ring, capture who stands in the way, bring four stones home.

Stones are told apart by seat and number.  Whoever is on turn throws; the event says what may move by the number and how
many throws are left, so that folding only takes note (rules.md §1).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from domain.games.bleib_cool.board import COLOURS, COLOURS_OF, GOAL, STONES, WAITING, Colour, Path, field
from domain.games.bleib_cool.walking import (
    SIDES,
    SIX,
    THROWS,
    THROWS_WITHOUT_MOVE,
    Number,
    Paths,
    Stone,
    Throws,
    duty,
    final,
    finishes,
    hindrance,
    movable,
    target,
    throws_of,
)
from domain.kernel import Cause, Chance, Move, Options, Public, Refused, Result, Seat
from domain.value import Value

POINTS: Mapping[int, Sequence[int]] = {2: (800,), 3: (1200, 900), 4: (1600, 1200, 800)}
"""For each number of players, what the places above the last are paid."""

POINTS_LAST = 50  # The last place, if its holder played to the end ...
POINTS_LAST_STONE = 50  # ... and for each of its stones in its final position.
POINTS_LEFT = -600  # Whoever leaves.

Place: TypeAlias = Annotated[int, Meta(ge=1, le=COLOURS)]
"""1: the first."""


class Roll(Move, tag="bleib_cool.roll"):
    """Throw the die."""


class MoveStone(Move, tag="bleib_cool.move"):
    """Move a stone by the number thrown."""

    stone: Stone


class Captured(Value):
    """A stone that was sent back to B."""

    seat: Seat
    stone: Stone


class Rolled(Public, tag="bleib_cool.rolled"):
    """`seat` threw a number: these stones may move by it, and so many throws are left after it."""

    seat: Seat
    number: Number
    stones: tuple[Stone, ...]
    throws: Throws


class StoneMoved(Public, tag="bleib_cool.stone_moved"):
    """A stone went from one path to another; so many throws are left to its seat, 0: its turn is over.

    Paths are its owner's: -1 in B, 0 … 39 on the ring, 40 … 43 in the goal.  `place`: the one that its seat takes
    because all its stones are in the goal.
    """

    seat: Seat
    stone: Stone
    origin: Path
    target: Path
    captured: Captured | None
    place: Place | None
    throws: Throws


class Passed(Public, tag="bleib_cool.passed"):
    """`seat` could move nothing, had no throw left, and had to pass."""

    seat: Seat


class TurnBegan(Public, tag="bleib_cool.turn_began"):
    """Now it is the turn of `seat`, with so many throws."""

    seat: Seat
    throws: Throws


Wish: TypeAlias = Roll | MoveStone
Fact: TypeAlias = Rolled | StoneMoved | Passed | TurnBegan


class State(Value):
    """A position."""

    stones: tuple[Paths, ...]  # By seat.
    turn: Seat = 0  # Whose turn it is or, if `turn_over`, was.
    turn_over: bool = False
    throws: Throws = THROWS_WITHOUT_MOVE  # Left in this turn, once the number thrown is played.
    movable: tuple[Stone, ...] = ()  # What may move by the number thrown; none: there is nothing to play.
    rolls: int = 0  # Of everybody since the start.
    rolled: Rolled | None = None  # The latest of them.
    passed: Seat | None = None  # Who had to pass after it.
    moved: StoneMoved | None = None  # The latest.
    home: tuple[Seat, ...] = ()  # Who has brought all stones home, in this order.
    leavers: tuple[Seat, ...] = ()  # In the order of leaving.
    cause: Cause | None = None  # Of the leave that ended the game.


def initial(seats: int, _options: Options) -> State:
    """Return all stones in B, and seat 0 with its throws."""
    return State(stones=((WAITING,) * STONES,) * seats)


def decide(state: State, seat: Seat, move: Wish, chance: Chance) -> Sequence[Fact] | Refused:
    if is_over(state):
        return Refused(reason="over")
    if seat != state.turn:
        return Refused(reason="not_your_turn")
    match move:
        case Roll():
            return Refused(reason="move_first") if state.movable else (_roll(state, chance),)
        case MoveStone(stone=stone):
            return _move(state, stone)


def by_itself(state: State, _chance: Chance) -> Fact | None:
    """Return the forced pass of whoever can do nothing more, and the beginning of the next turn."""
    if is_over(state) or state.movable or state.throws:
        return None
    if not state.turn_over:
        return Passed(seat=state.turn)
    seat = _next(state)
    return TurnBegan(seat=seat, throws=throws_of(state.stones[seat]))


def evolve(state: State, event: Fact) -> State:
    match event:
        case Rolled(stones=stones, throws=throws):
            return replace(state, rolls=state.rolls + 1, rolled=event, movable=stones, throws=throws, passed=None)
        case StoneMoved(seat=seat, stone=stone, target=target, captured=captured, throws=throws):
            paths = _put(state.stones, seat, stone, target)
            return replace(
                state,
                stones=paths if captured is None else _put(paths, captured.seat, captured.stone, WAITING),
                turn_over=throws == 0,
                throws=throws,
                movable=(),
                moved=event,
                home=state.home if event.place is None else (*state.home, seat),
            )
        case Passed(seat=seat):
            return replace(state, turn_over=True, passed=seat)
        case TurnBegan(seat=seat, throws=throws):
            return replace(state, turn=seat, turn_over=False, throws=throws)


def move_of(event: Fact) -> Wish | None:
    match event:
        case Rolled():
            return Roll()
        case StoneMoved(stone=stone):
            return MoveStone(stone=stone)
        case Passed() | TurnBegan():
            return None


def leave(state: State, seat: Seat, cause: Cause) -> State:
    """Take the stones of a leaver off the board; what it threw and did not play lapses.

    Who is home leaves nothing behind and nothing undone.
    """
    if seat in state.home:
        return state
    gone = replace(
        state,
        stones=(*state.stones[:seat], (), *state.stones[seat + 1 :]),
        leavers=(*state.leavers, seat),
    )
    if is_over(gone):
        return replace(gone, movable=(), throws=0, cause=cause)
    return replace(gone, movable=(), throws=0, turn_over=True) if seat == state.turn else gone


def at_stake(state: State) -> Collection[Seat]:
    return () if is_over(state) else playing(state)


def legal_moves(state: State, seat: Seat) -> Iterable[Wish]:
    """Return the throw, or each stone that may move: stones of one seat are not the same, wherever they stand."""
    if seat != state.turn or is_over(state):
        return ()
    return [MoveStone(stone=stone) for stone in state.movable] or [Roll()]


def to_move(state: State) -> Collection[Seat]:
    return () if is_over(state) else (state.turn,)


def outcome(state: State) -> Result | None:
    """Who came home first is first; whoever remains takes the best open place, above all who left."""
    if not is_over(state):
        return None
    order = (*state.home, *playing(state), *reversed(state.leavers))
    return Result(
        reason=state.cause or "complete",
        places=tuple((seat,) for seat in order),
        points=tuple(_points(state, seat, order.index(seat)) for seat in range(len(order))),
    )


def is_over(state: State) -> bool:
    """Return whether only one player is left who is neither home nor gone."""
    return len(state.stones) - len(state.home) - len(state.leavers) <= 1


def playing(state: State) -> Sequence[Seat]:
    """Return the seats that are neither home nor gone."""
    return [seat for seat in range(len(state.stones)) if seat not in state.home and seat not in state.leavers]


def place_of(state: State, seat: Seat) -> Place | None:
    """Return the place that a seat has for certain, from 1."""
    if seat in state.home:
        return state.home.index(seat) + 1
    if seat in state.leavers:
        return len(state.stones) - state.leavers.index(seat)
    return len(state.home) + 1 if is_over(state) else None


def colour(state: State, seat: Seat) -> Colour:
    """Return the colour that a seat plays."""
    return COLOURS_OF[len(state.stones)][seat]


def captured_by(state: State, seat: Seat, to: Path) -> Captured | None:
    """Return the enemy stone that is captured if `seat` moves a stone to that path."""
    if to >= GOAL:
        return None
    here = field(colour(state, seat), to)
    for other, paths in enumerate(state.stones):
        if other != seat:
            for stone, path in enumerate(paths):
                if WAITING < path < GOAL and field(colour(state, other), path) == here:
                    return Captured(seat=other, stone=stone)
    return None


def _roll(state: State, chance: Chance) -> Rolled:
    """Throw: a six brings another throw, used or not, unless it brings the last stone home.

    Such a six moves no other stone: they stand in the goal, which has but four fields.
    """
    seat, paths = state.turn, state.stones[state.turn]
    number = chance.draw(f"roll/{state.rolls}", SIDES)
    stones = movable(paths, number)
    throws = state.throws - 1
    if number == SIX:
        throws = 0 if any(finishes(paths, stone, number) for stone in stones) else THROWS
    return Rolled(seat=seat, number=number, stones=stones, throws=throws)


def _move(state: State, stone: Stone) -> Sequence[Fact] | Refused:
    if not state.movable or state.rolled is None:
        return Refused(reason="roll_first")
    seat, paths, number = state.turn, state.stones[state.turn], state.rolled.number
    if stone not in state.movable:
        return Refused(reason=hindrance(paths, stone, number) or duty(paths))
    to = target(paths[stone], number)
    moved = StoneMoved(
        seat=seat,
        stone=stone,
        origin=paths[stone],
        target=to,
        captured=captured_by(state, seat, to),
        place=len(state.home) + 1 if finishes(paths, stone, number) else None,
        throws=state.throws,
    )
    return (moved,)


def _next(state: State) -> Seat:
    """Return the next seat in turn that is neither home nor gone."""
    staying = playing(state)
    return next((seat for seat in staying if seat > state.turn), staying[0])


def _put(stones: tuple[Paths, ...], seat: Seat, stone: Stone, path: Path) -> tuple[Paths, ...]:
    paths = stones[seat]
    return (*stones[:seat], (*paths[:stone], path, *paths[stone + 1 :]), *stones[seat + 1 :])


def _points(state: State, seat: Seat, rank: int) -> int:
    """Return what a seat is paid; `rank` counts the places from 0."""
    if seat in state.leavers:
        return POINTS_LEFT
    above_last = POINTS[len(state.stones)]
    if rank < len(above_last):
        return above_last[rank]
    return POINTS_LAST + POINTS_LAST_STONE * final(state.stones[seat])
