"""Traces: a move from its request to its publishing, sent where an operator says, and quoted by whoever was refused."""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from infra import traces
from infra.settings import Settings
from infra.telemetry import start_logging
from tests.api.conftest import Desk
from tests.api.tables import drop, finished, opened, started
from tests.servers import on, server
from tests.stores import Stores
from tests.waiting import until

KEY = "A" * 43 + "="
MOVE = {"type": "connect_four.drop", "column": 1}


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> InMemorySpanExporter:
    exporter = InMemorySpanExporter()
    provider = traces.recording("test", SimpleSpanProcessor(exporter))
    monkeypatch.setattr(traces.Here, "tracer", provider.get_tracer("test"))
    return exporter


async def the_move(recorded: InMemorySpanExporter) -> Sequence[ReadableSpan]:
    """Return the parts of the one move that was made, once its publishing has ended."""

    def parts() -> Sequence[ReadableSpan]:
        spans = recorded.get_finished_spans()
        moves = {span.context.trace_id for span in spans if span.name == "move" and span.context}
        return [span for span in spans if span.context and span.context.trace_id in moves]

    def published(spans: Sequence[ReadableSpan]) -> bool:
        return {"move", "publish"} <= {span.name for span in spans}

    found: Sequence[ReadableSpan] = await until(parts, published)
    return found


async def test_a_move_is_traced_from_its_request_to_its_publishing(
    watched: Desk, recorded: InMemorySpanExporter
) -> None:
    table = await started(watched.client)
    recorded.clear()
    await drop(watched.client, table, "1")
    parts = await the_move(recorded)
    (whole,) = [span for span in parts if span.name == "move"]

    assert whole.parent is None
    assert {span.name for span in parts} == {"move", "append", "publish"}
    assert {span.parent and span.parent.span_id for span in parts if span is not whole} == {
        whole.context and whole.context.span_id
    }


async def test_a_trace_names_no_game_and_nobody(watched: Desk, recorded: InMemorySpanExporter) -> None:
    table = await started(watched.client)
    await drop(watched.client, table, "12")
    await watched.client("POST", f"{table.path}/moves", MOVE, by=table.players[1])
    spans = recorded.get_finished_spans
    text = await until(lambda: "".join(span.to_json() for span in spans()), lambda text: "zugfolge.refusal" in text)

    assert not [
        name for name in (table.id, *(p.id for p in table.players), *(p.name for p in table.players)) if name in text
    ]


async def test_a_stream_is_not_traced(watched: Desk, recorded: InMemorySpanExporter) -> None:
    table = await finished(watched.client)
    await watched.client.http.get(f"{table.path}/feed")  # It ends by itself.
    await watched.client("GET", table.path)
    names = await until(lambda: {span.name for span in recorded.get_finished_spans()}, lambda names: "game" in names)

    assert "feed" not in names


@pytest.mark.usefixtures("logs_restored")
async def test_a_refusal_and_the_log_quote_the_same_trace(
    watched: Desk, recorded: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("a bug")

    start_logging(Settings(environment="production", word_keys=KEY))
    monkeypatch.setattr(watched.served.house.store, "listed", fail)
    refused = await watched.client("GET", "/v1/games?status=open", broken=True)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    (failed,) = [line for line in lines if line["event"] == "request_failed"]
    (span,) = await until(lambda: [span for span in recorded.get_finished_spans() if span.name == "games"])

    assert refused.status == 500
    assert span.context
    assert refused.data["trace"] == failed["trace"] == f"{span.context.trace_id:032x}"


@pytest.mark.usefixtures("recorded")
async def test_a_trace_that_a_caller_brings_is_not_taken_over(watched: Desk) -> None:
    table = await opened(watched.client)
    theirs = "0af7651916cd43dd8448eb211c80319c"
    answer = await watched.client("GET", f"{table.path}x", traceparent=f"00-{theirs}-b7ad6b7169203331-01")

    assert answer.data["trace"] != theirs


class Collector(BaseHTTPRequestHandler):
    """Takes what a server sends, as an operator's collector does."""

    received: list[ExportTraceServiceRequest]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.received.append(ExportTraceServiceRequest.FromString(body))
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as its base has it
        """Say nothing."""


@asynccontextmanager
async def collector() -> AsyncIterator[tuple[str, list[ExportTraceServiceRequest]]]:
    received: list[ExportTraceServiceRequest] = []
    with ThreadingHTTPServer(("127.0.0.1", 0), type("Ours", (Collector,), {"received": received})) as listening:
        thread = Thread(target=listening.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.server_port}", received
        finally:
            listening.shutdown()
            thread.join()


def sent(received: Sequence[ExportTraceServiceRequest]) -> Mapping[str, set[str]]:
    """Return which requests came, by the names of the services that sent them."""
    found: dict[str, set[str]] = {}
    for request in received:
        for each in request.resource_spans:
            (name,) = [one.value.string_value for one in each.resource.attributes if one.key == "service.name"]
            found.setdefault(name, set()).update(span.name for scope in each.scope_spans for span in scope.spans)
    return found


async def test_traces_are_sent_where_the_environment_says(stores: Stores) -> None:
    async with collector() as (url, received):
        traced = {"OTEL_EXPORTER_OTLP_ENDPOINT": url, "OTEL_BSP_SCHEDULE_DELAY": "50"}
        async with server({**on(stores), **traced}) as running, httpx.AsyncClient() as client:
            await client.post(f"{running.url}/v1/guests")
            await until(lambda: "guest" in sent(received).get("zugfolge-api", ()))


async def test_a_refusal_quotes_a_trace_where_none_is_sent(stores: Stores) -> None:
    async with server(on(stores)) as running, httpx.AsyncClient() as client:
        ids = [(await client.get(f"{running.url}/v1/me")).json()["trace"] for _ in range(2)]

    assert len({*ids}) == 2
    assert all(len(bytes.fromhex(one)) == 16 for one in ids)
