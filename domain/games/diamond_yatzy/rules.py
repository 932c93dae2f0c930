"""DiamondYatzy: thirteen rounds with five jewels on a board of one's own, both with the same luck (rules.md §3).

Two boards in one game, each played as if it were alone.  A jewel is drawn for its round, collection and slot, never for
a seat: so both see the same one at the same place, whoever comes first and whatever was kept.  What happens on a board
is its seat's secret; that it is complete is public, and opens the other one.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Annotated, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from domain.games.diamond_yatzy.boxes import (
    BONUS,
    BONUS_FROM,
    BOXES,
    COLOURS,
    PLACE,
    SLOTS,
    UPPER,
    Box,
    Colour,
    worths,
)
from domain.kernel import Cause, Chance, Limit, Move, Options, Public, Refused, Result, Seat, Secret, Table
from domain.value import Value

SEATS = (0, 1)
ROUNDS = len(BOXES)
COLLECTIONS = 3  # In a round, at most.
JOKERS = 3  # In a game; one a round.

TABLE = Table(
    seats=(len(SEATS),),
    limit=Limit(counts="start", least=3_600, most=14 * 86_400, default=3 * 86_400),
    word=False,
)

Slot: TypeAlias = Annotated[int, Meta(ge=0, le=SLOTS - 1)]
"""0 … 4, from the left."""


class Draw(Move, tag="diamond_yatzy.draw"):
    """Keep the jewels in some slots, all or none of them too, and draw the next collection for the others."""

    keep: Annotated[tuple[Slot, ...], Meta(max_length=SLOTS)]


class Joker(Move, tag="diamond_yatzy.joker"):
    """Make a jewel of the third collection one of another colour."""

    slot: Slot
    colour: Colour


class Enter(Move, tag="diamond_yatzy.enter"):
    """Fill a box with what the five jewels bring there, which ends the round."""

    box: Box


class Strike(Move, tag="diamond_yatzy.strike"):
    """Fill a box with nothing for good, which ends the round."""

    box: Box


class CollectionDrawn(Secret, tag="diamond_yatzy.collection_drawn"):
    """A seat was shown a collection: `jewels` lie in the five slots, those in the slots `kept` since before."""

    round: int
    collection: int
    kept: tuple[Slot, ...]
    jewels: tuple[Colour, ...]


class JokerPlayed(Secret, tag="diamond_yatzy.joker_played"):
    """A jewel that `was` of one colour became one of another."""

    slot: Slot
    was: Colour
    colour: Colour


class BoxEntered(Secret, tag="diamond_yatzy.box_entered"):
    """A box was filled with `points`; `bonus` is what the upper boxes brought besides, by this one."""

    box: Box
    points: int
    bonus: int = 0


class BoxStruck(Secret, tag="diamond_yatzy.box_struck"):
    """A box was filled with nothing."""

    box: Box


class BoardCompleted(Public, tag="diamond_yatzy.board_completed"):
    """A seat has filled its last box.  All that anyone else hears of a board before it opens."""

    seat: Seat


Wish: TypeAlias = Draw | Joker | Enter | Strike
Fact: TypeAlias = CollectionDrawn | JokerPlayed | BoxEntered | BoxStruck | BoardCompleted


class Board(Value):
    """One seat's board, as far as known."""

    round: int = 0  # From 1; 0: no collection was shown yet, or none is known.
    collection: int = 0  # From 1; 0: none lies open.
    jewels: tuple[Colour, ...] = ()  # By slot; empty: none lies open.
    origins: tuple[int, ...] = ()  # With which collection of the round each of them came.
    kept: tuple[Slot, ...] = ()  # Which of them lay there before.
    jokers: int = JOKERS  # Left.
    joker_played: bool = False  # In this round.
    points: tuple[int | None, ...] = (None,) * ROUNDS  # In the order of `BOXES`; 0: struck, None: free.
    bonus: int = 0
    last: Box | None = None  # The box filled last, until something else is done.
    complete: bool = False
    left: Cause | None = None


class State(Value):
    """A duel, or what one audience knows of it."""

    boards: tuple[Board, Board] = (Board(), Board())


DRAWS: Sequence[Draw] = tuple(
    Draw(keep=keep) for number in range(SLOTS + 1) for keep in combinations(range(SLOTS), number)
)
JOKERS_TO: Sequence[Mapping[Colour, Joker]] = tuple(
    {colour: Joker(slot=slot, colour=colour) for colour in COLOURS} for slot in range(SLOTS)
)
ENTER: Sequence[Enter] = tuple(Enter(box=box) for box in BOXES)
STRIKE: Sequence[Strike] = tuple(Strike(box=box) for box in BOXES)


