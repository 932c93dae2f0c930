"""People: who plays, and the tokens that prove it.  Kept outside the event log, so that it can be erased."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from domain.value import Value
from infra.postgres.pool import Pool


class Person(Value):
    """A player as others see one."""

    id: str
    name: str
    robot: bool


ADD = """
WITH added AS (
  INSERT INTO players (id, name, name_key, robot, created_at)
  VALUES ($1, $2, $3, false, $5)
  ON CONFLICT (name_key) DO NOTHING
  RETURNING id
)
INSERT INTO tokens (hash, player, created_at)
SELECT $4, id, $5
FROM added
RETURNING player
"""

WHO = """
SELECT players.id::text AS id, name, robot
FROM tokens
JOIN players ON players.id = tokens.player
WHERE tokens.hash = $1
"""

BY_ID = """
SELECT id::text AS id, name, robot
FROM players
WHERE id = ANY($1::uuid[])
"""


class People:
    """Reads and adds players.  Raises `infra.postgres.pool.StoreUnavailable` where the database does not answer."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def add_guest(self, player: UUID, name: str, token_hash: bytes, at: datetime) -> bool:
        """Add a player with a token; return False where the name is taken."""
        async with self._pool.acquire() as connection:
            return await connection.fetchval(ADD, player, name, name.casefold(), token_hash, at) is not None

    async def by_token(self, token_hash: bytes) -> Person | None:
        """Return whose token has this hash."""
        async with self._pool.acquire() as connection:
            found = await connection.fetchrow(WHO, token_hash)
        return None if found is None else Person(id=found["id"], name=found["name"], robot=found["robot"])

    async def by_id(self, players: Sequence[str]) -> Mapping[str, Person]:
        """Return those of `players` that exist."""
        async with self._pool.acquire() as connection:
            found = await connection.fetch(BY_ID, players)
        return {row["id"]: Person(id=row["id"], name=row["name"], robot=row["robot"]) for row in found}
