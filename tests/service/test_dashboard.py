"""The dashboard for Grafana: each of its queries finds samples of a loaded server."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from service.server import Serving, eventually

from covert_bots.covert.game import Covert
from covert_command.load.requests import suggest_requests
from covert_command.load.traffic import Traffic, closed_loop
from covert_engine.covert import house_set
from covert_server.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
DASHBOARD = json.loads((DEPLOY / "grafana" / "covert-bots.json").read_text(encoding="utf-8"))
ALERTS = re.findall(r"- alert: (\w+)", (DEPLOY / "alerts.yml").read_text(encoding="utf-8"))
OVERLOADED = Settings(metrics_address="127.0.0.1:0", workers=1, queue=2)
EACH_SECOND = "scrape_interval: 1s\n  evaluation_interval: 1s"
INTERVAL = "10s"  # what Grafana makes of $__rate_interval, with scrapes a second apart


def queries() -> list[tuple[str, str]]:
    """Return each query, after the title of its panel and what it calls its lines."""
    return [
        (f"{panel['title']}: {target['legendFormat']}", target["expr"])
        for panel in DASHBOARD["panels"]
        for target in panel.get("targets", ())
    ]


def filled_in(query: str, instance: str) -> str:
    for name, value in (
        ("$__rate_interval", INTERVAL),
        ("$job", "covert-bots"),
        ("$instance", instance),
    ):
        query = query.replace(name, value)
    return query


class Prometheus:
    """The figures of one server, as Prometheus reads them."""

    def __init__(self, url: str, log: Path) -> None:
        self.url, self.log = url, log

    def samples(self, query: str) -> list[dict[str, Any]]:
        answer = httpx.get(f"{self.url}/api/v1/query", params={"query": query}).json()
        assert answer["status"] == "success", answer
        samples: list[dict[str, Any]] = answer["data"]["result"]
        return [sample for sample in samples if sample["value"][1] != "NaN"]

    def rules(self) -> dict[str, str]:
        """Return the rules for alerts that it reads, and how each was evaluated."""

        def read() -> dict[str, str]:
            groups = httpx.get(f"{self.url}/api/v1/rules").json()["data"]["groups"]
            return {rule["name"]: rule["health"] for group in groups for rule in group["rules"]}

        eventually(lambda: "unknown" not in read().values())
        return read()


@contextmanager
def prometheus(reads: str, folder: Path) -> Iterator[Prometheus]:
    """Run Prometheus with the file of `deploy`, in which the server replaces those of Compose."""
    text = (DEPLOY / "prometheus.yml").read_text(encoding="utf-8")
    text, servers = re.subn(r"targets: .*", f"targets: [{json.dumps(reads)}]", text)
    text, intervals = re.subn(r"scrape_interval: .*", EACH_SECOND, text)
    assert (servers, intervals) == (1, 1)
    config, log = folder / "prometheus.yml", folder / "log.txt"
    config.write_text(text, encoding="utf-8")
    shutil.copy(DEPLOY / "alerts.yml", folder)  # beside it, as the file names it
    with Serving() as free:  # a port that was free a moment ago
        port = free.target.rpartition(":")[2]
    command = [
        *("prometheus", f"--config.file={config}", f"--storage.tsdb.path={folder / 'data'}"),
        f"--web.listen-address=127.0.0.1:{port}",
    ]
    with log.open("w") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        reader = Prometheus(f"http://127.0.0.1:{port}", log)
        eventually(lambda: answers(reader.url))
        yield reader
    finally:
        process.terminate()
        process.wait(60)


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/-/ready").status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.skipif(not shutil.which("prometheus"), reason="Prometheus is not installed")
def test_each_query_finds_samples_of_a_loaded_server(tmp_path: Path) -> None:
    requests = suggest_requests(Covert(house_set()), 2, "ismcts", think_ms=50)

    def load() -> None:
        asyncio.run(closed_loop(serving.target, Traffic(requests, deadline=10), 8, 0.5))

    settings = replace(OVERLOADED, tables=str(tmp_path / "tables.db"))
    with Serving(settings) as serving:
        instance = f"127.0.0.1:{serving.server.metrics_port}"
        with prometheus(instance, tmp_path) as reader:
            left = dict(queries())
            for _ in range(30):
                load()
                time.sleep(0.5)
                left = {
                    title: query
                    for title, query in left.items()
                    if not reader.samples(filled_in(query, instance))
                }
                if not left:
                    break
            rules = reader.rules()
            elsewhere = reader.samples(filled_in(queries()[0][1], "127.0.0.1:1"))
    assert not left
    assert not elsewhere
    assert rules == dict.fromkeys(ALERTS, "ok")
    assert len(rules) > 5


def test_a_query_names_the_servers_by_the_variables() -> None:
    for title, query in queries():
        selectors = re.findall(r"\w+\{([^}]*)\}", query)
        assert selectors, title
        for selector in selectors:
            assert selector.startswith('job="$job", instance=~"$instance"'), title


def test_panels_do_not_overlap() -> None:
    taken = set[tuple[int, int]]()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not taken & cells, panel["title"]
        taken |= cells
