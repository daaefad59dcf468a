"""Several processes behind one address: real ones, which are killed or told to stop."""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import grpc
import httpx
import pytest
from command.shell import mistake
from google.protobuf import json_format
from prometheus_client.parser import text_string_to_metric_families
from proofs.nothing_lost import Process
from service.games import request_view, some_decisions
from service.server import eventually

from covert_server.access.guard import ClientLimits
from covert_server.access.quotas import Quota
from covert_server.access.tokens import add_holder
from covert_server.settings import Settings
from covertbots.client import ServiceError, limits
from covertbots.client.channel import channel_options
from covertbots.v1 import opponent_pb2 as v1
from covertbots.v1.opponent_pb2_grpc import OpponentStub

VIEW = request_view(some_decisions(3, 11, 12)[3])
SOON = 60.0  # seconds, on a machine with much else to do
CALLERS = 6


class Processes(Process):
    """`covert-bots serve --processes 2`."""

    def __init__(self, folder: Path, *more: str) -> None:
        super().__init__(folder, "--processes", "2", *more)
        self.supervisor = self.process
        self.pids: list[int] = self.started["processes"]

    def said(self, message: str) -> list[Any]:
        """Return the log lines of all processes with these words."""
        return [line for line in self.lines() if line["message"] == message]

    def figures(self) -> dict[tuple[str, str], float]:
        """Return the sums of samples by name and process."""
        sums: dict[tuple[str, str], float] = {}
        for family in text_string_to_metric_families(httpx.get(self.metrics, timeout=60).text):
            for sample in family.samples:
                if sample.labels.get("pool", "search") == "search":
                    name = sample.name, sample.labels.get("process", "")
                    sums[name] = sums.get(name, 0.0) + sample.value
        return sums

    def searching(self) -> list[float]:
        """Return searches that run in each process."""
        figures = self.figures()
        return [figures.get(("covertbots_running", number), 0.0) for number in "01"]


@contextmanager
def serving(folder: Path, *more: str) -> Iterator[Processes]:
    processes = Processes(folder, *more)
    try:
        yield processes
    finally:
        processes.end()


@contextmanager
def connected(target: str, attempts: int = 5) -> Iterator[OpponentStub]:
    """Yield a connection of its own, on which calls are made so often."""
    policy = {
        "maxAttempts": attempts,
        "initialBackoff": "0.1s",
        "maxBackoff": "5s",
        "backoffMultiplier": 2,
        "retryableStatusCodes": ["UNAVAILABLE", "CANCELLED"],
    }
    methods = [{"name": [{}], "retryPolicy": policy}] if attempts > 1 else []
    options = {
        **dict(channel_options(target)),
        "grpc.use_local_subchannel_pool": 1,
        "grpc.service_config": json.dumps({"methodConfig": methods}),
    }
    with grpc.insecure_channel(target, list(options.items())) as channel:
        yield OpponentStub(channel)


def by(token: str) -> list[tuple[str, str]]:
    """Return the metadata of its holder's calls."""
    return [("authorization", f"Bearer {token}")]


def question(**asked: Any) -> v1.SuggestMoveRequest:
    return v1.SuggestMoveRequest(view=VIEW, bot="ismcts", limits=limits(**asked), seed=7)


def number_of(response: v1.SuggestMoveResponse) -> str:
    """Return the process that it comes from."""
    return response.measured.replica.rpartition("-")[2]


@contextmanager
def stub_of_each(target: str, attempts: int = 5, token: str = "") -> Iterator[list[OpponentStub]]:
    """Yield a connection to each of two processes: as many are opened as that takes."""
    metadata = by(token) if token else []
    stubs: dict[str, Any] = {}
    opened = []
    try:
        while len(stubs) < 2:
            opened.append(connected(target, attempts))
            stub = opened[-1].__enter__()
            response = stub.SuggestMove(question(iterations=2), timeout=SOON, metadata=metadata)
            stubs.setdefault(number_of(response), stub)
            assert len(opened) < 100, f"all of 100 connections are to {stubs}"
        yield [stubs[number] for number in "01"]
    finally:
        for connection in opened:
            connection.__exit__(None, None, None)


def all_done(calls: list[Any]) -> bool:
    return all(call.done() for call in calls)


