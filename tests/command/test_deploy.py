"""The files for containers: what they set is what `covert-bots serve` knows."""

from __future__ import annotations

import json
import re
from pathlib import Path

from click.testing import CliRunner

from covert_command.serve import command as SERVE  # noqa: N812

DEPLOY = Path(__file__).parents[2] / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
SET = dict(re.findall(r"COVERT_BOTS_(\w+)=(\S+)", DOCKERFILE))
MORE = dict(re.findall(r'COVERT_BOTS_(\w+): "(\S+)"', COMPOSE))


def test_the_container_sets_options_of_serve() -> None:
    options = {str(option.name).upper() for option in SERVE.params}
    assert set(SET) | set(MORE) <= options


def test_a_server_with_these_settings_would_serve() -> None:
    words = {f"COVERT_BOTS_{name}": value for name, value in (SET | MORE).items()}
    done = CliRunner().invoke(SERVE, ["--show-config", "--json"], env=words)
    assert done.exit_code == 0, done.output
    found = json.loads(done.output)
    assert found["host"]["value"] == "0.0.0.0"
    assert found["insecure"]["value"] is True


def test_the_ports_are_the_same_everywhere() -> None:
    inside = {port for name, port in SET.items() if name.endswith("PORT")}
    exposed = re.search(r"EXPOSE (.*)", DOCKERFILE)
    assert exposed is not None
    assert set(exposed[1].split()) == inside
    assert set(re.findall(r'127\.0\.0\.1:\d+:(\d+)"', COMPOSE)) - inside == {"9090", "3000"}
    read = (DEPLOY / "prometheus.yml").read_text(encoding="utf-8")
    assert set(re.findall(r'"\w+:(\d+)"', read)) == {SET["METRICS_PORT"]}


def test_the_server_has_time_to_stop_before_it_is_killed() -> None:
    given = re.search(r"stop_grace_period: (\d+)s", COMPOSE)
    grace = next(option for option in SERVE.params if option.name == "grace")
    assert given is not None
    assert int(given[1]) > float(MORE["LAME_DUCK"]) + float(str(grace.default))
