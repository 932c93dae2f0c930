"""Level X: dice in groups move pieces up six rows, to the X that brings chips (rules.md §2).

Rows are named by their sums, 5 … 10; what is kept by row stands in that order.  A piece is on field 0 while it is off
the board; the last field of each row is its X.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from domain.games.level_x.dice import DICE, ROWS, SIDES, Groups, Pips, divisions, is_divided, ordered, sums_of
from domain.kernel import Cause, Chance, Move, Options, Public, Refused, Result, Seat, Table
from domain.value import Value

FIELDS = (4, 4, 3, 3, 2, 2)  # By row, the X included.
CHIPS = (12, 11, 10, 9, 8, 7)  # By row; each is worth its row's number.
TILES = (15, 12, 9, 6)  # The most valuable first.
ROWS_EMPTY_END = 3
ROUNDS_IDLE_MAX = 50  # Rounds in a row in which nobody took a chip.

TABLE = Table(seats=(2, 3, 4))

Ending: TypeAlias = Literal["tiles", "rows", "idle"]
"""Why a game ends: all bonus tiles taken, three rows empty, or nobody has taken a chip for so long."""

ByRow: TypeAlias = tuple[int, ...]
"""A number for each row, 5 … 10."""


class GroupDice(Move, tag="level_x.group"):
    """Divide the dice into groups; what is in none stays unused, and even all may."""

    groups: Groups


class Advance(Value):
    """What the groups of one sum did in their row."""

    row: int
    field: int  # Where the piece is now; it may have been on X before.
    chips: int = 0  # Taken from the row.
    displaced: Seat | None = None  # Whose piece had to leave X, and the board.


class DiceRolled(Public, tag="level_x.dice_rolled"):
    """The dice of a turn; turns are counted from 1, whoever's they are."""

    seat: Seat
    turn: int
    dice: tuple[Pips, ...]


class DiceGrouped(Public, tag="level_x.dice_grouped"):
    """A seat divided its dice, and this came of it; `points` is what chips and tiles taken are worth together."""

    seat: Seat
    groups: Groups
    rows: tuple[Advance, ...]
    tiles: tuple[int, ...]
    points: int


Fact: TypeAlias = DiceRolled | DiceGrouped


class Side(Value):
    """What a seat has."""

    fields: ByRow = (0,) * len(ROWS)  # Where its pieces are.
    chips: ByRow = (0,) * len(ROWS)
    tiles: tuple[int, ...] = ()
    points: int = 0
    left: Cause | None = None


class State(Value):
    """A position, and the last move that led to it."""

    sides: tuple[Side, ...]
    chips: ByRow = CHIPS  # That the rows still have.
    tiles: tuple[int, ...] = TILES  # Not taken yet.
    turn: Seat = 0  # Whose turn it is unless the game is over.
    turns: int = 0  # Begun so far, by anybody.
    dice: tuple[Pips, ...] = ()  # Empty: not rolled yet.
    rounds: int = 0  # Complete.
    whole: bool = True  # Nobody has begun a turn of the next round yet.
    idle: int = 0  # Complete rounds in a row in which nobody took a chip.
    taken: bool = False  # Somebody took one in the round under way.
    last: DiceGrouped | None = None
    leavers: tuple[Seat, ...] = ()  # In the order of leaving.


class Effect(Value):
    """What a division of the dice would come to."""

    rows: tuple[Advance, ...]
    tiles: tuple[int, ...]
    points: int


class Choice(Value):
    """A move of its own effect, and the sums that bring it."""

    move: GroupDice
    sums: tuple[int, ...]
    effect: Effect


def initial(seats: int, _options: Options) -> State:
    return State(sides=(Side(),) * seats)


def decide(state: State, seat: Seat, move: GroupDice, _chance: Chance) -> Sequence[Fact] | Refused:
    if is_over(state):
        return Refused(reason="over")
    if seat != state.turn:
        return Refused(reason="not_your_turn")
    if not is_divided(move.groups):
        return Refused(reason="die_twice")
    came = effect(state, sums_of(state.dice, move.groups))
    grouped = DiceGrouped(seat=seat, groups=ordered(move.groups), rows=came.rows, tiles=came.tiles, points=came.points)
    return (grouped,)


def by_itself(state: State, chance: Chance) -> Fact | None:
    """Roll the dice at the start of a turn."""
    if state.dice or is_over(state):
        return None
    turn = state.turns + 1
    dice = tuple(chance.draw(f"turn/{turn}/die/{die}", SIDES) for die in range(DICE))
    return DiceRolled(seat=state.turn, turn=turn, dice=dice)


def evolve(state: State, event: Fact) -> State:
    match event:
        case DiceRolled(seat=seat, turn=turn, dice=dice):
            return replace(state, turn=seat, turns=turn, dice=dice, whole=False)
        case DiceGrouped(seat=seat, rows=rows, tiles=tiles):
            sides, chips = list(state.sides), list(state.chips)
            for advance in rows:
                chips[advance.row - ROWS.start] -= advance.chips
                if (other := advance.displaced) is not None:
                    sides[other] = replace(sides[other], fields=_with(sides[other].fields, advance.row, 0))
            sides[seat] = _advanced(sides[seat], event)
            after = replace(
                state,
                sides=tuple(sides),
                chips=tuple(chips),
                tiles=state.tiles[len(tiles) :],
                taken=state.taken or any(advance.chips for advance in rows),
                last=event,
            )
            return _pass_on(after)


