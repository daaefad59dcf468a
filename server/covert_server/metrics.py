"""Figures of a running server, in the text format of Prometheus.

The durations of calls have the names of OpenTelemetry's conventions for RPCs (`rpc.server.duration`
and its attributes, in Prometheus's spelling); names of Covert bots' own begin with `covertbots_`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

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
from covert_server.access.guard import Guard
from covert_server.access.strangers import Strangers
from covert_server.build import SHOWN, digest, release
from covert_server.calls.call_log import reason_of
from covert_server.calls.status import HUNG_UP, LATE, Refusal
from covertbots.v1 import suggestion_pb2

if TYPE_CHECKING:
    from covert_server.bot_requests import Answer
    from covert_server.calls.call import Call
    from covert_server.calls.calls import Method
    from covert_server.workers.worker_pool import WorkerPool

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120)
PATIENCE = 5.0  # seconds for the event loop to answer
SOON = 2.0  # seconds for the place of the tables to answer
OF_TABLES = (  # what is counted, its metric, label and words
    ("tables", "covertbots_tables", "status", "Tables that are kept."),
    ("seats", "covertbots_table_seats", "player", "Seats of games that are not over."),
    ("actions", "covertbots_table_actions", "player", "Actions at tables, by who did them."),
)
CLASSES = {False: "interactive", True: "batch"}


class Parts(NamedTuple):
    """The parts of a server whose state is shown."""

    pools: Mapping[str, WorkerPool]
    queue: int
    """Searches that may wait for a worker."""
    connections: Connections
    strangers: Strangers
    held: Callable[[], int] | None
    """Returns the bytes of requests over HTTP; None if HTTP is not served."""
    valid_until: Callable[[], float | None] | None
    """Returns the time at which the certificate expires; None without TLS."""
    guard: Guard
    tables: Callable[[], Awaitable[Mapping[str, Mapping[str, int]]]] | None
    """Counts tables and seats by their kind, and actions by who did them; None without tables."""
    most_tables: int


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
        self._seconds = Histogram(
            "covertbots_answer_seconds",
            "Answers, by how long they waited for a worker and how long the bot thought.",
            ("part",),
            buckets=BUCKETS,
            registry=registry,
        )
        self._by_holder = Counter(
            "covertbots_holder_calls",
            "Calls of each holder of a token, by status.",
            ("holder", "rpc_grpc_status_code"),
            registry=registry,
        )
        self._accepted = Counter(
            "covertbots_calls_accepted",
            "Calls let in, by method.",
            ("rpc_service", "rpc_method"),
            registry=registry,
        )

    def collected(self, parts: Parts) -> CollectorRegistry:
        """Return all figures: those counted here, those of the parts of the server, and those of
        the process."""
        self._registry.register(_Present(parts))
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        return self._registry

    def accepted(self, method: Method, call: Call) -> None:
        """Count a call let in."""
        self._accepted.labels(method.service, method.name).inc()

    def ended(self, method: Method, call: Call, outcome: Any) -> None:
        """Count a call."""
        refused = isinstance(outcome, Refusal)
        code = outcome.code.value[0] if refused else 0
        labels = (method.service, method.name, str(code))
        self._calls.labels(*labels).observe(time.monotonic() - call.arrived)
        if call.holder is not None:
            self._by_holder.labels(call.holder.name, str(code)).inc()
        if refused and outcome not in (HUNG_UP, LATE):
            self._refusals.labels(reason_of(outcome)).inc()

    def answered(self, answer: Answer) -> None:
        """Count an answer and its measurements."""
        suggestion, measured = answer.suggestion, answer.measured
        reason = suggestion_pb2.StopReason.Name(suggestion.stop_reason)
        self._searches.labels(reason.removeprefix("STOP_REASON_").lower()).inc()
        self._iterations.inc(suggestion.iterations)
        self._worlds.inc(suggestion.worlds)
        self._seconds.labels("thinking").observe(measured.elapsed.ToMicroseconds() / 1e6)
        self._seconds.labels("waiting").observe(measured.queued.ToMicroseconds() / 1e6)


class _Present(Collector):
    """The state of the server at the moment.

    The event loop collects it, because it changes there; the figures are read in another thread.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._pools = parts.pools
        self._connections = parts.connections
        self._strangers = parts.strangers
        self._loop = asyncio.get_running_loop()

    def describe(self) -> Iterable[Metric]:
        """Return nothing, so that registering does not wait for the event loop."""
        return []

    def collect(self) -> Iterable[Metric]:
        """Return the gauges and counters."""
        return asyncio.run_coroutine_threadsafe(self._figures(), self._loop).result(PATIENCE)

    async def _figures(self) -> list[Metric]:
        figures = [*self._of_pools(), *self._of_connections(), *self._of_server()]
        figures += self._of_holders()
        if self._parts.held is not None:
            words = "Bytes of requests over HTTP that wait for their answers."
            name = "covertbots_http_request_bytes"
            figures.append(GaugeMetricFamily(name, words, self._parts.held()))
        return [*figures, *await self._of_tables()]

    async def _of_tables(self) -> list[Metric]:
        """Return the figures of tables; without those that the place of the tables does not tell
        soon."""
        if self._parts.tables is None:
            return []
        limit = "Tables that may be kept."
        figures: list[Metric] = [
            GaugeMetricFamily("covertbots_tables_limit", limit, self._parts.most_tables)
        ]
        try:
            counts = await asyncio.wait_for(self._parts.tables(), SOON)
        except Exception:  # of the store, which its own log tells
            return figures
        for counted, name, label, words in OF_TABLES:
            kind = CounterMetricFamily if counted == "actions" else GaugeMetricFamily
            family = kind(name, words, labels=[label])
            for value, number in counts[counted].items():
                family.add_metric([value], number)
            figures.append(family)
        return figures

    def _of_server(self) -> list[Metric]:
        built = GaugeMetricFamily(
            "covertbots_build_info", "1, for the build of the server.", labels=["version", "digest"]
        )
        built.add_metric([release(), digest()[:SHOWN]], 1)
        figures: list[Metric] = [built]
        valid_until = None if self._parts.valid_until is None else self._parts.valid_until()
        if valid_until is not None:
            words = "When the certificate expires, in seconds since 1970."
            name = "covertbots_certificate_expires_timestamp_seconds"
            figures.append(GaugeMetricFamily(name, words, valid_until))
        return figures

    def _of_holders(self) -> list[Metric]:
        guard = self._parts.guard
        seconds = CounterMetricFamily(
            "covertbots_holder_worker_seconds",
            "Seconds of worker threads of each holder of a token.",
            labels=["holder"],
        )
        for name, used in guard.seconds.items():
            seconds.add_metric([name], used)
        quota = GaugeMetricFamily(
            "covertbots_holder_quota",
            "What a holder may have in a minute: calls, or seconds of worker threads.",
            labels=["holder", "of"],
        )
        for holder in guard.holders:
            for of, most in (("calls", holder.quota.calls), ("seconds", holder.quota.seconds)):
                if most is not None:
                    quota.add_metric([holder.name, of], most)
        return [seconds, quota]

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
        workers = GaugeMetricFamily("covertbots_workers", "Workers.", labels=["pool"])
        for name, pool in self._pools.items():
            running.add_metric([name], pool.running)
            workers.add_metric([name], pool.workers)
            for batch, word in CLASSES.items():
                ages = pool.ages(batch)
                length.add_metric([name, word], len(ages))
                age.add_metric([name, word], max(ages, default=0.0))
        words = "Searches that may wait for a worker."
        limit = GaugeMetricFamily("covertbots_queue_limit", words, self._parts.queue)
        return [running, workers, length, limit, age]

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
        handshakes = CounterMetricFamily(
            "covertbots_tls_handshakes_failed",
            "Connections whose clients sent something but did not agree on TLS; not over gRPC.",
            labels=["port"],
        )
        reset = CounterMetricFamily(
            "covertbots_calls_reset",
            "Calls that their clients reset within half a second.",
            labels=["port"],
        )
        for port in (GRPC, HTTP, METRICS):
            present.add_metric([port], connections.present(port))
        for port in (HTTP, METRICS):
            handshakes.add_metric([port], connections.failed_handshakes[port])
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
        limit = GaugeMetricFamily(
            "covertbots_connections_limit",
            "Connections that there may be, to all ports together.",
            connections.most,
        )
        waiting = GaugeMetricFamily(
            "covertbots_strangers_calls",
            "Calls in progress that were not let in yet, and health checks.",
            self._strangers.waiting,
        )
        figures = [present, limit, closed, banned, not_accepted, unused, handshakes, reset, waiting]
        return figures