def is_gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.parametrize(
    ("queue", "processes", "parts"),
    [(32, 4, [8] * 4), (10, 4, [3, 3, 2, 2]), (1, 4, [1] * 4), (0, 2, [0, 0])],
)
def test_the_queue_is_divided_but_for_one_place_in_each(
    queue: int, processes: int, parts: list[int]
) -> None:
    whole = Settings(queue=queue, processes=processes, workers=processes)
    assert [replace(whole, number=number).queue_here for number in range(processes)] == parts


def test_both_answer_on_both_ports_and_tell_one_story(tmp_path: Path) -> None:
    with serving(tmp_path) as server, stub_of_each(server.target) as stubs:
        infos = [stub.GetInfo(v1.GetInfoRequest(), timeout=SOON) for stub in stubs]
        assert infos[0] == infos[1]
        limits_told = infos[0].limits
        assert (limits_told.processes, limits_told.workers, limits_told.queue) == (2, 2, 1024)
        answers = [stub.SuggestMove(question(iterations=200), timeout=SOON) for stub in stubs]
        assert [number_of(answer) for answer in answers] == ["0", "1"]
        assert answers[0].suggestion == answers[1].suggestion
        over_http: set[str] = set()
        while len(over_http) < 2:
            with httpx.Client(timeout=SOON) as http:
                assert http.post(f"{server.url}/grpc.health.v1.Health/Check", json={}).json() == {
                    "status": "SERVING"
                }
                asked = json_format.MessageToDict(question(iterations=2))
                path = f"{server.url}/covertbots.v1.Opponent/SuggestMove"
                over_http.add(http.post(path, json=asked).json()["measured"]["replica"][-1])
        figures = server.figures()
        assert figures["covertbots_processes", ""] == 2
        assert figures["covertbots_process_restarts_total", ""] == 0
        for number in "01":
            assert figures["covertbots_searches_total", number] >= 2
            assert figures["process_resident_memory_bytes", number] > 1 << 20


def test_one_that_is_killed_loses_no_call_of_a_client_and_is_replaced(tmp_path: Path) -> None:
    expected: set[bytes] = set()
    answered = threading.Semaphore(0)
    over = threading.Event()

    def call(target: str) -> Counter[str]:
        by: Counter[str] = Counter()
        with connected(target) as stub:
            while not over.is_set() or sum(by.values()) < 2:
                response = stub.SuggestMove(question(iterations=300), timeout=SOON)
                expected.add(response.suggestion.SerializeToString(deterministic=True))
                by[number_of(response)] += 1
                answered.release()
        return by

    with serving(tmp_path) as server, ThreadPoolExecutor(2 * CALLERS) as threads:
        calls = [threads.submit(call, server.target) for _ in range(2 * CALLERS)]
        try:
            for pid in server.pids:  # one after the other, each with calls in it
                with stub_of_each(server.target):  # the other one answers, also if it is new
                    pass
                for _ in range(3 * CALLERS):
                    assert answered.acquire(timeout=SOON)
                before = len(server.said("process started again"))
                os.kill(pid, signal.SIGKILL)
                again = lambda count=before: len(server.said("process started again")) > count  # noqa: E731
                eventually(again, SOON)
        finally:
            over.set()
        answerers = [call.result(SOON) for call in calls]  # none has failed
        assert sum(map(len, answerers)) > len(answerers)  # some have had answers of both
        assert len(expected) == 1
        ended = server.said("process ended")
        assert [line["exit"] for line in ended] == [-signal.SIGKILL, -signal.SIGKILL]
        with stub_of_each(server.target):  # the new ones serve at the same port
            pass
        assert server.figures()["covertbots_process_restarts_total", ""] == 2


