"""Houses: the inner halves of processes on the same stores, which a test can hold up at a chosen point."""

import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from msgspec.structs import replace

from domain import commands
from domain.chain import Order
from domain.chance import SEED_BYTES
from domain.commands import Decided, Setup
from domain.feed import Game
from domain.games import connect_four
from domain.kernel import AnyRules, Move
from domain.match import Member, Player
from domain.value import Value
from infra.machine import Machine
from infra.postgres.pool import connect
from services.api.app import put_together
from services.api.house import House
from services.games import Games
from services.wish import Answer, Done, Wish
from tests.holding import locked_out
from tests.stores import PATIENT, Stores
from tests.toys import hoard

KINDS = {rules.name: rules for rules in (connect_four.RULES, hoard.RULES)}
LIMIT_SECONDS = 3600

BEGUN = """
INSERT INTO games (
  game, kind, status, version, head, listed_at, opened_at, seats, members, options, locked, origin, to_move,
  robot_to_move, audience_versions
)
VALUES ($1, 'hoard', 'open', 1, '', now(), now(), 2, '[]', '{}', false, 'played', 0, 0, '{}')
"""


class Table(Value):
    """A game under way and who holds its seats."""

    game: UUID
    players: tuple[Player, ...]


@asynccontextmanager
async def house(stores: Stores, machine: Machine | None = None, **settings: Any) -> AsyncIterator[House]:
    """Put together what one process has inside."""
    async with put_together(stores.settings(**(PATIENT | settings)), machine or Machine(), KINDS) as made:
        yield made


async def table(house: House, kind: str = "connect_four", **setup: Any) -> Table:
    """Open a table that is full at once, and thereby start the game."""
    rules, seed = KINDS[kind], secrets.token_bytes(SEED_BYTES)
    agreed = replace(Setup(seats=rules.table.seats[0], options=rules.options(), limit_seconds=LIMIT_SECONDS), **setup)
    members = [Member(player=str(uuid4())) for _ in range(agreed.seats)]
    done = await opened(house.games, uuid4(), rules, seed, members, agreed)
    return Table(game=done.live.id, players=tuple(taken.player or "" for taken in done.game.match.seats))


async def opened(
    games: Games, game: UUID, rules: AnyRules, seed: bytes, members: Sequence[Member], setup: Setup
) -> Done:
    """Open a game as the interface does: whoever opens it twice has opened one."""

    def decide(_game: Game, at: datetime) -> Decided:
        return commands.open_table(rules, setup, members, seed, at)

    order = Order(command=game, body=b"", actor=members[0].player)
    live = await games.at_hand(game) or games.begin(game, rules, seed)
    answer = await games.carry_out(live, Wish(order=order, audience=lambda _: None, decide=decide))
    assert isinstance(answer, Done), answer.reason
    return answer


async def move(
    house: House, at_table: Table, seat: int, wanted: Move, *, command: UUID | None = None, by_feed: bool = True
) -> Answer:
    """Ask for a move as the interface does; a `command` that comes again is the same."""
    known = await house.games.at_hand(at_table.game)
    assert known is not None
    player, asked = at_table.players[seat], command or uuid4()

    def decide(game: Game, at: datetime) -> Decided:
        return commands.move(game.rules, game.match, seat, wanted, known.seed, at)

    wish = Wish(
        order=Order(command=asked, body=b"", actor=player),
        audience=lambda game: game.match.seat_of(player),
        decide=decide,
        by_feed=by_feed,
        clocked=True,
    )
    return await house.games.carry_out(known, wish)


async def leave(house: House, at_table: Table, seat: int) -> Answer:
    """Ask for a seat to be left."""
    known = await house.games.at_hand(at_table.game)
    assert known is not None
    player = at_table.players[seat]

    def decide(game: Game, at: datetime) -> Decided:
        return commands.leave(game.rules, game.match, player, known.seed, at)

    order = Order(command=uuid4(), body=b"", actor=player)
    wish = Wish(order=order, audience=lambda game: game.match.seat_of(player), decide=decide)
    return await house.games.carry_out(known, wish)


async def versions(house: House, game: UUID) -> int:
    """Return how many events the store has of a game, after looking that none is missing or doubled."""
    found = [entry.version for entry in await house.store.events(game)]
    assert found == list(range(1, len(found) + 1))
    return len(found)


@asynccontextmanager
async def delayed(stores: Stores, game: UUID, openings: int) -> AsyncIterator[None]:
    """Let openings of that game wait for one another, as if somebody had been faster and then thought better of it."""
    async with connect(stores.owner_url) as watching, connect(stores.owner_url) as connection:
        await connection.execute("BEGIN")
        await connection.execute(BEGUN, game)
        yield
        await locked_out(watching, openings)
        await connection.execute("ROLLBACK")
