"""Traces: a request from its coming to the publishing of what it did, part by part, for whoever collects them.

OpenTelemetry's own variables (`OTEL_…`) say where to and how many.  Without an endpoint nothing is recorded, and a
trace is but an id, which problems and log lines carry.  A trace that a caller brings is not taken over: anybody could
have us record.  No part names a game or a player.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import cached_property
from importlib import import_module

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import SpanProcessor
from opentelemetry.sdk.trace import TracerProvider as Recording
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, Tracer

__all__ = [
    "Span",
    "SpanKind",
    "begun",
    "ended",
    "note",
    "part",
    "recording",
    "request",
    "start_tracing",
    "trace_id",
    "whole",
]

ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
EXPORTER = "opentelemetry.exporter.otlp.proto.http.trace_exporter"


class Here:
    """What this process knows of traces: nothing before `start_tracing`; ids alone where nobody records them."""

    ids = False
    tracer: Tracer | None = None


def start_tracing(process: str) -> None:
    """Record and send traces, if there is somewhere to send them.  Called once, by whoever puts a process together."""
    Here.ids = True
    if any(os.environ.get(name) for name in ENDPOINTS) and os.environ.get("OTEL_TRACES_EXPORTER") != "none":
        Here.tracer = recording(process, _sender()).get_tracer("zugfolge")


def recording(process: str, processor: SpanProcessor) -> Recording:
    """Return what records traces, and hands them on."""
    named = OTELResourceDetector().detect().attributes.get(SERVICE_NAME, f"zugfolge-{process}")
    made = Recording(resource=Resource.create({SERVICE_NAME: named}))
    made.add_span_processor(processor)
    return made


def whole(name: str, kind: SpanKind = SpanKind.INTERNAL) -> AbstractContextManager[object]:
    """Begin a trace that ends with the context, whatever led there."""
    if Here.tracer is not None:
        return _recorded(Here.tracer, name, kind)
    return _Unrecorded() if Here.ids else _NOTHING


def request(name: str) -> AbstractContextManager[object]:
    """Begin the trace of a request."""
    return whole(name, SpanKind.SERVER)


def part(name: str) -> AbstractContextManager[object]:
    """Show a part of what is being traced, if it is recorded."""
    if Here.tracer is None or not trace.get_current_span().is_recording():
        return _NOTHING
    return Here.tracer.start_as_current_span(name, record_exception=False, set_status_on_exception=False)


def begun(name: str, kind: SpanKind = SpanKind.INTERNAL) -> Span | None:
    """Begin a part that ends elsewhere, see `ended`; None where nothing is recorded."""
    if Here.tracer is None or not trace.get_current_span().is_recording():
        return None
    return Here.tracer.start_span(name, kind=kind)


def ended(spans: Iterable[Span]) -> None:
    """End parts that were begun."""
    for span in spans:
        span.end()


def note(name: str, value: str) -> None:
    """Say something about what is being traced: never of a game, never of a player."""
    trace.get_current_span().set_attribute(name, value)


def trace_id() -> str | None:
    """Return the id of the trace this is part of, None where there is none."""
    if (unrecorded := _unrecorded.get()) is not None:
        return unrecorded.id
    number = trace.get_current_span().get_span_context().trace_id
    return None if number == trace.INVALID_TRACE_ID else trace.format_trace_id(number)


class _Unrecorded:
    """A trace that nobody records: an id alone, which is drawn when somebody asks for it."""

    @cached_property
    def id(self) -> str:
        return trace.format_trace_id(RandomIdGenerator().generate_trace_id())

    def __enter__(self) -> None:
        self._before = _unrecorded.set(self)

    def __exit__(self, *_: object) -> None:
        _unrecorded.reset(self._before)


_NOTHING = nullcontext()
_unrecorded = ContextVar[_Unrecorded | None]("unrecorded", default=None)


@contextmanager
def _recorded(tracer: Tracer, name: str, kind: SpanKind) -> Iterator[None]:
    with tracer.start_as_current_span(
        name, Context(), kind, record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield
        except BaseException:
            span.set_status(Status(StatusCode.ERROR))  # No more: what it says may be anybody's secret.
            raise


def _sender() -> SpanProcessor:
    exporter = import_module(EXPORTER)  # Here, since it brings a whole HTTP client that most processes never need.
    sender: SpanProcessor = BatchSpanProcessor(exporter.OTLPSpanExporter())
    return sender
