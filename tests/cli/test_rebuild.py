"""Rebuild from the command line: what is wrong with the rows is named, mended, and then no longer there."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from infra.postgres.pool import connect
from tests.servers import on, run
from tests.stores import Stores, more_stores


@pytest.fixture
async def damaged(stores: Stores, tmp_path: Path) -> AsyncIterator[Stores]:
    """A database with one game, whose row is wrong."""
    async with more_stores(stores) as mine:
        path = tmp_path / "games.txt"
        path.write_text("1122334\n")
        await run(on(mine), "import", "connect_four", path)
        async with connect(mine.owner_url) as connection:
            await connection.execute("UPDATE games SET seats = 3, to_move = 1")
        yield mine


async def test_a_check_names_what_differs_and_fails_until_it_is_mended(damaged: Stores) -> None:
    wrong = await run(on(damaged), "rebuild", "--check")
    mended = await run(on(damaged), "rebuild")
    right = await run(on(damaged), "rebuild", "--check")

    assert wrong.code == 1
    assert [line.partition(": ")[2] for line in wrong.out.splitlines()[:2]] == [
        "seats is 3, must be 2",
        "to_move is 1, must be 0",
    ]
    assert wrong.out.splitlines()[2:] == ["1 games, 2 things wrong"]
    assert (mended.code, mended.out) == (0, "1 games, 1 rows written\n")
    assert (right.code, right.out) == (0, "1 games, 0 things wrong\n")


async def test_on_a_terminal_a_bar_shows_how_far_it_is(damaged: Stores) -> None:
    shown = await run({**on(damaged), "FORCE_COLOR": "1", "TERM": "xterm"}, "rebuild", "--check")

    assert "━" in shown.err
    assert "\x1b[?25l" in shown.err
