"""Store: the event log of every game, appended to and read, never changed."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, get_args
from uuid import UUID

import msgspec

from domain.chain import Entry
from domain.codec import canonical
from domain.kernel import Result
from domain.match import Origin, Status
from domain.row import Row, Seated
from domain.value import Value
from infra.postgres import statements as sql
from infra.postgres.archive import entries_of
from infra.postgres.migrate import schema_version, versions
from infra.postgres.pool import Connection, Pool, Record


class Append(Value):
    """One commit, or a whole game, to be appended after `expected` events; `seed` goes with the first of a game.

    `word`: the table's encrypted word from now on, None where it stays, empty where it goes (to the `heir`, if any).
    """

    game: UUID
    expected: int
    entries: tuple[Entry, ...]
    row: Row
    seed: bytes | None = None
    word: bytes | None = None
    heir: UUID | None = None


class Lost(Value):
    """A commit was not appended, since the game had gone on; `stood_at`: how far it was when the attempt began."""

    stood_at: int


class Listed(Value):
    """One game in a list: the public part of its row.  `audience_versions` tells each reader their own version."""

    game: UUID
    kind: str
    status: Status
    listed_at: datetime
    opened_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    seats: int
    members: tuple[Seated, ...]
    options: Mapping[str, int | bool | str]
    limit_seconds: int | None
    locked: bool
    strength_max: int | None
    origin: Origin
    rematch_of: UUID | None
    to_move: int
    deadline: datetime | None
    audience_versions: Mapping[str, int]
    result: Result | None


class Store:
    """Reads logs and lists.  Raises `infra.postgres.pool.StoreUnavailable` where the database does not answer."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def events(self, game: UUID, after: int = 0) -> Sequence[Entry]:
        """Return a game's log, or what followed its first `after` events."""
        entries = entries_of(await self._pool.fetch(sql.EVENTS_AFTER, game, after))
        return [entry for entry in entries if entry.version > after]

    async def whole(self, game: UUID) -> tuple[Sequence[Entry], bytes | None]:
        """Return a game's log and the secret of its draws (None where it was written down without one)."""
        found = await self._pool.fetch(sql.WHOLE, game)
        return entries_of(record[:-1] for record in found), found[0]["seed"] if found else None

    async def seed(self, game: UUID) -> bytes | None:
        """Return the secret of a game's draws; None where it was written down without one."""
        async with self._pool.acquire() as connection:
            seed: bytes | None = await connection.fetchval(sql.SEED, game)
            return seed

    async def heads(self, games: Sequence[UUID]) -> Mapping[UUID, int]:
        """Return how many events each known game has."""
        return {record["game"]: record["version"] for record in await self._pool.fetch(sql.HEADS, games)}

    async def ready(self) -> bool:
        """Return whether the database is at this release's schema (or a later one's)."""
        async with self._pool.acquire() as connection:
            version = await schema_version(connection)
        return version is not None and version >= versions()[-1]

    async def listed(
        self,
        *,
        limit: int,
        statuses: Sequence[str] | None = None,
        kind: str | None = None,
        player: str | None = None,
        before: tuple[datetime, UUID] | None = None,
    ) -> Sequence[Listed]:
        """Return up to `limit` games, the latest started or opened first, after those up to `before`."""
        wanted = [status for status in get_args(Status) if statuses is None or status in statuses]
        at, game = before if before is not None else (None, None)
        async with self._pool.acquire() as connection:
            if player is not None:
                members = canonical([{"player": player}]).decode()
                found = await connection.fetch(sql.LISTED_OF_PLAYER, members, wanted, kind, at, game, limit)
                return [_listed(record) for record in found]
            # In the order in which a game has them, so that none that changes meanwhile is missed.
            lists = [await connection.fetch(sql.LISTED, status, kind, at, game, limit) for status in wanted]
        newest = {record["game"]: _listed(record) for found in lists for record in found}
        return sorted(newest.values(), key=lambda one: (one.listed_at, one.game), reverse=True)[:limit]


async def append(connection: Connection, appends: Sequence[Append]) -> Mapping[UUID, Lost]:
    """Append commits of different games in one statement; return those that did not pass the gate."""
    # Always in one order, so that batches do not lock each other out: see `infra.postgres.writer.PLANNED_ONCE`.
    games = sorted(appends, key=lambda one: one.game.bytes)
    asked = zip(*(_asked(one) for one in games), strict=True)
    happened = zip(*((one.game, *_columns(entry)) for one in games for entry in one.entries), strict=True)
    arguments = (*asked, *happened)
    found = {record["game"]: record["stood_at"] for record in await connection.fetch(sql.APPEND, *arguments)}
    stood_at = {one.game: found.get(one.game, 0) for one in games}
    return {game: Lost(stood_at=version) for game, version in stood_at.items() if version is not None}


def _asked(one: Append) -> tuple[object, ...]:
    first, last = one.entries[0], one.entries[-1]
    columns = canonical(one.row)[:-1] + b',"head":"\\\\x%b"}' % last.hash.hex().encode()
    return one.game, one.expected, first.command, one.seed, one.word, one.heir, first.at, columns.decode()


def _columns(entry: Entry) -> tuple[object, ...]:
    e = entry
    return e.version, e.type, e.schema, e.data, e.actor, e.command, e.body, e.at, e.hash


def _listed(record: Record) -> Listed:
    columns = dict(zip(Listed.__struct_fields__, record, strict=True))
    for name, type_ in _DOCUMENTS.items():
        if columns[name] is not None:
            columns[name] = msgspec.json.decode(columns[name], type=type_)
    return Listed(**columns)


_DOCUMENTS: Mapping[str, Any] = {
    "members": tuple[Seated, ...],
    "options": dict[str, int | bool | str],
    "audience_versions": dict[str, int],
    "result": Result,
}
