"""Access to a server with tokens, and its quotas."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import httpx
import pytest
from google.rpc import error_details_pb2, status_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from service.games import request_view, some_decisions
from service.server import Serving, eventually

from covert_server.access.guard import ClientLimits
from covert_server.access.quotas import MOST, Quota, QuotaError, Quotas
from covert_server.access.shared_use import ROW, SharedUse
from covert_server.access.tokens import TokenError, add_holder, read_tokens
from covert_server.settings import Settings
from covertbots.client import AsyncClient, Client, ServiceError, limits

PLAIN = Settings(workers=1, http_address="127.0.0.1:0")
LIST = "/covertbots.v1.Opponent/ListBots"
SUGGEST = "/covertbots.v1.Opponent/SuggestMove"
VIEW = request_view(some_decisions(3, 11, 12)[3])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tokens.toml"


@pytest.fixture
def token(file: Path) -> str:
    return add_holder(file, "lobby", batch=False, quota=Quota())


@pytest.fixture
def serving(file: Path, token: str) -> Iterator[Serving]:
    """Yield a server with one token."""
    with Serving(replace(PLAIN, tokens=file)) as serving:
        yield serving


def post(serving: Serving, token: str | None = None, path: str = LIST) -> httpx.Response:
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    return httpx.post(f"{serving.url}{path}", json={}, headers=headers)


def refusal(target: str, token: str | None) -> ServiceError:
    with Client(target, token=token) as client, pytest.raises(ServiceError) as caught:
        client.list_bots()
    return caught.value


def test_its_holder_is_served_on_both_ports(serving: Serving, token: str) -> None:
    with Client(serving.target, token=token) as client:
        assert client.list_bots().bots
        assert next(client.analyze(VIEW, "greedy")).suggestion.moves
        with client.play_seat("greedy") as seat:
            assert seat.decide(VIEW).action.text
    assert post(serving, token).status_code == 200

    async def ask() -> bool:
        async with AsyncClient(serving.target, token=token) as client:
            async for answer in client.analyze(VIEW, "greedy"):
                assert answer.suggestion.moves
            return bool((await client.list_bots()).bots)

    assert asyncio.run(ask())


@pytest.mark.parametrize(
    ("token", "reason"), [(None, "TOKEN_MISSING"), ("covertbots_guessed", "TOKEN_UNKNOWN")]
)
def test_nobody_else_is(file: Path, token: str | None, reason: str) -> None:
    add_holder(file, "lobby", batch=False, quota=Quota())
    with Serving(replace(PLAIN, tokens=file)) as serving:
        error = refusal(serving.target, token)
        assert (error.code, error.reason) == (grpc.StatusCode.UNAUTHENTICATED, reason)
        response = post(serving, token)
        assert response.status_code == 401
        assert response.headers["www-authenticate"] == "Bearer"
        assert response.json()["code"] == "unauthenticated"
        assert response.json()["details"][0]["debug"]["reason"] == reason


def test_a_token_is_all_of_it_and_called_bearer(file: Path, token: str) -> None:
    tokens = read_tokens(file)
    assert tokens.holder_of(f"Bearer {token}").name == "lobby"
    assert tokens.holder_of(f"bearer {token}").name == "lobby"  # RFC 9110, section 11.1
    other = token.removesuffix(token[-1]) + ("a" if token[-1] != "a" else "b")
    for wrong in (token, f"Basic {token}", f"Bearer {token[:-1]}", f"Bearer {other}", "", "Bearer"):
        with pytest.raises(TokenError):
            tokens.holder_of(wrong)
    with pytest.raises(TokenError):
        tokens.holder_of(f"Bearer {tokens.holders[0].tokens[0].digest}")


def test_health_needs_no_token_and_reflection_does(serving: Serving, token: str) -> None:
    assert post(serving, path="/grpc.health.v1.Health/Check").json() == {"status": "SERVING"}
    with grpc.insecure_channel(serving.target) as channel:
        health = health_pb2_grpc.HealthStub(channel)
        assert health.Check(health_pb2.HealthCheckRequest(), timeout=60).status == 1
        reflection = reflection_pb2_grpc.ServerReflectionStub(channel)
        request = reflection_pb2.ServerReflectionRequest(list_services="")
        with pytest.raises(grpc.RpcError) as caught:
            list(reflection.ServerReflectionInfo(iter([request]), timeout=60))
        error: Any = caught.value
        assert error.code() is grpc.StatusCode.UNAUTHENTICATED
        named = (("authorization", f"Bearer {token}"),)
        answers = list(reflection.ServerReflectionInfo(iter([request]), timeout=60, metadata=named))
    assert answers[0].list_services_response.service


def test_a_request_without_a_known_token_is_not_read(serving: Serving) -> None:
    """The refusal comes while most of the request is still to be sent."""
    with serving.connect() as connection:
        lines = [f"POST {SUGGEST} HTTP/1.1", "host: localhost", "content-type: application/json"]
        connection.sendall("\r\n".join([*lines, "content-length: 100000", "", "{"]).encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 401")


@pytest.mark.usefixtures("read_at_once")
def test_new_tokens_hold_and_old_ones_do_not(
    file: Path, serving: Serving, token: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    another = add_holder(file, "another", batch=False, quota=Quota())
    assert post(serving, another).status_code == 200
    text = file.read_text()
    file.write_text(text + "[")  # half of what is being written
    assert post(serving, another).status_code == 200
    file.write_text(text[text.index("[another]") :])
    assert post(serving, another).status_code == 200
    assert post(serving, token).status_code == 401
    file.unlink()
    assert post(serving, another).status_code == 200
    said = [line.getMessage() for line in caplog.records if "tokens" in line.getMessage()]
    assert said == ["tokens reloaded", "tokens not reloaded"] * 2


@pytest.mark.usefixtures("read_at_once")
def test_a_file_that_could_not_be_read_is_read_again(
    file: Path, serving: Serving, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read again though it has not changed: causes such as a lack of descriptors may pass."""
    another = add_holder(file, "another", batch=False, quota=Quota())
    text = file.read_text()
    assert post(serving, token).status_code == 200

    def fails(path: Path, **_: object) -> str:
        raise OSError(24, "Too many open files", str(path))

    monkeypatch.setattr("covert_server.access.files.AGAIN", 0.05)
    with monkeypatch.context() as patch:
        patch.setattr("covert_engine.input.toml.read_toml_text", fails)
        file.write_text(text[text.index("[another]") :])
        assert post(serving, token).status_code == 200
    eventually(lambda: post(serving, token).status_code == 401)
    assert post(serving, another).status_code == 200


