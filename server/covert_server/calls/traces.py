"""Traces of calls, by OpenTelemetry: a span for each call, and one for each of its stages.

The SDK's own variables, `OTEL_...`, say where spans are sent, which are sampled, and what this
server is called. Spans wait in a queue that the SDK bounds, and a thread of its own sends them.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from covert_engine.input.hints import not_installed
from covert_server.access.connections import GRPC
from covert_server.calls.metadata import STATE_KEY, TRACE_KEY
from covert_server.calls.status import Refusal

try:
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
    from opentelemetry.trace import Span, SpanKind, Status, StatusCode, Tracer, set_span_in_context
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
except ImportError:
    raise ImportError(not_installed("opentelemetry", "telemetry")) from None

if TYPE_CHECKING:
    from covert_server.calls.call import Call
    from covert_server.calls.calls import Method

SERVICE = "covert-bots"
UNKNOWN_SERVICE = "unknown_service"  # how the SDK calls it where nothing is said
PROTOCOL = "OTEL_EXPORTER_OTLP_PROTOCOL"
OF_TRACES = "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"
GRPC_PROTOCOL, HTTP_PROTOCOL = "grpc", "http/protobuf"
FAREWELL = 2.0  # seconds for the last spans to be sent
# The statuses that are faults of a server, by the conventions for RPCs.
FAULTS = {"UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS"}


class CallSpan:
    """The span of a call, and those of its stages."""

    def __init__(self, tracer: Tracer, span: Span, since: int) -> None:
        """`since` is the time of the epoch at which `time.monotonic` was 0, in nanoseconds."""
        self._tracer = tracer
        self._span = span
        self._context = set_span_in_context(span)
        self._since = since

    def stage(self, name: str, started: float, ended: float, **attributes: Any) -> None:
        """Tell of a stage between two readings of `time.monotonic`, in any thread."""
        named = {f"covertbots.{key}": value for key, value in attributes.items()}
        start = self._since + int(started * 1e9)
        span = self._tracer.start_span(name, self._context, attributes=named, start_time=start)
        span.end(self._since + int(ended * 1e9))

    def end(self, call: Call, outcome: Any) -> None:
        """End the span."""
        code = outcome.code if isinstance(outcome, Refusal) else None
        self._span.set_attribute("rpc.grpc.status_code", 0 if code is None else code.value[0])
        self._span.set_attribute("covertbots.received_bytes", call.received_bytes)
        self._span.set_attribute("covertbots.sent_bytes", call.sent_bytes)
        if call.holder is not None:
            self._span.set_attribute("covertbots.holder", call.holder.name)
        if code is not None and code.name in FAULTS:
            self._span.set_status(Status(StatusCode.ERROR, outcome.message))
        self._span.end()


class Traces:
    """Makes the spans of calls, and sends them."""

    def __init__(self, instance: str, version: str) -> None:
        """`instance` and `version` are those of this server. ImportError without the exporter that
        the variables name."""
        said = Resource.create({"service.version": version, "service.instance.id": instance})
        if str(said.attributes["service.name"]).startswith(UNKNOWN_SERVICE):
            said = said.merge(Resource({"service.name": SERVICE}))
        self._exporter = _exporter()
        self._provider = TracerProvider(resource=said, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(self._exporter))
        self._tracer = self._provider.get_tracer("covert_server")
        self._propagator = TraceContextTextMapPropagator()

    def begin(self, method: Method, call: Call) -> None:
        """Begin the span of a call, in the client's trace if it names one."""
        if method.always:
            return
        carried = {TRACE_KEY: call.trace, STATE_KEY: call.trace_state}
        since = time.time_ns() - time.monotonic_ns()
        span = self._tracer.start_span(
            method.path[1:],
            self._propagator.extract({key: value for key, value in carried.items() if value}),
            SpanKind.SERVER,
            {
                "rpc.system": GRPC if call.port == GRPC else "connect_rpc",
                "rpc.service": method.service,
                "rpc.method": method.name,
                "client.address": call.origin,
                "covertbots.request_id": call.request_id,
            },
            start_time=since + int(call.arrived * 1e9),
        )
        context = span.get_span_context()
        if context.is_valid:
            flags = int(context.trace_flags)
            call.trace = f"00-{context.trace_id:032x}-{context.span_id:016x}-{flags:02x}"
        if span.is_recording():
            call.span = CallSpan(self._tracer, span, since)

    def ended(self, method: Method, call: Call, outcome: Any) -> None:
        """End the span of a call."""
        if isinstance(call.span, CallSpan):
            call.span.end(call, outcome)

    async def close(self) -> None:
        """Send the last spans, for a while at most."""
        loop, sent = asyncio.get_running_loop(), asyncio.Event()

        def send() -> None:
            self._provider.shutdown()
            with suppress(RuntimeError):  # the loop has closed
                loop.call_soon_threadsafe(sent.set)

        threading.Thread(target=send, name="traces", daemon=True).start()
        with suppress(TimeoutError):
            await asyncio.wait_for(sent.wait(), FAREWELL)


def _exporter() -> SpanExporter:
    """Return the exporter for the protocol that the variables name."""
    variable = OF_TRACES if os.environ.get(OF_TRACES) else PROTOCOL
    protocol = os.environ.get(variable) or HTTP_PROTOCOL
    if protocol not in (GRPC_PROTOCOL, HTTP_PROTOCOL):
        expected = f"expected {GRPC_PROTOCOL} or {HTTP_PROTOCOL}"
        raise ImportError(f"{variable}: {protocol!r} is not spoken here; {expected}")
    try:
        if protocol == GRPC_PROTOCOL:
            from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import (
                OTLPSpanExporter as OverGrpc,
            )

            return OverGrpc()
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import (
            OTLPSpanExporter as OverHttp,
        )

        return OverHttp()
    except ImportError:
        raise ImportError(not_installed("opentelemetry", "telemetry")) from None