def test_one_that_hangs_is_replaced_and_one_that_is_busy_is_not(tmp_path: Path) -> None:
    asked = question(seconds=60)
    largest = v1.SuggestMoveRequest(bot="x" * 120_000)  # much to read, and refused

    def ask_much(stub: OpponentStub, over: threading.Event) -> int:
        count = 0
        while not over.is_set():
            with pytest.raises(grpc.RpcError) as caught:
                stub.SuggestMove(largest, timeout=SOON)
            assert ServiceError.of(caught.value).code in (
                grpc.StatusCode.INVALID_ARGUMENT,
                grpc.StatusCode.UNAVAILABLE,  # it would have had to wait too long
            )
            count += 1
        return count

    over = threading.Event()
    with (
        serving(tmp_path, "--hangs", "6") as server,
        stub_of_each(server.target, attempts=1) as (hung, busy),
        ThreadPoolExecutor(CALLERS) as threads,
    ):
        searching: Any = busy.SuggestMove.future(asked, timeout=90)
        waiting: Any = hung.SuggestMove.future(asked, timeout=90)
        eventually(lambda: server.searching() == [1, 1], SOON)
        asking = [threads.submit(ask_much, busy, over) for _ in range(CALLERS)]
        try:
            os.kill(server.pids[0], signal.SIGSTOP)
            eventually(lambda: len(server.said("process started again")) == 1, SOON)
        finally:
            over.set()
        assert all(refusals.result(SOON) > 1 for refusals in asking)
        with pytest.raises(grpc.RpcError) as caught:
            waiting.result(SOON)
        assert caught.value.code() is grpc.StatusCode.UNAVAILABLE  # so it is asked again
        assert [(line["process"], line["pid"]) for line in server.said("process hangs")] == [
            (0, server.pids[0])
        ]
        assert [line["exit"] for line in server.said("process ended")] == [-signal.SIGKILL]
        searching.cancel()
        with stub_of_each(server.target) as stubs:  # the port answers, by both
            answers = [stub.SuggestMove(question(iterations=50), timeout=SOON) for stub in stubs]
        assert answers[0].suggestion == answers[1].suggestion
        assert not is_gone(server.pids[1])


@pytest.mark.parametrize("hurried", [False, True])
def test_sigterm_lets_searches_in_all_processes_answer(tmp_path: Path, hurried: bool) -> None:
    """Service managers send it to all processes of a service, which is one signal and not two. A
    second signal lets searches answer with what they have."""
    iterations = 4_000_000_000 if hurried else 8000
    with (
        serving(tmp_path, "--max-iterations", "4000000000", "--max-seconds", "600") as server,
        stub_of_each(server.target, attempts=1) as stubs,
    ):
        asked = question(iterations=iterations)
        calls: list[Any] = [stub.SuggestMove.future(asked, timeout=500) for stub in stubs]
        eventually(lambda: server.searching() == [1, 1] or all_done(calls), SOON)
        server.supervisor.terminate()
        if not hurried:
            for pid in server.pids:
                os.kill(pid, signal.SIGTERM)
        eventually(lambda: len(server.said("stopping")) == 2, SOON)
        if hurried:
            server.supervisor.terminate()
        for call in calls:
            suggestion = call.result(SOON).suggestion
            assert suggestion.moves
            assert hurried or suggestion.iterations == iterations
        assert server.supervisor.wait(SOON) == 0
        assert all(map(is_gone, server.pids))


def test_ctrl_c_is_for_the_supervisor_alone(tmp_path: Path) -> None:
    """All processes of a terminal's foreground get it, and it must not count twice."""
    with serving(tmp_path) as server, stub_of_each(server.target, attempts=1) as stubs:
        call: Any = stubs[0].SuggestMove.future(question(iterations=8000), timeout=500)
        eventually(lambda: server.searching() == [1, 0] or call.done(), SOON)
        os.killpg(server.supervisor.pid, signal.SIGINT)
        assert call.result(SOON).suggestion.iterations == 8000
        assert server.supervisor.wait(SOON) == 130
        assert all(map(is_gone, server.pids))


