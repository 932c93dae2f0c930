"""Progress: how far a long piece of work is, as a bar on a terminal and as a line now and then elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

LINES = 10

Step: TypeAlias = Callable[[int], None]
"""Tells that so many more are done."""


@contextmanager
def progress(what: str, total: int) -> Iterator[Step]:
    """Show on standard error how many of `total` are done."""
    console = Console(stderr=True)
    if console.is_terminal:
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task(what, total=total)
            yield lambda more: bar.advance(task, more)
    else:
        yield _in_lines(console, what, total)


def _in_lines(console: Console, what: str, total: int) -> Step:
    done = 0

    def step(more: int) -> None:
        nonlocal done
        before, done = done * LINES // max(total, 1), done + more
        if done * LINES // max(total, 1) > before:
            console.out(f"{what}: {done} of {total}", highlight=False)

    return step
