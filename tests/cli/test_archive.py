"""Archiving from the command line, as the owner alone; and a backup, which proves whole once it is restored, or not."""

import subprocess
import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from cryptography.fernet import Fernet
from msgspec.structs import replace

from domain.games import discover
from infra.embedded import wheels
from infra.embedded.postgres import DISTRIBUTION, MAJOR, PACKAGE
from infra.postgres.pool import connect
from services.ratings.again import ratings_again
from services.ratings.model import plackett_luce
from services.restore import check_whole
from tests.api.conftest import desk
from tests.api.tables import drop, finished, opened, started
from tests.servers import on, run
from tests.stores import Stores, more_stores, stores_of

WON = "1122334"
EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"
PROGRAMS = wheels.package(PACKAGE, DISTRIBUTION, "DATABASE_URL") / f"pginstall{MAJOR}" / "bin"
ORDER = """
INSERT INTO rating_order (kind, place, game)
SELECT kind, row_number() OVER (), game
FROM games
WHERE status = 'finished'
"""

LOSSES = {
    "DELETE FROM seeds": "its seed is missing",
    "UPDATE seeds SET seed = sha256(seed)": "its seed is not what was committed to",
    "DELETE FROM words": "its word is missing",
    "DELETE FROM events WHERE version = 2": "version 2 does not follow from those before it",
    "UPDATE events SET data = data || ' '": "version 1 does not follow from those before it",
    "DELETE FROM archive": "there is a seed of it and no event",
    "UPDATE archive SET log = (SELECT log FROM archive ORDER BY game DESC LIMIT 1)": "version 1 does not follow",
    "DELETE FROM games": "it has no row",
    "UPDATE games SET locked = NOT locked": "locked is ",
    "DELETE FROM rating_order WHERE place = 1": "a place after 0 is missing",
    "REVOKE INSERT ON events FROM zugfolge_app": "the application lacks INSERT on events",
}
"""What a backup may lose, and what is said of it."""


@pytest.fixture(scope="module")
async def wheel_stores() -> AsyncIterator[Stores]:
    """Stores that are as new as the programs which dump and restore them."""
    async with stores_of("wheels") as made:
        yield made


@pytest.fixture(scope="module")
async def backup(wheel_stores: Stores) -> AsyncIterator[Path]:
    """A backup of two ended games that were archived, one that goes on, and a table with a word."""
    with tempfile.TemporaryDirectory(prefix="zugfolge-test-") as folder:
        path = Path(folder) / "backup"
        async with more_stores(wheel_stores) as mine:
            async with desk(mine) as here:
                for _ in range(2):
                    await finished(here.client)
                await drop(here.client, await started(here.client), "121")
                await opened(here.client, word="a word")
            async with connect(mine.owner_url) as owner:
                await owner.execute(ORDER)
                await ratings_again(owner, discover(), plackett_luce, check=False)
            archived = await run(on(mine), "archive")
            assert archived.out.startswith("2 games archived, ")
            program("pg_dump", "--format=custom", f"--file={path}", mine.owner_url)
        yield path


@pytest.fixture(scope="module")
async def restored(wheel_stores: Stores, backup: Path) -> AsyncIterator[Stores]:
    """Another database, restored from the backup."""
    async with more_stores(wheel_stores) as copy:
        async with connect(copy.owner_url) as owner:
            await owner.execute(EMPTY)
        program("pg_restore", "--exit-on-error", f"--dbname={copy.owner_url}", str(backup))
        yield copy


@pytest.fixture
async def damaged(wheel_stores: Stores, restored: Stores) -> AsyncIterator[Stores]:
    """A copy of that, to be damaged."""
    name = f"{restored.redis_prefix}_damaged"
    async with connect(wheel_stores.owner_url) as owner:
        await owner.execute(f"CREATE DATABASE {name} TEMPLATE {restored.redis_prefix}")
        urls = (urlsplit(url)._replace(path=f"/{name}").geturl() for url in (restored.database_url, restored.owner_url))
        yield replace(restored, **dict(zip(("database_url", "owner_url"), urls, strict=True)))
        await owner.execute(f"DROP DATABASE {name} WITH (FORCE)")


def program(name: str, *arguments: str) -> None:
    done = subprocess.run([PROGRAMS / name, *arguments], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


async def test_what_was_restored_is_whole(restored: Stores) -> None:
    whole = await run(on(restored), "restore", "--check")

    assert (whole.code, whole.out.endswith(" events, 0 things wrong\n")) == (0, True)
    assert whole.out.startswith("4 games, ")


@pytest.mark.parametrize("loss", LOSSES)
async def test_what_a_backup_lost_is_named(damaged: Stores, loss: str) -> None:
    async with connect(damaged.owner_url) as owner:
        await owner.execute(loss)
    found = await check_whole(damaged.settings(), discover())

    assert LOSSES[loss] in "\n".join(found.wrong)


async def test_words_are_nothing_without_their_keys(restored: Stores) -> None:
    settings = restored.settings(word_keys=Fernet.generate_key().decode())
    (wrong,) = (await check_whole(settings, discover())).wrong

    assert wrong.endswith(": its word cannot be read with ZUGFOLGE_WORD_KEYS")


async def test_a_check_changes_nothing_and_restoring_makes_again_what_follows_from_events(damaged: Stores) -> None:
    async with connect(damaged.owner_url) as owner:
        await owner.execute("DELETE FROM games; DELETE FROM ratings")
        missing = [(await check_whole(damaged.settings(), discover())).wrong for _ in range(2)]
        mended = await run(on(damaged), "restore")

    assert missing[0]
    assert missing[0] == missing[1]
    assert mended.code == 0


async def test_the_application_may_not_archive(wheel_stores: Stores) -> None:
    async with more_stores(wheel_stores) as mine:
        refused = await run(on(replace(mine, owner_url=mine.database_url)), "archive")

    assert refused.code == 1
    assert "only the database's owner may archive" in refused.err


async def test_what_is_archived_is_exported_and_known_to_an_import(wheel_stores: Stores, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(f"{WON}\n")
    async with more_stores(wheel_stores) as mine:
        await run(on(mine), "import", "connect_four", path)
        (game,) = await ids(mine)
        before = await run(on(mine), "export", game)
        archived = await run(on(mine), "archive", "--days", "0")
        after = await run(on(mine), "export", game)
        again = await run(on(mine), "import", "connect_four", path)

    assert archived.out.startswith("1 games archived, ")
    assert (before.code, after.out) == (0, before.out)
    assert again.out == "0 imported, 1 known already, 0 refused\n"


async def ids(wheel_stores: Stores) -> Sequence[str]:
    async with connect(wheel_stores.owner_url) as owner:
        return [str(row["game"]) for row in await owner.fetch("SELECT game FROM games")]
