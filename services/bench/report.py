"""Report: what was measured, as a table for people and as JSON for machines."""

import platform
from collections.abc import Sequence
from os import cpu_count
from statistics import median

import msgspec
from rich.console import Console
from rich.table import Table

from domain.value import Value


class Round(Value):
    """One short run: so many of something in so many seconds; how long each took where that is of interest."""

    count: int
    seconds: float
    latencies: tuple[float, ...] = ()

    @property
    def per_second(self) -> float:
        return self.count / self.seconds


class Figure(Value):
    """A rate, the median of its rounds, and how long one took."""

    what: str
    per_second: float
    p50_ms: float | None
    p99_ms: float | None


class Measured(Value):
    """Something the server does beside the least that anybody could do in its place.

    `ratio`: the one rate divided by the other; `rounds` of each were run in turn.
    """

    name: str
    unit: str
    rounds: int
    count: int
    real: Figure
    limit: Figure
    ratio: float


class Report(Value):
    """One run of the bench."""

    kind: str
    python: str
    cores: int | None
    measured: tuple[Measured, ...]


def report(kind: str, measured: Sequence[Measured]) -> Report:
    """Return what was measured, with what it was measured on."""
    return Report(kind=kind, python=platform.python_version(), cores=cpu_count(), measured=tuple(measured))


def figure(what: str, rounds: Sequence[Round]) -> Figure:
    """Return what some rounds amount to."""
    latencies = sorted(latency for one in rounds for latency in one.latencies)
    return Figure(
        what=what,
        per_second=round(median(one.per_second for one in rounds), 1),
        p50_ms=_milliseconds(latencies, 0.5),
        p99_ms=_milliseconds(latencies, 0.99),
    )


def show(report: Report, *, json: bool) -> None:
    """Write a report to standard output."""
    if json:
        print(msgspec.json.format(msgspec.json.encode(report)).decode())
        return
    table = Table(title=f"{report.kind} · one process · Python {report.python} · {report.cores} cores")
    for heading in ("measured", "", "per second", "p50 ms", "p99 ms", "ratio"):
        table.add_column(heading, justify="left" if heading in {"measured", ""} else "right")
    for one in report.measured:
        table.add_row(one.name, *_cells(one.real), f"{one.ratio:.2f}")
        table.add_row("", *_cells(one.limit), "", style="dim", end_section=True)
    Console().print(table)


def _cells(figure: Figure) -> Sequence[str]:
    times = ["" if ms is None else f"{ms:.2f}" for ms in (figure.p50_ms, figure.p99_ms)]
    return figure.what, f"{figure.per_second:,.0f}", *times


def _milliseconds(latencies: Sequence[float], share: float) -> float | None:
    return round(latencies[int(share * (len(latencies) - 1))] * 1000, 3) if latencies else None
