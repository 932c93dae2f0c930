"""Terminal: a recorded game shown again where there is no page, step by step."""

import time
from collections.abc import Callable, Iterator

import msgspec
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from domain.codec import canonical
from domain.feed import Known, unveiled
from domain.kernel import AnyRules, Event
from domain.playthrough import shown
from domain.record import Record
from domain.value import Value


class Pace(Value):
    """How the players' pauses are kept: first no longer than `gap_max`, then `speed` times as fast.

    `gap_min` is the least in the end, since a game that was written down by its moves has no times of its own.
    """

    speed: float
    gap_min: float
    gap_max: float

    def pause(self, seconds: float) -> float:
        """Return how long a pause of so many seconds becomes."""
        return max(min(seconds, self.gap_max) / self.speed, self.gap_min)


def replay(record: Record, pace: Pace, console: Console, sleep: Callable[[float], None] = time.sleep) -> None:
    """Show a game on a terminal, each step in place of the one before; elsewhere one below the other, at once."""
    if not console.is_terminal:
        for known in unveiled(record.rules, record.log):
            console.print(*_step(record.rules, known), "", sep="\n", soft_wrap=True)
        return
    with Live(console=console, auto_refresh=False, vertical_overflow="visible") as live:
        for seconds, known in _timed(record):
            sleep(pace.pause(seconds))
            live.update(Group(*_step(record.rules, known)), refresh=True)


def _timed(record: Record) -> Iterator[tuple[float, Known]]:
    """Yield each step with the pause before it, never less than none."""
    before = None
    for known in unveiled(record.rules, record.log):
        at = known.match.at
        yield 0 if before is None or at is None else (at - before).total_seconds(), known
        before = at


def _step(rules: AnyRules, known: Known) -> Iterator[Text]:
    """Yield what happened, the board after it, and what there is to say about it."""
    match = known.match
    if known.step is not None:
        yield Text(f"{known.version} · {known.step.at:%Y-%m-%d %H:%M:%S} UTC", style="bold")
        yield from (Text(_told(each.event), style="dim") for each in known.step.events)
    if match.seats:
        yield from (Text(line) for line in shown(rules.view(match.board)))
        yield Text(rules.picture(match.board).label.en, style="bold")
    if match.result is not None:
        yield Text(f"{match.status}: {canonical(match.result).decode()}", style="bold")


def _told(event: Event) -> str:
    fields = {name: value for name, value in msgspec.to_builtins(event).items() if value is not None}
    name = fields.pop("type")
    return f"{name} {canonical(fields).decode()}" if fields else str(name)
