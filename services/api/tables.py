"""Tables: opening, joining, leaving, starting.  What happens to a game before and around its moves."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any, TypeAlias
from uuid import UUID

import msgspec
from litestar import Response
from litestar.params import FromPath
from msgspec import Meta

from domain import commands
from domain.chance import SEED_BYTES, Luck
from domain.commands import Decided, Setup
from domain.feed import Game
from domain.kernel import AnyRules, Options, Refused
from domain.match import Member
from domain.value import Value
from infra.postgres.rematches import OFFER_SECONDS
from services.api import wire
from services.api.asking import AnyRequest, Asked, game_id
from services.api.calls import Nothing, delete, patch, post
from services.api.doors import TableWord, joining, plain
from services.api.house import NO_STORE, House, asked_to_do, replayed, wish_of
from services.api.problems import Problem
from services.api.robots import Level, introducing, robots_of, seating
from services.ids import derived
from services.live import Live
from services.wish import Done, Wish

LIMIT_SECONDS_MOST = 14 * 86_400
STRENGTH_MOST = 10_000
SEATS_MOST = 32

NOT_OFFERED = ("no_such_option", "seats_not_offered", "limit_not_offered", "word_not_offered")
NO_ROBOT = ("too_strong", "table_full", "robot_not_offered")
NO_ENTRY = ("wrong_word", "too_strong", "already_started", "over", "already_member", "table_full")
NOT_THE_HOST = ("not_seated", "not_host", "already_started", "over")

LuckWord: TypeAlias = Annotated[Luck, Meta(description="Hex digits added to every draw; public for ever.")]


class Open(Value, forbid_unknown_fields=True):
    """A table to open.  Seats and limit default to the kind's own."""

    kind: wire.KindName
    seats: Annotated[int, Meta(ge=1, le=SEATS_MOST)] | None = None
    options: Mapping[str, Any] = {}
    limit_seconds: Annotated[int, Meta(ge=1, le=LIMIT_SECONDS_MOST)] | None = None
    word: TableWord | None = None
    strength_max: Annotated[int, Meta(ge=0, le=STRENGTH_MOST)] | None = None  # Of whoever joins.
    luck: LuckWord = ""
    robots: Annotated[tuple[Level, ...], Meta(max_length=SEATS_MOST)] = ()  # Who sits down, too.


class Join(Value, forbid_unknown_fields=True):
    """A seat to take, with the table's word where it has one; or, the host's alone, a robot to seat."""

    word: TableWord | None = None
    luck: LuckWord = ""
    robot: Level | None = None


class Lock(Value, forbid_unknown_fields=True):
    """The table's word from now on; null: none."""

    word: TableWord | None


_open = msgspec.json.Decoder(Open)
_join = msgspec.json.Decoder(Join)
_lock = msgspec.json.Decoder(Lock)
_nothing = msgspec.json.Decoder(Nothing)


@post("/v1/games", name="open", asks=Open, answers={201: wire.GameView}, refuses=(*NOT_OFFERED, *NO_ROBOT))
async def open_table(request: AnyRequest) -> Response[bytes]:
    """Open a table and sit down at it, robots too; those that fill it start the game."""
    house, asked = await asked_to_do(request, "open")
    wanted = asked.decode(_open)
    rules = house.rules(wanted.kind)
    new = house.machine.uuid7() if asked.key is None else derived("game", asked.player, asked.key)
    done = await opened(house, asked, rules, wanted, new)
    return await answer(house, asked, done, status=201)


