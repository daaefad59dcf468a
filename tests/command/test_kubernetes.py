"""The manifests for Kubernetes: what its API takes, and what `covert-bots serve` knows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from click.testing import CliRunner

from covert_command.commands.serve import command as SERVE  # noqa: N812
from covert_server.connect.app import HEALTH
from covert_server.metrics import Metrics

FOLDER = Path(__file__).parents[2] / "deploy/kubernetes"
KUBERNETES = "1.30"  # the oldest whose API is meant
COMPONENTS = ("tls", "tokens", "monitoring")


def documents(file: Path) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all(file.read_text(encoding="utf-8")))


def merged(base: Any, patch: Any) -> Any:
    """Return a value with a strategic merge patch, as Kustomize applies it to names and maps."""
    if isinstance(base, dict) and isinstance(patch, dict):
        both = {**base, **patch}
        return {key: merged(base.get(key), patch.get(key, base.get(key))) for key in both}
    if isinstance(base, list) and isinstance(patch, list) and all("name" in at for at in patch):
        named = {entry["name"]: entry for entry in base}
        for entry in patch:
            if entry.get("$patch") == "delete":
                named.pop(entry["name"], None)
            else:
                named[entry["name"]] = merged(named.get(entry["name"], {}), entry)
        return list(named.values())
    return base if patch is None else patch


def deployment(*components: str) -> Any:
    """Return the Deployment with some components."""
    (whole,) = documents(FOLDER / "base/deployment.yaml")
    for component in components:
        (patch,) = documents(FOLDER / component / "deployment.yaml")
        whole = merged(whole, patch)
    return whole


def container(*components: str) -> Any:
    (only,) = deployment(*components)["spec"]["template"]["spec"]["containers"]
    return only


def environment(*components: str) -> dict[str, str]:
    return {entry["name"]: entry["value"] for entry in container(*components)["env"]}


def known_resources() -> list[Any]:
    """Return all resources but that of the Prometheus operator, whose schema is its own."""
    files = [*sorted(FOLDER.glob("base/*.yaml")), FOLDER / "monitoring/autoscaler.yaml"]
    every = [each for file in files for each in documents(file)]
    ways = [(), ("tls",), ("tokens",), ("tls", "tokens")]
    whole = [deployment(*components) for components in ways]
    return [each for each in every if each["kind"] != "Kustomization"] + whole


@pytest.mark.parametrize("resource", known_resources(), ids=lambda resource: resource["kind"])
def test_the_api_takes_each_resource(resource: Any) -> None:
    kubernetes_validate.validate(resource, KUBERNETES, strict=True)


def test_each_file_is_listed_and_each_listed_file_is_there() -> None:
    for folder in ("base", *COMPONENTS, "example"):
        (listed,) = documents(FOLDER / folder / "kustomization.yaml")
        names = [*listed.get("resources", ()), *listed.get("components", ())]
        names += [patch["path"] for patch in listed.get("patches", ())]
        assert all((FOLDER / folder / name).exists() for name in names)
        here = {file.name for file in (FOLDER / folder).glob("*.yaml")}
        assert here == {"kustomization.yaml", *(name for name in names if "/" not in name)}


@pytest.mark.parametrize("components", [(), ("tls", "tokens")])
def test_a_server_with_these_settings_would_serve(
    components: tuple[str, ...], tmp_path: Path
) -> None:
    of_image = re.findall(r"(COVERT_BOTS_\w+)=(\S+)", (FOLDER.parent / "Dockerfile").read_text())
    words = {**dict(of_image), **environment(*components)}
    for name in ("TLS_CERT", "TLS_KEY", "TOKENS"):  # the files that Secrets bring
        if f"COVERT_BOTS_{name}" in words:
            (tmp_path / name).touch()
            words[f"COVERT_BOTS_{name}"] = str(tmp_path / name)
    done = CliRunner().invoke(SERVE, ["--show-config"], env=words)
    assert done.exit_code == 0, done.output
    assert ("COVERT_BOTS_INSECURE" in words) == (components == ())


def test_ports_and_probes_are_those_of_the_image() -> None:
    dockerfile = (FOLDER.parent / "Dockerfile").read_text(encoding="utf-8")
    ports = {port["name"]: str(port["containerPort"]) for port in container()["ports"]}
    for name, setting in (("grpc", "PORT"), ("http", "HTTP_PORT"), ("metrics", "METRICS_PORT")):
        assert f"COVERT_BOTS_{setting}={ports[name]}" in dockerfile
    for components, scheme in (((), None), (("tls",), "HTTPS")):
        for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
            asked = container(*components)[probe]["httpGet"]
            assert (asked["path"] in HEALTH, asked["port"]) == (True, "http")
            assert asked.get("scheme") == scheme


def test_a_pod_has_time_to_finish_and_is_not_killed_meanwhile() -> None:
    lame_duck, grace = (
        float(environment()[f"COVERT_BOTS_{name}"]) for name in ("LAME_DUCK", "GRACE")
    )
    kept = deployment()["spec"]["template"]["spec"]["terminationGracePeriodSeconds"]
    assert kept >= lame_duck + grace + 5
    readiness, liveness = container()["readinessProbe"], container()["livenessProbe"]
    assert readiness["periodSeconds"] * readiness["failureThreshold"] < lame_duck
    assert liveness["periodSeconds"] * liveness["failureThreshold"] > kept


def test_the_trees_fit_into_the_memory_of_the_pod() -> None:
    limit = container()["resources"]["limits"]["memory"]
    assert limit == "2Gi"
    assert 1.5 * int(environment()["COVERT_BOTS_MAX_MEMORY"]) <= 2048


def test_pods_come_by_a_figure_that_servers_have() -> None:
    (autoscaler,) = documents(FOLDER / "monitoring/autoscaler.yaml")
    (metric,) = autoscaler["spec"]["metrics"]
    name = metric["pods"]["metric"]["name"]
    source = Path(str(Metrics.__init__.__code__.co_filename)).read_text(encoding="utf-8")
    assert f'"{name}"' in source
