"""Baton, the barest game: seats pass a baton in turn, may hold on to it, and may whisper; the last one remaining wins.

The rules of all tables are tried on it: nothing else gets in their way.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from domain.kernel import (
    Cause,
    Chance,
    Example,
    Move,
    Options,
    Public,
    Refused,
    Result,
    Rules,
    Seat,
    Secret,
    Table,
    Texts,
)
from domain.picture import Scene
from domain.value import Text, Value


class Pass(Move, tag="baton.pass"):
    """Pass the baton on; `and_back`: the next seat returns it by itself."""

    and_back: bool = False


class Hold(Move, tag="baton.hold"):
    """Go on holding it."""


class Whisper(Move, tag="baton.whisper"):
    """Say something to oneself."""


class Passed(Public, tag="baton.passed"):
    """The baton was passed to `to`; `returns`: and comes back."""

    to: Seat
    returns: bool = False


class Returned(Public, tag="baton.returned"):
    """A seat returned the baton by itself to `to`."""

    to: Seat


class Held(Public, tag="baton.held"):
    """A seat held on."""


class Whispered(Secret, tag="baton.whispered"):
    """A seat said something to itself."""


Asked: TypeAlias = Pass | Hold | Whisper
Fact: TypeAlias = Passed | Returned | Held | Whispered


class State(Value):
    """Who holds the baton, who is there, and what is known to have been whispered."""

    there: tuple[Seat, ...]
    holder: Seat = 0
    owed: Seat | None = None  # Who gets it back by itself.
    whispers: int = 0
    cause: Cause = "left"


def initial(seats: int, _options: Options) -> State:
    return State(there=tuple(range(seats)))


def decide(state: State, seat: Seat, move: Asked, _chance: Chance) -> Sequence[Fact] | Refused:
    if isinstance(move, Whisper):
        return (Whispered(seat=seat),)
    if isinstance(move, Hold):
        return (Held(seat=seat),)
    return (Passed(seat=seat, to=after(state.there, seat), returns=move.and_back),)


def by_itself(state: State, _chance: Chance) -> Fact | None:
    return None if state.owed is None else Returned(seat=state.holder, to=state.owed)


def evolve(state: State, event: Fact) -> State:
    match event:
        case Passed(seat=seat, to=to, returns=returns):
            return replace(state, holder=to, owed=seat if returns else None)
        case Returned(to=to):
            return replace(state, holder=to, owed=None)
        case Held():
            return state
        case Whispered():
            return replace(state, whispers=state.whispers + 1)


def move_of(event: Fact) -> Asked | None:
    match event:
        case Passed(returns=returns):
            return Pass(and_back=returns)
        case Held():
            return Hold()
        case Whispered():
            return Whisper()
        case Returned():
            return None


def leave(state: State, seat: Seat, cause: Cause) -> State:
    holder = after(state.there, seat) if seat == state.holder else state.holder
    return replace(state, there=tuple(n for n in state.there if n != seat), holder=holder, cause=cause)


def after(there: tuple[Seat, ...], seat: Seat) -> Seat:
    """Return the next seat that is there, going round."""
    return min((n for n in there if n > seat), default=there[0])


def to_move(state: State) -> Collection[Seat]:
    return (state.holder,) if len(state.there) > 1 else ()


def at_stake(state: State) -> Collection[Seat]:
    return state.there if len(state.there) > 1 else ()


def legal_moves(state: State, seat: Seat) -> Iterable[Asked]:
    return (Pass(), Pass(and_back=True), Hold(), Whisper()) if seat in to_move(state) else ()


def opened(_state: State) -> Collection[Seat]:
    return ()


def outcome(state: State) -> Result | None:
    if len(state.there) > 1:
        return None
    return Result(reason=state.cause, places=(state.there,) if state.there else ())


def picture(_state: State) -> Scene:
    return Scene(width=1, height=1, label=Text(de="Stab", en="Baton"))


BATON = Rules[State, Asked, Fact, State](
    name="baton",
    table=Table(seats=(3, 2, 4)),
    texts=Texts(name=Text(de="Stab", en="Baton"), rules=Text(de="Gib ihn weiter.", en="Pass it on.")),
    examples=Example[Asked, Fact](moves=(), events=()),
    moves=(Pass, Hold, Whisper),
    events=(Passed, Returned, Held, Whispered),
    initial=initial,
    decide=decide,
    by_itself=by_itself,
    evolve=evolve,
    leave=leave,
    at_stake=at_stake,
    move_of=move_of,
    legal_moves=legal_moves,
    to_move=to_move,
    opened=opened,
    view=lambda state: state,
    outcome=outcome,
    picture=picture,
)
