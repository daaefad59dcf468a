"""Figures of a running server, in the text format of Prometheus.

The durations of calls have the names of OpenTelemetry's conventions for RPCs (`rpc.server.duration`
and its attributes, in Prometheus's spelling); names of Covert bots' own begin with `covertbots_`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from covert_server.access.connections import GRPC, HTTP, METRICS, Connections
from covert_server.access.strangers import Strangers
from covert_server.calls.call_log import reason_of
from covert_server.calls.status import HUNG_UP, LATE, RefusalError
from covertbots.v1 import suggestion_pb2

if TYPE_CHECKING:
    from covert_server.bot_requests import Answer
    from covert_server.calls.call import Call
    from covert_server.calls.calls import Method
    from covert_server.workers.worker_pool import WorkerPool

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120)
PATIENCE = 5.0  # seconds for the event loop to answer
CLASSES = {False: "interactive", True: "batch"}


class Metrics:
    """The figures."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._calls = Histogram(
            "rpc_server_duration_seconds",
            "Calls, by how long they took.",
            ("rpc_service", "rpc_method", "rpc_grpc_status_code"),
            buckets=BUCKETS,
            registry=registry,
        )
        self._refusals = Counter(
            "covertbots_refusals", "Calls refused, by reason.", ("reason",), registry=registry
        )
        self._searches = Counter(
            "covertbots_searches",
            "Answers, by what ended them.",
            ("stop_reason",),
            registry=registry,
        )
        self._iterations = Counter(
            "covertbots_iterations", "Search iterations of all answers.", registry=registry
        )
        self._worlds = Counter(
            "covertbots_worlds", "Worlds dealt for all answers.", registry=registry
        )
        self._seconds = Counter(
            "covertbots_answer_seconds",
            "Seconds of answers, waiting for a worker and thinking.",
            ("part",),
            registry=registry,
        )
        self._accepted = Counter(
            "covertbots_calls_accepted",
            "Calls let in, by method.",
            ("rpc_service", "rpc_method"),
            registry=registry,
        )

    def collected(
        self,
        pools: Mapping[str, WorkerPool],
        connections: Connections,
        strangers: Strangers,
        held: Callable[[], int] | None,
    ) -> CollectorRegistry:
        """Return all figures: those counted here, those of the parts of the server, and those of
        the process. `held` returns the bytes of requests over HTTP, if they are served."""
        self._registry.register(_Present(pools, connections, strangers, held))
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        return self._registry

    def accepted(self, method: Method, call: Call) -> None:
        """Count a call let in."""
        self._accepted.labels(method.service, method.name).inc()

    def ended(self, method: Method, call: Call, outcome: Any) -> None:
        """Count a call."""
        refused = isinstance(outcome, RefusalError)
        code = outcome.code.value[0] if refused else 0
        labels = (method.service, method.name, str(code))
        self._calls.labels(*labels).observe(time.monotonic() - call.arrived)
        if refused and outcome not in (HUNG_UP, LATE):
            self._refusals.labels(reason_of(outcome)).inc()

    def answered(self, answer: Answer) -> None:
        """Count an answer and its measurements."""
        suggestion, measured = answer.suggestion, answer.measured
        reason = suggestion_pb2.StopReason.Name(suggestion.stop_reason)
        self._searches.labels(reason.removeprefix("STOP_REASON_").lower()).inc()
        self._iterations.inc(suggestion.iterations)
        self._worlds.inc(suggestion.worlds)
        self._seconds.labels("thinking").inc(measured.elapsed.ToMicroseconds() / 1e6)
        self._seconds.labels("waiting").inc(measured.queued.ToMicroseconds() / 1e6)


class _Present(Collector):
    """The state of the server at the moment.

    The event loop collects it, because it changes there; the figures are read in another thread.
    """

    def __init__(
        self,
        pools: Mapping[str, WorkerPool],
        connections: Connections,
        strangers: Strangers,
        held: Callable[[], int] | None,
    ) -> None:
        self._pools = pools
        self._connections = connections
        self._strangers = strangers
        self._held = held
        self._loop = asyncio.get_running_loop()

    def describe(self) -> Iterable[Metric]:
        """Return nothing, so that registering does not wait for the event loop."""
        return []

    def collect(self) -> Iterable[Metric]:
        """Return the gauges and counters."""
        return asyncio.run_coroutine_threadsafe(self._figures(), self._loop).result(PATIENCE)

    async def _figures(self) -> list[Metric]:
        figures = [*self._of_pools(), *self._of_connections()]
        if self._held is not None:
            words = "Bytes of requests over HTTP that wait for their answers."
            name = "covertbots_http_request_bytes"
            figures.append(GaugeMetricFamily(name, words, self._held()))
        return figures

    def _of_pools(self) -> list[Metric]:
        running = GaugeMetricFamily("covertbots_running", "Jobs in a worker.", labels=["pool"])
        length = GaugeMetricFamily(
            "covertbots_queue_length", "Jobs that wait.", labels=["pool", "class"]
        )
        age = GaugeMetricFamily(
            "covertbots_queue_age_seconds",
            "How long the oldest job has waited.",
            labels=["pool", "class"],
        )
        for name, pool in self._pools.items():
            running.add_metric([name], pool.running)
            for batch, word in CLASSES.items():
                ages = pool.ages(batch)
                length.add_metric([name, word], len(ages))
                age.add_metric([name, word], max(ages, default=0.0))
        return [running, length, age]

    def _of_connections(self) -> list[Metric]:
        connections = self._connections
        present = GaugeMetricFamily(
            "covertbots_connections", "Connections at the moment.", labels=["port"]
        )
        closed = CounterMetricFamily(
            "covertbots_connections_closed",
            "Connections that the server closed, by the limit that was exceeded.",
            labels=["port", "reason"],
        )
        not_accepted = CounterMetricFamily(
            "covertbots_connections_not_accepted",
            "Times that the system had no room for a connection, by its error.",
            labels=["port", "error"],
        )
        banned = CounterMetricFamily(
            "covertbots_networks_banned",
            "Networks that do not reach the ports for a while, by the limit that was exceeded.",
            labels=["reason"],
        )
        unused = CounterMetricFamily(
            "covertbots_connections_without_a_call",
            "Connections that ended without a call, failed TLS handshakes among them.",
            labels=["port"],
        )
        reset = CounterMetricFamily(
            "covertbots_calls_reset",
            "Calls that their clients reset within half a second.",
            labels=["port"],
        )
        for port in (GRPC, HTTP, METRICS):
            present.add_metric([port], connections.present(port))
        for port in (GRPC, HTTP):
            unused.add_metric([port], connections.unused[port])
            reset.add_metric([port], self._strangers.reset[port])
        for family, tally in (
            (closed, connections.closed),
            (not_accepted, connections.not_accepted),
            (banned, connections.banned),
        ):
            for kind, number in tally.counts.items():
                family.add_metric(kind, number)
        waiting = GaugeMetricFamily(
            "covertbots_strangers_calls",
            "Calls in progress that were not let in yet, and health checks.",
            self._strangers.waiting,
        )
        return [present, closed, banned, not_accepted, unused, reset, waiting]
