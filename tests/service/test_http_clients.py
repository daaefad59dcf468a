"""The official clients of the Connect protocol get what it promises."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command.languages import NPM_SETTINGS
from google.protobuf import json_format
from google.rpc import error_details_pb2
from grpc_tools import protoc
from service.games import request_view, some_decisions
from service.server import eventually
from service.web import Web

from covert_server.connect.http import Exchange
from covertbots.client import Client, limits
from covertbots.v1 import opponent_pb2, referee_pb2

VIEW = request_view(some_decisions(3, 11, 12)[3])
REQUEST = opponent_pb2.SuggestMoveRequest(
    view=VIEW, bot="ismcts", seed=5, limits=limits(iterations=4000)
)
LONG = limits(iterations=10_000_000)
NODE = Path(__file__).with_name("connect_client.mjs")
PACKAGES = ("@bufbuild/protobuf@2", "@connectrpc/connect@2", "@connectrpc/connect-node@2")
PROTO = Path(__file__).resolve().parents[2] / "proto"
SERVICES = ("covertbots/v1/opponent.proto", "covertbots/v1/referee.proto")
NPM = 300.0  # seconds at most


@pytest.fixture(scope="module")
def expected(web: Web) -> Any:
    """Return the suggestion for the request, over gRPC."""
    with Client(web.serving.target) as client:
        return client.suggest_move(VIEW, "ismcts", REQUEST.limits, seed=5).suggestion


# Python: `connectrpc`.


def python_client(web: Web, codec: str, **settings: Any) -> Any:
    client = pytest.importorskip("connectrpc.client")
    from connectrpc import compat

    codecs = {
        "proto": compat.google_protobuf_binary_codec,
        "json": compat.google_protobuf_json_codec,
    }
    return client.ConnectClientSync(web.serving.url, codec=codecs[codec](), **settings)


def method(name: str, safe: bool = False) -> Any:
    """Return a method as that client wants it described."""
    from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType

    service, _, short = name.partition("/")
    module = opponent_pb2 if service == "Opponent" else referee_pb2
    level = IdempotencyLevel.NO_SIDE_EFFECTS if safe else IdempotencyLevel.UNKNOWN
    return MethodInfo(
        name=short,
        service_name=f"covertbots.v1.{service}",
        input=getattr(module, f"{short}Request"),
        output=getattr(module, f"{short}Response"),
        stream_type=StreamType.SERVER_STREAM if short == "Watch" else StreamType.UNARY,
        idempotency_level=level,
    )


@pytest.mark.parametrize("codec", ["proto", "json"])
def test_the_python_client_gets_the_answers_of_grpc(web: Web, expected: Any, codec: str) -> None:
    with python_client(web, codec) as client:
        for use_get in (False, True):
            listed = client.execute_unary(
                request=opponent_pb2.ListBotsRequest(),
                method=method("Opponent/ListBots", safe=True),
                use_get=use_get,
            )
            with Client(web.serving.target) as rpc:
                assert listed == rpc.list_bots()
        suggest = method("Opponent/SuggestMove")
        answer = client.execute_unary(request=REQUEST, method=suggest)
        assert answer.suggestion == expected


@pytest.mark.parametrize("codec", ["proto", "json"])
def test_the_python_client_watches(web: Web, expected: Any, codec: str) -> None:
    request = opponent_pb2.WatchRequest(request=REQUEST)
    request.interval.FromMilliseconds(10)
    with python_client(web, codec) as client:
        watch = method("Opponent/Watch")
        answers = list(client.execute_server_stream(request=request, method=watch))
        assert [answer.final for answer in answers] == [False] * (len(answers) - 1) + [True]
        assert len(answers) > 1
        assert answers[-1].suggestion == expected
        request.request.limits.CopyFrom(LONG)
        stream = client.execute_server_stream(request=request, method=watch)
        next(stream)
        assert web.serving.running == 1
        stream.close()
        eventually(lambda: web.serving.running == 0)


@pytest.mark.parametrize("codec", ["proto", "json"])
def test_the_python_client_reads_errors_and_their_details(web: Web, codec: str) -> None:
    pytest.importorskip("connectrpc")
    from connectrpc.code import Code
    from connectrpc.errors import ConnectError

    def refused(name: str, request: Any, **settings: Any) -> ConnectError:
        with python_client(web, codec) as client:
            make = client.execute_server_stream if "Watch" in name else client.execute_unary
            with pytest.raises(ConnectError) as caught:
                list(make(request=request, method=method(name), **settings))
        return caught.value

    for name, request, field in (
        ("Referee/Deal", referee_pb2.DealRequest(), "players"),
        ("Opponent/Watch", opponent_pb2.WatchRequest(), "request.view"),
    ):
        error = refused(name, request)
        assert error.code is Code.INVALID_ARGUMENT
        details = {detail.type_name: detail.message_bytes for detail in error.details}
        bad = error_details_pb2.BadRequest.FromString(details["google.rpc.BadRequest"])
        assert bad.field_violations[0].field == field
    long = opponent_pb2.SuggestMoveRequest(view=VIEW, bot="ismcts", limits=LONG)
    late = refused("Opponent/SuggestMove", long, timeout_ms=1)
    assert late.code is Code.DEADLINE_EXCEEDED


# Node: `@connectrpc/connect-node`.


@pytest.fixture(scope="module")
def monkeypatch_module() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.fixture(scope="module")
def node(
    web: Web, tmp_path_factory: pytest.TempPathFactory, monkeypatch_module: pytest.MonkeyPatch
) -> dict[str, Any]:
    """Return what the client for Node got, with each of the two encodings."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            pytest.skip(f"not installed: {program}")
    folder = tmp_path_factory.mktemp("node")
    install = ["npm", "install", "--prefix", str(folder), *PACKAGES]
    seen = {**os.environ, **NPM_SETTINGS}
    done = subprocess.run(install, capture_output=True, text=True, timeout=NPM, env=seen)
    if done.returncode != 0:
        pytest.skip(f"npm has no packages: {done.stderr.splitlines()[:1]}")
    shutil.copy(NODE, folder)
    well_known = Path(protoc.__file__).parent / "_proto"
    arguments = [f"-I{PROTO}", f"-I{well_known}", "--include_imports"]
    arguments += [f"--descriptor_set_out={folder / 'descriptors'}", *SERVICES]
    assert protoc.main(["protoc", *arguments]) == 0
    (folder / "request.json").write_text(json_format.MessageToJson(REQUEST))
    methods: list[str] = []

    class Noted(Exchange):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            methods.append(self.method)

    monkeypatch_module.setattr("covert_server.connect.port.Exchange", Noted)
    done = subprocess.run(
        ["node", NODE.name, web.serving.url, "descriptors", "request.json"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=NPM,
    )
    assert done.returncode == 0, done.stderr
    assert methods.count("GET") == 1  # ListBots, in bytes
    got: dict[str, Any] = json.loads(done.stdout)
    return got


@pytest.mark.parametrize("encoding", ["json", "proto"])
def test_the_client_for_node(web: Web, expected: Any, node: dict[str, Any], encoding: str) -> None:
    got = node[encoding]
    assert got["bots"] == ["random", "greedy", "person", "flat", "ismcts"]
    suggestion = json_format.ParseDict(got["suggestion"], expected.__class__())
    assert suggestion == expected
    assert got["watched"] == [False] * (len(got["watched"]) - 1) + [True]
    assert len(got["watched"]) > 1
    assert got["left"]["code"] == "Canceled"
    assert got["wrong"]["code"] == got["wrongStream"]["code"] == "InvalidArgument"
    assert got["wrong"]["message"] == "players: is 9; expected 2, 3 or 4"
    assert [detail["type"] for detail in got["wrong"]["details"]] == [
        "google.rpc.ErrorInfo",
        "google.rpc.BadRequest",
    ]
    assert got["late"]["code"] == "DeadlineExceeded"
    assert got["twoWay"]["code"] == "Unimplemented"
    eventually(lambda: web.serving.running == 0)
