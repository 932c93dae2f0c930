"""What tests of ratings ask for: a database of their own, with games in it and raters at work on it."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from domain.kernel import Kinds
from domain.value import Value
from infra.postgres.people import People, Person
from infra.postgres.pool import Connection, Pool, connect, open_pool
from infra.postgres.rating_order import RatingOrder
from infra.postgres.ratings import Ratings
from services import names
from services.ids import derived
from services.ratings.model import plackett_luce
from services.ratings.rater import Rater
from tests.api.client import Client, Player
from tests.api.conftest import Desk, desk
from tests.laws.registry import KINDS
from tests.ratings.games import NOON, WON, Whole, appended, dropped
from tests.stores import Stores, more_stores

TABLES = """
SELECT string_agg(quote_ident(tablename), ', ')
FROM pg_tables
WHERE schemaname = 'public'
  AND tablename NOT LIKE '%version%'
"""
LATER = NOON + timedelta(hours=1)


class Hall(Value):
    """A database, as the application and as its owner see it."""

    stores: Stores
    pool: Pool
    owner: Connection

    @property
    def ratings(self) -> Ratings:
        return Ratings(self.pool)

    def rater(self, kinds: Kinds = KINDS) -> Rater:
        """Return somebody new who rates."""
        return Rater(RatingOrder(self.pool), kinds, plackett_luce)

    async def ended(self, *games: Whole) -> None:
        """Let games end."""
        await appended(self.owner, games)

    async def rated(self, rater: Rater | None = None, now: datetime = LATER) -> int:
        """Let somebody rate all there is to rate; return how many games that were."""
        one, games = rater or self.rater(), 0
        while leases := await one.due(now):
            games += sum([await one.rate(lease) for lease in leases])
        return games

    async def order(self, kind: str = "connect_four") -> Sequence[UUID]:
        """Return the games of a kind in the order of rating."""
        rows = await self.owner.fetch("SELECT place, game FROM rating_order WHERE kind = $1 ORDER BY place", kind)
        assert [row["place"] for row in rows] == list(range(1, len(rows) + 1))
        return [row["game"] for row in rows]

    async def table(self, name: str) -> Sequence[Any]:
        """Return all that a table holds."""
        return [tuple(row) for row in await self.owner.fetch(f"SELECT * FROM {name} ORDER BY 1, 2, 3")]

    async def strengths(self, *players: str, kind: str = "connect_four") -> Sequence[int | None]:
        """Return the strengths of players, None of whoever has not been rated."""
        found = await self.ratings.strengths(kind, players)
        return [found.get(player) for player in players]


@pytest.fixture(scope="package")
async def a_hall(stores: Stores) -> AsyncIterator[Hall]:
    async with more_stores(stores) as own, opened(own) as hall:
        yield hall


@pytest.fixture
async def hall(a_hall: Hall) -> Hall:
    """One in which nothing has been played."""
    await a_hall.owner.execute(f"TRUNCATE {await a_hall.owner.fetchval(TABLES)}")
    return a_hall


@asynccontextmanager
async def opened(stores: Stores) -> AsyncIterator[Hall]:
    """Open a hall in a database."""
    async with open_pool(stores.settings(pool_size_min=1)) as pool, connect(stores.owner_url) as owner:
        yield Hall(stores=stores, pool=pool, owner=owner)


class Place(Value):
    """A server, and the hall behind it."""

    hall: Hall
    desk: Desk

    @property
    def client(self) -> Client:
        return self.desk.client

    async def guests(self, number: int) -> Sequence[Player]:
        return [await self.client.guest() for _ in range(number)]

    async def introduced(self, robot: Person) -> None:
        """Let a robot be known by name."""
        await People(self.hall.pool).add_robots([robot], [names.key(robot.name)], self.desk.clock.at)

    async def beaten(self, *pairs: tuple[Player, Player], columns: str = WON) -> None:
        """Let the first of each pair beat the second, one game after the other, and let all of it be rated."""
        games = list[Whole]()
        for winner, loser in pairs:
            game = derived("game", await self.hall.owner.fetchval("SELECT count(*) FROM games"), len(games))
            one = dropped(game, [winner.id, loser.id], columns, self.desk.clock.at)
            games.append(one if one.seats[0] == winner.id else dropped(game, [loser.id, winner.id], columns, one.at))
            self.desk.clock.pass_by(seconds=1)
        await self.hall.ended(*games)
        await self.hall.rated(now=self.desk.clock.at)


@pytest.fixture(scope="package")
async def a_desk(a_hall: Hall) -> AsyncIterator[Desk]:
    async with desk(a_hall.stores, page_max=100) as one:
        yield one


@pytest.fixture
async def place(a_desk: Desk, hall: Hall) -> Place:
    """A server at which nothing has been played."""
    return Place(hall=hall, desk=a_desk)
