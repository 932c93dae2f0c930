"""Freezing: a process and all it has started stand still, and nobody is told."""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def frozen(pid: int) -> Iterator[None]:
    """Stop a process and its children until the context is left."""
    stopped = [pid, *_children(pid)]
    for each in stopped:
        _send(each, signal.SIGSTOP)
    try:
        yield
    finally:
        for each in stopped:
            _send(each, signal.SIGCONT)


def ended(pid: int) -> bool:
    """Return whether a process is no more, even if whoever started it has not noticed."""
    try:
        return (Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]) == "Z"
    except FileNotFoundError:
        return True


def _children(pid: int) -> Sequence[int]:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def _send(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):  # A session of PostgreSQL's may just have ended.
        os.kill(pid, number)
