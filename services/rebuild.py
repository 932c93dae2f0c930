"""Rebuild: the rows of `games`, and the ratings, made again from the events beside live play; or only compared."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from domain import chain, record
from domain.codec import Codec, Unreadable
from domain.feed import recall
from domain.kernel import Kinds
from domain.row import row
from domain.value import Value
from infra.postgres.pool import Connection, connect
from infra.postgres.rows import Found, columns, count, found, known, replace
from infra.settings import Settings
from services.progress import Step, progress
from services.ratings.again import ratings_again
from services.ratings.model import plackett_luce
from services.stores import assert_migrated, stores

TOGETHER = 100  # Games that are read at once.
TRIES_MAX = 10  # For a game that is played on while its row is written.


class Survey(Value):
    """What was found: the number of games, of rows written, and a sentence for whatever is not as it must be."""

    games: int
    written: int
    wrong: tuple[str, ...]


class Broken(Exception):
    """A game's events are not what was once written, so that no row follows from them."""


def rebuild(settings: Settings, kinds: Kinds, *, check: bool) -> Survey:
    """Make every row what its events say; `check` changes nothing, and says what differs."""
    with stores(settings) as whole:
        return asyncio.run(_rebuild(whole.owner_url, kinds, check=check))


async def _rebuild(owner_url: str, kinds: Kinds, *, check: bool) -> Survey:
    async with connect(owner_url) as connection:
        await assert_migrated(connection)
        with progress("checking" if check else "rebuilding", await count(connection)) as step:
            rows = await survey(connection, kinds, step, check=check)
        ratings = await ratings_again(connection, kinds, plackett_luce, check=check)
    return Survey(games=rows.games, written=rows.written + ratings.written, wrong=(*rows.wrong, *ratings.wrong))


async def survey(connection: Connection, kinds: Kinds, step: Step, *, check: bool) -> Survey:
    """Compare all rows with their events, and write those that differ unless this is but a check."""
    games, written, wrong = 0, 0, list[str]()
    async for together in known(connection, TOGETHER):
        for one in await found(connection, together):
            try:
                if check:
                    wrong.extend(f"game {one.game}: {each}" for each in differences(one, due_row(kinds, one)))
                else:
                    written += await _mend(connection, kinds, one)
            except Broken as error:
                wrong.append(f"game {one.game}: {error}")
        games += len(together)
        step(len(together))
    return Survey(games=games, written=written, wrong=tuple(wrong))


async def _mend(connection: Connection, kinds: Kinds, one: Found) -> bool:
    """Write one game's row if it is not as its events have it; return whether that was so."""
    for _ in range(TRIES_MAX):
        due = due_row(kinds, one)
        if one.row == due:
            return False
        if await replace(connection, one, due):
            return True
        (one,) = await found(connection, [one.game])
    raise Broken(f"it was played on each of the {TRIES_MAX} times that its row was to be written")


def due_row(kinds: Kinds, one: Found) -> Mapping[str, Any] | None:
    """Return the row that follows from a game's events; None where there are none.  Raises Broken."""
    if not one.entries:
        return None
    version = chain.broken(one.game, one.entries)
    if version is not None:
        raise Broken(f"version {version} does not follow from those before it")
    kind = record.kind_of(one.entries)
    if kind not in kinds:
        raise Broken(f"it is one of {kind}, which is not known here")
    codec = Codec(kinds[kind])
    try:
        log = [chain.read(codec, together) for together in chain.commits(one.entries)]
    except Unreadable as error:
        raise Broken(f"an event cannot be read: {error}") from error
    return columns(row(recall(kinds[kind], log)), one.entries[-1].hash)


def differences(one: Found, due: Mapping[str, Any] | None) -> Sequence[str]:
    """Return a sentence for each column of a game's row that is not as it must be."""
    if one.row is None or due is None:
        return [] if one.row == due else ["it has no row" if one.row is None else "it has a row and no events"]
    return [
        f"{name} is {_shown(one.row[name])}, must be {_shown(value)}"
        for name, value in due.items()
        if one.row[name] != value
    ]


def _shown(value: Any) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)
