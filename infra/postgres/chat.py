"""Chat: what is said in a room, in order, and what was taken back.  Beside the log, so that it can be erased."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

import asyncpg

from domain.kernel import Seat
from domain.value import Value
from infra.postgres import chat_statements as sql
from infra.postgres.pool import Pool, Record

RoomName: TypeAlias = Literal["players", "onlookers", "lobby"]
Mask: TypeAlias = int
"""Seats as bits: bit 0 is seat 0, bit 31 (the sign) whoever has no seat."""

NO_GAME = UUID(int=0)
EVERYBODY: Mask = -1
WITHOUT_SEAT: Mask = -(1 << 31)
ALL_SEATS: Mask = (1 << 31) - 1


class Place(Value):
    """Where something is said: a room of a game, or the lobby."""

    game: UUID
    room: RoomName


LOBBY = Place(game=NO_GAME, room="lobby")


class Line(Value):
    """What somebody said; `held`: how far the game's log was, where the line of this `seat` waits."""

    id: UUID
    author: str
    text: str
    at: datetime
    seat: Seat | None = None
    held: int | None = None


class Entry(Value):
    """What one audience is told: a line, one that is gone (neither line nor removed), or that lines are gone.

    `position` counts the lines told to that audience by then, `removals` the other entries; `number` all of the room's.
    """

    number: int
    position: int
    removals: int
    line: Line | None
    removed: tuple[UUID, ...]


class Point(Value):
    """How much of a room somebody has been told."""

    position: int
    removals: int = 0


class Held(Value):
    """Lines of a seat that wait, the first of them since that version of the game's log."""

    game: UUID
    seat: Seat
    since: int


class Chat:
    """Reads and writes rooms.  Raises `infra.postgres.pool.StoreUnavailable`."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def say(self, place: Place, line: Line) -> None:
        """Add a line; the same id again changes nothing.  A line that waits is its author's alone."""
        seats = EVERYBODY if line.held is None or line.seat is None else 1 << line.seat
        written = line.author, line.text, line.at, line.seat, line.held
        try:
            await self._pool.execute(sql.SAY, place.game, place.room, line.id, seats, *written)
        except asyncpg.UniqueViolationError:
            return

    async def told(self, place: Place, line: UUID, mask: Mask) -> Entry | None:
        """Return the entry by which an audience was told of a line."""
        number = await self._pool.fetchval(sql.ENTRY_OF, place.game, line, mask)
        found = () if number is None else await self.entries(place, mask, after=number - 1, until=number)
        return next(iter(found), None)

    async def head(self, place: Place) -> int:
        """Return the number of a room's last entry."""
        return await self._pool.fetchval(sql.HEAD, place.game, place.room) or 0

    async def heads(self, games: Sequence[UUID]) -> dict[Place, int]:
        """Return the same of all rooms of these games that have been used."""
        found = await self._pool.fetch(sql.HEADS, games)
        return {Place(game=row["game"], room=row["room"]): row["number"] for row in found}

    async def reached(self, place: Place, mask: Mask, until: int) -> Point:
        """Return how much an audience was told by an entry's number."""
        row = await self._pool.fetchrow(sql.REACHED, place.game, place.room, mask, until)
        return Point(position=0) if row is None else Point(position=row["position"], removals=row["removals"])

    async def entries(self, place: Place, mask: Mask, *, after: int, until: int) -> Sequence[Entry]:
        """Return what an audience was told by the entries of these numbers."""
        found = await self._pool.fetch(sql.ENTRIES, place.game, place.room, mask, after, until)
        return [_entry(row) for row in found]

    async def since(self, place: Place, mask: Mask, point: Point, *, until: int, limit: int) -> Sequence[Entry]:
        """Return what an audience has been told after a point, at most so many."""
        known = point.position, point.removals
        found = await self._pool.fetch(sql.SINCE, place.game, place.room, mask, *known, until, limit)
        return [_entry(row) for row in found]

    async def lines(
        self, place: Place, mask: Mask, *, after: int | None, until: int, limit: int, without: Sequence[str]
    ) -> Sequence[Entry]:
        """Return the lines that are there after a position, or the latest (None), in order; not those of `without`."""
        statement = sql.LATEST if after is None else sql.LINES
        asked = place.game, place.room, mask, after or 0, until, limit, without
        found = [_entry(row) for row in await self._pool.fetch(statement, *asked)]
        return found[::-1] if after is None else found

    async def held(self, games: Sequence[UUID]) -> Sequence[Held]:
        """Return whose lines wait in these games."""
        found = await self._pool.fetch(sql.HELD, games)
        return [Held(game=row["game"], seat=row["seat"], since=row["since"]) for row in found]

    async def release(self, game: UUID, seat: Seat, version: int) -> None:
        """Tell all others the lines of a seat that have waited since that version of the log, or longer."""
        await self._pool.execute(sql.RELEASE, game, seat, version, ALL_SEATS & ~(1 << seat))

    async def where(self, game: UUID, line: UUID) -> Place | None:
        """Return the room in which a line is."""
        room = await self._pool.fetchval(sql.ROOM_OF, game, line)
        return None if room is None else Place(game=game, room=room)

    async def remove(self, place: Place, lines: Sequence[UUID]) -> bool:
        """Take lines back for good; return whether any of them was there."""
        return await self._pool.fetchval(sql.REMOVE, place.game, place.room, lines) is not None

    async def by(self, author: str) -> Sequence[Place]:
        """Return the rooms in which there are lines of a player."""
        found = await self._pool.fetch(sql.PLACES_OF, author)
        return [Place(game=row["game"], room=row["room"]) for row in found]

    async def of(self, author: str, place: Place, limit: int) -> Sequence[UUID]:
        """Return lines of a player in one room."""
        return [row["id"] for row in await self._pool.fetch(sql.LINES_OF, author, place.game, place.room, limit)]

    async def export(self, author: str, limit: int) -> Sequence[tuple[Place, str, datetime]]:
        """Return what a player has said, the newest first."""
        found = await self._pool.fetch(sql.EXPORT, author, limit)
        return [(Place(game=row["game"], room=row["room"]), row["text"], row["at"]) for row in found]


