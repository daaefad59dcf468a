"""Fixtures for several tests of the commands."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from command.built_once import built_once
from command.languages import Made, made
from command.shell import run_apart, serving
from command.small_games import DEMO, RUN, Demo

from covert_command.games import local_server
from covert_command.load import traffic
from covert_command.measures import covert_action, engine, service


@pytest.fixture(scope="session", autouse=True)
def folder_of_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep games of `play` here, apart from the tester's own."""
    with patch.dict(os.environ, XDG_CONFIG_HOME=str(tmp_path_factory.mktemp("kept"))):
        yield


@pytest.fixture(scope="session")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the ledger of a small tournament of two bots."""

    def build(folder: Path) -> None:
        done = run_apart(*RUN, "--ledger", str(folder / "games.ledger"))
        assert done.returncode == 0, done.stderr

    return str(built_once(tmp_path_factory, "arena", build) / "games.ledger")


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """Return what a demo showed, and its record, which it wrote over a file."""

    def build(folder: Path) -> None:
        record = folder / "game"
        record.write_text("a game")
        done = run_apart(*DEMO, "--record", str(record), "--overwrite", columns=400)
        assert (done.returncode, done.stderr) == (0, "")
        (folder / "shown").write_text(done.stdout, encoding="utf-8")

    folder = built_once(tmp_path_factory, "demo", build)
    return Demo(str(folder / "game"), (folder / "shown").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """Yield host and port of a server in another process."""
    with serving() as target:
        yield target


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Return the client for Node, with the packages that it needs."""
    return made("Node", tmp_path_factory)


@pytest.fixture(scope="session")
def typescript(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Return the client in TypeScript, compiled, and beside its hint one over HTTP."""
    return made("TypeScript", tmp_path_factory)


@pytest.fixture(scope="session")
def built(typescript: Made) -> Path:
    """Return the client in TypeScript as the page has it built."""
    return typescript.folder / "clients" / "typescript" / "build"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands soon say that no server is there."""
    for module in (local_server, traffic):
        monkeypatch.setattr(module, "FIRST_CONTACT", 1.0)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `bench` measure so briefly that the figures are rough."""
    usual = {"COPIES": 50_000, "WORLDS": 1000, "SEARCHED": 40}
    amounts = {"PLAYOUTS": 20, "SIMULATIONS": 40, "REPLAYS": 2, "ARENA_GAMES": 1}
    monkeypatch.setattr(engine, "GREEDY", ((2, (1,)), (4, (1,))))
    for name, amount in {**usual, **amounts}.items():
        monkeypatch.setattr(engine, name, amount)
    for name, amount in {**usual, "DECISIONS": 2000, "POSTERIORS": 100, "ROUNDS": 1}.items():
        monkeypatch.setattr(covert_action, name, amount)
    for name, number in {"ROUNDS": 2, "SECONDS": 0.01, "WARMING": 20}.items():
        monkeypatch.setattr(service, name, number)
