"""Traces: a request from its coming to the publishing of what it did, part by part, for whoever collects them.

OpenTelemetry's own variables (`OTEL_…`) say where to and how many.  Without an endpoint nothing is recorded, and a
trace is but an id, which problems and log lines carry.  A trace that a caller brings is not taken over: anybody could
have us record.  No part names a game or a player.
"""

import os
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF
from opentelemetry.trace import INVALID_TRACE_ID, Span, SpanKind, format_trace_id

__all__ = ["Span", "begun", "ended", "note", "part", "provider", "request", "start_tracing", "trace_id", "whole"]

ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
EXPORTER = "opentelemetry.exporter.otlp.proto.http.trace_exporter"

_tracer = trace.get_tracer("zugfolge")


def start_tracing(process: str) -> None:
    """Record and send traces, if there is somewhere to send them.  Called once, by whoever puts a process together."""
    sends = any(os.environ.get(name) for name in ENDPOINTS) and os.environ.get("OTEL_TRACES_EXPORTER") != "none"
    trace.set_tracer_provider(provider(process, _sender() if sends else None))


def provider(process: str, processor: SpanProcessor | None) -> TracerProvider:
    """Return what makes traces; those of a provider without a processor are ids alone."""
    named = OTELResourceDetector().detect().attributes.get(SERVICE_NAME, f"zugfolge-{process}")
    made = TracerProvider(sampler=None if processor else ALWAYS_OFF, resource=Resource.create({SERVICE_NAME: named}))
    if processor is not None:
        made.add_span_processor(processor)
    return made


def whole(name: str) -> AbstractContextManager[Span]:
    """Begin a trace for as long as the context lasts."""
    return _tracer.start_as_current_span(name, Context())


def request(name: str) -> AbstractContextManager[Span]:
    """Begin the trace of a request."""
    return _tracer.start_as_current_span(name, Context(), kind=SpanKind.SERVER)


def part(name: str) -> AbstractContextManager[object]:
    """Show a part of what is being traced, if it is recorded."""
    return _tracer.start_as_current_span(name) if trace.get_current_span().is_recording() else nullcontext()


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
    return None if number == INVALID_TRACE_ID else format_trace_id(number)


def _sender() -> SpanProcessor:
    exporter = import_module(EXPORTER)  # Here, since it brings a whole HTTP client that most processes never need.
    sender: SpanProcessor = BatchSpanProcessor(exporter.OTLPSpanExporter())
    return sender
