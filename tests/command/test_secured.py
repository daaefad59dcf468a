"""A server over TLS, and the commands that call it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from command.running import REPOSITORY, document, mistake, serving
from service.authorities import Authority

VIEW = str(REPOSITORY / "examples" / "views" / "place.json")
ASK = ("suggest", VIEW, "--bot", "greedy", "--server")


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("certificates"))


@pytest.fixture(scope="module")
def secured(authority: Authority) -> Iterator[str]:
    """A server that takes only clients with a certificate."""
    files = authority.certify()
    words = ["--tls-cert", files.certificate, "--tls-key", files.key]
    with serving(*map(str, [*words, "--tls-client-ca", authority.file])) as target:
        yield target


def test_a_command_calls_over_tls(secured: str, authority: Authority) -> None:
    ours = authority.certify("ours")
    known = ("--client-cert", str(ours.certificate), "--client-key", str(ours.key))
    found = document(*ASK, secured, "--tls-ca", str(authority.file), *known)
    assert found["suggestion"]["moves"]


def test_in_clear_text_it_finds_no_server(secured: str) -> None:
    assert mistake(*ASK, secured) == f"no server answers at {secured} in clear text"


def test_without_a_certificate_it_finds_no_server(secured: str, authority: Authority) -> None:
    wrong = mistake(*ASK, secured, "--tls-ca", str(authority.file))
    assert wrong == f"no server answers at {secured} over TLS"


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
    assert "expected --tls-key too" in mistake("serve", "--tls-cert", file)
    assert "expected --tls-cert and --tls-key too" in mistake("serve", "--tls-client-ca", file)
    key_first = mistake("serve", "--port", "0", "--tls-cert", file, "--tls-key", file)
    assert "expected a certificate and its key, in PEM" in key_first
    nowhere = str(tmp_path / "nowhere.pem")
    wrong = mistake("serve", "--port", "0", "--tls-cert", nowhere, "--tls-key", file)
    assert wrong == f"{nowhere}: No such file or directory"
