"""Errors of the clients are values: they can be copied, and sent to other processes. What a server
adds to them may be anything."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import grpc
import pytest
from google.protobuf.any_pb2 import Any as Detail
from google.protobuf.duration_pb2 import Duration
from google.rpc import error_details_pb2, status_pb2
from service.server import answering

from covertbots.client import Client, RequestError, ServiceError
from covertbots.v1.opponent_pb2_grpc import OpponentServicer

RETRY = Detail()
RETRY.Pack(error_details_pb2.RetryInfo(retry_delay=Duration(seconds=3)))
BROKEN = Detail(type_url="type.googleapis.com/google.rpc.ErrorInfo", value=b"\xff")
PICKLED = [
    lambda error, how=how: pickle.loads(pickle.dumps(error, how))
    for how in range(pickle.HIGHEST_PROTOCOL + 1)
]


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, *PICKLED])
def test_errors_can_be_copied(again: Callable[[Any], Any], client: Client) -> None:
    with pytest.raises(ServiceError) as refused:
        client.deal(9, 1)
    assert refused.value.violations
    with pytest.raises(RequestError) as misfit:
        client.deal(-1, 1)
    for error in (refused.value, misfit.value):
        copied = again(error)
        assert (type(copied), str(copied), vars(copied)) == (type(error), str(error), vars(error))


class Detailed(OpponentServicer):
    """A servicer that refuses each call with details like these."""

    details = b""

    def ListBots(self, request: Any, context: Any) -> None:  # noqa: N802
        context.set_trailing_metadata((("grpc-status-details-bin", self.details),))
        context.abort(grpc.StatusCode.INTERNAL, "as told")


@pytest.fixture
def detailed() -> Iterator[tuple[Detailed, str]]:
    """Yield a server that sends the details it is given, and its target."""
    servicer = Detailed()
    with answering(servicer) as target:
        yield servicer, target


@pytest.mark.parametrize(
    ("details", "retry_after"),
    [
        (b"\xff", None),
        (status_pb2.Status(details=[BROKEN, RETRY]).SerializeToString(), 3.0),
    ],
)
def test_details_that_cannot_be_read_are_left_out(
    detailed: tuple[Detailed, str], details: bytes, retry_after: float | None
) -> None:
    servicer, target = detailed
    servicer.details = details
    with Client(target) as client, pytest.raises(ServiceError, match=r"^INTERNAL: as told$") as got:
        client.list_bots()
    assert (got.value.reason, got.value.retry_after) == ("", retry_after)
