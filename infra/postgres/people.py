"""People: who plays, and the tokens that prove it.  Kept outside the event log, so that it can be erased."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import asyncpg

from domain.value import Value
from infra.postgres.pool import Pool, Record


class Person(Value):
    """A player as others see one."""

    id: str
    name: str
    robot: bool


class Account(Value):
    """A player as known to the house alone; `password` is a hash, None for guests, robots and whoever was erased."""

    person: Person
    password: str | None
    created_at: datetime
    banned: bool = False


ADD = """
WITH added AS (
  INSERT INTO players (id, name, name_key, robot, created_at, password)
  VALUES ($1, $2, $3, false, $5, $6)
  ON CONFLICT (name_key) DO NOTHING
  RETURNING id
)
INSERT INTO tokens (hash, player, created_at)
SELECT $4, id, $5
FROM added
RETURNING player
"""

ADD_ROBOTS = """
INSERT INTO players (id, name, name_key, robot, created_at)
SELECT id, name, name_key, true, $4
FROM unnest($1::uuid[], $2::text[], $3::text[]) AS robot (id, name, name_key)
ON CONFLICT DO NOTHING
"""

ADD_SESSION = """
INSERT INTO tokens (hash, player, created_at)
SELECT $1, id, $3
FROM players
WHERE id = $2
  AND erased_at IS NULL
  AND banned_at IS NULL
RETURNING player
"""

WHO = """
SELECT players.id::text AS id, name, robot
FROM tokens
JOIN players ON players.id = tokens.player
WHERE tokens.hash = $1
  AND banned_at IS NULL
"""

BY_ID = """
SELECT id::text AS id, name, robot
FROM players
WHERE id = ANY($1::uuid[])
"""

BY_NAME = """
SELECT id::text AS id, name, robot, password, created_at, banned_at
FROM players
WHERE name_key = $1
  AND erased_at IS NULL
"""

ACCOUNT = """
SELECT id::text AS id, name, robot, password, created_at, banned_at
FROM players
WHERE id = $1
"""

IS_THERE = """
SELECT true
FROM players
WHERE id = $1
  AND erased_at IS NULL
"""

CHANGE = """
UPDATE players
SET
  name = coalesce($2, name),
  name_key = coalesce($3, name_key),
  password = coalesce($4, password)
WHERE id = $1
  AND erased_at IS NULL
  AND ($5::boolean OR password IS NULL)
RETURNING id
"""

ERASE = """
WITH gone AS (
  DELETE FROM tokens
  WHERE player = $1
)
UPDATE players
SET
  name = $2,
  name_key = 'erased:' || id,
  password = NULL,
  erased_at = $3
WHERE id = $1
"""

SIGN_OUT = """
DELETE FROM tokens
WHERE hash = $1
"""

VALID = """
SELECT hash
FROM tokens
WHERE hash = ANY($1::bytea[])
"""

SESSIONS = """
SELECT created_at
FROM tokens
WHERE player = $1
ORDER BY created_at
"""


class People:
    """Reads and writes players.  Raises `infra.postgres.pool.StoreUnavailable` where the database does not answer.

    A `key` is a name as it is compared; `token` always the hash of one.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def add(self, account: Account, key: str, token: bytes) -> bool:
        """Add a player with a token; return False where the name is taken."""
        person = account.person
        arguments = person.id, person.name, key, token, account.created_at, account.password
        return await self._pool.fetchval(ADD, *arguments) is not None

    async def add_robots(self, robots: Sequence[Person], keys: Sequence[str], at: datetime) -> None:
        """Add robots; those that are there already stay as they are."""
        ids, shown = [robot.id for robot in robots], [robot.name for robot in robots]
        await self._pool.execute(ADD_ROBOTS, ids, shown, keys, at)

    async def add_token(self, player: str, token: bytes, at: datetime) -> bool:
        """Add a token to a player; return False where there is no such player any more."""
        return await self._pool.fetchval(ADD_SESSION, token, player, at) is not None

    async def by_token(self, token: bytes) -> Person | None:
        """Return whose token has this hash."""
        found = await self._pool.fetchrow(WHO, token)
        return None if found is None else _person(found)

    async def by_id(self, players: Sequence[str]) -> Mapping[str, Person]:
        """Return those of `players` that exist."""
        return {row["id"]: _person(row) for row in await self._pool.fetch(BY_ID, players)}

    async def by_name(self, key: str) -> Account | None:
        """Return who has a name."""
        return _account(await self._pool.fetchrow(BY_NAME, key))

    async def account(self, player: str) -> Account | None:
        """Return a player's account."""
        return _account(await self._pool.fetchrow(ACCOUNT, player))

    async def is_there(self, player: str) -> bool:
        """Return whether there is such a player, and they were not erased."""
        return await self._pool.fetchval(IS_THERE, player) is not None

    async def change(
        self, player: str, *, name: tuple[str, str] | None, password: str | None, registered: bool
    ) -> bool | None:
        """Give a player another name (and its key) or password; None: the name is taken.

        False: there is no such player, or one who is no guest where `registered` is not expected.
        """
        shown, key = name if name is not None else (None, None)
        try:
            return await self._pool.fetchval(CHANGE, player, shown, key, password, registered) is not None
        except asyncpg.UniqueViolationError:
            return None

    async def erase(self, player: str, name: str, at: datetime) -> None:
        """Forget a player's name, password and tokens; others see `name` from now on."""
        await self._pool.execute(ERASE, player, name, at)

    async def sign_out(self, token: bytes) -> None:
        """Forget a token."""
        await self._pool.execute(SIGN_OUT, token)

    async def valid(self, tokens: Sequence[bytes]) -> set[bytes]:
        """Return those of `tokens` that still open something."""
        return {row["hash"] for row in await self._pool.fetch(VALID, tokens)}

    async def sessions(self, player: str) -> Sequence[datetime]:
        """Return since when each of a player's tokens is valid."""
        return [row["created_at"] for row in await self._pool.fetch(SESSIONS, player)]


def _person(row: Record) -> Person:
    return Person(id=row["id"], name=row["name"], robot=row["robot"])


def _account(row: Record | None) -> Account | None:
    if row is None:
        return None
    return Account(
        person=_person(row),
        password=row["password"],
        created_at=row["created_at"],
        banned=row["banned_at"] is not None,
    )
