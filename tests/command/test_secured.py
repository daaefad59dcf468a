"""A server over TLS, and the commands that call it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from command.shell import (
    REPOSITORY,
    document,
    mistake,
    run,
    run_apart,
    run_without_room,
    serving,
)
from service.authorities import Authority

VIEW = str(REPOSITORY / "examples" / "views" / "place.json")
ASK = ("suggest", VIEW, "--bot", "greedy", "--server")


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("certificates"))


@pytest.fixture(scope="module")
def secured(authority: Authority) -> Iterator[str]:
    """Yield a server that takes only clients with a certificate."""
    files = authority.certify()
    words = ["--tls-cert", files.certificate, "--tls-key", files.key]
    with serving(*map(str, [*words, "--tls-client-ca", authority.file])) as target:
        yield target


def test_a_command_calls_over_tls(secured: str, authority: Authority) -> None:
    ours = authority.certify("ours")
    known = ("--client-cert", str(ours.certificate), "--client-key", str(ours.key))
    answer = document(*ASK, secured, "--tls-ca", str(authority.file), *known)
    assert answer["suggestion"]["moves"]


@pytest.mark.usefixtures("impatient")
def test_in_clear_text_it_finds_no_server(secured: str) -> None:
    assert mistake(*ASK, secured) == (
        f"no server answers at {secured} without TLS; check that it is running, or use "
        "--tls or --tls-ca if it needs TLS"
    )


@pytest.mark.usefixtures("impatient")
def test_without_a_certificate_it_finds_no_server(secured: str, authority: Authority) -> None:
    wrong = mistake(*ASK, secured, "--tls-ca", str(authority.file))
    assert wrong == (
        f"no server answers at {secured} over TLS; check that it is running, that --tls-ca "
        "verifies its certificate for this name, and that --client-cert is given if it asks for one"
    )


def test_load_over_tls(secured: str, authority: Authority) -> None:
    pytest.importorskip("hdrh")
    ours = authority.certify("ours")
    known = ("--client-cert", str(ours.certificate), "--client-key", str(ours.key))
    words = ("load", "--bot", "greedy", "--seconds", "1", "--server", secured)
    assert document(*words, "--tls-ca", str(authority.file), *known)["errors"] == {}


def test_what_goes_together_is_asked_for(authority: Authority, tmp_path: Path) -> None:
    file = str(authority.file)
    assert "expected --server too" in mistake("suggest", VIEW, "--tls-ca", file)
    assert "expected --client-key too" in mistake(*ASK, "localhost:1", "--client-cert", file)
    no_authority = mistake(*ASK, "localhost:1", "--tls-ca", VIEW)
    assert no_authority == f"--tls-ca: {VIEW} holds no certificate; expected one in PEM"
    assert "expected --tls-key too" in mistake("serve", "--tls-cert", file)
    assert "expected --tls-cert and --tls-key too" in mistake("serve", "--tls-client-ca", file)
    key_first = mistake("serve", "--port", "0", "--tls-cert", file, "--tls-key", file)
    assert "expected a certificate and its key, in PEM" in key_first
    nowhere = str(tmp_path / "nowhere.pem")
    wrong = mistake("serve", "--port", "0", "--tls-cert", nowhere, "--tls-key", file)
    assert wrong == f"{nowhere}: No such file or directory"


def test_a_token_that_nobody_has_seen_is_named(tmp_path: Path) -> None:
    file = tmp_path / "tokens.toml"
    code, said = run_without_room("token", "bob", "--tokens", str(file))
    assert code == 2
    assert said == (
        f"covert-bots: standard output: No space left on device; {file} has a token for bob that "
        "nobody has seen: remove its lines\n"
    )


def test_a_token_is_printed_once_and_lets_in(tmp_path: Path) -> None:
    file = tmp_path / "tokens.toml"
    made = run("token", "lobby", "--tokens", str(file), "--quota", "calls=600,seconds=90.5")
    token = made.stdout.strip()
    assert made.stderr == f"This token will not be shown again; {file} has only its hash.\n"
    assert token not in file.read_text()
    assert "calls = 600\nseconds = 90.5\n" in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    with serving("--tokens", str(file)) as target:
        assert document(*ASK, target, "--token", token)["suggestion"]["moves"]
        words = ("--tokens", str(file), "--class", "batch")
        late = document("token", "nightly", *words)  # while the server runs
        assert late["class"] == "batch"
        known = run_apart(*ASK, target, COVERT_BOTS_TOKEN=late["token"])
        assert known.returncode == 0
        said = mistake(*ASK, target)
        assert said.startswith("authorization: the call has no token")
        assert said.endswith("; give it with --token or in COVERT_BOTS_TOKEN")
        assert "authorization: this token is not known" in mistake(*ASK, target, "--token", "a")
        assert "token: '(not shown)'" in mistake(*ASK, target, "--token", "my secret")


@pytest.mark.parametrize(
    "quota",
    [
        "",
        "600",
        "calls=0",
        "calls=1.5",
        "calls=4294967296",
        "seconds=inf",
        "seconds=4294967296",
        "days=2",
    ],
)
def test_what_is_no_quota(quota: str, tmp_path: Path) -> None:
    line = mistake("token", "a", "--tokens", str(tmp_path / "a"), "--quota", quota)
    expected = "expected calls=NUMBER, seconds=NUMBER"
    assert line.startswith(f"--quota: {quota!r} is not a quota; {expected}")


def test_a_file_that_cannot_be_written_is_named_itself(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "tokens.toml"
    assert mistake("token", "a", "--tokens", str(file)) == f"{file}: No such file or directory"


def test_what_is_no_holder(tmp_path: Path) -> None:
    file = str(tmp_path / "tokens.toml")
    assert "NAME: 'a b'; expected 1 to 64" in mistake("token", "a b", "--tokens", file)
    assert run("token", "a", "--tokens", file).returncode == 0
    assert "a has a token; choose another name" in mistake("token", "a", "--tokens", file)
    assert "No such file" in mistake("serve", "--tokens", str(tmp_path / "none"))
