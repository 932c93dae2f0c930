"""Wire: games as clients see them.  Everything here is made of what an audience knows, and of nothing else."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.feed import Game, Known, Shown, Step
from domain.kernel import AnyRules, Audience, Cause, Result, Seat
from domain.match import Match, Origin, Status, options_of
from domain.picture import Patch, Scene, difference
from domain.record import notations
from domain.row import Seated, audience_name
from domain.series import Series as Score
from domain.value import Text, Value
from infra.postgres.invitations import Invitation
from infra.postgres.people import Person
from infra.postgres.store import Listed

encode = msgspec.json.Encoder().encode


def named(name: str) -> Meta:
    """Return what says that the document describes a value under this name: its kinds' together (`openapi.py`)."""
    return Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})


Time: TypeAlias = Annotated[datetime, Meta(tz=True)]
KindName: TypeAlias = Annotated[str, named("KindName")]
State: TypeAlias = Annotated[msgspec.Raw, named("State")]
Move: TypeAlias = Annotated[msgspec.Raw, named("Move")]
Moves: TypeAlias = Annotated[msgspec.Raw, named("Moves")]
Drafts: TypeAlias = Annotated[msgspec.Raw, named("Drafts")]
Event: TypeAlias = Annotated[msgspec.Raw, named("Event")]


class Sitting(Value):
    """A seat and who holds it; no player where the game was imported from its notation."""

    seat: Seat
    player: Person | None
    left: Cause | None


class Rematch(Value):
    """Which seats want to play again, and the new game once it exists."""

    agreed: tuple[Seat, ...]
    game: str | None


class Won(Value):
    """A player and how many games they have won."""

    player: Person
    games: int


class Series(Value):
    """How the players stand over rematches of one another; whoever shares the first place has drawn."""

    games: int
    drawn: int
    won: tuple[Won, ...]  # By seats.


class GameHead(Value):
    """What a list, the lobby and the game itself tell alike."""

    id: str
    kind: KindName
    status: Status
    size: int  # How many may sit down.
    options: Mapping[str, int | bool | str]
    limit_seconds: int | None
    locked: bool
    strength_max: int | None
    host: str | None
    members: tuple[Person, ...]
    seats: tuple[Sitting, ...]
    started_at: Time | None
    origin: Origin
    rematch_of: str | None


class GameView(GameHead):
    """A game as its caller may see it.  `version` counts the events shown to the caller's audience."""

    version: int
    to_move: Sequence[Seat]
    deadline: Time | None
    opened_at: Time | None
    ended_at: Time | None
    state: State | None
    moves: Moves
    drafts: Drafts
    notation: Sequence[str] | None  # All moves so far as people write them down; None where nobody does.
    result: Result | None
    commitment: str | None
    seed: str | None
    head: str | None
    rematch: Rematch | None
    series: Series | None  # Of a rematch, itself included once it has ended.


class GameItem(GameHead):
    """A game in a list."""

    version: int
    to_move: Sequence[Seat]
    deadline: Time | None
    opened_at: Time
    ended_at: Time | None
    result: Result | None


class InvitationView(Value):
    """An invitation, as whoever was invited sees it."""

    id: str
    game: str
    kind: KindName
    inviter: Person
    invited: Person
    at: Time


class StepView(Value):
    """What one commit showed the caller."""

    version: int
    at: Time
    events: tuple[Event, ...]


class Message(Value):
    """One step and where it led, as far as all who know the same are told the same."""

    version: int
    events: tuple[Event, ...]
    state: State | None
    to_move: Sequence[Seat]
    deadline: Time | None
    result: Result | None


class Told(Message):
    """One step and where it led: what a move is answered with, and a stream sends.  `moves` are the caller's."""

    moves: Moves
    drafts: Drafts | UnsetType = UNSET  # The caller's; this and what follows where a stream was asked for the picture.
    notation: Sequence[str] | UnsetType | None = UNSET  # All moves so far as people write them down.
    scene: Patch | UnsetType = UNSET  # The difference to the one before.


BLANK = Scene(width=0, height=0, label=Text(de="", en=""))
"""What the first scene of a stream is the difference to."""

NOTHING = msgspec.Raw(b"null")
NONE = msgspec.Raw(b"[]")


def tag(known: Known, audience: Audience) -> str:
    """Return the resume id and ETag of what an audience knows, such as `17.s0`."""
    return f"{known.version}.{audience_name(audience)}"


def view(game: Game, known: Known, audience: Audience, more: "Beside") -> GameView:
    """Return a game as `audience` sees it when it knows `known`."""
    rules, match, opened = game.rules, known.match, known.match.opened
    return GameView(
        id=more.id,
        kind=opened.kind,
        status=match.status,
        version=known.version,
        size=opened.seats,
        options=opened.options,
        limit_seconds=opened.limit_seconds,
        locked=match.locked,
        strength_max=opened.strength_max,
        host=match.host,
        members=tuple(more.names[member.player] for member in match.members),
        seats=_sitting(match, more.names),
        to_move=match.turn,
        deadline=_deadline(match),
        opened_at=match.opened_at,
        started_at=match.started_at,
        ended_at=match.ended_at,
        state=_state(rules, match),
        moves=moves(rules, match, audience),
        drafts=drafts(rules, match, audience),
        notation=notations(rules, game.log, known.version),
        result=match.result,
        commitment=opened.commitment,
        seed=match.seed,
        head=more.head if match.ended else None,
        origin=opened.origin,
        rematch=more.rematch if match.ended else None,
        rematch_of=opened.rematch_of,
        series=None if more.series is None else _series(match, more.series, more.names),
    )


