"""Program: somebody else's server, run beside ours for as long as ours runs."""

import fcntl
import hashlib
import os
import pwd
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

START_SECONDS_MAX = 60  # Recovering from a crash may take that long on a slow disk.
STOP_SECONDS_MAX = 20
POLL_SECONDS = 0.02
LOG_LINES_SHOWN = 20
SOCKET_BYTES_MAX = 103  # What the systems we run on allow in the address of a socket, the shortest of them.


class EmbeddedFailed(Exception):
    """An embedded store cannot run; the message says why and what to do."""


class Program:
    """One program, its log and a lock in `folder`.

    It runs in a session of its own, so that Ctrl-C reaches us alone and we stop it when we are done with it.
    It and every process it starts hold the lock; so whether an earlier one still runs is never guessed from a number in
    a file, which may meanwhile be somebody else's.
    """

    def __init__(self, name: str, folder: Path) -> None:
        self._name = name
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        if self._process is None:
            raise EmbeddedFailed(f"{self._name} has not been started")
        return self._process.pid

    @contextmanager
    def alone(self, end_earlier: Callable[[], None]) -> Iterator[int]:
        """Hold the lock once nobody else does, to be handed on; `end_earlier` asks whoever has it to stop."""
        lock = os.open(self._folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            self._await(lambda: _locked(lock, otherwise=end_earlier), STOP_SECONDS_MAX, "an earlier one does not stop")
            yield lock
        finally:
            os.close(lock)  # Whoever it was handed to still holds it.

    def start(
        self,
        command: Sequence[str],
        *,
        lock: int,
        ready: Callable[[], bool],
        environment: Mapping[str, str],
        user: str | None = None,
    ) -> None:
        """Start it, hand the lock on to it and wait until it is ready."""
        self.stop()  # As the lock shows, one of before is dead; the system wants that acknowledged.
        with (self._folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                command,
                cwd="/",  # Ours may be closed to the user it runs as.
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                pass_fds=(lock,),
                user=user,
                group=user,
                extra_groups=[] if user else None,
            )
        try:
            self._await(lambda: self._alive() and ready(), START_SECONDS_MAX, "it does not become ready")
        except BaseException:
            self.stop(signal.SIGKILL)
            raise

    def stop(self, *signals: signal.Signals) -> None:
        """Stop it with the first of the signals that it obeys, and wait until it is gone."""
        process, self._process = self._process, None
        for number in (*signals, signal.SIGKILL):
            if process is None or process.poll() is not None:
                return
            process.send_signal(number)
            try:
                process.wait(STOP_SECONDS_MAX)
            except subprocess.TimeoutExpired:
                continue

    def _alive(self) -> bool:
        if self._process is None or self._process.poll() is not None:
            raise EmbeddedFailed(f"{self._name} ended as soon as it was started:\n{self._log()}")
        return True

    def _await(self, condition: Callable[[], bool], seconds_max: float, otherwise: str) -> None:
        deadline = time.monotonic() + seconds_max
        while not condition():
            if time.monotonic() > deadline:
                raise EmbeddedFailed(f"{self._name}: {otherwise} within {seconds_max} seconds:\n{self._log()}")
            time.sleep(POLL_SECONDS)

    def _log(self) -> str:
        log = self._folder / "log"
        lines = log.read_text(errors="replace").splitlines() if log.exists() else []
        return "\n".join(lines[-LOG_LINES_SHOWN:])


def socket_path(folder: Path, name: str) -> Path:
    """Return where a socket of that folder lies: in it, or, where that address would be too long, in one of its own."""
    if len(os.fsencode(folder / name)) <= SOCKET_BYTES_MAX:
        return folder / name
    known_by = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"zugfolge-{known_by}" / name


def lay_socket_folder(folder: Path, owner: str | None = None) -> None:
    """Make the folder of a socket where it is missing, its owner's alone.

    Raises:
        EmbeddedFailed: somebody else has made that folder.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    uid = pwd.getpwnam(owner).pw_uid if owner else os.geteuid()
    if folder.is_symlink() or folder.stat().st_uid not in {uid, os.geteuid()}:
        raise EmbeddedFailed(f"{folder} is somebody else's: choose a folder with a shorter name with ZUGFOLGE_DATA")
    os.chown(folder, uid, -1)


def accepts(path: Path) -> bool:
    """Return whether somebody listens on that socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        try:
            client.connect(str(path))
        except OSError:
            return False
        return True


def _locked(lock: int, otherwise: Callable[[], None]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        otherwise()
        return False
    return True
