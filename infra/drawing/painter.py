"""Painter: makes pixels in a process of its own, since that takes as long as a hundred moves."""

import asyncio
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from types import TracebackType
from typing import Self

from domain.picture import Scene
from infra.drawing.png import WIDTH, pixels
from infra.drawing.svg import Language, svg

WAITING_MAX = 16  # Pictures; whoever comes later is asked to come again.


class Busy(Exception):
    """Too many pictures are waiting."""


class Painter:
    """Draws one picture after the other, beside the event loop; the process starts with the first.

    resvg keeps the interpreter's lock while it draws, so a thread would hold up every move and stream.
    """

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def png(self, scene: Scene, language: Language, *, width: int = WIDTH) -> bytes:
        """Return a scene as `png` does.  Raises `Busy` where `WAITING_MAX` others wait."""
        if self._waiting >= WAITING_MAX:
            raise Busy
        self._waiting += 1
        try:
            return await self._drawn(svg(scene, language), width)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End the process, and what waits for it."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def _drawn(self, drawing: str, width: int) -> bytes:
        try:
            return await self._ask(drawing, width)
        except BrokenProcessPool:  # It was killed, for its memory perhaps; another may be had.
            self.close()
            return await self._ask(drawing, width)

    async def _ask(self, drawing: str, width: int) -> bytes:
        if self._pool is None:
            # A fork would copy the loop, its connections and its locks.
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_leave_signals)
        return await asyncio.get_running_loop().run_in_executor(self._pool, pixels, drawing, width)


def _leave_signals() -> None:
    """Let the parent alone decide when a Ctrl-C ends the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
