"""The figures of several processes at one port, each with the label `process`.

prometheus_client can share counters between processes, but neither gauges computed on reading nor
the figures of a process itself; and the counts of a dead process would be shared for ever. So each
process keeps its own figures, and they are joined here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from http.client import HTTPException
from urllib.request import ProxyHandler, build_opener

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

PATIENCE = 5.0  # seconds for a process to send its figures
OF_THIS_MACHINE = build_opener(ProxyHandler({}))  # ignores proxies


def all_figures(
    ports: Callable[[], Mapping[int, int]], restarts: Callable[[], int]
) -> CollectorRegistry:
    """Return the joined figures; `ports` returns the port of each process's figures, on this
    machine."""
    registry = CollectorRegistry()
    registry.register(_OfAll(ports, restarts))
    return registry


class _OfAll(Collector):
    def __init__(self, ports: Callable[[], Mapping[int, int]], restarts: Callable[[], int]) -> None:
        self._ports = ports
        self._restarts = restarts

    def describe(self) -> Iterable[Metric]:
        """Return nothing, so that registering does not ask the processes."""
        return []

    def collect(self) -> Iterable[Metric]:
        """Yield the figures of all processes that answer."""
        families: dict[str, Metric] = {}
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
                if family.name.endswith("_created"):  # OpenMetrics adds it to a counter
                    continue
                same = families.setdefault(
                    family.name, Metric(family.name, family.documentation, family.type)
                )
                for sample in family.samples:
                    labels = {**sample.labels, "process": str(process)}
                    same.add_sample(sample.name, labels, sample.value)
        yield from families.values()
        yield GaugeMetricFamily("covertbots_processes", "Processes that serve.", present)
        yield CounterMetricFamily(
            "covertbots_process_restarts", "Processes started again.", self._restarts()
        )
