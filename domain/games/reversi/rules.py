"""Reversi: a disc must enclose enemy discs, which turn; more discs at the end win (rules.md §4).

Bitboards: a1 is bit 0, b1 bit 1, a2 bit 8, h8 bit 63; `own` and `enemy` are 64 bits each.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from domain.kernel import Cause, Chance, Move, Options, Public, Refused, Result, Seat
from domain.value import Value

SIZE = 8
WHITE, BLACK = 0, 1
WHITE_STARTS_ON = ("d5", "e4")
BLACK_STARTS_ON = ("d4", "e5")

# The lengths are no luxury: a pattern's `$` also matches before a line break at the end.
Square: TypeAlias = Annotated[str, Meta(pattern="^[a-h][1-8]$", min_length=2, max_length=2, examples=["d3"])]
"""Column and row as players write them; a1 is top left, h1 top right."""

SQUARES: Sequence[str] = tuple(f"{column}{row}" for row in "12345678" for column in "abcdefgh")
BIT: Mapping[str, int] = {square: 1 << n for n, square in enumerate(SQUARES)}

ALL = (1 << SIZE * SIZE) - 1
INNER_COLUMNS = 0x7E7E_7E7E_7E7E_7E7E  # b … g: a run to the side cannot go on through a or h.
STEPS = ((1, INNER_COLUMNS), (7, INNER_COLUMNS), (8, ALL), (9, INNER_COLUMNS))
PLACES_KEPT = 4_096  # Positions whose places are remembered: one move asks for them several times.


class Place(Move, tag="reversi.place"):
    """Put a disc on an empty square."""

    square: Square


class DiscPlaced(Public, tag="reversi.disc_placed"):
    """A disc was put on `square` and turned all those on the squares `turned`."""

    seat: Seat
    square: Square
    turned: tuple[Square, ...]


class Passed(Public, tag="reversi.passed"):
    """`seat` could turn nothing and had to pass."""

    seat: Seat


Fact: TypeAlias = DiscPlaced | Passed


class State(Value):
    """A position, and the last move that led to it."""

    discs: tuple[int, int]  # Of white, of black.
    turn: Seat = WHITE  # Whose turn it is unless the game is over.
    last: int = 0  # Where the last disc was put, 0: none yet.
    turned: int = 0  # What it turned.
    passed: Seat | None = None  # Who had to pass since then.
    left: Seat | None = None
    cause: Cause = "left"


class View(Value):
    """The board as clients see it: row 1 first, column a first; `.` empty, otherwise the seat whose disc it is."""

    board: tuple[str, ...]
    discs: tuple[int, int]  # How many, by seat.
    last: Square | None  # Where the last disc was put.
    turned: tuple[Square, ...]  # What it turned.
    passed: Seat | None  # Who had to pass since then.


def initial(_seats: int, _options: Options) -> State:
    """Return the four discs of the start (rules.md §4: white on d5 and e4, black on d4 and e5)."""
    return State(discs=(bits(WHITE_STARTS_ON), bits(BLACK_STARTS_ON)))


def decide(state: State, seat: Seat, move: Place, _chance: Chance) -> Sequence[Fact] | Refused:
    if is_over(state):
        return Refused(reason="over")
    if seat != state.turn:
        return Refused(reason="not_your_turn")
    own, enemy = sides(state, seat)
    place = BIT[move.square]
    if place & (own | enemy):
        return Refused(reason="square_taken")
    turned = turned_by(place, own, enemy)
    if not turned:
        return Refused(reason="turns_nothing")
    return (DiscPlaced(seat=seat, square=move.square, turned=tuple(squares(turned))),)


def by_itself(state: State, _chance: Chance) -> Fact | None:
    """Return the forced pass of whoever can turn nothing while the other can."""
    own, enemy = sides(state, state.turn)
    if state.left is None and not places(own, enemy) and places(enemy, own):
        return Passed(seat=state.turn)
    return None


def evolve(state: State, event: Fact) -> State:
    match event:
        case DiscPlaced(seat=seat, square=square, turned=names):
            place, turned = BIT[square], bits(names)
            own, enemy = sides(state, seat)
            own, enemy = own | place | turned, enemy & ~turned
            discs = (own, enemy) if seat == WHITE else (enemy, own)
            return State(discs=discs, turn=1 - seat, last=place, turned=turned)  # Nobody moves after a leave.
        case Passed(seat=seat):
            return replace(state, turn=1 - seat, passed=seat)


def move_of(event: Fact) -> Place | None:
    match event:
        case DiscPlaced(square=square):
            return Place(square=square)
        case Passed():
            return None


def leave(state: State, seat: Seat, cause: Cause) -> State:
    return replace(state, left=seat, cause=cause)


def at_stake(state: State) -> Collection[Seat]:
    return () if is_over(state) else (WHITE, BLACK)


def legal_moves(state: State, seat: Seat) -> Iterable[Place]:
    if seat != state.turn or state.left is not None:
        return ()
    return [Place(square=square) for square in squares(places(*sides(state, seat)))]


def to_move(state: State) -> Collection[Seat]:
    return () if is_over(state) else (state.turn,)


def view(state: State) -> View:
    last = next(squares(state.last), None)
    return View(
        board=board(state),
        discs=counts(state),
        last=last,
        turned=tuple(squares(state.turned)),
        passed=state.passed,
    )


def outcome(state: State) -> Result | None:
    """More discs win, equal discs draw; whoever left has lost."""
    if state.left is not None:
        return Result(reason=state.cause, places=((1 - state.left,), (state.left,)))
    if not is_over(state):
        return None
    white, black = scores = counts(state)
    if white == black:
        return Result(reason="no_moves", places=((WHITE, BLACK),), scores=scores)
    places = ((WHITE,), (BLACK,)) if white > black else ((BLACK,), (WHITE,))
    return Result(reason="no_moves", places=places, scores=scores)


def is_over(state: State) -> bool:
    """Return whether nobody moves any more: someone left, or neither can turn anything."""
    if state.left is not None:
        return True
    own, enemy = sides(state, state.turn)
    return not places(own, enemy) and not places(enemy, own)


def sides(state: State, seat: Seat) -> tuple[int, int]:
    """Return the discs of `seat` and those of the other."""
    white, black = state.discs
    return (white, black) if seat == WHITE else (black, white)


def counts(state: State) -> tuple[int, int]:
    """Return how many discs white and black have."""
    white, black = state.discs
    return white.bit_count(), black.bit_count()


def board(state: State) -> tuple[str, ...]:
    """Return the rows as in `View.board`."""
    white, black = state.discs
    cells = ["0" if white & bit else "1" if black & bit else "." for bit in BIT.values()]
    return tuple("".join(cells[start : start + SIZE]) for start in range(0, SIZE * SIZE, SIZE))


def bits(names: Iterable[str]) -> int:
    """Return the squares of these names as a bitboard."""
    board = 0
    for name in names:
        board |= BIT[name]
    return board


def squares(board: int) -> Iterator[str]:
    """Yield the names of a bitboard's squares, row by row."""
    while board:
        lowest = board & -board
        yield SQUARES[lowest.bit_length() - 1]
        board ^= lowest


