"""A game of another distribution, found by its metadata alone: the answers of a server that come in
streams, mistakes and garbage in its messages, and a tournament with a bot of that server."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

import grpc
import httpx
import pytest
from command.shell import REPOSITORY, _announced, mistake, run_apart
from google.protobuf import json_format
from google.protobuf.any_pb2 import Any as Other
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)
from service.both_clients import Connect, asked, both

from covert_command.servers.called import GrpcServer, HttpServer, RefusedError
from covertbots.client import Client, RequestError, ServiceError, limits
from covertbots.client.requests import deciding_view
from covertbots.v1 import opponent_pb2, referee_pb2, view_pb2
from covertbots.v1.suggestion_pb2 import StopReason
from fuzz import other_view
from leduc import leduc_pb2

EXAMPLE = REPOSITORY / "examples" / "leduc"
OPPONENT = "covertbots.v1.Opponent"
FEW = limits(iterations=60)
GARBAGE = 300  # requests


class Server(NamedTuple):
    """The addresses of a server that has the game."""

    target: str
    http: str


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let all processes that the tests of this module start find the entry points of the game."""
    folder = tmp_path_factory.mktemp("installed")
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]
    metadata = folder / "leduc.dist-info"
    metadata.mkdir()
    name = f"Name: {project['name']}\nVersion: {project['version']}\n"
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\n{name}")
    lines = [
        line
        for group, points in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in points.items()))
    ]
    (metadata / "entry_points.txt").write_text("\n".join(lines))
    path = os.pathsep.join([str(folder), str(EXAMPLE), os.environ.get("PYTHONPATH", "")])
    with patch.dict(os.environ, PYTHONPATH=path.rstrip(os.pathsep)):
        yield


@pytest.fixture(scope="module")
def server(installed: None) -> Iterator[Server]:
    with _announced("--http-port", "0") as ports:
        yield Server(f"127.0.0.1:{ports['port']}", f"http://127.0.0.1:{ports['http_port']}")


@pytest.fixture(scope="module")
def views(server: Server) -> list[view_pb2.View]:
    """Return the views of both seats after a call; seat 1 is to decide."""
    with Client(server.target) as client:
        now = client.advance(client.deal(2, 3, leduc_pb2.Setup()), "call")
    assert [asked.seat for asked in now.to_decide] == [1]
    return [news.moments[-1].view for news in now.news]


# Streams.


def test_a_watched_search_ends_with_the_answer_of_a_single_call(
    server: Server, views: list[view_pb2.View]
) -> None:
    question = opponent_pb2.SuggestMoveRequest(view=views[1], limits=FEW, seed=5)
    watch = opponent_pb2.WatchRequest(request=question)
    with Client(server.target) as client:
        direct = client.suggest_move(views[1], "", FEW, seed=5).suggestion
    assert direct.moves[0].action.other.TypeName() == "leduc.v1.Operands"
    for port in (GrpcServer(server.target), HttpServer(server.http)):
        answers = list(port.stream(f"{OPPONENT}/Watch", [watch], opponent_pb2.WatchResponse))
        port.close()
        assert [answer.final for answer in answers] == [False] * (len(answers) - 1) + [True]
        assert answers[-1].suggestion == direct


@both
def test_an_analysis_is_stopped(
    connect: Connect, server: Server, views: list[view_pb2.View]
) -> None:
    async def analyze(client: Any) -> list[opponent_pb2.AnalyzeResponse]:
        answers = []
        async with client.analyze(views[1], "ismcts", limits(iterations=10**9)) as analysis:
            async for answer in analysis:
                answers.append(answer)
                if len(answers) == 1:
                    await analysis.stop()
        return answers

    *_, final = asked(connect, server.target, analyze)
    assert final.final
    assert final.suggestion.stop_reason == StopReason.STOP_REASON_STOPPED
    assert {move.action.text for move in final.suggestion.moves} == {"call", "raise"}


@both
def test_a_seat_is_played(connect: Connect, server: Server, views: list[view_pb2.View]) -> None:
    async def play(client: Any) -> None:
        direct = await client.suggest_move(views[1], "ismcts", FEW, seed=4)
        async with client.play_seat("ismcts", FEW, seed=4, game="leduc") as seat:
            decided = await seat.decide(views[1])
            assert decided.suggestion == direct.suggestion
            await seat.show(views[1])
            assert (await seat.answer()).action == decided.action

    asked(connect, server.target, play)


@both
def test_no_answer_is_waited_for_where_another_seat_decides(
    connect: Connect, server: Server, views: list[view_pb2.View]
) -> None:
    said = "one in which its seat 0 is to decide; seat 1 is"

    async def wait(client: Any) -> None:
        async with client.play_seat("random", game="leduc") as seat:
            with pytest.raises(RequestError, match=said):
                await seat.decide(views[0])
            await seat.show(views[0])
            with pytest.raises(RequestError, match=said):
                await seat.answer()

    asked(connect, server.target, wait)


def test_a_client_reads_who_is_to_decide() -> None:
    """Its process has imported the messages of the game."""
    other = Other()
    other.Pack(leduc_pb2.View(seat=1, to_decide=0))
    with pytest.raises(RequestError, match="one in which its seat 1 is to decide; seat 0 is"):
        deciding_view(view_pb2.View(other=other))


