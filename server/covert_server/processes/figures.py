"""The figures of several processes at one port, each with the label `process`.

prometheus_client can share its counters between processes, but neither gauges that are asked for
when they are read nor the figures of a process itself; and what one process had counted before it
died would be shared for ever. So each keeps figures of its own, and they are put together here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from http.client import HTTPException
from urllib.request import ProxyHandler, build_opener

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from covert_server.access.tls import TlsFiles
from covert_server.metrics_port import MetricsPort

PATIENCE = 5.0  # seconds for a process to tell its figures
OF_THIS_MACHINE = build_opener(ProxyHandler({}))  # whatever proxy there is for others


class AllFigures:
    """The port where they are read."""

    def __init__(self, ports: Callable[[], Mapping[int, int]], restarts: Callable[[], int]) -> None:
        """`ports` tells the port of the figures of each process, on this machine."""
        registry = CollectorRegistry()
        registry.register(_OfAll(ports, restarts))
        self._port = MetricsPort(registry)

    def start(self, address: str, tls: TlsFiles | None) -> int:
        """Lets the figures be read at `/metrics`; returns the port."""
        return self._port.start(address, tls)

    def reload(self) -> None:
        """Takes the present certificates for the connections to come."""
        self._port.reload()

    async def stop(self) -> None:
        """Frees the port."""
        await self._port.stop()


class _OfAll(Collector):
    def __init__(self, ports: Callable[[], Mapping[int, int]], restarts: Callable[[], int]) -> None:
        self._ports = ports
        self._restarts = restarts

    def describe(self) -> Iterable[Metric]:
        """Nothing: registering it does not ask the processes."""
        return []

    def collect(self) -> Iterable[Metric]:
        """Their figures; those of one that does not answer are missing."""
        found: dict[str, Metric] = {}
        present = 0
        for process, port in self._ports().items():
            try:
                page = f"http://127.0.0.1:{port}/metrics"
                with OF_THIS_MACHINE.open(page, timeout=PATIENCE) as response:
                    text = response.read().decode()
            except (OSError, HTTPException):
                continue
            present += 1
            for family in text_string_to_metric_families(text):
                if family.name.endswith("_created"):  # of a counter, whose name OpenMetrics has it
                    continue
                same = found.setdefault(
                    family.name, Metric(family.name, family.documentation, family.type)
                )
                for sample in family.samples:
                    labels = {**sample.labels, "process": str(process)}
                    same.add_sample(sample.name, labels, sample.value)
        yield from found.values()
        yield GaugeMetricFamily("covertbots_processes", "Processes that serve.", present)
        yield CounterMetricFamily(
            "covertbots_process_restarts", "Processes started again.", self._restarts()
        )
