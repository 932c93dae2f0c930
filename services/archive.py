"""Archive: games that ended long ago, each packed into one row, and read as before."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from domain import chain
from domain.match import MatchEnded
from domain.value import Value
from infra.postgres import archive as vault
from infra.postgres.pool import Connection, connect
from infra.postgres.rows import Found, found
from infra.settings import Settings
from services.progress import Step, progress
from services.stores import CommandFailed, assert_migrated, stores

GAMES_MAX = 100_000  # In one run; the next goes on.
TOGETHER = 100  # Games in one transaction: all of them are archived, or none.
ENDED = MatchEnded.__struct_config__.tag


class Archived(Value):
    """How many games and events were archived, and a sentence for each game that was not."""

    games: int
    events: int
    refused: tuple[str, ...]


def archive(settings: Settings, before: datetime) -> Archived:
    """Archive the games that ended before that time, as the database's owner.

    Raises:
        CommandFailed: whoever is connected does not own the database.
    """
    with stores(settings) as whole:
        return asyncio.run(_archive(whole.owner_url, before))


async def _archive(owner_url: str, before: datetime) -> Archived:
    async with connect(owner_url) as connection:
        await assert_migrated(connection)
        if not await vault.may(connection):
            raise CommandFailed("only the database's owner may archive: name it in DATABASE_OWNER_URL")
        due = await vault.due(connection, before, GAMES_MAX)
        with progress("archiving", len(due)) as step:
            return await archived(connection, due, step)


async def archived(connection: Connection, due: Sequence[UUID], step: Step = lambda _: None) -> Archived:
    """Archive these games, some in each transaction."""
    games, events, refused = 0, 0, list[str]()
    for start in range(0, len(due), TOGETHER):
        together, good = due[start : start + TOGETHER], list[Found]()
        for one in await found(connection, together):
            reason = _why_not(one)
            if reason is None:
                good.append(one)
            else:
                refused.append(f"game {one.game}: {reason}")
        done = await _pack(connection, good)
        games += len(done)
        events += sum(len(one.entries) for one in done)
        step(len(together))
    return Archived(games=games, events=events, refused=tuple(refused))


async def _pack(connection: Connection, games: Sequence[Found]) -> Sequence[Found]:
    """Put games into the archive, read them back, and remove their events; return those nobody else has archived."""
    logs = {one.game: one.entries for one in games}
    async with connection.transaction():
        new = await vault.put(connection, logs) if logs else set[UUID]()
        held = await vault.held(connection, new)
        if any(tuple(held[game]) != logs[game] for game in new):
            raise AssertionError("the archive does not give back what was put there")
        done = [one for one in games if one.game in new]
        if await vault.remove(connection, new) != sum(len(one.entries) for one in done):
            raise AssertionError("other events were removed than were archived")
    return done


def _why_not(one: Found) -> str | None:
    """Return why a game may not be archived: its events are not all there, or not what was once written."""
    version = chain.broken(one.game, one.entries)
    if version is not None:
        return f"version {version} does not follow from those before it"
    if not one.entries or one.entries[-1].type != ENDED:
        return "its events do not reach its end"
    if one.row is None or (one.row["version"], one.row["head"]) != (len(one.entries), one.entries[-1].hash):
        return "its row is not what its events say: `zugfolge rebuild` mends that"
    return None