def test_the_port_is_the_servers_alone_and_none_outlives_its_supervisor(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        port = str(server.port)
        for more in ([], ["--processes", "2"]):
            line = mistake("serve", "--port", port, "--workers", "2", *more)
            assert line.startswith(f"cannot listen on 127.0.0.1:{port}: Address already in use; ")
        server.supervisor.kill()
        eventually(lambda: all(map(is_gone, server.pids)), SOON)
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        line = mistake("serve", "--port", port, "--workers", "2", "--processes", "2")
        assert line.startswith(f"cannot listen on 127.0.0.1:{port}: Address already in use; ")


def test_what_no_process_can_serve_is_a_mistake(tmp_path: Path) -> None:
    words = ("serve", "--port", "0", "--processes", "2")
    line = mistake(*words, "--workers", "1")
    assert line == "--processes: 2 for a worker; expected at least 1 worker for each process"
    line = mistake(*words, "--workers", "2", "--max-calls", "1")
    assert line == "--max-calls: 1 for 2 processes; expected at least 1 for each process"
    nowhere = str(tmp_path / "tokens.toml")
    assert mistake(*words, "--workers", "2", "--tokens", nowhere).startswith(f"{nowhere}: No such")


def test_clients_are_limited_by_all_processes_together(tmp_path: Path) -> None:
    """A quota is for all processes, and survives one that is killed. What a client may have at a
    time, and the queue, are divided."""
    file = tmp_path / "tokens.toml"
    free = add_holder(file, "free", batch=False, quota=Quota())
    lobby = add_holder(file, "lobby", batch=False, quota=Quota())
    few = add_holder(file, "few", batch=False, quota=Quota(calls=4))
    brief = add_holder(file, "brief", batch=False, quota=Quota(seconds=0.5))
    refused = "QUOTA_EXCEEDED"

    def ask(stub: OpponentStub, token: str, **asked: Any) -> str:
        try:
            stub.SuggestMove(question(**asked), timeout=SOON, metadata=by(token))
        except grpc.RpcError as error:
            return ServiceError.of(error).reason or str(error)
        return "answered"

    limited = ("--tokens", str(file), "--max-calls", "3", "--max-queue", "0")
    with serving(tmp_path, *limited) as server:
        with stub_of_each(server.target, attempts=1, token=free) as stubs:
            info = stubs[0].GetInfo(v1.GetInfoRequest(), timeout=SOON, metadata=by(lobby))
            assert info.limits.client.calls == 3
            for stub, most in zip(stubs, (2, 1), strict=True):
                seats = [seat_played(stub, lobby) for _ in range(most)]
                with pytest.raises(grpc.RpcError) as caught:
                    stub.ListBots(v1.ListBotsRequest(), timeout=SOON, metadata=by(lobby))
                error = ServiceError.of(caught.value)
                assert error.reason == refused
                assert f"is limited to {most} calls at a time in one of 2 proc" in error.message
                for seat in seats:
                    seat.cancel()
            long: Any = stubs[0].SuggestMove.future(question(seconds=60), metadata=by(free))
            eventually(lambda: server.searching()[0] == 1, SOON)
            assert ask(stubs[0], free, iterations=10) == "QUEUE_FULL"
            assert ask(stubs[1], free, iterations=10) == "answered"
            long.cancel()
            eventually(lambda: server.searching() == [0, 0], SOON)
            assert ask(stubs[0], brief, seconds=0.8) == "answered"
            assert ask(stubs[1], brief, iterations=2) == refused
            answers = [ask(stub, few, iterations=2) for stub in stubs * 3]
            assert answers == ["answered"] * 4 + [refused] * 2
            os.kill(server.pids[0], signal.SIGKILL)
            eventually(lambda: len(server.said("process started again")) == 1, SOON)
        with stub_of_each(server.target, token=free) as fresh:
            # What runs off meanwhile is less than that: four calls take a minute.
            assert refused in [ask(fresh[0], few, iterations=2) for _ in range(4)]


def seat_played(stub: OpponentStub, token: str) -> Any:
    """Begin a call of a holder, and return it once it is let in."""
    start = v1.PlaySeatRequest(start=v1.PlaySeatStart(bot="greedy"))
    change = v1.PlaySeatRequest(change=v1.PlaySeatChange(view=VIEW))
    messages: SimpleQueue[v1.PlaySeatRequest | None] = SimpleQueue()
    for message in (start, change):
        messages.put(message)
    call: Any = stub.PlaySeat(iter(messages.get, None), timeout=SOON, metadata=by(token))
    assert next(call).action.text
    return call


def test_parts_add_up() -> None:
    for processes in (1, 2, 3, 7):
        parts = [
            Settings(processes=processes, number=number).client_limits_here
            for number in range(processes)
        ]
        assert sum(part.calls for part in parts) == ClientLimits.calls
        assert sum(part.connections for part in parts) == ClientLimits.connections
        assert {part.messages for part in parts} == {ClientLimits.messages}
