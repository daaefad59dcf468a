"""Bots of a server that asks for a certificate and a token."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from command.shell import mistake, run, run_apart, serving
from service.authorities import Authority

from covert_bots.arena.entrants import remote
from covert_server.access.quotas import Quota
from covert_server.access.tokens import add_holder

ARENA = ("arena", "run", "--blocks", "1", "--workers", "1", "--seed", "3", "--bots")


class Secured(NamedTuple):
    bot: str
    token: str
    authority: str
    certificate: str
    key: str

    @property
    def options(self) -> tuple[str, ...]:
        known = ("--client-cert", self.certificate, "--client-key", self.key)
        return ("--token", self.token, "--tls-ca", self.authority, *known)

    @property
    def variables(self) -> dict[str, Any]:
        return {
            "COVERT_BOTS_TOKEN": self.token,
            "COVERT_BOTS_TLS_CA": self.authority,
            "COVERT_BOTS_CLIENT_CERT": self.certificate,
            "COVERT_BOTS_CLIENT_KEY": self.key,
        }


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secured]:
    folder = tmp_path_factory.mktemp("secured")
    authority = Authority(folder)
    files, ours = authority.certify(), authority.certify("ours")
    tokens = folder / "tokens.toml"
    token = add_holder(tokens, "arena", batch=True, quota=Quota())
    words = ["--tls-cert", files.certificate, "--tls-key", files.key, "--tokens", tokens]
    with serving(*map(str, [*words, "--tls-client-ca", authority.file])) as target:
        bot = f"grpc://{target}/greedy:worlds=1"
        yield Secured(bot, token, *map(str, (authority.file, ours.certificate, ours.key)))


@pytest.mark.parametrize("said", ["options", "environment"])
def test_its_bots_play(secured: Secured, tmp_path: Path, said: str) -> None:
    ledger = tmp_path / "games.ledger"
    words = (*ARENA, f"{secured.bot},random", "--ledger", str(ledger), "--json")
    if said == "options":
        done = run(*words, *secured.options)
    else:
        done = run_apart(*words, **secured.variables)
    assert done.returncode == 0, done.stderr
    here = run(*ARENA, "greedy:worlds=1,random", "--json")
    there, at_home = json.loads(done.stdout), json.loads(here.stdout)
    assert there["games"] == at_home["games"] == 2
    assert there["failures"] == {}
    for name in ("win_share", "score"):
        assert [bot[name] for bot in there["bots"]] == [bot[name] for bot in at_home["bots"]]
    for file in tmp_path.iterdir():
        assert secured.token.encode() not in file.read_bytes()


def test_what_is_missing_is_told_before_the_first_game(
    secured: Secured, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = f"{secured.bot},random"
    with monkeypatch.context() as impatient:
        impatient.setattr(remote, "GREETING_SECONDS", 0.5)
        assert "no server within 0.5" in mistake(*ARENA, bots)
    without_token = secured.options[2:]
    assert "authorization: the call has no token" in mistake(*ARENA, bots, *without_token)
    wrong = mistake(*ARENA, bots, *without_token[:-2])
    assert (
        wrong == "--client-cert: a certificate and its key go together; expected --client-key too"
    )
    monkeypatch.setenv("COVERT_BOTS_TLS_CA", "nowhere.pem")
    assert "nowhere.pem" in mistake(*ARENA, bots)