class Manners:
    """Reads and writes who ignores whom, and who may not write.  Raises `infra.postgres.pool.StoreUnavailable`."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def ignore(self, player: str, ignored: str, at: datetime, most: int) -> bool:
        """Hide a player's lines from another; return False where that one ignores `most` already."""
        return await self._pool.fetchval(sql.IGNORE, player, ignored, at, most) is not None

    async def stop_ignoring(self, player: str, ignored: str) -> bool:
        """Show them again; return False where they were not hidden."""
        return await self._pool.fetchval(sql.STOP_IGNORING, player, ignored) is not None

    async def ignored_by(self, player: str) -> Sequence[str]:
        """Return whom a player ignores, in the order of ignoring."""
        return [row["ignored"] for row in await self._pool.fetch(sql.IGNORED_BY, player)]

    async def ignorers(self, players: Sequence[str], authors: Sequence[str]) -> set[tuple[str, str]]:
        """Return which of `players` ignores which of `authors`."""
        return {(row["player"], row["ignored"]) for row in await self._pool.fetch(sql.IGNORERS, players, authors)}

    async def forget(self, player: str) -> None:
        """Forget whom a player ignores, and who ignores them."""
        await self._pool.execute(sql.FORGET, player)

    async def mute(self, game: UUID, player: str, at: datetime, until: datetime | None) -> None:
        """Let a player write no more at a game's table, or (`NO_GAME`) anywhere; None: until it is taken back."""
        await self._pool.execute(sql.MUTE, game, player, at, until)

    async def unmute(self, game: UUID, player: str) -> bool:
        """Let a player write again; return False where they could."""
        return await self._pool.fetchval(sql.UNMUTE, game, player) is not None

    async def muted(self, game: UUID, player: str, at: datetime) -> bool:
        """Return whether a player may not write there."""
        return await self._pool.fetchval(sql.MUTED, [game, NO_GAME], player, at) is not None


def _entry(row: Record) -> Entry:
    line = None
    if row["author"] is not None:
        line = Line(id=row["line"], author=row["author"], text=row["text"], at=row["at"])
    return Entry(
        number=row["number"],
        position=row["position"],
        removals=row["removals"],
        line=line,
        removed=tuple(row["removed"] or ()),
    )
