"""Draws: of every kind, however it is played, nothing tells what is to be drawn, nor more of a draw than its number."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
import structlog
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from structlog.testing import capture_logs

from domain.games import discover
from domain.value import Value
from infra import metrics, traces
from infra.postgres.pool import connect
from tests.secrets.fuzz import Fuzz, Played
from tests.secrets.traces import forms, number_forms, overheard, standing
from tests.secrets.worlds import World
from tests.stores import Stores

KINDS = discover()


class Said(Value):
    """A game that goes on, and all that was said meanwhile."""

    played: Played
    answers: Sequence[bytes]
    messages: Sequence[bytes]
    lines: Sequence[bytes]
    spans: Sequence[bytes]
    metrics: bytes
    rows: Sequence[bytes]


@pytest.fixture(scope="module", params=KINDS)
async def said(request: pytest.FixtureRequest, worlds: Sequence[World], stores: Stores) -> Said:
    world = worlds[0]
    with logged() as lines, traced() as spans:
        async with overheard(stores) as messages:
            played = await Fuzz(world, KINDS[request.param]).play()
    async with connect(stores.owner_url) as connection:
        rows = await connection.fetch("SELECT events::text AS whole, data FROM events")
    return Said(
        played=played,
        answers=[repr(answer.headers).encode() + answer.body for answer in world.answers],
        messages=messages,
        lines=lines,
        spans=[span.to_json().encode() for span in spans.get_finished_spans()],
        metrics=metrics.written(),
        rows=[row["whole"].encode() + row["data"] for row in rows],
    )


def test_no_answer_tells(said: Said) -> None:
    assert any(b"not_finished" in answer for answer in said.answers)
    assert not told(said.played, said.answers)


def test_no_message_tells(said: Said) -> None:
    assert any(b"match.started" in message for message in said.messages)
    assert not told(said.played, said.messages)


def test_no_line_that_is_logged_tells(said: Said) -> None:
    assert b"beginning" in said.lines[0]
    assert not told(said.played, said.lines)


def test_no_trace_tells(said: Said) -> None:
    assert any(b'"name": "move"' in span for span in said.spans)
    assert any(b"zugfolge.refusal" in span for span in said.spans)
    assert not told(said.played, said.spans)


def test_no_metric_tells(said: Said) -> None:
    assert b"zugfolge_refusals_total{" in said.metrics
    assert not told(said.played, said.metrics.splitlines())


def test_no_event_tells(said: Said) -> None:
    assert any(b"match.started" in row for row in said.rows)
    assert not told(said.played, said.rows)


@pytest.mark.parametrize("form", [bytes.hex, repr, lambda number: str(int.from_bytes(number, "big"))])
def test_a_draw_is_found_by_its_number_alone(said: Said, form: Any) -> None:
    text = f"drawn: {form(said.played.draws[-1][:8])}".encode()

    assert told(said.played, [*said.answers, text]) == [text]


def told(played: Played, texts: Sequence[bytes]) -> Sequence[bytes]:
    """Return the texts that tell of the seed, of the key or of what a draw is made of."""
    written = [form for secret in (played.seed, played.key, *played.draws) for form in forms(secret)]
    return standing([*written, *(form for draw in played.draws for form in number_forms(draw[:8]))], texts)


class _Lines(logging.Handler):
    """Keeps what any library logs."""

    def __init__(self, lines: list[bytes]) -> None:
        super().__init__(logging.DEBUG)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(self.format(record).encode())


@contextmanager
def logged() -> Iterator[list[bytes]]:
    """Give every line that is logged meanwhile, ours and others', however small."""
    lines: list[bytes] = []
    root, handler = logging.getLogger(), _Lines(lines)
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        with capture_logs() as facts:
            structlog.get_logger().debug("beginning")
            yield lines
    finally:
        root.setLevel(before)
        root.removeHandler(handler)
        lines[:0] = [repr(fact).encode() for fact in facts]


@contextmanager
def traced() -> Iterator[InMemorySpanExporter]:
    """Give every part of a trace that ends meanwhile."""
    kept = InMemorySpanExporter()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(traces.Here, "tracer", traces.recording("test", SimpleSpanProcessor(kept)).get_tracer("test"))
        yield kept
