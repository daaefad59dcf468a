"""Calls are recorded, and replayed without bots: byte for byte, over both transports."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import grpc
import httpx
import pytest
from command.shell import mistake
from recorded.make import METHODS, Recorded, views_of_covert
from service.server import Serving, eventually
from service.web import enveloped

from covert_server.recording import replay
from covert_server.recording.entries import Entry, Said, read_folder
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError, limits
from covertbots.v1 import opponent_pb2, referee_pb2
from covertbots.v1.opponent_pb2_grpc import OpponentStub

PLAIN = Settings(workers=1, http_address="127.0.0.1:0")
(_, FIRST), (_, SECOND) = (pair for pair, _ in zip(views_of_covert(), range(2), strict=False))
DEAL = referee_pb2.DealRequest(players=2, seed=7)
ASKED = opponent_pb2.SuggestMoveRequest(view=FIRST, bot="ismcts", limits=limits(iterations=50))
WRONG = opponent_pb2.SuggestMoveRequest(view=FIRST, bot="nobody", limits=limits(iterations=1))
ENDLESS = opponent_pb2.SuggestMoveRequest(view=FIRST, bot="ismcts", limits=limits(seconds=60))
STREAM = "application/connect+json"


class Answer(NamedTuple):
    """What a client gets of a call, in bytes."""

    messages: tuple[bytes, ...]
    status: str = ""
    details: Any = None


def over_grpc(serving: Serving, request: Any, name: str = "one") -> Answer:
    method = METHODS[type(request).__name__.removesuffix("Request")]
    path = f"/{method.containing_service.full_name}/{method.name}"
    with grpc.insecure_channel(serving.target) as channel:
        call: Any = channel.stream_stream(path)
        answers = call(iter([request.SerializeToString()]), metadata=[("x-request-id", name)])
        received: list[bytes] = []
        with suppress(grpc.RpcError):
            received.extend(answers)
        return Answer(tuple(received), answers.details(), answers.trailing_metadata())


def over_http(serving: Serving, path: str, data: bytes, kind: str) -> Answer:
    headers = {"content-type": kind, "x-request-id": "one"}
    answer = httpx.post(f"{serving.url}/covertbots.v1.{path}", content=data, headers=headers)
    return Answer((answer.content,), str(answer.status_code), answer.headers["content-type"])


def json_calls(serving: Serving) -> list[Answer]:
    deal = b'{"players": 3, "seed": "8"}'
    return [
        over_http(serving, "Referee/Deal", deal, "application/json"),
        over_http(serving, "Opponent/ListBots", b"{}", "application/json"),
        over_http(serving, "Referee/Deal", b'{"players": 3, "sead": 8}', "application/json"),
        over_http(serving, "Referee/Deal", b'{"players": ', "application/json"),
        over_http(serving, "Referee/Deal", DEAL.SerializeToString(), "application/proto"),
        over_http(serving, "Opponent/Watch", enveloped(WATCH_JSON), STREAM),
    ]


def binary_calls(serving: Serving) -> list[Answer]:
    watch = opponent_pb2.WatchRequest(request=ASKED)
    return [over_grpc(serving, request) for request in (DEAL, ASKED, watch, WRONG)]


WATCH_JSON = json.dumps(
    {"request": {"bot": "greedy", "seed": "3", "view": json.loads("{}")}}
).encode()


def play(serving: Serving) -> list[Any]:
    """Return what two seats do, and a search that is stopped."""
    with Client(serving.target, attempts=1) as client:
        moves = []
        for views in ((FIRST,), (SECOND,), (FIRST, FIRST)):
            with client.play_seat("greedy", seed=4) as seat:
                moves += [seat.decide(view) for view in views]
        analysis = client.analyze(FIRST, "ismcts", limits(seconds=60))
        first = next(analysis)
        analysis.stop()
        return [*moves, first, *analysis]


class Both(NamedTuple):
    """A server that records, then one that replays, and what each answered."""

    folder: Path
    replaying: Serving
    recorded: list[Any]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    folder = tmp_path_factory.mktemp("recorded") / "calls"
    with Serving(replace(PLAIN, record=folder)) as serving:
        answers = [*binary_calls(serving), *json_calls(serving), *play(serving)]
        recorded = Recorded(serving)
        hanging = recorded.begin("cancelled", ENDLESS)
        eventually(lambda: serving.running == 1)
        hanging.cancel()
        eventually(lambda: serving.running == 0)
        recorded.channel.close()
    with Serving(replace(PLAIN, replay=folder)) as replaying:
        yield Both(folder, replaying, answers)


def test_the_same_requests_get_the_same_answers_byte_for_byte(both: Both) -> None:
    again = [*binary_calls(both.replaying), *json_calls(both.replaying)]
    assert again == both.recorded[: len(again)]
    assert [len(answer.messages) for answer in again[:4]] == [1, 1, 1, 0]


def test_an_answer_does_not_depend_on_the_transport(both: Both) -> None:
    """What was recorded over gRPC is answered over HTTP, in JSON and in binary form."""
    data = DEAL.SerializeToString()
    binary = over_http(both.replaying, "Referee/Deal", data, "application/proto")
    as_json = over_http(
        both.replaying, "Referee/Deal", b'{"seed": 7, "players": 2}', "application/json"
    )
    assert binary.messages == both.recorded[0].messages
    message = referee_pb2.DealResponse.FromString(binary.messages[0])
    assert json.loads(as_json.messages[0])["record"]["seed"] == str(message.record.seed) == "7"


def test_streams_are_replayed_in_order_whichever_way_they_go_on(both: Both) -> None:
    """All seats begin with the same message, and two go on with the same: until they differ, both
    are the first of them."""
    again = play(both.replaying)
    before = both.recorded[-len(again) :]
    assert again[2].measured == before[0].measured
    for answer in (again[2], before[2]):
        answer.ClearField("measured")
    assert again == before


def test_an_unknown_request_is_told_the_nearest_one(both: Both) -> None:
    with Client(both.replaying.target, attempts=1) as client:
        with pytest.raises(ServiceError) as unknown:
            client.suggest_move(FIRST, "ismcts", limits(iterations=51))
        with pytest.raises(ServiceError, match="no call of this method is"):
            client.get_info()
        with client.play_seat("greedy", seed=5) as seat, pytest.raises(ServiceError) as other:
            seat.decide(FIRST)
    assert (unknown.value.code, unknown.value.reason) == (grpc.StatusCode.NOT_FOUND, "NOT_RECORDED")
    nearest = 'calls-1.jsonl line 2 (one): limits.iterations is "51", there "50"'
    assert nearest in unknown.value.message
    assert 'start.seed is "5", there "4"' in other.value.message


def test_a_call_that_was_never_answered_waits_for_its_client_to_leave(
    both: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
    with grpc.insecure_channel(both.replaying.target) as channel:
        stub = OpponentStub(channel)
        with pytest.raises(grpc.RpcError) as late:
            stub.SuggestMove(ENDLESS, timeout=0.2)
        assert late.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        monkeypatch.setattr(replay, "UNANSWERED", 0.01)
        with pytest.raises(grpc.RpcError) as left:
            stub.SuggestMove(ENDLESS)
        assert left.value.code() is grpc.StatusCode.CANCELLED


def test_a_request_that_was_recorded_twice_gets_its_answers_in_turn(tmp_path: Path) -> None:
    lines = [
        {"method": "/covertbots.v1.Referee/Deal", "request": {"players": 2, "seed": 7}, **outcome}
        for outcome in (
            {"error": {"code": "unavailable", "message": "full"}},
            {"answer": {"record": {"players": 2}}},
        )
    ]
    (tmp_path / "by-hand.jsonl").write_text("\n".join(map(json.dumps, lines)))
    with (
        Serving(replace(PLAIN, replay=tmp_path)) as serving,
        Client(serving.target, attempts=1) as once,
        Client(serving.target) as patient,
    ):
        with pytest.raises(ServiceError, match="full"):
            once.deal(2, 7)
        assert once.deal(2, 7).players == 2
        assert patient.deal(2, 7).players == 2


def test_what_a_token_got_is_for_that_token_and_no_file_has_it(tmp_path: Path) -> None:
    tokens = ("first-token", "second-token", None)

    def ask(serving: Serving, tokens: Sequence[str | None]) -> tuple[str, ...]:
        said = []
        for token in tokens:
            with Client(serving.target, token=token, attempts=1) as client:
                try:
                    client.deal(2, 7)
                    said.append("dealt")
                except ServiceError as error:
                    said.append(error.reason)
        return tuple(said)

    file, folder = tmp_path / "tokens.toml", tmp_path / "calls"
    digest = sha256(b"second-token").hexdigest()
    file.write_text(f'[lobby]\nsha256 = "{digest}"\n')
    with Serving(replace(PLAIN, tokens=file, record=folder)) as serving:
        answered = ask(serving, tokens)
    assert answered == ("TOKEN_UNKNOWN", "dealt", "TOKEN_MISSING")
    (calls,) = folder.iterdir()
    assert calls.stat().st_mode & 0o777 == 0o600
    assert "-token" not in calls.read_text()
    with Serving(replace(PLAIN, replay=folder)) as serving:
        assert ask(serving, tokens[::-1]) == answered[::-1]


def test_an_answer_whose_bytes_do_not_follow_from_its_json_is_kept_in_bytes(
    tmp_path: Path,
) -> None:
    kind = opponent_pb2.ListBotsResponse
    parts = [kind(build="a").SerializeToString(), kind(games=["b"]).SerializeToString()]
    orders = {b"".join(parts), b"".join(reversed(parts))}
    (odd,) = orders - {kind(build="a", games=["b"]).SerializeToString(deterministic=True)}
    asked, answered = Said(True, b""), Said(False, odd)
    entry = Entry("/covertbots.v1.Opponent/ListBots", said=[asked, answered])
    (tmp_path / "odd.jsonl").write_text(json.dumps(entry.to_json()))
    (again,) = read_folder(tmp_path)
    assert [said.data for said in again.said] == [b"", odd]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("{", "by-hand.jsonl line 1: not JSON"),
        (
            '{"method": "/covertbots.v1.Referee/Deel"}',
            "method: '/covertbots.v1.Referee/Deel'",
        ),
        ('{"request": {}}', "expected a call as `serve --record` writes it"),
        (
            '{"method": "/covertbots.v1.Referee/Deal", "request": {"playrs": 2}}',
            "line 1: playrs: DealRequest has no such field",
        ),
    ],
)
def test_a_line_that_is_no_call_is_named(tmp_path: Path, line: str, wrong: str) -> None:
    (tmp_path / "by-hand.jsonl").write_text(line)
    assert wrong in mistake("serve", "--port", "0", "--replay", str(tmp_path))


def test_a_folder_without_calls_and_options_that_do_not_fit_are_mistakes(tmp_path: Path) -> None:
    folder = str(tmp_path)
    assert "has no recorded calls" in mistake("serve", "--port", "0", "--replay", folder)
    told = mistake("serve", "--port", "0", "--replay", folder, "--record", folder)
    assert told.endswith("--record: a replay has no bots and rules; expected it without --replay")
    (tmp_path / "file").touch()
    told = mistake("serve", "--port", "0", "--record", str(tmp_path / "file" / "calls"))
    assert "calls cannot be recorded there" in told
