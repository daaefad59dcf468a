"""The files for containers: what they set is what `covert-bots serve` knows."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from command.pages import blocks
from command.shell import has_ipv6
from service.authorities import Authority
from service.server import Serving

from covert_command.commands.serve import command as SERVE  # noqa: N812
from covert_server.access.quotas import Quota
from covert_server.access.tokens import add_holder
from covert_server.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
PAGE = (DEPLOY.parent / "docs" / "service.md").read_text(encoding="utf-8")
PROXIES = (DEPLOY.parent / "docs" / "proxies.md").read_text(encoding="utf-8")
OPERATE = "docs/operate.md"
ENDING = 10.0  # seconds
SET = dict(re.findall(r"COVERT_BOTS_(\w+)=(\S+)", DOCKERFILE))
MORE = dict(re.findall(r'COVERT_BOTS_(\w+): "(\S+)"', COMPOSE))


def test_the_container_sets_options_of_serve() -> None:
    options = {str(option.name).upper() for option in SERVE.params}
    assert set(SET) | set(MORE) <= options


def test_a_server_with_these_settings_would_serve() -> None:
    words = {f"COVERT_BOTS_{name}": value for name, value in (SET | MORE).items()}
    done = CliRunner().invoke(SERVE, ["--show-config", "--json"], env=words)
    assert done.exit_code == 0, done.output
    config = json.loads(done.output)
    assert config["host"]["value"] == "0.0.0.0"
    assert config["insecure"]["value"] is True


def test_the_ports_are_the_same_everywhere() -> None:
    inside = {port for name, port in SET.items() if name.endswith("PORT")}
    exposed = re.search(r"EXPOSE (.*)", DOCKERFILE)
    assert exposed is not None
    assert set(exposed[1].split()) == inside
    assert set(re.findall(r'127\.0\.0\.1:\d+:(\d+)"', COMPOSE)) - inside == {"9090", "3000"}
    read = (DEPLOY / "prometheus.yml").read_text(encoding="utf-8")
    assert set(re.findall(r'"\w+:(\d+)"', read)) == {SET["METRICS_PORT"]}


def healthy(serving: Serving, **environment: str) -> str:
    """Return what Docker's health check says of a server; nothing if it serves."""
    ports = {
        "COVERT_BOTS_PORT": serving.target.rpartition(":")[2],
        "COVERT_BOTS_HTTP_PORT": serving.url.rpartition(":")[2],
    }
    done = subprocess.run(
        [sys.executable, DEPLOY / "healthy.py"],
        env={**os.environ, **ports, **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode == 0) == (done.stderr == "")
    return done.stderr


@pytest.mark.parametrize("tls", [False, True])
@pytest.mark.parametrize("mutual", [False, True])
def test_a_server_is_healthy_while_it_serves(tls: bool, mutual: bool, tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    files = authority.certify()
    if mutual:
        files = replace(files, client_authority=authority.file)
    words = {"COVERT_BOTS_TLS_CERT": str(files.certificate), "COVERT_BOTS_TLS_KEY": str(files.key)}
    if mutual:
        words["COVERT_BOTS_TLS_CLIENT_CA"] = str(authority.file)
    settings = Settings(workers=1, http_address="127.0.0.1:0", tls=files if tls else None)
    with Serving(settings) as serving:
        assert healthy(serving, **(words if tls else {})) == ""
        serving.server._health.set(serving=False)
        assert healthy(serving, **(words if tls else {})) == "NOT_SERVING\n"
        if tls:
            assert healthy(serving).startswith("no answer")
    assert healthy(serving).startswith("no answer")


@pytest.mark.parametrize("host", ["127.0.0.2", "[::1]", "0.0.0.0", "[::]"])
def test_a_server_that_listens_on_one_address_is_asked_there(host: str) -> None:
    if ":" in host and not has_ipv6():
        pytest.skip("this machine has no IPv6")
    with Serving(Settings(workers=1, http_address=f"{host}:0")) as serving:
        assert healthy(serving, COVERT_BOTS_HOST=host) == ""


def test_a_port_that_is_not_set_is_that_of_the_image(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SET:
        monkeypatch.delenv(f"COVERT_BOTS_{name}", raising=False)
    done = subprocess.run(
        [sys.executable, DEPLOY / "healthy.py"], capture_output=True, text=True, timeout=60
    )
    assert len(done.stderr.splitlines()) <= 1, done.stderr  # another program may listen there
    asked = re.search(r"COVERT_BOTS_HTTP_PORT\W+(\d+)", (DEPLOY / "healthy.py").read_text())
    assert asked is not None
    assert asked[1] == SET["HTTP_PORT"]


def test_no_secrets_and_nothing_built_here_goes_into_the_image() -> None:
    left_out = (DEPLOY.parent / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {".git", ".venv", "build", "**/*.so", "**/tokens*.toml", "**/*.key"} <= set(left_out)


def test_the_server_has_time_to_stop_before_it_is_killed() -> None:
    """After the grace it takes some seconds more (docs/service.md, "Stopping")."""
    composed = re.search(r"stop_grace_period: (\d+)s", COMPOSE)
    alone = re.search(r"docker run .*--stop-timeout (\d+) .* covert-bots`", PAGE)
    grace = next(option for option in SERVE.params if option.name == "grace")
    assert composed is not None
    assert alone is not None
    needed = float(str(grace.default)) + ENDING
    assert int(composed[1]) >= needed + float(MORE["LAME_DUCK"])
    assert int(alone[1]) >= needed


def test_the_user_of_the_container_is_a_number_as_kubernetes_wants_it() -> None:
    """Kubernetes cannot tell from a name that the user is not root."""
    (user,) = re.findall(r"^USER (\d+)$", DOCKERFILE, re.MULTILINE)
    assert int(user) > 0
    assert f"useradd --no-create-home --uid {user} " in DOCKERFILE


def test_the_page_on_proxies_has_a_server_run_that_would_serve(tmp_path: Path) -> None:
    (typed,) = re.findall(r"^    covert-bots serve (.*)$", PROXIES, re.MULTILINE)
    tokens = tmp_path / "tokens.toml"
    tokens.touch()
    words = typed.replace("tokens.toml", str(tokens)).split()
    done = CliRunner().invoke(SERVE, [*words, "--show-config", "--json"])
    assert done.exit_code == 0, done.output


def test_the_page_on_proxies_says_what_the_files_have() -> None:
    files = re.findall(r"\]\(\.\./deploy/(\S+)\)", PROXIES)
    assert files == ["nginx/covert-bots.conf", "haproxy/haproxy.cfg", "envoy/envoy.yaml"]
    texts = [(DEPLOY / file).read_text(encoding="utf-8") for file in files]
    rows = [line for line in PROXIES.splitlines() if line.startswith("| over ")]
    assert len(rows) == 2
    for row in rows:
        for cell, text in zip(row.split("|")[2:5], texts, strict=True):
            for setting in re.findall(r"`([^`]*)`", cell):
                assert re.search(rf"^\s*{setting}\b|[{{ ]{setting}\b", text, re.MULTILINE), setting


def test_the_settings_of_the_page_for_operators_would_start(tmp_path: Path) -> None:
    settings, scraped = (block.text for block in blocks(OPERATE))
    tokens = tmp_path / "tokens.toml"
    add_holder(tokens, "lobby", batch=False, quota=Quota())
    file = tmp_path / "first.toml"
    file.write_text(settings.replace("/etc/covert-bots/tokens.toml", str(tokens)))
    done = CliRunner().invoke(SERVE, ["--config", str(file), "--check-config", "--json"])
    assert done.exit_code == 0, done.output
    assert done.output.count("127.0.0.1:") >= 3
    ports = set(re.findall(r"= (\d{4,5})$", settings, re.MULTILINE))
    more = re.search(r"sed -e '(.*)' ", (DEPLOY.parent / OPERATE).read_text(encoding="utf-8"))
    assert more is not None
    changed = dict(re.findall(r"s/(\d+)/(\d+)/", more[1]))
    assert ports - {"1024"} == set(changed)
    metrics = [str(tomllib.loads(settings)["metrics-port"])]
    metrics.append(changed[metrics[0]])
    assert re.findall(r'"localhost:(\d+)"', scraped) == metrics
    assert "job_name: covert-bots\n" in scraped
