"""Traces: a request from its coming to the publishing of what it did, part by part, for whoever collects them.

OpenTelemetry's own variables (`OTEL_…`) say where to and how many.  Without an endpoint nothing is recorded, and a
trace is but an id, which problems and log lines carry.  A trace that a caller brings is not taken over: anybody could
have us record.  No part names a game or a player.
"""

import os
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from types import TracebackType
from typing import Any

from opentelemetry import context, trace
from opentelemetry.context import Context
from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import SpanProcessor
from opentelemetry.sdk.trace import TracerProvider as Recording
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace import NonRecordingSpan, Span, SpanContext, SpanKind, Status, StatusCode

__all__ = ["Span", "begun", "ended", "note", "part", "recording", "request", "start_tracing", "trace_id", "whole"]

ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
EXPORTER = "opentelemetry.exporter.otlp.proto.http.trace_exporter"

_tracer = trace.get_tracer("zugfolge")


def start_tracing(process: str) -> None:
    """Record and send traces, if there is somewhere to send them.  Called once, by whoever puts a process together."""
    sends = any(os.environ.get(name) for name in ENDPOINTS) and os.environ.get("OTEL_TRACES_EXPORTER") != "none"
    trace.set_tracer_provider(recording(process, _sender()) if sends else _Ids())


def recording(process: str, processor: SpanProcessor) -> Recording:
    """Return what records traces, and hands them on."""
    named = OTELResourceDetector().detect().attributes.get(SERVICE_NAME, f"zugfolge-{process}")
    made = Recording(resource=Resource.create({SERVICE_NAME: named}))
    made.add_span_processor(processor)
    return made


class whole:  # noqa: N801 - used as the functions below
    """A trace that begins and ends with the context, whatever led there."""

    def __init__(self, name: str, kind: SpanKind = SpanKind.INTERNAL) -> None:
        self._span = _tracer.start_span(name, Context(), kind=kind)

    def __enter__(self) -> None:
        self._token = context.attach(trace.set_span_in_context(self._span))

    def __exit__(self, failed: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        context.detach(self._token)
        if failed is not None:
            self._span.set_status(Status(StatusCode.ERROR))  # No more: what it says may be anybody's secret.
        self._span.end()


def request(name: str) -> whole:
    """Begin the trace of a request."""
    return whole(name, SpanKind.SERVER)


def part(name: str) -> AbstractContextManager[object]:
    """Show a part of what is being traced, if it is recorded."""
    if not trace.get_current_span().is_recording():
        return nullcontext()
    return _tracer.start_as_current_span(name, record_exception=False, set_status_on_exception=False)


def begun(name: str) -> Span | None:
    """Begin a part that ends elsewhere, see `ended`; None where nothing is recorded."""
    if not trace.get_current_span().is_recording():
        return None
    return _tracer.start_span(name, kind=SpanKind.PRODUCER)


def ended(spans: Iterable[Span]) -> None:
    """End parts that were begun."""
    for span in spans:
        span.end()


def note(name: str, value: str) -> None:
    """Say something about what is being traced: never of a game, never of a player."""
    trace.get_current_span().set_attribute(name, value)


def trace_id() -> str | None:
    """Return the id of the trace this is part of, None where there is none."""
    number = trace.get_current_span().get_span_context().trace_id
    return None if number == trace.INVALID_TRACE_ID else trace.format_trace_id(number)


class _Ids(trace.TracerProvider, trace.NoOpTracer):
    """Makes traces that nobody records, ids alone: a sampler that always says no would cost several times as much."""

    def get_tracer(self, *_: Any, **__: Any) -> trace.Tracer:
        return self

    def start_span(self, *_: Any, **__: Any) -> Span:
        ids = RandomIdGenerator()
        return NonRecordingSpan(SpanContext(ids.generate_trace_id(), ids.generate_span_id(), is_remote=False))


def _sender() -> SpanProcessor:
    exporter = import_module(EXPORTER)  # Here, since it brings a whole HTTP client that most processes never need.
    sender: SpanProcessor = BatchSpanProcessor(exporter.OTLPSpanExporter())
    return sender