@lru_cache(maxsize=PLACES_KEPT)
def places(own: int, enemy: int) -> int:
    """Return all empty squares where a disc of `own` turns something.

    From every own disc a run of enemy discs is followed in each direction, three doublings for the six it can have
    (Kogge and Stone's parallel prefix); the square behind it is a place if it is empty.
    """
    found = 0
    for step, passable in STEPS:
        double, through = 2 * step, enemy & passable
        pairs = through & (through << step)
        run = through & (own << step)
        run |= through & (run << step)
        run |= pairs & (run << double)
        run |= pairs & (run << double)
        found |= run << step
        pairs >>= step
        run = through & (own >> step)
        run |= through & (run >> step)
        run |= pairs & (run >> double)
        run |= pairs & (run >> double)
        found |= run >> step
    return found & ~(own | enemy) & ALL


def turned_by(place: int, own: int, enemy: int) -> int:
    """Return the discs of `enemy` that a disc of `own` on the empty square `place` turns.

    Along each ray the first square without an enemy disc decides: if it is an own disc, all before it turn.
    """
    ahead, behind = RAYS[place]
    turned = 0
    for ray in ahead:
        stops = ray & ~enemy
        stop = stops & -stops
        if stop & own:
            turned |= ray & (stop - 1)
    for ray in behind:
        stops = ray & ~enemy
        stop = 1 << stops.bit_length() >> 1
        if stop & own:
            turned |= ray & -(stop << 1)
    return turned


def _rays(square: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the rays from a square that are long enough to turn anything: towards h8, towards a1."""
    column, row = "abcdefgh".index(square[0]), int(square[1]) - 1
    rays = {
        (dx, dy): [
            1 << x + SIZE * y
            for x, y in ((column + n * dx, row + n * dy) for n in range(1, SIZE))
            if 0 <= x < SIZE and 0 <= y < SIZE
        ]
        for dx, dy in ((1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1))
    }
    long = [((dx, dy), sum(ray)) for (dx, dy), ray in rays.items() if len(ray) > 1]
    ahead = tuple(ray for direction, ray in long if direction in {(1, 0), (-1, 1), (0, 1), (1, 1)})
    return ahead, tuple(ray for _, ray in long if ray not in ahead)


RAYS: Mapping[int, tuple[tuple[int, ...], tuple[int, ...]]] = {bit: _rays(square) for square, bit in BIT.items()}