def test_writing_the_file_in_place_locks_nobody_out(
    file: Path, serving: Serving, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = file.read_text()
    with monkeypatch.context() as patch:
        patch.setattr("covert_server.access.files.SETTLED", 600.0)  # the writer is not done
        with file.open("w") as writing:
            assert post(serving, token).status_code == 200
            writing.write("# ours\n")
            writing.flush()
            assert post(serving, token).status_code == 200
            writing.write(text)
        assert post(serving, token).status_code == 200
    another = add_holder(file, "another", batch=False, quota=Quota())
    eventually(lambda: post(serving, another).status_code == 200)
    assert post(serving, token).status_code == 200
    file.write_text("")
    eventually(lambda: post(serving, token).status_code == 401)


@pytest.mark.usefixtures("read_at_once")
def test_a_token_that_is_removed_does_not_hold_in_an_open_stream(
    file: Path, serving: Serving, token: str
) -> None:
    with (
        Client(serving.target, token=token, attempts=1) as client,
        client.play_seat("greedy") as seat,
    ):
        seat.decide(VIEW)
        file.write_text("")
        with pytest.raises(ServiceError) as caught:
            seat.decide(VIEW)
    assert caught.value.code is grpc.StatusCode.UNAUTHENTICATED
    assert caught.value.reason == "TOKEN_UNKNOWN"


def test_the_largest_quota_is_written_read_and_told(file: Path) -> None:
    largest = Quota(calls=MOST, seconds=float(MOST))
    token = add_holder(file, "lobby", batch=False, quota=largest)
    assert read_tokens(file).holders[0].quota == largest
    with Serving(replace(PLAIN, tokens=file)) as serving:
        with Client(serving.target, token=token) as client:
            caller = client.get_info().caller
        assert (caller.calls_a_minute, caller.seconds_a_minute) == (MOST, MOST)


def test_a_holder_of_the_batch_class_waits(file: Path) -> None:
    batch = add_holder(file, "nightly", batch=True, quota=Quota())
    token = add_holder(file, "lobby", batch=False, quota=Quota())
    settings = replace(PLAIN, tokens=file, queue=1)
    with (
        Serving(settings) as serving,
        Client(serving.target, token=batch, attempts=1) as nightly,
        Client(serving.target, token=token) as lobby,
    ):
        running = nightly.analyze(VIEW, "ismcts", limits(iterations=10_000_000))
        eventually(lambda: serving.running == 1)
        waiting = nightly.analyze(VIEW, "ismcts", limits(iterations=10_000_000))
        eventually(lambda: serving.waiting == 1)
        # The batch call has to leave the queue.
        first = lobby.analyze(VIEW, "ismcts", limits(iterations=10), interval=60.0)
        with pytest.raises(ServiceError) as caught:
            next(waiting)
        assert caught.value.reason == "QUEUE_FULL"
        running.close()
        assert [answer.final for answer in first] == [True]


def test_clients_with_one_token_are_one_client(file: Path) -> None:
    """They share its limits, from whatever machine or connection they call."""
    token = add_holder(file, "lobby", batch=False, quota=Quota())
    settings = replace(PLAIN, tokens=file, client_limits=ClientLimits(calls=2))
    with Serving(settings) as serving, Client(serving.target, token=token) as client:
        seats = [client.play_seat("greedy") for _ in range(2)]
        for seat in seats:
            seat.decide(VIEW)
        response = post(serving, token)
        assert response.status_code == 429
        info, failure, retry = (detail["debug"] for detail in response.json()["details"])
        assert info["reason"] == "QUOTA_EXCEEDED"
        violation = {"subject": "lobby", "description": "is limited to 2 calls at a time"}
        assert failure == {"violations": [violation]}
        assert retry == {"retryDelay": "1s"}
        seats[0].close()
        eventually(lambda: post(serving, token).status_code == 200)
        seats[1].close()


def quota_failure(error: Any) -> error_details_pb2.QuotaFailure:
    metadata = dict(error.trailing_metadata())
    status = status_pb2.Status.FromString(metadata["grpc-status-details-bin"])
    failure = error_details_pb2.QuotaFailure()
    assert any(detail.Unpack(failure) for detail in status.details)
    return failure


def test_a_quota_of_calls(file: Path) -> None:
    token = add_holder(file, "lobby", batch=False, quota=Quota(calls=5))
    free = add_holder(file, "free", batch=False, quota=Quota())
    with Serving(replace(PLAIN, tokens=file)) as serving:
        codes = [post(serving, token).status_code for _ in range(7)]
        assert codes == [200] * 5 + [429] * 2
        assert {post(serving, free).status_code for _ in range(7)} == {200}
        error = refusal(serving.target, token)
        assert (error.code, error.reason) == (
            grpc.StatusCode.RESOURCE_EXHAUSTED,
            "QUOTA_EXCEEDED",
        )
        assert error.retry_after is not None
        assert 0 < error.retry_after <= 12.1  # a fifth of a minute
        with grpc.insecure_channel(serving.target) as channel:
            call: Any = channel.unary_unary(LIST)
            with pytest.raises(grpc.RpcError) as caught:
                call(b"", timeout=60, metadata=[("authorization", f"Bearer {token}")])
        (violation,) = quota_failure(caught.value).violations
        assert violation.subject == "lobby"
        assert violation.description == "is limited to 5 calls a minute"


def test_views_of_a_stream_count_as_calls(file: Path) -> None:
    token = add_holder(file, "lobby", batch=False, quota=Quota(calls=4))
    with (
        Serving(replace(PLAIN, tokens=file)) as serving,
        Client(serving.target, token=token) as client,
        client.play_seat("greedy") as seat,
    ):
        for _ in range(3):
            seat.decide(VIEW)
        with pytest.raises(ServiceError) as caught:
            seat.decide(VIEW)
        assert caught.value.reason == "QUOTA_EXCEEDED"


def test_questions_to_reflection_count_as_calls(file: Path) -> None:
    token = add_holder(file, "lobby", batch=False, quota=Quota(calls=4))
    question = reflection_pb2.ServerReflectionRequest(list_services="")
    named = (("authorization", f"Bearer {token}"),)
    answers = []
    with Serving(replace(PLAIN, tokens=file)) as serving:
        with grpc.insecure_channel(serving.target) as channel:
            reflection = reflection_pb2_grpc.ServerReflectionStub(channel)
            call = reflection.ServerReflectionInfo(iter([question] * 5), timeout=60, metadata=named)
            with pytest.raises(grpc.RpcError) as caught:
                answers += call
        (violation,) = quota_failure(caught.value).violations
    assert len(answers) == 4
    assert violation.description == "is limited to 4 calls a minute"


def test_a_quota_of_worker_time(file: Path) -> None:
    """The time of a search counts, also if it was cancelled."""
    token = add_holder(file, "lobby", batch=False, quota=Quota(seconds=0.3))
    with (
        Serving(replace(PLAIN, tokens=file)) as serving,
        Client(serving.target, token=token) as client,
    ):
        running = client.analyze(VIEW, "ismcts", limits(iterations=10_000_000), interval=0.5)
        next(running)
        running.close()
        eventually(lambda: serving.running == 0)
        with pytest.raises(ServiceError) as caught:
            client.suggest_move(VIEW, "greedy")
        assert caught.value.reason == "QUOTA_EXCEEDED"
        assert "0.3 seconds of worker threads a minute" in caught.value.message


def test_a_holder_with_a_tiny_quota_may_try_again_in_a_day(file: Path) -> None:
    token = add_holder(file, "lobby", batch=False, quota=Quota(seconds=1e-12))
    with (
        Serving(replace(PLAIN, tokens=file)) as serving,
        Client(serving.target, token=token, attempts=1) as client,
    ):
        client.suggest_move(VIEW, "ismcts", limits(iterations=1000))
        with pytest.raises(ServiceError) as caught:
            client.suggest_move(VIEW, "greedy")
    assert caught.value.reason == "QUOTA_EXCEEDED"
    assert caught.value.retry_after == 86_400


def in_a_file(folder: Path) -> SharedUse:
    return SharedUse(os.open(folder / "use", os.O_RDWR | os.O_CREAT))


@pytest.mark.parametrize("shared", [False, True])
def test_what_has_been_used_runs_off(shared: bool, tmp_path: Path) -> None:
    now = [100.0]
    quotas = Quotas(in_a_file(tmp_path) if shared else None, lambda: now[0])
    quota = Quota(calls=6, seconds=60)
    for _ in range(6):
        quotas.take("a", quota)
    with pytest.raises(QuotaError) as caught:
        quotas.take("a", quota)
    assert caught.value.retry_after == pytest.approx(10.1)
    now[0] += caught.value.retry_after
    quotas.take("a", quota)
    quotas.take("b", quota)
    quotas.charge("b", 90.0)
    with pytest.raises(QuotaError) as caught:
        quotas.take("b", quota)
    assert caught.value.retry_after == pytest.approx(30.1)
    now[0] += 30.1
    quotas.take("b", quota)


def test_what_is_used_by_one_process_is_used_for_all(tmp_path: Path) -> None:
    """Rows may be in any order, from whichever process; holders without a quota have no row."""
    first, other = (Quotas(in_a_file(tmp_path), lambda: 100.0) for _ in range(2))
    two, few = Quota(calls=2), Quota(seconds=5)
    first.take("a", two)
    other.take("b" * 64, few)
    first.take("c", Quota())
    first.take("b" * 64, few)
    other.take("a", two)
    for quotas in (first, other):
        with pytest.raises(QuotaError, match="2 calls a minute"):
            quotas.take("a", two)
    other.charge("a", 9.0)  # has no quota of seconds
    other.charge("ipv4:10.0.0.1", 9.0)
    other.charge("b" * 64, 9.0)
    with pytest.raises(QuotaError, match="5 seconds of worker threads"):
        first.take("b" * 64, few)
    assert (tmp_path / "use").stat().st_size == 2 * ROW.size


TAKE = """
import sys
from covert_server.access.quotas import Quota, QuotaError, Quotas
from covert_server.access.shared_use import SharedUse

quotas = Quotas(SharedUse(int(sys.argv[1])), lambda: 100.0)
taken = 0
print("ready", flush=True)
sys.stdin.readline()
try:
    while True:
        quotas.take("lobby", Quota(calls=30_000))
        taken += 1
except QuotaError:
    print(taken)
"""


def test_processes_that_take_at_once_take_no_call_too_many(tmp_path: Path) -> None:
    with (tmp_path / "use").open("w+b") as file:
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", TAKE, str(file.fileno())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                pass_fds=[file.fileno()],
                text=True,
            )
            for _ in range(3)
        ]
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin is not None
            print(file=process.stdin, flush=True)
        taken = [int(process.communicate()[0]) for process in processes]
    assert sum(taken) == 30_000
    assert sum(map(bool, taken)) > 1


def test_a_process_that_dies_with_the_use_in_hand_holds_up_nobody(tmp_path: Path) -> None:
    text = "from covert_server.access.shared_use import SharedUse; import os, sys, signal\n"
    text += "with SharedUse(int(sys.argv[1])).of('lobby'): os.kill(os.getpid(), signal.SIGKILL)"
    with (tmp_path / "use").open("w+b") as file:
        words = [sys.executable, "-c", text, str(file.fileno())]
        assert subprocess.run(words, pass_fds=[file.fileno()]).returncode == -signal.SIGKILL
        Quotas(SharedUse(file.fileno())).take("lobby", Quota(calls=1))
