"""Traces of calls, sent over OTLP to a receiver."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import grpc
import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.collector.trace.v1.trace_service_pb2_grpc import (
    TraceServiceServicer,
    add_TraceServiceServicer_to_server,
)
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status
from service.games import request_view, some_decisions
from service.server import Serving, eventually

from covert_server.calls import traces
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError, limits
from covertbots.v1.opponent_pb2 import SuggestMoveRequest
from covertbots.v1.opponent_pb2_grpc import OpponentStub

TRACED = Settings(workers=1, http_address="127.0.0.1:0", traces=True, replica="here")
VIEW = request_view(some_decisions(3, 11, 12)[3])
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"
UNSAMPLED = f"00-{TRACE}-00f067aa0ba902b7-00"


class Received(TraceServiceServicer):
    """Spans that a server sent, over gRPC or HTTP."""

    def __init__(self) -> None:
        self.requests: list[ExportTraceServiceRequest] = []

    def Export(self, request: Any, context: Any) -> ExportTraceServiceResponse:  # noqa: N802
        self.requests.append(request)
        return ExportTraceServiceResponse()

    @property
    def spans(self) -> list[Span]:
        return [
            span
            for request in self.requests
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def named(self, name: str) -> list[Span]:
        return [span for span in self.spans if span.name.endswith(name)]


def values(attributes: Any) -> dict[str, Any]:
    return {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in attributes}


@pytest.fixture
def over_http(monkeypatch: pytest.MonkeyPatch) -> Iterator[Received]:
    """Receive spans over HTTP, as the protocol does by default."""
    received = Received()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers["content-length"]))
            received.requests.append(ExportTraceServiceRequest.FromString(data))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    receiver = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=receiver.serve_forever, daemon=True)
    thread.start()
    endpoint = f"http://127.0.0.1:{receiver.server_address[1]}"
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    yield received
    receiver.shutdown()
    receiver.server_close()
    thread.join()


@pytest.fixture
def over_grpc(monkeypatch: pytest.MonkeyPatch) -> Iterator[Received]:
    received = Received()
    with ThreadPoolExecutor(2) as threads:
        receiver = grpc.server(threads)
        add_TraceServiceServicer_to_server(received, receiver)  # type: ignore[no-untyped-call]
        port = receiver.add_insecure_port("127.0.0.1:0")
        receiver.start()
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{port}")
        monkeypatch.setenv("OTEL_SERVICE_NAME", "bots-of-the-club")
        monkeypatch.setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment=test")
        yield received
        receiver.stop(0).wait()


def stages(received: Received, parent: Span) -> dict[str, Span]:
    """Return the stages of a call, each of which has its time within the call's."""
    spans = [span for span in received.spans if span.parent_span_id == parent.span_id]
    for span in spans:
        assert span.trace_id == parent.trace_id
        assert parent.start_time_unix_nano <= span.start_time_unix_nano <= span.end_time_unix_nano
    return {span.name: span for span in spans}


def test_a_call_over_grpc_goes_on_with_the_clients_trace(over_http: Received) -> None:
    request = SuggestMoveRequest(view=VIEW, bot="ismcts", limits=limits(iterations=50))
    metadata = [("traceparent", PARENT), ("tracestate", "vendor=7")]
    with Serving(TRACED) as serving:
        with grpc.insecure_channel(serving.target) as channel:
            OpponentStub(channel).SuggestMove(request, metadata=metadata)
        with Client(serving.target, attempts=1) as client, pytest.raises(ServiceError):
            client.suggest_move(VIEW, "nobody")
    answered, refused = over_http.named("/SuggestMove")
    assert answered.name == "covertbots.v1.Opponent/SuggestMove"
    assert (answered.trace_id.hex(), answered.parent_span_id.hex()) == (TRACE, "00f067aa0ba902b7")
    assert (answered.trace_state, answered.kind) == ("vendor=7", Span.SPAN_KIND_SERVER)
    said = values(answered.attributes)
    assert said["rpc.system"] == "grpc"
    assert said["rpc.grpc.status_code"] == 0
    assert said["covertbots.received_bytes"] == request.ByteSize()
    parts = stages(over_http, answered)
    assert set(parts) == {"read", "queue", "search", "write"}
    assert values(parts["search"].attributes) == {
        "covertbots.iterations": 50,
        "covertbots.stop_reason": "iterations",
    }
    order = [parts[name].start_time_unix_nano for name in ("read", "queue", "search", "write")]
    assert order == sorted(order)
    assert refused.trace_id != answered.trace_id
    assert values(refused.attributes)["rpc.grpc.status_code"] == 3
    assert refused.status.code == Status.STATUS_CODE_UNSET  # the client's mistake, not a fault


def test_a_call_over_http_too_and_the_variables_say_where_to_and_what(
    over_grpc: Received,
) -> None:
    body = {"players": 2, "seed": 7}
    path = "/covertbots.v1.Referee/Deal"
    with Serving(TRACED) as serving:
        for parent in (PARENT, UNSAMPLED, "nonsense"):
            headers = {"traceparent": parent}
            assert httpx.post(f"{serving.url}{path}", json=body, headers=headers).is_success
        httpx.get(f"{serving.url}/healthz")
    sampled, own = over_grpc.named("/Deal")
    assert sampled.trace_id.hex() == TRACE
    assert own.trace_id.hex() != TRACE
    assert values(sampled.attributes)["rpc.system"] == "connect_rpc"
    assert {"queue", "rules", "write"} <= set(stages(over_grpc, sampled))
    resource = values(over_grpc.requests[0].resource_spans[0].resource.attributes)
    assert resource["service.name"] == "bots-of-the-club"
    assert resource["service.instance.id"] == "here"
    assert resource["deployment.environment"] == "test"


def test_each_answer_of_a_stream_is_a_stage(over_http: Received) -> None:
    with Serving(TRACED) as serving, Client(serving.target) as client:
        with client.play_seat("greedy") as seat:
            seat.decide(VIEW)
            seat.decide(VIEW)
        eventually(lambda: not serving.read(lambda: serving.server._calls._present))
    (call,) = over_http.named("/PlaySeat")
    written = [span for span in over_http.spans if span.parent_span_id == call.span_id]
    assert [span.name for span in written].count("write") == 2


def test_a_receiver_that_is_away_delays_neither_answers_nor_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(traces, "FAREWELL", 0.05)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
    with Serving(TRACED) as serving, Client(serving.target, attempts=1) as client:
        assert client.list_bots().bots


def test_an_unknown_protocol_is_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json")
    expected = "OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' is not spoken here; expected grpc or http"
    with pytest.raises(ImportError, match=expected):
        traces.Traces("here", "0")


def test_without_the_setting_nothing_of_it_is_imported() -> None:
    program = """
import asyncio, sys
from covert_server.app import Server
from covert_server.settings import Settings
async def serve():
    server = Server(Settings(address="127.0.0.1:0", workers=1))
    await server.start()
    await server.stop(0.0)
asyncio.run(serve())
print(sum(name.startswith("opentelemetry") for name in sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "0\n", done.stderr
