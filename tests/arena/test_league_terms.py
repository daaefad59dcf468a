"""The terms of a league: which bots may be handed in."""

from __future__ import annotations

import json
from ipaddress import ip_network
from pathlib import Path

import pytest

from covert_bots.arena.errors import LedgerError
from covert_bots.arena.league.roster import Entry, Roster
from covert_bots.arena.league.terms import EntryError, Terms

PUBLIC = "grpc://8.8.8.8:50051/greedy"
SOME_HOSTS = Terms(hosts=frozenset({"bots.example.org"}), networks=(ip_network("10.1.0.0/16"),))


@pytest.mark.parametrize(
    "bot",
    [
        PUBLIC,
        "grpc://[2606:4700::1]:443/ismcts:iterations=200",
        "grpc://bots.example.org:50051/greedy",
        "grpc://Bots.Example.org:50051/greedy",
        "grpc://10.1.2.3:50051,8.8.8.8:50051/greedy",
    ],
)
def test_public_addresses_and_hosts_that_are_allowed_are_asked(bot: str) -> None:
    SOME_HOSTS.check("bold", bot)


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "10.2.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "224.0.0.1"),
        *("localhost", "127.1", "2130706433", "example.org", "bots.example.org.evil.example"),
        *("[::1]", "[::ffff:127.0.0.1]", "[::ffff:10.2.0.1]", "[fd00::1]", "[fe80::1]"),
        *("[64:ff9b::7f00:1]", "[2002:7f00:1::]"),
    ],
)
def test_no_other_host_is_asked(host: str) -> None:
    with pytest.raises(EntryError, match=r"^bot: "):
        SOME_HOSTS.check("bold", f"grpc://{host}:50051/greedy")
    with pytest.raises(EntryError, match=r"^bot: "):
        SOME_HOSTS.check("bold", f"grpc://8.8.8.8:50051,{host}:50051/greedy")


@pytest.mark.parametrize(
    ("name", "bot", "said"),
    [
        ("", PUBLIC, "name: is ''; expected 1 to 40 letters"),
        ("a" * 41, PUBLIC, "name: is 'aaa"),
        ("bo\nld", PUBLIC, "name: is 'bo"),
        ("bold", "", "bot: is '': no name; expected"),
        ("bold", "ismcts", "bot: is 'ismcts'; expected grpc://host:port/spec or engine:command"),
        ("bold", "os:system", "bot: is 'os:system'; expected grpc://"),
        ("bold", "grpc://8.8.8.8/greedy", "bot: is 'grpc://8.8.8.8/greedy': not an address"),
        ("bold", f"{PUBLIC}{'a' * 1000}", "bot: has 1027 characters; expected at most 1000"),
        ("bold", f"{PUBLIC}\x1b[2J", "bot: has characters that cannot be printed"),
        ("bold", "engine:a 'b", 'bot: is "engine:a \'b": '),
        ("bold", "engine:/usr/bin/true", "bot: is a command, and this league starts none"),
        ("bold", "grpc://" + ",".join(["8.8.8.8:1"] * 9) + "/a", "bot: has 9 addresses; expected"),
    ],
)
def test_what_is_wrong_with_an_entry_is_named(name: str, bot: str, said: str) -> None:
    with pytest.raises(EntryError) as error:
        Terms().check(name, bot)
    assert str(error.value).startswith(said)


@pytest.fixture
def engines(tmp_path: Path) -> Path:
    """A folder of engines, beside a file that is a secret."""
    folder = tmp_path / "engines"
    folder.mkdir()
    (folder / "bold.py").write_text("")
    (tmp_path / "secret").write_text("")
    (folder / "link").symlink_to(tmp_path / "secret")
    return folder


def test_a_command_names_files_of_the_system_and_of_the_engines_alone(
    engines: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(engines)
    terms = Terms(runs_commands=True, folder=engines)
    for command in (
        "python3 bold.py --depth 3",
        f"python3 {engines}/bold.py",
        "/usr/bin/env sh -c 'echo a/b'",
        f"sh -c '{'true;' * 100}'",
    ):
        terms.check("bold", f"engine:{command}")
    for command in (
        "../secret",
        "python3 ../secret",
        "sh link",
        "sh /.",
        "sh ..",
        "sh /etc/shadow",
    ):
        with pytest.raises(EntryError, match=r"^bot: names .*; expected files of the system or of"):
            terms.check("bold", f"engine:{command}")
    with pytest.raises(EntryError, match=r"^bot: names /proc/1/environ; expected files of the sys"):
        terms.check("bold", "engine:cat /proc/1/environ")


def test_of_commands_that_are_listed_no_others_are_taken(engines: Path) -> None:
    listed = f"python3 {engines.parent}/secret"
    terms = Terms(runs_commands=True, commands=frozenset({listed}))
    terms.check("bold", f"engine:{listed}")
    with pytest.raises(EntryError, match=r"^bot: is the command 'sh'; expected python3"):
        terms.check("bold", "engine:sh")


def test_a_roster_is_kept_whole(tmp_path: Path) -> None:
    ledger = tmp_path / "league.ledger"
    entries = [Entry("bold", PUBLIC, "alice", 1.0), Entry("greedy", "greedy", stopped="gone")]
    Roster(ledger).put(*entries)
    assert list(Roster(ledger)) == entries
    assert Roster(ledger).path.stat().st_mode & 0o777 == 0o600
    text = Roster(ledger).path.read_text()
    for broken in (text[:-9], "[]", text.replace('"alice"', "7"), json.dumps({"league": 2})):
        (tmp_path / "league.ledger.bots").write_text(broken)
        with pytest.raises(LedgerError, match=r"league\.ledger\.bots: damaged"):
            Roster(ledger)