@post(
    "/v1/games/{game:str}/members",
    name="join",
    asks=Join,
    answers={200: wire.GameView},
    refuses=(*NO_ENTRY, "not_seated", "not_host", "robot_not_offered"),
)
async def join(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Sit down at an open table, or seat a robot there; the last free seat starts the game."""
    house, asked, live = await _asked(request, game)
    wanted = asked.decode(_join)
    if wanted.robot is None:
        wish = await joining(house, asked, live, wanted.luck, wanted.word)
    else:
        wish = seating(house, asked, live, wanted.robot, wanted.luck)
    done = await house.carry_out(live, wish)
    return await answer(house, asked, done)


@delete(
    "/v1/games/{game:str}/members/me",
    name="leave",
    answers={200: wire.GameView, 204: None},
    refuses=("not_seated", "already_left", "over"),
)
async def leave(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Leave the table; or the running game, with what that costs (204: it costs nothing)."""
    house, asked, live = await _asked(request, game)
    asked.decode(_nothing)
    return await _do(
        house, asked, live, "leave", lambda g, at: commands.leave(g.rules, g.match, asked.player, live.seed, at)
    )


@delete(
    "/v1/games/{game:str}/members/{member:str}",
    name="remove",
    answers={200: wire.GameView},
    refuses=("no_such_member", *NOT_THE_HOST),
)
async def remove(request: AnyRequest, game: FromPath[str], member: FromPath[str]) -> Response[bytes]:
    """Put a member out before the start; the host's alone."""
    house, asked, live = await _asked(request, game)
    live = await house.game(live.id)
    sits = any(member == other.player for other in live.game.match.members)
    if not sits and asked.command(live.id) not in live.commands:  # A retry finds nobody there any more.
        raise Problem("no_such_member")
    asked.decode(_nothing)
    return await _do(
        house, asked, live, f"remove {member}", lambda g, _: commands.remove(g.match, asked.player, member)
    )


@post("/v1/games/{game:str}/start", name="start", answers={200: wire.GameView}, refuses=(*NOT_THE_HOST, "too_few"))
async def start(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Start with the members there are; the host's alone."""
    house, asked, live = await _asked(request, game)
    asked.decode(_nothing)
    seed = live.seed or b""
    return await _do(
        house, asked, live, "start", lambda g, at: commands.start(g.rules, g.match, asked.player, seed, at)
    )


@patch(
    "/v1/games/{game:str}",
    name="lock",
    asks=Lock,
    answers={200: wire.GameView},
    refuses=(*NOT_THE_HOST, "word_not_offered"),
)
async def lock(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Give the table another word, or none; the host's alone, before the start."""
    house, asked, live = await _asked(request, game)
    word = asked.decode(_lock).word
    wish = wish_of(
        asked,
        house,
        live,
        "lock",
        decide=lambda g, _: commands.change_lock(g.rules, g.match, asked.player, locked=word is not None),
        word=b"" if word is None else house.secrecy.hide(plain(word)),
    )
    return await answer(house, asked, await house.carry_out(live, wish))


async def opened(house: House, asked: Asked, rules: AnyRules, wanted: Open, new: UUID) -> Done:
    """Open a table of that id.  Raises Problem."""
    seed = house.machine.entropy(SEED_BYTES)
    member = Member(player=asked.player, luck=wanted.luck)
    setup = setup_of(rules, wanted)
    word = None
    if wanted.word is not None:
        word = house.secrecy.hide(plain(wanted.word))
        await house.words.forget(house.machine.now() - timedelta(seconds=OFFER_SECONDS))

    robots = robots_of(rules, wanted.robots, wanted.strength_max)

    def decide(_game: Game, at: datetime) -> Decided:
        if isinstance(setup, Refused):
            return setup
        return robots if isinstance(robots, Refused) else commands.open_table(rules, setup, [member, *robots], seed, at)

    order = asked.order(house.machine, "open", new)
    live = await house.games.at_hand(new) or house.games.begin(new, rules, seed)
    wish = Wish(order=order, audience=lambda _: None, decide=decide, ready=introducing(house, rules, decide), word=word)
    return await house.carry_out(live, wish)


def setup_of(rules: AnyRules, wanted: Open) -> Setup | Refused:
    """Return what a table is to be opened with, defaults filled in."""
    limit = rules.table.limit
    options = _options(rules, wanted.options)
    if isinstance(options, Refused):
        return options
    seats = wanted.seats if wanted.seats is not None else rules.table.seats[0]
    if seats not in rules.table.seats:
        return Refused(reason="seats_not_offered")
    seconds = wanted.limit_seconds if wanted.limit_seconds is not None else limit.default
    if not limit.least <= seconds <= limit.most:
        return Refused(reason="limit_not_offered")
    return Setup(
        seats=seats,
        options=options,
        limit_seconds=seconds,
        locked=wanted.word is not None,
        strength_max=wanted.strength_max,
    )


def _options(rules: AnyRules, wanted: Mapping[str, Any]) -> Options | Refused:
    if wanted.keys() - set(rules.options.__struct_fields__):
        return Refused(reason="no_such_option")
    try:
        return msgspec.convert(wanted, rules.options)
    except msgspec.ValidationError as error:
        raise Problem("malformed", detail=f"options: {error}") from error


async def _asked(request: AnyRequest, game: str) -> tuple[House, Asked, Live]:
    house, asked = await asked_to_do(request, "table")
    return house, asked, await house.game_at_hand(game_id(game))


async def _do(house: House, asked: Asked, live: Live, what: str, decide: Any) -> Response[bytes]:
    done = await house.carry_out(live, wish_of(asked, house, live, what, decide=decide))
    if done.nothing:
        return Response(b"", status_code=204, headers={**NO_STORE, **replayed(done)})
    return await answer(house, asked, done)


async def answer(house: House, asked: Asked, done: Done, status: int = 200) -> Response[bytes]:
    """Answer with the game as the caller now sees it; a first answer given again says so."""
    response = await house.view(done.live, done.game, asked.person, status)
    response.headers.update(replayed(done))
    return response
