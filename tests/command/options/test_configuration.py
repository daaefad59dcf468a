"""Settings of `serve` from options, the environment and a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any

import click
import pytest
from command.shell import REPOSITORY, document, mistake, run, run_apart, serving

from covert_command.commands.serve import command as serve_command
from covert_command.options.configuration import OF_OTHERS
from covert_command.options.serve import OPTIONS, server_settings
from covert_command.options.server import remote_options
from covert_server.settings import Settings
from covertbots.client import Client

FILE = """
port = 0
max-queue = 7
http-origin = ["https://example.org"]
http-port = 0
bot = "greedy"
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "serve.toml"
    path.write_text(FILE)
    return str(path)


def test_a_file_sets_what_nothing_else_does(file: str) -> None:
    config = document("serve", "--config", file, "--max-queue", "9", "--show-config")
    assert config["max-queue"] == {"value": 9, "from": "option"}
    assert config["bot"] == {"value": "greedy", "from": "file"}
    assert config["http-origin"] == {"value": ["https://example.org"], "from": "file"}
    assert config["grace"] == {"value": 30.0, "from": "default"}


def test_the_environment_counts_before_the_file(file: str) -> None:
    words = ("serve", "--config", file, "--show-config", "--json")
    config = json.loads(
        run_apart(
            *words,
            COVERT_BOTS_MAX_QUEUE="8",
            COVERT_BOTS_GRACE="2",
            COVERT_BOTS_HTTP_ORIGIN="https://one.example https://two.example",
        ).stdout
    )
    assert config["http-origin"]["value"] == ["https://one.example", "https://two.example"]
    assert config["max-queue"] == {"value": 8, "from": "environment"}
    assert config["grace"] == {"value": 2.0, "from": "environment"}


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("COVERT_BOTS_JSON", "1", "COVERT_BOTS_JSON in the environment is not a setting"),
        (
            "COVERT_BOTS_MAX_QEUE",
            "7",
            "COVERT_BOTS_MAX_QEUE in the environment is not a setting; did you mean "
            "COVERT_BOTS_MAX_QUEUE?",
        ),
        (
            "COVERT_BOTS_MAX_QUEUE",
            "many",
            "COVERT_BOTS_MAX_QUEUE: 'many'; expected a whole number from 0 to 1000000000",
        ),
        (
            "COVERT_BOTS_INSECURE",
            "maybe",
            "COVERT_BOTS_INSECURE: 'maybe'; expected true or false (",
        ),
        ("COVERT_BOTS_HOST", "localhost:1", "COVERT_BOTS_HOST: 'localhost:1' has a port"),
    ],
)
def test_what_is_wrong_in_the_environment_is_named(
    name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    assert mistake("serve", "--show-config").startswith(said)


def test_what_is_for_other_commands_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [option.envvar for option in options_of(remote_options)]
    assert names == [f"COVERT_BOTS_{name}" for name in OF_OTHERS]
    for name in names:
        monkeypatch.setenv(name, "1")
    assert document("serve", "--show-config")["port"]["from"] == "default"


def options_of(decorate: Callable[[Callable[..., None]], Callable[..., None]]) -> list[Any]:
    """Return the options that a decorator gives to a command."""
    return click.command()(decorate(lambda **_: None)).params


def test_a_file_of_tokens_is_shown_by_its_name(tmp_path: Path) -> None:
    tokens = tmp_path / "tokens.toml"
    tokens.touch()
    config = document("serve", "--tokens", str(tokens), "--show-config")
    assert config["tokens"] == {"value": str(tokens), "from": "option"}


def test_a_server_runs_by_its_file(file: str) -> None:
    with serving("--config", file) as target, Client(target) as client:
        assert client.list_bots().ceilings.iterations > 0


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("max-quene = 7", "max-quene is not a setting; did you mean 'max-queue'?"),
        ("max-queue = 'many'", "max-queue is 'many'; expected a whole number from 0 to 1000000000"),
        ("port = '50051'", "port is '50051'; expected a whole number from 0 to 65535"),
        ("port = 50051.7", "port is 50051.7; expected a whole number from 0 to 65535"),
        ("[port]", "port is a table; expected a whole number from 0 to 65535"),
        ("workers = true", "workers is true; expected a whole number from 1 to 1024"),
        ("workers = inf", "workers is inf; expected a whole number from 1 to 1024"),
        (
            "max-idle = 00:05:00",
            "max-idle is 00:05:00; expected a number greater than 0, at most 31536000",
        ),
        ("grace = false", "grace is false; expected a number from 0 to 31536000"),
        (f"grace = 1{'0' * 400}", "grace: 1000"),
        ("insecure = 2", "insecure is 2; expected true or false"),
        ("insecure = 'yes'", "insecure is 'yes'; expected true or false"),
        ("host = 5", "host is 5; expected text"),
        ("bot = 5", "bot is 5; expected text"),
        ("tls-cert = 5", "tls-cert is 5; expected text"),
        ("tokens = true", "tokens is true; expected text"),
        ("tokens = 2026-01-02", "tokens is 2026-01-02; expected text"),
        ('tokens = "a\\u0000"', "tokens is 'a\\x00'; expected text"),
        ("log-level = 1", "log-level is 1; expected text"),
        ("http-origin = ['*', 5]", "an entry of http-origin is 5; expected text"),
        ("cards = [['set.toml']]", "an entry of cards is ['set.toml']; expected text"),
        ("workers = 0", "workers: 0; expected a whole number"),
        ("cards = 'set.toml'", "cards is 'set.toml'; expected a list"),
        ("port = [1]", "port is [1]; expected one value"),
        ("host = 'localhost:1'", "host: 'localhost:1' has a port"),
        ("port = ", "not TOML"),
        ("show-config = true", "show-config is not a setting"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(text: str, wrong: str, tmp_path: Path) -> None:
    path = tmp_path / "serve.toml"
    path.write_text(text)
    said = mistake("serve", "--config", str(path), "--show-config")
    assert str(path) in said
    assert wrong in said


def test_each_kind_of_setting_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "serve.toml"
    path.write_text("port = 7\ngrace = 2\nslow = 0.5\ninsecure = true\nlog-level = 'debug'\n")
    config = document("serve", "--config", str(path), "--show-config")
    assert {
        name: setting["value"] for name, setting in config.items() if setting["from"] == "file"
    } == {
        "port": 7,
        "grace": 2.0,
        "slow": 0.5,
        "insecure": True,
        "log-level": "debug",
    }


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "serve.toml"
    path.write_text("port = 7\n", encoding="utf-8-sig")
    config = document("serve", "--config", str(path), "--show-config")
    assert config["port"] == {"value": 7, "from": "file"}


def test_each_process_has_a_worker_and_its_memory() -> None:
    many = ("serve", "--processes", "256", "--max-connections", "256", "--show-config")
    config = document(*many)
    assert config["workers"] == {"value": 256, "from": "default"}
    for workers in ((), ("--workers", "256")):
        wrong = "--max-memory: 255 MB for 256 workers; expected at least 1 MB for each worker"
        assert mistake(*many, *workers, "--max-memory", "255") == wrong


def test_every_option_can_be_set_in_a_file() -> None:
    """The settings shown can be written to a file, and mean the same when read."""
    shown = document("serve", "--show-config")
    assert {"host", "port", "workers", "max-request", "cards", "grace"} <= set(shown)
    assert "config" not in shown
    page = (REPOSITORY / "docs" / "service.md").read_text(encoding="utf-8")
    assert "--show-config" in page


def test_each_number_sets_its_field_and_has_its_default_of_it() -> None:
    given: dict[str, Any] = {option.sets: option.default for option in OPTIONS if option.sets}
    larger = {field: default + 1 for field, default in given.items() if _is_number(default)}
    assert len(larger) >= 15
    flags = {option.sets: option.opts[0] for option in OPTIONS}
    ports = ("--port", "7", "--http-port", "8", "--metrics-port", "9", "--max-memory", "5")
    typed = [word for field, value in larger.items() for word in (flags[field], str(value))]
    settings = server_settings(serve_command.make_context("serve", [*ports, *typed]).params)
    assert {field: attrgetter(field)(settings) for field in larger} == larger
    assert all(attrgetter(field)(Settings()) == value - 1 for field, value in larger.items())
    assert (settings.address, settings.http_address) == ("127.0.0.1:7", "127.0.0.1:8")
    assert (settings.metrics_address, settings.memory) == ("127.0.0.1:9", 5 << 20)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def test_each_mistake_in_a_file_has_a_line(tmp_path: Path) -> None:
    path, nowhere = tmp_path / "wrong.toml", tmp_path / "nowhere.toml"
    path.write_text(f'prot = 1\nport = 99999\ncards = ["{nowhere}"]\nmax-seconds = "ten"\n')
    done = run("serve", "--config", str(path), "--check-config")
    assert done.returncode == 2
    assert [line.removeprefix(f"covert-bots: {path}:") for line in done.stderr.splitlines()] == [
        "1: prot is not a setting; did you mean 'port'?",
        "2: port: 99999; expected a whole number from 0 to 65535",
        f"3: cards: {nowhere}: No such file or directory",
        "4: max-seconds is 'ten'; expected a number greater than 0, at most 31536000",
    ]
