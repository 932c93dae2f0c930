"""The command line: `zugfolge COMMAND`."""

import asyncio
import sys
from datetime import timedelta
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, TypeAlias
from uuid import UUID

from cyclopts import App, Parameter
from cyclopts.validators import Number
from rich.console import Console

from domain.games import discover
from infra.embedded import EmbeddedFailed
from infra.machine import Machine
from infra.postgres.distributed import NoCitus, distribute
from infra.postgres.migrate import migrate as migrate_to_newest
from infra.postgres.pool import Changeable, StoreUnavailable
from infra.settings import Settings, SettingsInvalid
from services import archive as packing
from services import importing, records
from services import rebuild as rows
from services import restore as restoring
from services import serve as run
from services.bench.client import BenchFailed
from services.bench.report import show
from services.bench.run import Plan
from services.bench.run import bench as run_bench
from services.stores import CommandFailed
from services.terminal import Pace
from services.terminal import replay as show_again

Seconds: TypeAlias = Annotated[float, Parameter(validator=Number(gt=0, lte=600))]
Some: TypeAlias = Annotated[int, Parameter(validator=Number(gte=1, lte=10_000))]
Speed: TypeAlias = Annotated[float, Parameter(validator=Number(gt=0, lte=1_000))]
Days: TypeAlias = Annotated[int, Parameter(validator=Number(gte=0, lte=36_500))]
Gap: TypeAlias = Annotated[float, Parameter(validator=Number(gte=0, lte=3_600))]
Files: TypeAlias = Annotated[list[Path], Parameter(consume_multiple=True)]

app = App(name="zugfolge", help="An event-sourced game server.", version=partial(version, "zugfolge"))


@app.command
def serve() -> None:
    """Run everything in one process."""
    run.serve(Settings.load())


@app.command
def api() -> None:
    """Run the public interface alone."""
    run.api(Settings.load())


@app.command
def robots() -> None:
    """Let robots play; any number of processes may."""
    run.worker(Settings.load(), "robots")


@app.command
def clock() -> None:
    """Put out whoever runs out of time; any number of processes may."""
    run.worker(Settings.load(), "clock")


@app.command
def ratings() -> None:
    """Rate the games that have ended; any number of processes may."""
    run.worker(Settings.load(), "ratings")


@app.command
def migrate(*, distributed: bool = False) -> None:
    """Bring the database to the newest schema, as its owner.

    Args:
        distributed: spread the tables over the nodes of Citus, those that are not yet.
    """
    settings = Settings.load()
    applied = asyncio.run(migrate_to_newest(settings.owner_url, settings.database_url))
    if distributed:
        asyncio.run(distribute(settings.owner_url))
    print("\n".join(applied) or "nothing to do")


@app.command
def settings() -> None:
    """List every setting with the value in force, secrets hidden."""
    for name, value in Settings.load().describe().items():
        print(f"{name}={value}")


@app.command
def export(game: UUID) -> None:
    """Write the record of a finished game to standard output.

    Args:
        game: its id.
    """
    sys.stdout.buffer.write(records.export(Settings.load(), discover(), game))


@app.command
def verify(files: Files, /) -> None:
    """Verify records, without any server: chain, seed and commitment, every draw, rule and score.

    Args:
        files: as `export` writes them.
    """
    said = list(records.verify(discover(), files))
    print("\n".join(sentence for sentence, _ in said))
    sys.exit(not all(true for _, true in said))


@app.command(name="import")
def import_(kind: str, file: Path) -> None:
    """Import games that were played elsewhere, also beside a running server; what is here already is passed over.

    Args:
        kind: what is played in them.
        file: a record; or notation, one game a line; or a table with tabs whose header has a column `moves`.
    """
    tally = importing.import_file(Settings.load(), discover(), kind, file, Machine().now)
    for sentence in tally.refused:
        print(f"{file}: {sentence}", file=sys.stderr)
    print(f"{len(tally.new)} imported, {len(tally.known)} known already, {len(tally.refused)} refused")
    sys.exit(bool(tally.refused))


@app.command
def replay(file: Path, /, *, speed: Speed = 1, gap_min: Gap = 0.4, gap_max: Gap = 2) -> None:
    """Show a recorded game again in the terminal, step by step; where there is none, print the steps.

    Args:
        file: a record.
        speed: how many times as fast as it was played.
        gap_min: the least seconds between two steps.
        gap_max: the most seconds that a pause of the players counts.
    """
    show_again(records.read(discover(), file), Pace(speed=speed, gap_min=gap_min, gap_max=gap_max), Console())


@app.command
def rebuild(*, check: bool = False) -> None:
    """Make the rows of all games again from their events, beside live play, as the database's owner.

    Args:
        check: change nothing; compare the rows, check the chains and say what is not as it must be.
    """
    survey = rows.rebuild(Settings.load(), discover(), check=check)
    for sentence in survey.wrong:
        print(sentence)
    did = f"{len(survey.wrong)} things wrong" if check else f"{survey.written} rows written"
    print(f"{survey.games} games, {did}")
    sys.exit(bool(survey.wrong))


@app.command
def archive(*, days: Days = 30) -> None:
    """Pack games that ended long ago into one row each, as the database's owner; they are read as before.

    Args:
        days: how long ago.
    """
    done = packing.archive(Settings.load(), Machine().now() - timedelta(days=days))
    for sentence in done.refused:
        print(sentence, file=sys.stderr)
    print(f"{done.games} games archived, {done.events} events")
    sys.exit(bool(done.refused))


@app.command
def restore(*, check: bool = False) -> None:
    """Make a database that came back from a backup whole, and say whether it is; as its owner.

    Args:
        check: change nothing, only say it: schema, chains, rows, ratings, seeds and commitments, words, rights.
    """
    found = restoring.restore(Settings.load(), discover(), check=check)
    for sentence in found.wrong:
        print(sentence)
    print(f"{found.games} games, {found.events} events, {len(found.wrong)} things wrong")
    sys.exit(bool(found.wrong))


@app.command
def bench(
    *, seconds: Seconds = 10, games: Some = 64, streams: Some = 1000, kind: str | None = None, json: bool = False
) -> None:
    """Measure moves, streams and rebuilding on this machine, each beside its limit; no stored game is touched.

    Args:
        seconds: how long each measurement goes on.
        games: how many are played at the same time.
        streams: how many onlookers one game has.
        kind: what is played, if not the shortest game.
        json: write JSON instead of a table.
    """
    plan = Plan(seconds=seconds, games=games, streams=streams, kind=kind)
    show(run_bench(Settings.load(), plan), json=json)


def main() -> None:
    """Run a command; what an operator can mend is one line, not a traceback."""
    try:
        app()
    except (
        SettingsInvalid,
        EmbeddedFailed,
        StoreUnavailable,
        Changeable,
        BenchFailed,
        CommandFailed,
        NoCitus,
    ) as error:
        sys.exit(f"zugfolge: {error}")
