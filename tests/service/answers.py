"""Answers as bytes, without what was measured: that is all that may differ."""

from __future__ import annotations

from google.protobuf.message import Message

from covertbots.v1 import opponent_pb2


def unmeasured(answer: Message) -> bytes:
    """Return the bytes of an answer without its field `measured`."""
    copy = type(answer)()
    copy.CopyFrom(answer)
    copy.ClearField("measured")
    return copy.SerializeToString(deterministic=True)


def cut_measured(data: bytes) -> bytes:
    """Return an answer of SuggestMove as it came, without those bytes, which must be the last."""
    measured = opponent_pb2.SuggestMoveResponse.FromString(data).measured
    tail = opponent_pb2.SuggestMoveResponse(measured=measured).SerializeToString(deterministic=True)
    assert measured.replica
    assert data.endswith(tail)
    return data.removesuffix(tail)
