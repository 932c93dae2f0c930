"""The shape every game shares.  Values and functions only: no clock, no dice, no I/O."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeAlias, TypeVar

from domain.picture import Draft, Scene
from domain.value import Text, Value

Seat: TypeAlias = int
"""0 … n-1 in turn order; seat 0 begins."""

Audience: TypeAlias = Seat | None
"""Who looks: a seat, or the onlookers (None); never a person."""

Cause: TypeAlias = Literal["left", "time"]
Reason: TypeAlias = Literal["complete", "four", "full", "no_moves", "left", "time", "closed", "operator", "unfinished"]

S = TypeVar("S")
M = TypeVar("M", bound="Move")
E = TypeVar("E", bound="Event")
V = TypeVar("V")


class Move(Value, tag_field="type", forbid_unknown_fields=True):
    """What a seat asks for.  It comes from outside, so unknown fields are refused."""


class Event(Value, tag_field="type"):
    """What happened, consequences included.  A storage format: add fields with defaults, never change them.

    Every event type is `Public` or `Secret`; a half-secret is two events in one commit.
    A type that must change otherwise gets the next `schema` and an `Upcast` from the one before.
    """

    schema: ClassVar[int] = 1
    seat: Seat | None = None  # Whose event it is; None: nobody's.


class Public(Event):
    """Shown to everyone at once."""


class Secret(Event):
    """Its seat's alone until the game's `opened` names that seat, or the match ends."""

    seat: Seat


class Refused(Value, tag="refused"):
    """An expected "no": the position is as it was.  `reason` is a stable code."""

    reason: str


class Result(Value):
    """How a game ended.  `places`: each seat once, the first place first, equals together; empty: aborted."""

    reason: Reason
    places: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...] | None = None
    points: tuple[int, ...] | None = None


class Chance(Protocol):
    """Luck from outside.  The label names the use; the same label always brings the same number."""

    def draw(self, label: str, sides: int) -> int:
        """Return a number from 1 to `sides`, each equally likely."""


class Limit(Value):
    """A time limit in seconds: per move, or once for the whole board from the start."""

    counts: Literal["move", "start"] = "move"
    least: int = 10
    most: int = 14 * 86_400
    default: int = 3 * 86_400


class Table(Value):
    """What may be agreed on before the start."""

    seats: tuple[int, ...]  # Allowed numbers of players, the default first.
    limit: Limit = Limit()
    word: bool = True  # Whether a table may have a password.
    rematch_first: Literal["next", "drawn"] = "next"  # Who begins a rematch: the old seat 1, or a draw.


class Options(Value, forbid_unknown_fields=True):
    """What a kind lets the opener choose; each field has a default.  Most kinds have none."""


class Notation(Value, Generic[M]):
    """A game written down by its moves alone.  Only for kinds without luck and secrets."""

    media_type: str
    write: Callable[[Sequence[M]], str]
    read: Callable[[str], Sequence[M] | Refused]  # Syntax only: the rules are asked move by move.


class Upcast(Value):
    """Lifts the stored JSON object of event `type` from `schema` to the next; pure."""

    type: str
    schema: int
    lift: Callable[[dict[str, Any]], dict[str, Any]]


class Texts(Value):
    """What a person reads about a game, in both languages."""

    name: Text
    overview: Text | None = None  # What kind of game it is, in a sentence or two.
    rules: Text  # Markdown; `![what one sees](name)` is a picture of the figure of that name.
    credits: Text | None = None
    refusals: Mapping[str, Text] = {}  # Each reason that `decide` gives.


class Example(Value, Generic[M, E]):
    """One value of each move and event, for the API's documentation."""

    moves: tuple[M, ...]
    events: tuple[E, ...]


class Robot(Value, Generic[S, M]):
    """A player that a game brings along, in one strength.

    `choose` is given the state that its seat knows, nothing else, and luck of its own to break ties with.
    It may take seconds: it runs beside the event loop, in a process of its own.
    """

    level: str  # As the API names it, such as `easy`; unique in its game.
    strength: int  # As the rankings show it: fixed, since robots are not rated.  A newcomer has 1000.
    choose: Callable[[S, Seat, Chance], M]


class Rules(Value, Generic[S, M, E, V]):
    """One game, complete.  A state folded from part of a log is what one audience knows."""

    name: str
    rules: int = 1  # The number of these rules, carried by a game's first event.
    table: Table
    texts: Texts
    examples: Example[M, E]
    options: type[Options] = Options
    moves: tuple[type[M], ...]
    events: tuple[type[E], ...]
    upcasts: tuple[Upcast, ...] = ()
    notation: Notation[M] | None = None
    initial: Callable[[int, Any], S]  # Seats, options.
    decide: Callable[[S, Seat, M, Chance], Sequence[E] | Refused]
    by_itself: Callable[[S, Chance], E | None]  # Dice, forced passes: asked until None, same commit.
    evolve: Callable[[S, E], S]  # Applies, never judges; total, also on partial knowledge.
    leave: Callable[[S, Seat, Cause], S]
    at_stake: Callable[[S], Collection[Seat]]  # Who still loses something by leaving.
    move_of: Callable[[E], M | None]  # The move behind a commit's first event, so that it can be judged again.
    legal_moves: Callable[[S, Seat], Iterable[M]]  # One of each effect.
    to_move: Callable[[S], Collection[Seat]]  # From public facts: the same for every audience.
    opened: Callable[[S], Collection[Seat]] = lambda _: ()  # Whose secrets are out, from public facts.
    silent: Callable[[S], Collection[Seat]] = lambda _: ()  # Whose chat lines wait.
    reached: Callable[[S, Seat], Sequence[int]] | None = None  # How far a seat is, where all play the same draws apart.
    view: Callable[[S], V]  # No viewer: it shows what the given state knows.
    outcome: Callable[[S], Result | None]  # Read when `by_itself` has nothing more.
    picture: Callable[[S], Scene]  # No viewer either.
    figures: Callable[[], Mapping[str, S]] = dict  # The positions that the rules show, by name; the first for all.
    robots: tuple[Robot[S, M], ...] = ()  # The weakest first.
    drafts: Callable[[S, Seat], Sequence[Draft]] = lambda *_: ()  # How a hand gathers compound moves.


AnyRules: TypeAlias = Rules[Any, Any, Any, Any]
"""Any game's.  Games differ here, and what is shared hands their states on without looking into them."""

AnyRobot: TypeAlias = Robot[Any, Any]

Kinds: TypeAlias = Mapping[str, AnyRules]
"""The games on offer, by name."""
