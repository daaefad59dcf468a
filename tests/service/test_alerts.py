"""The rules for alerts: each fires once, and looks at figures that a server has."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import httpx
from command.languages import need
from prometheus_client import generate_latest
from service.authorities import Authority
from service.server import Serving

from covert_server.processes.figures import all_figures
from covert_server.settings import Settings

ROOT = Path(__file__).parents[2]
RULES, CASES = ROOT / "deploy" / "alerts.yml", ROOT / "tests" / "data" / "alerts.yml"
TEXT = RULES.read_text(encoding="utf-8")
OF_PROMETHEUS = {"up"}


def test_each_alert_fires_once_and_is_quiet_before() -> None:
    need("promtool")
    done = subprocess.run(
        ["promtool", "test", "rules", str(CASES)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr
    names = re.findall(r"- alert: (\w+)", TEXT)
    fired = re.findall(
        r"alertname: (\w+)\n +eval_time: \w+\n +exp_alerts:\n +- ", CASES.read_text()
    )
    assert set(fired) == set(names)
    assert len(set(names)) == len(names) == TEXT.count("action: ")


def test_an_alert_looks_at_figures_that_a_server_has(tmp_path: Path) -> None:
    """Those of a process, and those that its supervisor adds."""
    asked = set(re.findall(r"\b(covertbots_\w+|rpc_\w+seconds\w+|up)\{?", _expressions()))
    settings = Settings(workers=1, metrics_address="127.0.0.1:0", tls=Authority(tmp_path).certify())
    with Serving(settings) as serving:
        shown = httpx.get(
            f"https://127.0.0.1:{serving.server.metrics_port}/metrics", verify=False, timeout=60
        ).text
    shown += generate_latest(all_figures(dict, lambda: 0)).decode()
    kinds = dict(re.findall(r"^# TYPE (\S+) (\S+)$", shown, re.MULTILINE))
    there = set(kinds) | OF_PROMETHEUS
    for name, kind in kinds.items():
        if kind == "histogram":
            there |= {f"{name}_{part}" for part in ("bucket", "count", "sum")}
    assert asked <= there
    assert len(asked) > 10


def _expressions() -> str:
    """Return what the alerts ask, without the words that people read."""
    return "\n".join(re.findall(r"expr: (.*?)\n +(?:for|labels): ", TEXT, re.DOTALL))
