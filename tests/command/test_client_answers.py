"""The client for Node with large answers, and with error details that it cannot read."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
import pytest
from command.languages import Made
from command.pages import typed
from google.protobuf.any_pb2 import Any as Detail
from google.rpc import error_details_pb2, status_pb2

from covertbots.client.channel import MAX_RESPONSE_BYTES
from covertbots.v1 import referee_pb2
from covertbots.v1.referee_pb2_grpc import RefereeServicer, add_RefereeServicer_to_server

MUCH = 5 << 20  # bytes; libraries of gRPC take 4 MiB if nothing is said
EMPTY = Detail()
EMPTY.Pack(error_details_pb2.RetryInfo())
QUEUE_FULL = Detail()
QUEUE_FULL.Pack(error_details_pb2.ErrorInfo(reason="QUEUE_FULL"))
BROKEN = Detail(type_url="type.googleapis.com/google.rpc.BadRequest", value=b"\xff")
DETAILS = {
    "not a status": b"\xff",
    "a wait without a time": status_pb2.Status(details=[EMPTY, QUEUE_FULL]).SerializeToString(),
    "one that is broken": status_pb2.Status(details=[BROKEN, QUEUE_FULL]).SerializeToString(),
}


class Sending(RefereeServicer):
    """A server that sends large answers, and refuses each deal with the details that its seed
    numbers."""

    def Advance(self, request: Any, context: Any) -> Any:  # noqa: N802
        record = referee_pb2.Record(players=2)
        record.actions.add(text="a" * MUCH)
        return referee_pb2.AdvanceResponse(record=record)

    def Deal(self, request: Any, context: Any) -> None:  # noqa: N802
        details = list(DETAILS.values())[request.seed]
        context.set_trailing_metadata((("grpc-status-details-bin", details),))
        context.abort(grpc.StatusCode.INTERNAL, "as told")


@pytest.fixture(scope="module")
def sending() -> Iterator[str]:
    """Yield the target of a server that sends such answers."""
    with ThreadPoolExecutor(1) as threads:
        server = grpc.server(threads, options=[("grpc.max_send_message_length", -1)])
        add_RefereeServicer_to_server(Sending(), server)
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        yield f"127.0.0.1:{port}"
        server.stop(0).wait()


def told(node: Made, target: str, program: str) -> list[str]:
    """Return the lines that a program prints, which calls this server as `service`."""
    (node.folder / "answers.mjs").write_text(
        'import { connect, ServiceError } from "./examples/node/covertbots.mjs";\n'
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


def test_details_that_cannot_be_read_are_left_out_of_the_error(node: Made, sending: str) -> None:
    program = f"""
        for (const seed of [{", ".join(map(str, range(len(DETAILS))))}])
          await service.deal({{ seed }}).catch((error) => console.log(
            error instanceof ServiceError, error.code, error.reason, error.retryAfter,
          ));"""
    assert told(node, sending, program) == [
        "true INTERNAL  null",
        "true INTERNAL QUEUE_FULL 0",
        "true INTERNAL QUEUE_FULL null",
    ]
