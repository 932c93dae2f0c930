"""A server that is killed again and again: its program is loaded once, so that the next life begins at once."""

import multiprocessing
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess

from infra.settings import Settings
from services.serve import api

PROCESSES = multiprocessing.get_context("forkserver")  # Each is forked from one that has loaded the program.
PROCESSES.set_forkserver_preload(["services.serve", "tests.faults.loaded"])


class Mortal:
    """One server at `url`, whichever life it is in."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._process: BaseProcess | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._settings.port}"

    def start(self) -> None:
        """Begin a life."""
        self._process = PROCESSES.Process(target=api, args=(self._settings,))
        self._process.start()

    def kill(self) -> None:
        """End it at whatever instruction it is."""
        if self._process is not None:
            self._process.kill()
            self._process.join()


@contextmanager
def mortal(settings: Settings) -> Iterator[Mortal]:
    """Give a server on a free port, not yet started, and leave none behind."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Mortal(settings.model_copy(update={"port": port}))
    try:
        yield server
    finally:
        server.kill()
