"""Restore: whether a database that came back from a backup is whole, and what makes it so where that can be made."""

import asyncio
from collections.abc import Iterator, Mapping
from uuid import UUID

from domain import chance
from domain.chain import event_of
from domain.codec import Codec
from domain.kernel import Kinds
from domain.match import MatchOpened
from domain.value import Value
from infra.postgres import kept
from infra.postgres.migrate import migrate
from infra.postgres.pool import Connection, assert_immutable, connect
from infra.postgres.rows import Found, count, found, known
from infra.secrecy import Secrecy, Unreadable
from infra.settings import Settings
from services.progress import Step, progress
from services.ratings.again import ratings_again
from services.ratings.model import plackett_luce
from services.rebuild import TOGETHER, Broken, differences, due_row, rebuild
from services.stores import assert_migrated, migrated, stores

GOES_ON = ("open", "running")


class Checked(Value):
    """How many games and events there are, and a sentence for whatever is not there or not as it must be."""

    games: int
    events: int
    wrong: tuple[str, ...]


class Beside(Value):
    """What is kept beside some games' events, by game."""

    seeds: Mapping[UUID, bytes]
    words: Mapping[UUID, bytes]


def restore(settings: Settings, kinds: Kinds, *, check: bool) -> Checked:
    """Bring the schema up to date and make again what follows from the events, unless this is but a check; then check.

    Raises:
        StoreUnavailable: the database cannot be reached or, in a check, is not at this release's schema.
        Changeable: the application's connection could rewrite history.
    """
    with stores(settings) as whole:
        if not check:
            asyncio.run(migrate(whole.owner_url, whole.database_url))
            rebuild(whole, kinds, check=False)
        return asyncio.run(check_whole(whole, kinds))


async def check_whole(settings: Settings, kinds: Kinds) -> Checked:
    """Check a database: its schema, every game, ratings, and what the application may do there."""
    async with connect(settings.owner_url) as connection:
        await assert_migrated(connection)
        with progress("checking", await count(connection)) as step:
            games = await checked(connection, kinds, Secrecy(settings.word_keys), step)
        ratings = await ratings_again(connection, kinds, plackett_luce, check=True)
        barred = [f"the application lacks {right}" for right in await kept.barred(connection)]
    async with migrated(settings) as pool, pool.acquire() as application:
        await assert_immutable(application)
    return Checked(games=games.games, events=games.events, wrong=(*games.wrong, *ratings.wrong, *barred))


async def checked(connection: Connection, kinds: Kinds, secrecy: Secrecy, step: Step = lambda _: None) -> Checked:
    """Check every game: chain, row, seed and commitment, word."""
    games, events, wrong = 0, 0, list[str]()
    async for together in known(connection, TOGETHER):
        beside = Beside(seeds=await kept.seeds(connection, together), words=await kept.words(connection, together))
        for one in await found(connection, together):
            wrong.extend(f"game {one.game}: {sentence}" for sentence in _wrong(kinds, secrecy, one, beside))
            events += len(one.entries)
        games += len(together)
        step(len(together))
    wrong.extend(f"game {game}: there is a seed of it and no event" for game in await kept.seeds_of_nothing(connection))
    return Checked(games=games, events=events, wrong=tuple(wrong))


def _wrong(kinds: Kinds, secrecy: Secrecy, one: Found, beside: Beside) -> Iterator[str]:
    try:
        due = due_row(kinds, one)
    except Broken as error:
        yield str(error)
        return
    yield from differences(one, due)
    if due is None:
        return
    opened = event_of(Codec(kinds[due["kind"]]), one.entries[0])
    seed = beside.seeds.get(one.game)
    if isinstance(opened, MatchOpened) and opened.commitment != (None if seed is None else chance.commitment(seed)):
        yield "its seed is missing" if seed is None else "its seed is not what was committed to"
    if due["locked"] and due["status"] in GOES_ON:
        yield from _of_word(secrecy, beside.words.get(one.game))


def _of_word(secrecy: Secrecy, word: bytes | None) -> Iterator[str]:
    if word is None:
        yield "its word is missing"
        return
    try:
        secrecy.show(word)
    except Unreadable:
        yield "its word cannot be read with ZUGFOLGE_WORD_KEYS"
