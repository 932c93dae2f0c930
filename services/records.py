"""Records: finished games as files, written from the store and verified without one."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from uuid import UUID

from domain import record
from domain.kernel import Kinds
from domain.record import Flaw, Record
from infra.postgres.store import Store
from infra.settings import Settings
from services.stores import CommandFailed, migrated, stores


def export(settings: Settings, kinds: Kinds, game: UUID) -> bytes:
    """Return the record of a finished game.

    Raises:
        CommandFailed: there is no such game, or it goes on.
    """
    with stores(settings) as whole:
        return asyncio.run(_export(whole, kinds, game))


def verify(kinds: Kinds, paths: Sequence[Path]) -> Iterator[tuple[str, bool]]:
    """Yield a sentence about each file, and whether it is a record that is true."""
    for path in paths:
        try:
            found = read(kinds, path)
        except CommandFailed as error:
            yield str(error), False
        else:
            events, rules = len(found.entries), found.rules.name
            yield f"{path}: verified: a game of {rules}, {events} events, head {found.entries[-1].hash.hex()}", True


def read(kinds: Kinds, path: Path) -> Record:
    """Return the game that a file records.

    Raises:
        CommandFailed: the file cannot be read, or is no record that is true.
    """
    found = record.read(file_bytes(path), kinds)
    if isinstance(found, Flaw):
        raise CommandFailed(f"{path}: version {found.version}: {found.reason}")
    return found


def file_bytes(path: Path) -> bytes:
    """Return what a file holds.  Raises CommandFailed."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandFailed(f"{path} cannot be read: {error.strerror}") from None


async def _export(settings: Settings, kinds: Kinds, game: UUID) -> bytes:
    async with migrated(settings) as pool:
        entries = await Store(pool).events(game)
    if not entries:
        raise CommandFailed(f"there is no game {game}")
    kind = record.kind_of(entries)
    if kind not in kinds:
        raise CommandFailed(f"game {game} is one of {kind}, which is not known here")
    document = record.write(kinds[kind], game, entries)
    if document is None:
        raise CommandFailed(f"game {game} is not finished yet")
    return document
