"""The client for Node, and what a server may send it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
import pytest
from command.languages import Made
from command.pages import typed

from covertbots.client.channel import MAX_RESPONSE_BYTES
from covertbots.v1 import referee_pb2
from covertbots.v1.referee_pb2_grpc import RefereeServicer, add_RefereeServicer_to_server

MUCH = 5 << 20  # bytes; libraries of gRPC take 4 MiB if nothing is said


class Sending(RefereeServicer):
    """Answers with much."""

    def Advance(self, request: Any, context: Any) -> Any:  # noqa: N802
        record = referee_pb2.Record(players=2)
        record.actions.add(text="a" * MUCH)
        return referee_pb2.AdvanceResponse(record=record)


@pytest.fixture(scope="module")
def sending() -> Iterator[str]:
    """The target of a server that answers so."""
    with ThreadPoolExecutor(1) as threads:
        server = grpc.server(threads, options=[("grpc.max_send_message_length", -1)])
        add_RefereeServicer_to_server(Sending(), server)
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        yield f"127.0.0.1:{port}"
        server.stop(0).wait()


def told(node: Made, target: str, program: str) -> list[str]:
    """What a program says, a line each, that calls this server as `service`."""
    (node.folder / "answers.mjs").write_text(
        'import { connect } from "./examples/node/covertbots.mjs";\n'
        f'const service = connect("{target}");\n{program}\nservice.close();\n'
    )
    return typed("node answers.mjs", node.folder, node.seen).splitlines()


def test_an_answer_may_be_as_large_as_for_the_client_in_python(node: Made, sending: str) -> None:
    program = (
        "const { record } = await service.advance({ record: {} });\n"
        "console.log(record.actions[0].text.length);"
    )
    assert told(node, sending, program) == [str(MUCH)]
    client = (node.folder / "examples/node/covertbots.mjs").read_text(encoding="utf-8")
    assert f'"grpc.max_receive_message_length": {MAX_RESPONSE_BYTES >> 20} << 20,' in client