def initial(_seats: int, _options: Options) -> State:
    return State()


def decide(state: State, seat: Seat, move: Wish, chance: Chance) -> Sequence[Fact] | Refused:
    board = state.boards[seat]
    if is_over(state):
        return Refused(reason="over")
    if board.complete:
        return Refused(reason="not_your_turn")
    match move:
        case Draw(keep=keep):
            return _draw(board, seat, keep, chance)
        case Joker(slot=slot, colour=colour):
            return _joker(board, seat, slot, colour)
        case Enter(box=box) | Strike(box=box):
            return _fill(board, seat, box, strike=isinstance(move, Strike))


def by_itself(state: State, chance: Chance) -> Fact | None:
    """Show the first collection of a round, at the start to both seats, as soon as none lies open."""
    for seat in to_move(state):
        board = state.boards[seat]
        if not board.collection:
            first = tuple(jewel(chance, board.round + 1, 1, slot) for slot in range(SLOTS))
            return CollectionDrawn(seat=seat, round=board.round + 1, collection=1, kept=(), jewels=first)
    return None


def evolve(state: State, event: Fact) -> State:
    return _with_board(state, event.seat, _evolved(state.boards[event.seat], event))


def move_of(event: Fact) -> Wish | None:
    match event:
        case CollectionDrawn(collection=collection, kept=kept):
            return Draw(keep=kept) if collection > 1 else None
        case JokerPlayed(slot=slot, colour=colour):
            return Joker(slot=slot, colour=colour)
        case BoxEntered(box=box):
            return Enter(box=box)
        case BoxStruck(box=box):
            return Strike(box=box)
        case BoardCompleted():
            return None


def leave(state: State, seat: Seat, cause: Cause) -> State:
    return _with_board(state, seat, replace(state.boards[seat], left=cause))


def legal_moves(state: State, seat: Seat) -> Iterable[Wish]:
    """Return the moves of a board that is known: of another one nothing can be said."""
    board = state.boards[seat]
    return list(_moves(board)) if seat in to_move(state) and board.jewels else []


def to_move(state: State) -> Collection[Seat]:
    """Return both seats, each until its board is complete: neither waits for the other."""
    first, second = state.boards
    if first.left is not None or second.left is not None:
        return ()
    return [seat for seat in SEATS if not state.boards[seat].complete]


def opened(state: State) -> Collection[Seat]:
    """Return the seats whose board anyone may see: the other has completed its own, and nobody is left to be helped."""
    return [seat for seat in SEATS if state.boards[1 - seat].complete]


def silent(state: State) -> Collection[Seat]:
    """Return who has completed while the other has not, and could tell the coming jewels."""
    return [1 - seat for seat in to_move(state) if state.boards[1 - seat].complete]


def reached(state: State, seat: Seat) -> Sequence[int]:
    """Return the round, the collection and whether a joker was played: both boards meet the same jewels there."""
    board = state.boards[seat]
    return board.round, board.collection or COLLECTIONS + 1, board.joker_played


def outcome(state: State) -> Result | None:
    """The higher total wins, equal totals draw; who goes incomplete has lost, and if both do nobody has won."""
    first, second = state.boards
    gone = [seat for seat in SEATS if state.boards[seat].left is not None]
    if gone:
        places = () if len(gone) == len(SEATS) else ((1 - gone[0],), (gone[0],))
        return Result(reason=state.boards[gone[0]].left or "left", places=places)
    if not (first.complete and second.complete):
        return None
    scores = total(first), total(second)
    if scores[0] == scores[1]:
        return Result(reason="complete", places=(SEATS,), scores=scores)
    winner = 0 if scores[0] > scores[1] else 1
    return Result(reason="complete", places=((winner,), (1 - winner,)), scores=scores)


def is_over(state: State) -> bool:
    """Return whether nobody plays any more: somebody went, or both boards are complete."""
    return not to_move(state)


def is_known(board: Board) -> bool:
    """Return whether anything of a board was shown to whoever has this state."""
    return board.round > 0


def upper(board: Board) -> int:
    """Return the sum of the six upper boxes, without the bonus."""
    return sum(points or 0 for points in board.points[: len(UPPER)])


def total(board: Board) -> int:
    """Return the sum of all boxes and the bonus."""
    return sum(points or 0 for points in board.points) + board.bonus


def brings(board: Board) -> Mapping[Box, int]:
    """Return what each free box would bring now; nothing where no jewels lie open."""
    if not board.jewels:
        return {}
    now = zip(BOXES, board.points, worths(board.jewels), strict=True)
    return {box: worth for box, points, worth in now if points is None}


