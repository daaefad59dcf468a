"""Tokens that expire, and several of one holder, while one takes the place of another."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import grpc
import httpx
import pytest
from command.shell import document, mistake, run
from service.server import Serving

from covert_server.access import tokens
from covert_server.access.files import AccessFileError
from covert_server.access.quotas import Quota
from covert_server.access.tokens import (
    MOST_TOKENS,
    TokenError,
    add_holder,
    read_tokens,
    rotate_token,
)
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
DAY = timedelta(days=1)
DIGEST = "0" * 64
LIST = "/covertbots.v1.Opponent/ListBots"


class Clock:
    """The time, as the tokens see it."""

    def __init__(self) -> None:
        self.now = NOW

    def time(self) -> float:
        return self.now.timestamp()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(tokens, "time", clock)
    return clock


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tokens.toml"


def holder(file: Path, token: str) -> str:
    return read_tokens(file).holder_of(f"Bearer {token}").name


def expired(file: Path, token: str) -> bool:
    with pytest.raises(TokenError) as caught:
        holder(file, token)
    return caught.value.expired


def test_a_token_is_valid_until_it_expires(file: Path, clock: Clock) -> None:
    token = add_holder(file, "lobby", batch=False, quota=Quota(), expires=NOW + DAY)
    clock.now = NOW + DAY - timedelta(seconds=1)
    assert holder(file, token) == "lobby"
    clock.now = NOW + DAY
    assert expired(file, token)
    assert not expired(file, f"{token}x")


def test_two_tokens_overlap(file: Path, clock: Clock) -> None:
    old = add_holder(file, "lobby", batch=True, quota=Quota(600, 1.5))
    new = rotate_token(file, "lobby", NOW + 3 * DAY, NOW + 90 * DAY)
    assert old != new
    assert holder(file, old) == holder(file, new) == "lobby"
    (lobby,) = read_tokens(file).holders
    assert (lobby.batch, lobby.quota) == (True, Quota(600, 1.5))
    clock.now = NOW + 3 * DAY
    assert expired(file, old)
    assert holder(file, new) == "lobby"
    clock.now = NOW + 90 * DAY
    assert expired(file, new)


def test_an_overlap_makes_no_token_valid_for_longer(file: Path, clock: Clock) -> None:
    first = add_holder(file, "lobby", batch=False, quota=Quota(), expires=NOW + DAY)
    rotate_token(file, "lobby", NOW + 7 * DAY)
    clock.now = NOW + DAY
    assert expired(file, first)


def test_expired_tokens_go_with_the_next_rotation(file: Path, clock: Clock) -> None:
    add_holder(file, "lobby", batch=False, quota=Quota())
    for _ in range(3):
        rotate_token(file, "lobby", clock.now + DAY)
        clock.now += 2 * DAY
    (lobby,) = read_tokens(file).holders
    assert len(lobby.tokens) == 2  # the newest, and the one in whose place it came


def test_all_else_in_the_file_stays(file: Path, clock: Clock) -> None:
    text = f"# ours\n[a]\ncalls = 5  # a minute\n\n[b]\nsha256 = '{'1' * 64}'\n# the end\n"
    file.write_text(text.replace("[a]\n", f'[a]\nsha256 = "{DIGEST}"\n'))
    file.chmod(0o640)
    rotate_token(file, "a", NOW + DAY)
    lines = file.read_text().splitlines()
    kept = [line for line in lines if "tokens" not in line and line != "]"]
    assert [line for line in kept if "{" not in line] == text.splitlines()
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_table_in_a_line_is_rotated_too(file: Path, clock: Clock) -> None:
    file.write_text(f'a = {{sha256 = "{DIGEST}", calls = 3}}\n')
    token = rotate_token(file, "a", NOW + DAY)
    assert holder(file, token) == "a"
    (a,) = read_tokens(file).holders
    assert (len(a.tokens), a.quota.calls) == (2, 3)


def test_a_holder_has_so_many_tokens_and_no_more(file: Path, clock: Clock) -> None:
    add_holder(file, "a", batch=False, quota=Quota())
    for _ in range(MOST_TOKENS - 1):
        rotate_token(file, "a", NOW + DAY)
    before = file.read_text()
    with pytest.raises(AccessFileError, match=f"a has {MOST_TOKENS} tokens that are valid"):
        rotate_token(file, "a", NOW + DAY)
    assert file.read_text() == before


def test_what_is_wrong_with_a_file(file: Path) -> None:
    good = f'sha256 = "{DIGEST}"'
    for text, wrong in {
        f"[a]\n{good}\nexpires = 2027-01-31": "a.expires is 2027-01-31; expected a time with its",
        f"[a]\n{good}\nexpires = 2027-01-31T12:00:00": "expected a time with its zone, such as",
        f"[a]\n{good}\nexpires = 'never'": "toml:3: a.expires is 'never'; expected a time",
        "[a]\nexpires = 2027-01-31T12:00:00Z": "a.sha256 is missing; expected 64 hexadecimal",
        "[a]\ntokens = []": "a.tokens is []; expected 1 to 16 tokens",
        f"[a]\n{good}\ntokens = 3": "a.tokens is 3; expected a list such as",
        f"[a]\ntokens = [{{{good}}}, {{{good}, end = 1}}]": "a.tokens[1].end is 1; no such field",
        "[a]\ntokens = [{sha256 = 'ab'}]": "a.tokens[0].sha256 is (not shown); expected 64",
        f"[a]\n{good}\n[[b.tokens]]\n{good}": "b.sha256 is that of a too; expected a token of",
    }.items():
        file.write_text(text)
        with pytest.raises(AccessFileError, match=r"tokens\.toml:[1-4]: ") as caught:
            read_tokens(file)
        assert wrong in str(caught.value)


def test_callers_are_told_that_their_token_has_expired(file: Path) -> None:
    past = datetime.now(UTC) - DAY
    token = add_holder(file, "lobby", batch=False, quota=Quota(), expires=past)
    settings = Settings(workers=1, http_address="127.0.0.1:0", tokens=file)
    with Serving(settings) as serving:
        with (
            Client(serving.target, token=token) as client,
            pytest.raises(ServiceError, match="this token has expired") as caught,
        ):
            client.list_bots()
        assert caught.value.code is grpc.StatusCode.UNAUTHENTICATED
        assert caught.value.reason == "TOKEN_EXPIRED"
        headers = {"authorization": f"Bearer {token}"}
        response = httpx.post(f"{serving.url}{LIST}", json={}, headers=headers)
        assert response.status_code == 401


def test_both_tokens_have_one_quota(file: Path) -> None:
    old = add_holder(file, "lobby", batch=False, quota=Quota(calls=3))
    new = rotate_token(file, "lobby", datetime.now(UTC) + DAY)
    settings = replace(Settings(), workers=1, http_address="127.0.0.1:0", tokens=file)
    with Serving(settings) as serving:
        codes = [
            httpx.post(
                f"{serving.url}{LIST}", json={}, headers={"authorization": f"Bearer {token}"}
            ).status_code
            for token in (old, new, old, new)
        ]
    assert codes == [200, 200, 200, 429]


# The command.


def test_the_command_rotates(file: Path) -> None:
    words = ("token", "lobby", "--tokens", str(file))
    old = document(*words, "--quota", "calls=5", "--class", "batch")["token"]
    made = run(*words, "--rotate", "--overlap", "2", "--expires", "30")
    assert "Earlier tokens of lobby are valid until " in made.stderr
    assert holder(file, old) == holder(file, made.stdout.strip()) == "lobby"
    (lobby,) = read_tokens(file).holders
    left = [token.expires - datetime.now(UTC).timestamp() for token in lobby.tokens]
    assert [round(seconds / DAY.total_seconds()) for seconds in left] == [2, 30]
    told = document(*words, "--rotate", "--expires", "1")
    assert told["expires"].endswith("Z")


def test_options_that_say_nothing_are_mistakes(file: Path) -> None:
    words = ("token", "lobby", "--tokens", str(file))
    assert "--overlap: it is for --rotate" in mistake(*words, "--overlap", "3")
    assert f"{file}: No such file" in mistake(*words, "--rotate")
    run(*words)
    assert "--quota: --rotate changes neither" in mistake(*words, "--rotate", "--quota", "calls=1")
    assert "x has no token to rotate; expected one of lobby" in mistake(
        "token", "x", "--tokens", str(file), "--rotate"
    )


def test_check_config_names_those_without_a_valid_token(file: Path) -> None:
    past = datetime.now(UTC) - DAY
    add_holder(file, "lobby", batch=False, quota=Quota(), expires=past)
    add_holder(file, "night", batch=False, quota=Quota())
    told = document("serve", "--check-config", "--port", "0", "--tokens", str(file))
    assert (told["holders"], told["without_token"]) == (2, ["lobby"])