def move_of(event: Fact) -> GroupDice | None:
    match event:
        case DiceGrouped(groups=groups):
            return GroupDice(groups=groups)
        case DiceRolled():
            return None


def leave(state: State, seat: Seat, cause: Cause) -> State:
    """Take the pieces off the board; chips and tiles stay out of play.  A turn under way passes on at once."""
    side = replace(state.sides[seat], fields=(0,) * len(ROWS), left=cause)
    sides = (*state.sides[:seat], side, *state.sides[seat + 1 :])
    gone = replace(state, sides=sides, leavers=(*state.leavers, seat))
    return _pass_on(gone) if seat == state.turn else gone


def at_stake(state: State) -> Collection[Seat]:
    return () if is_over(state) else playing(state)


def legal_moves(state: State, seat: Seat) -> Iterable[GroupDice]:
    return [choice.move for choice in choices(state)] if seat in to_move(state) else ()


def to_move(state: State) -> Collection[Seat]:
    return () if is_over(state) else (state.turn,)


def outcome(state: State) -> Result | None:
    """Most points win, equal ones share; leavers come last, and the last one left wins."""
    if not is_over(state):
        return None
    staying, behind = playing(state), tuple((seat,) for seat in reversed(state.leavers))
    if len(staying) < 2:
        left = state.sides[state.leavers[-1]].left or "left"
        return Result(reason=left, places=(*((seat,) for seat in staying), *behind))
    scores = tuple(side.points for side in state.sides)
    levels = sorted({scores[seat] for seat in staying}, reverse=True)
    places = tuple(tuple(seat for seat in staying if scores[seat] == level) for level in levels)
    return Result(reason="complete", places=(*places, *behind), scores=scores)


def playing(state: State) -> Sequence[Seat]:
    """Return the seats that have not left."""
    return [seat for seat in range(len(state.sides)) if seat not in state.leavers]


def is_over(state: State) -> bool:
    """Return whether nobody plays any more: only one is left, or the round in which the game ends is complete."""
    return len(state.sides) - len(state.leavers) < 2 or (state.whole and ending(state) is not None)


def ending(state: State) -> Ending | None:
    """Return why the game ends with the round under way, or, once that is complete, has ended."""
    if not state.tiles:
        return "tiles"
    if state.chips.count(0) >= ROWS_EMPTY_END:
        return "rows"
    return "idle" if state.idle >= ROUNDS_IDLE_MAX else None


def sets(chips: ByRow) -> int:
    """Return how many complete sets these chips are: one of each row."""
    return min(chips)


def choices(state: State) -> Sequence[Choice]:
    """Return one move of each effect for the seat on turn: of those that do the same the one with the fewest sums."""
    found: dict[Effect, Choice] = {}
    for sums, groups in divisions(state.dice) if state.dice else ():
        came = effect(state, sums)
        found.setdefault(came, Choice(move=GroupDice(groups=groups), sums=sums, effect=came))
    return list(found.values())


def effect(state: State, sums: Sequence[int]) -> Effect:
    """Return what groups of these sums come to, in whatever order: what happens in a row depends on no other row."""
    side = state.sides[state.turn]
    rows = tuple(_advances(state, sums))
    if not any(advance.chips for advance in rows):  # The usual case.
        return Effect(rows=rows, tiles=(), points=0)
    taken = list(side.chips)
    for advance in rows:
        taken[advance.row - ROWS.start] += advance.chips
    tiles = state.tiles[: sets(tuple(taken)) - sets(side.chips)]
    points = sum(advance.row * advance.chips for advance in rows) + sum(tiles)
    return Effect(rows=rows, tiles=tiles, points=points)


def _advances(state: State, sums: Sequence[int]) -> Iterator[Advance]:
    """Yield what happens, row by row; nothing where a piece on X finds no chip."""
    fields = state.sides[state.turn].fields
    for row in sorted(set(sums)):
        place = row - ROWS.start
        groups, before, last = sums.count(row), fields[place], FIELDS[place]
        field = min(before + groups, last)
        at_x = groups - max(0, last - 1 - before)  # Groups that bring the piece to X, or find it there.
        chips = min(max(0, at_x), state.chips[place])
        if field != before or chips:
            other = _on_x(state, place) if before < field == last else None
            yield Advance(row=row, field=field, chips=chips, displaced=other)


def _on_x(state: State, place: int) -> Seat | None:
    """Return whose piece is on the X of a row."""
    return next((seat for seat, side in enumerate(state.sides) if side.fields[place] == FIELDS[place]), None)


def _advanced(side: Side, event: DiceGrouped) -> Side:
    fields, chips = list(side.fields), list(side.chips)
    for advance in event.rows:
        fields[advance.row - ROWS.start] = advance.field
        chips[advance.row - ROWS.start] += advance.chips
    return replace(
        side,
        fields=tuple(fields),
        chips=tuple(chips),
        tiles=(*side.tiles, *event.tiles),
        points=side.points + event.points,
    )


def _with(numbers: ByRow, row: int, number: int) -> ByRow:
    place = row - ROWS.start
    return (*numbers[:place], number, *numbers[place + 1 :])


def _pass_on(state: State) -> State:
    """Let the next seat that plays be on turn; with the first of them a round is complete."""
    seats = playing(state)
    after = next((seat for seat in seats if seat > state.turn), None)
    if after is not None or not seats:
        return replace(state, turn=state.turn if after is None else after, dice=())
    idle = 0 if state.taken else state.idle + 1
    return replace(state, turn=seats[0], dice=(), rounds=state.rounds + 1, whole=True, idle=idle, taken=False)
