"""The command line: `zugfolge COMMAND`."""

import asyncio
import sys

from cyclopts import App

from infra.embedded import EmbeddedFailed
from infra.postgres.migrate import migrate as migrate_to_newest
from infra.postgres.pool import Changeable, StoreUnavailable
from infra.settings import Settings, SettingsInvalid
from services import serve as run

app = App(name="zugfolge", help="An event-sourced game server.", version_flags=["--version"])


@app.command
def serve() -> None:
    """Run everything in one process."""
    run.serve(Settings.load())


@app.command
def api() -> None:
    """Run the public interface alone."""
    run.api(Settings.load())


@app.command
def migrate() -> None:
    """Bring the database to the newest schema, as its owner."""
    settings = Settings.load()
    applied = asyncio.run(migrate_to_newest(settings.owner_url, settings.database_url))
    print("\n".join(applied) or "nothing to do")  # noqa: T201


@app.command
def settings() -> None:
    """List every setting with the value in force, secrets hidden."""
    for name, value in Settings.load().describe().items():
        print(f"{name}={value}")  # noqa: T201


def main() -> None:
    """Run a command; what an operator can mend is one line, not a traceback."""
    try:
        app()
    except (SettingsInvalid, EmbeddedFailed, StoreUnavailable, Changeable) as error:
        sys.exit(f"zugfolge: {error}")