def may_play_joker(board: Board) -> bool:
    """Return whether a joker can be played: once a round, three in a game, on the third collection only."""
    return board.collection == COLLECTIONS and not board.joker_played and board.jokers > 0


def jewel(chance: Chance, number: int, collection: int, slot: Slot) -> Colour:
    """Draw the one jewel that there is for a round, a collection and a slot: for both boards."""
    return COLOURS[chance.draw(f"round/{number}/collection/{collection}/slot/{slot}", len(COLOURS)) - 1]


def _evolved(board: Board, event: Fact) -> Board:
    match event:
        case CollectionDrawn(round=number, collection=collection, kept=kept, jewels=jewels):
            return replace(
                board,
                round=number,
                collection=collection,
                jewels=jewels,
                origins=tuple([board.origins[slot] if slot in kept else collection for slot in range(SLOTS)]),
                kept=kept,
                last=board.last if collection == 1 else None,
            )
        case JokerPlayed(slot=slot, colour=colour):
            jewels = (*board.jewels[:slot], colour, *board.jewels[slot + 1 :])
            return replace(board, jewels=jewels, jokers=board.jokers - 1, joker_played=True)
        case BoxEntered(box=box, points=points, bonus=bonus):
            return _filled(board, box, points, bonus)
        case BoxStruck(box=box):
            return _filled(board, box, 0, 0)
        case BoardCompleted():
            return replace(board, complete=True)


def _draw(board: Board, seat: Seat, keep: Sequence[Slot], chance: Chance) -> Sequence[Fact] | Refused:
    """Keeping all five is allowed ("any slots"): it brings no jewel, but the third collection, and so a joker."""
    if board.collection == COLLECTIONS:
        return Refused(reason="no_more_collections")
    if len(set(keep)) < len(keep):
        return Refused(reason="slot_twice")
    number, collection = board.round, board.collection + 1
    jewels = (board.jewels[slot] if slot in keep else jewel(chance, number, collection, slot) for slot in range(SLOTS))
    kept = tuple(sorted(keep))
    return (CollectionDrawn(seat=seat, round=number, collection=collection, kept=kept, jewels=tuple(jewels)),)


def _joker(board: Board, seat: Seat, slot: Slot, colour: Colour) -> Sequence[Fact] | Refused:
    if board.collection < COLLECTIONS:
        return Refused(reason="joker_too_early")
    if board.joker_played:
        return Refused(reason="joker_played")
    if not board.jokers:
        return Refused(reason="no_joker_left")
    was = board.jewels[slot]
    return (
        Refused(reason="same_colour") if was == colour else (JokerPlayed(seat=seat, slot=slot, was=was, colour=colour),)
    )


def _fill(board: Board, seat: Seat, box: Box, *, strike: bool) -> Sequence[Fact] | Refused:
    place, points = PLACE[box], 0 if strike else worths(board.jewels)[PLACE[box]]
    if board.points[place] is not None:
        return Refused(reason="box_used")
    if not points and not strike:
        return Refused(reason="worth_nothing")
    reached = box in UPPER and not board.bonus and upper(board) + points >= BONUS_FROM
    filled = (
        BoxStruck(seat=seat, box=box)
        if strike
        else BoxEntered(seat=seat, box=box, points=points, bonus=BONUS if reached else 0)
    )
    return (filled, BoardCompleted(seat=seat)) if board.points.count(None) == 1 else (filled,)


def _filled(board: Board, box: Box, points: int, bonus: int) -> Board:
    place = PLACE[box]
    return replace(
        board,
        collection=0,
        jewels=(),
        origins=(),
        kept=(),
        joker_played=False,
        points=(*board.points[:place], points, *board.points[place + 1 :]),
        bonus=board.bonus + bonus,
        last=box,
    )


def _moves(board: Board) -> Iterator[Wish]:
    if board.collection < COLLECTIONS:
        yield from DRAWS
    if may_play_joker(board):
        for joker, jewel_there in zip(JOKERS_TO, board.jewels, strict=True):
            yield from (move for colour, move in joker.items() if colour != jewel_there)
    worth = worths(board.jewels)
    free = [place for place, points in enumerate(board.points) if points is None]
    yield from (ENTER[place] for place in free if worth[place])
    yield from (STRIKE[place] for place in free)


def _with_board(state: State, seat: Seat, board: Board) -> State:
    first, second = state.boards
    return State(boards=(board, second) if seat == 0 else (first, board))