class Beside(Value):
    """What a view needs from beside the log."""

    id: str
    names: Mapping[str, Person]
    head: str | None = None
    rematch: Rematch | None = None
    series: Score | None = None


def item(listed: Listed, audience: str, names: Mapping[str, Person]) -> GameItem:
    """Return a game as a list shows it to a reader of `audience` (`o`, `s0` …)."""
    members = [seated.player for seated in listed.members if seated.player is not None]
    host = next((m.player for m in listed.members if m.robot is None), None)
    versions = listed.audience_versions
    return GameItem(
        id=str(listed.game),
        kind=listed.kind,
        status=listed.status,
        version=versions.get(audience, versions["o"]),
        size=listed.seats,
        options=listed.options,
        limit_seconds=listed.limit_seconds,
        locked=listed.locked,
        strength_max=listed.strength_max,
        host=host,
        members=tuple(names[player] for player in members),
        seats=tuple(sorted((_seat(s, names) for s in listed.members if s.seat is not None), key=lambda one: one.seat)),
        to_move=[seat for seat in range(listed.seats) if listed.to_move >> seat & 1],
        deadline=listed.deadline,
        opened_at=listed.opened_at,
        started_at=listed.started_at,
        ended_at=listed.finished_at,
        result=listed.result,
        origin=listed.origin,
        rematch_of=None if listed.rematch_of is None else str(listed.rematch_of),
    )


def invitation(one: Invitation, kind: str, names: Mapping[str, Person]) -> InvitationView:
    """Return an invitation as whoever was invited sees it."""
    return InvitationView(
        id=str(one.id),
        game=str(one.game),
        kind=kind,
        inviter=names[one.inviter],
        invited=names[one.invited],
        at=one.at,
    )


def message(rules: AnyRules, known: Known, step: Step | None, audience: Audience, shared: dict[Any, bytes]) -> bytes:
    """Return one step and where it led, as one line of JSON.

    All but the moves is encoded once for all who know the same, in `shared`, which belongs to one step.
    """
    key = known.visible, known.before, step is None
    core = shared.get(key)
    if core is None:
        shared[key] = core = encode(_core(rules, known, step))[:-1]
    own = shared.get((*key, audience))
    if own is None:
        shared[(*key, audience)] = own = core + b',"moves":' + bytes(moves(rules, known.match, audience)) + b"}"
    return own


def scene(rules: AnyRules, match: Match) -> Scene:
    """Return a game's picture; of an open table that of the board as it will be."""
    if match.seats:
        return rules.picture(match.board)
    return rules.picture(rules.initial(match.opened.seats, options_of(rules, match.opened)))


def with_scene(body: bytes, before: Scene, after: Scene) -> bytes:
    """Return a message with the scene, as the difference to the one before."""
    return body[:-1] + b',"scene":' + encode(difference(before, after)) + b"}"


def with_hand(body: bytes, game: Game, known: Known, audience: Audience) -> bytes:
    """Return a message with the drafts of whoever is told, and the moves as they are written down."""
    written = encode(notations(game.rules, game.log, known.version))
    return body[:-1] + b',"drafts":%b,"notation":%b}' % (bytes(drafts(game.rules, known.match, audience)), written)


def has_rematch(match: Match) -> bool:
    """Return whether an ended game can have a rematch at all."""
    return match.status == "finished" and match.opened.origin == "played"


def step_view(step: Step) -> StepView:
    """Return one step of a feed."""
    return StepView(version=step.version, at=step.at, events=tuple(map(event, step.events)))


def event(shown: Shown) -> msgspec.Raw:
    """Return one event as shown: its own fields after version and time."""
    return msgspec.Raw(b'{"version":%d,"at":%b,' % (shown.version, encode(shown.at)) + encode(shown.event)[1:])


def moves(rules: AnyRules, match: Match, audience: Audience) -> msgspec.Raw:
    """Return what a seat on turn may do: one whole move of each effect."""
    if audience is None or audience not in match.turn:
        return NONE
    return msgspec.Raw(encode(list(rules.legal_moves(match.board, audience))))


def drafts(rules: AnyRules, match: Match, audience: Audience) -> msgspec.Raw:
    """Return how a hand gathers the compound moves of a seat on turn."""
    if audience is None or audience not in match.turn:
        return NONE
    return msgspec.Raw(encode(rules.drafts(match.board, audience)))


def _core(rules: AnyRules, known: Known, step: Step | None) -> Message:
    match = known.match
    return Message(
        version=known.version,
        events=() if step is None else tuple(map(event, step.events)),
        state=_state(rules, match),
        to_move=match.turn,
        deadline=_deadline(match),
        result=match.result,
    )


def _state(rules: AnyRules, match: Match) -> msgspec.Raw:
    return msgspec.Raw(encode(rules.view(match.board))) if match.seats else NOTHING


def _deadline(match: Match) -> datetime | None:
    return min(match.deadlines.values(), default=None)


def _sitting(match: Match, names: Mapping[str, Person]) -> tuple[Sitting, ...]:
    return tuple(
        Sitting(seat=seat, player=None if taken.player is None else names[taken.player], left=taken.left)
        for seat, taken in enumerate(match.seats)
    )


def _series(match: Match, score: Score, names: Mapping[str, Person]) -> Series:
    players = [taken.player for taken in match.seats if taken.player is not None]
    won = tuple(Won(player=names[player], games=score.won[player]) for player in players)
    return Series(games=score.games, drawn=score.drawn, won=won)


def _seat(seated: Seated, names: Mapping[str, Person]) -> Sitting:
    player = None if seated.player is None else names[seated.player]
    return Sitting(seat=seated.seat or 0, player=player, left=seated.left)