@pytest.mark.parametrize(
    "other", [Other(type_url="x/chess.v1.View"), Other(type_url="x/leduc.v1.View", value=b"\xff")]
)
def test_a_client_passes_on_what_it_cannot_read(other: Other) -> None:
    view = view_pb2.View(other=other)
    assert deciding_view(view) is view


def test_a_seat_is_of_one_game(server: Server, views: list[view_pb2.View]) -> None:
    with (
        Client(server.target) as client,
        client.play_seat("random") as seat,
        pytest.raises(ServiceError) as caught,
    ):
        seat.decide(views[1])
    said = "is of `leduc`; this call plays `covert`"
    assert dict(caught.value.violations) == {"change.view": said}


# Other calls.


def test_what_the_game_does_not_have_is_said(server: Server) -> None:
    with Client(server.target) as client:
        record = client.deal(2, 3, leduc_pb2.Setup())
        with pytest.raises(ServiceError) as caught, client.review_game(record, 0) as review:
            review.result()
        wrong = "is a game of `leduc`, of which there are no reviews; expected `covert`"
        assert dict(caught.value.violations) == {"record": wrong}
        assert client.get_card_set(game="leduc") == referee_pb2.GetCardSetResponse()
        with pytest.raises(ServiceError) as caught:
            client.get_card_set("0" * 64, game="leduc")
        assert list(dict(caught.value.violations)) == ["card_set"]


def test_reflection_describes_its_messages(server: Server) -> None:
    """Tools such as grpcurl write a message in an `other` as JSON by it."""
    with grpc.insecure_channel(server.target) as channel:
        described = ProtoReflectionDescriptorDatabase(channel).FindFileContainingSymbol(
            "leduc.v1.View"
        )
    assert [message.name for message in described.message_type][:2] == ["Setup", "View"]


def answer_to(data: bytes, port: GrpcServer, web: httpx.Client) -> list[str]:
    """Return the wrong fields of a request in either encoding; none if it is answered."""
    if data.startswith(b"{"):
        headers = {"content-type": "application/json"}
        response = web.post(f"/{OPPONENT}/SuggestMove", content=data, headers=headers)
        if response.status_code == 200:
            return []
        assert response.status_code == 400, response.text
        details = (detail["debug"] for detail in response.json()["details"])
        return [
            violation["field"]
            for detail in details
            for violation in detail.get("fieldViolations", ())
        ]
    try:
        port.call(f"{OPPONENT}/SuggestMove", data, opponent_pb2.SuggestMoveResponse)
    except RefusedError as error:
        return error.fields
    return []


def test_garbage_is_refused_with_the_fields_that_are_wrong(server: Server) -> None:
    """The server says the same of it as the checks of tests/fuzz, whose laws it obeys."""
    random = Random(54)
    seeds = [*other_view.seeds()]
    changed = (other_view.mutate(random.choice(seeds), random) for _ in range(GARBAGE))
    port = GrpcServer(server.target)
    with httpx.Client(base_url=server.http, timeout=60) as web:
        wrong = {data: answer_to(data, port, web) for data in changed if data is not None}
    port.close()
    assert {data for data, fields in wrong.items() if not fields} == set(
        filter(other_view.try_one, wrong)
    )


# Commands.


def test_a_bot_of_a_server_plays_in_a_tournament(server: Server, tmp_path: Path) -> None:
    spec = "ismcts:iterations=20"
    ledger = str(tmp_path / "games.ledger")
    tournament = ("arena", "run", "--game", "leduc", "--blocks", "2", "--ledger", ledger)
    played = run_apart(*tournament, "--bots", f"grpc://{server.target}/{spec},{spec}", "--json")
    assert played.returncode == 0, played.stderr
    assert json.loads(played.stdout)["games"] == 4
    verified = run_apart("arena", "verify", ledger, "--all")
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert "4 games" in verified.stdout
    replayed = run_apart("replay", ledger, "1.0")
    assert replayed.returncode == 0, replayed.stderr
    seats = replayed.stdout.splitlines()[0].split(", ")
    assert [seat.partition(": ")[0] for seat in seats] == ["Seat 1", "Seat 2"]
    bots = {seat.partition(": ")[2] for seat in seats}
    assert bots == {spec, f"grpc://{server.target}/{spec}"}


@pytest.mark.usefixtures("installed")
def test_a_bot_of_ones_own_is_asked(tmp_path: Path, views: list[view_pb2.View]) -> None:
    saved, module = tmp_path / "view.json", tmp_path / "caller.py"
    saved.write_text(json_format.MessageToJson(views[1]))
    module.write_text(
        "class Caller:\n    def choose(self, view, seed):\n        return view.legal_actions()[0]\n"
        "make = Caller\n"
    )
    path = os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]])
    answer = run_apart("suggest", str(saved), "--bot", "caller:make", PYTHONPATH=path)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout == "caller:make: call (number 1): Check\n"


@pytest.mark.usefixtures("installed")
def test_a_command_of_one_game_names_the_game_of_a_record(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    record.write_text("leduc-record 1\nseed: 3\n\ncall\n")
    said = f"{record}: a game of Leduc poker; `review` looks at games of Covert"
    assert mistake("review", str(record), apart=True) == said
