"""Beside: computes in processes of its own, since a long computation would hold up every move and stream."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context, parent_process
from types import FrameType, TracebackType
from typing import NoReturn, ParamSpec, Self, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class TookTooLong(Exception):
    """A computation was given up."""


class Beside:
    """Some processes that compute what they are handed; they start with the first, and end with ours at the latest.

    A thread would not do: what computes in Python, or draws without letting go of its lock, stops the event loop.
    """

    def __init__(self, processes: int, *, seconds_max: float) -> None:
        """Take how many computations may go on at once, and how long each."""
        self._processes = processes
        self._seconds_max = seconds_max
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def compute(self, function: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
        """Return what a function of a module returns; it, its arguments and its result travel as pickles.

        Raises:
            TookTooLong: it took more than the seconds that are allowed.
        """
        work, pool = partial(function, *arguments, **named), self._running()
        try:
            return await self._ask(pool, work)
        except BrokenProcessPool:  # A process was killed, for its memory perhaps; another may be had.
            if self._pool is pool:  # Whoever else waited has not seen to it yet.
                self.close()
            return await self._ask(self._running(), work)

    def close(self) -> None:
        """End the processes, and what waits for them."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # A fork would copy the loop, its connections and its locks.
            self._pool = ProcessPoolExecutor(self._processes, mp_context=get_context("spawn"), initializer=_begin)
        return self._pool

    async def _ask(self, pool: ProcessPoolExecutor, work: Callable[[], R]) -> R:
        return await asyncio.wrap_future(pool.submit(_within, self._seconds_max, work))


def _begin() -> None:
    """Let the parent alone decide when a Ctrl-C ends the process, and end with it however it ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, _give_up)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> NoReturn:
    """Wait for the parent's end: where it was killed, nothing else would tell, and the process would stay for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)


def _within(seconds_max: float, work: Callable[[], R]) -> R:
    signal.setitimer(signal.ITIMER_REAL, seconds_max)
    try:
        return work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _give_up(_number: int, _frame: FrameType | None) -> NoReturn:
    raise TookTooLong
