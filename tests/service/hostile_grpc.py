"""Randomly corrupted calls over gRPC, and the ends that they may have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import grpc
from google.protobuf import json_format
from google.protobuf.message_factory import GetMessageClass
from google.rpc import error_details_pb2, status_pb2
from service.hostile_requests import Asked, spoilt, valid_calls

from covertbots.v1 import opponent_pb2, referee_pb2
from fuzz.trees import changed

PATIENCE = 60.0  # seconds; a longer wait counts as no answer
Code = grpc.StatusCode
# What docs/service.md says of each status, by its reason; without one it is gRPC's own.
REASONS: dict[grpc.StatusCode, set[str | None]] = {
    Code.INVALID_ARGUMENT: {"INVALID_REQUEST"},
    Code.FAILED_PRECONDITION: {"CARD_SET_UNKNOWN"},
    Code.RESOURCE_EXHAUSTED: {"QUOTA_EXCEEDED", "REQUEST_TOO_LARGE", None},
    Code.UNAUTHENTICATED: {"TOKEN_MISSING", "TOKEN_UNKNOWN"},
    Code.DEADLINE_EXCEEDED: {"DEADLINE_TOO_SHORT", None},
    Code.UNAVAILABLE: {"QUEUE_FULL", "NO_WORKER_IN_TIME"},
    Code.UNIMPLEMENTED: {None},  # no such method, or a packed message
}
WITHOUT = (None, "", "Bearer", "Bearer covertbots_x", "Basic eDp5")
PATHS = ("/covertbots.v1.Opponent/Nothing", "/covertbots.v2.Opponent/ListBots", "/", "x")
SERVICES = {
    **opponent_pb2.DESCRIPTOR.services_by_name,
    **referee_pb2.DESCRIPTOR.services_by_name,
}


@dataclass
class Made:
    """One call."""

    path: str
    messages: list[bytes]
    metadata: list[tuple[str, str | bytes]] = field(default_factory=list)
    timeout: float = PATIENCE
    packed: bool = False
    leaves: bool = False
    """True if the client cancels it."""


class HostileCalls:
    """Calls, each a valid one with something done to it."""

    def __init__(self, seed: int, tokens: Sequence[str] = ()) -> None:
        """Take the tokens of holders, one of whom makes each call."""
        self._random = Random(seed)
        self._tokens = tokens
        self._calls = valid_calls()
        self._trees = [
            json_format.MessageToDict(message)
            for _, messages in self._calls
            for message in messages
        ]

    def call(self) -> Made:
        """Return the next call."""
        random = self._random
        method, _ = asked = random.choice(self._calls)
        made = Made(f"/covertbots.v1.{method}", self._messages(asked))
        if self._tokens:
            known = random.random() < 0.97
            holder = f"Bearer {random.choice(self._tokens)}" if known else random.choice(WITHOUT)
            if holder is not None:
                made.metadata.append(("authorization", holder))
        if random.random() < 0.2:
            self._around(made)
        return made

    def _messages(self, asked: Asked) -> list[bytes]:
        random = self._random
        sent = []
        for message in asked[1]:
            data = message.SerializeToString()
            if random.random() < 0.5:
                tree = changed(json_format.MessageToDict(message), self._trees, random)
                try:
                    fresh = json_format.ParseDict(tree, type(message)(), ignore_unknown_fields=True)
                    data = fresh.SerializeToString()
                except Exception:  # any exception will do for a wrong type
                    data = spoilt(data, random)
            if random.random() < 0.3:
                data = spoilt(data, random)
            sent.append(data)
        if len(sent) > 1 and random.random() < 0.2:
            random.shuffle(sent)
            del sent[random.randrange(len(sent)) :]
        return sent

    def _around(self, made: Made) -> None:
        """Spoil something beside the messages, or make it odd."""
        random = self._random
        way = random.randrange(7)
        if way == 0:
            made.timeout = random.choice((0.0005, 0.002, 0.01, 0.05))
        elif way == 1:
            made.packed = True
        elif way == 2:
            made.leaves = True
        elif way == 3:
            made.metadata.append(("covertbots-class", random.choice(("batch", "fast", ""))))
        elif way == 4:
            made.metadata.append(("x-request-id", random.choice(("a b", "", "x" * 500))))
        elif way == 5:
            made.metadata.append(("authorization-bin", random.randbytes(40)))
        else:
            made.path = random.choice(PATHS)


def judge(made: Made, code: grpc.StatusCode, metadata: Any, answers: list[bytes]) -> str:
    """Return how a call ended; raise AssertionError if it may not end so."""
    if code is Code.CANCELLED and made.leaves:
        return "left"
    service, _, name = made.path.rpartition("/")
    if code is Code.OK:
        method = SERVICES[service.rpartition(".")[2]].methods_by_name[name]
        kind = GetMessageClass(method.output_type)
        parsed: list[Any] = [kind.FromString(answer) for answer in answers]
        assert all(message.ByteSize() for message in parsed)
        several = method.server_streaming
        assert several or len(parsed) == 1
        if name in ("Watch", "Analyze"):
            assert [message.final for message in parsed] == [False] * (len(parsed) - 1) + [True]
        if name == "ReviewGame":
            whole = [message.HasField("review") for message in parsed]
            assert whole == [False] * (len(parsed) - 1) + [True]
        return "ok"
    details = dict(metadata or ()).get("grpc-status-details-bin")
    reason = None
    if details is not None:
        status = status_pb2.Status.FromString(details)
        assert status.code == code.value[0]
        by_kind: dict[type[Any], Any] = {}
        for kind in (error_details_pb2.ErrorInfo, error_details_pb2.BadRequest):
            for packed in status.details:
                message = kind()
                if packed.Unpack(message):
                    by_kind[kind] = message
        info = by_kind.get(error_details_pb2.ErrorInfo)
        if info is not None:
            assert info.domain == "covertbots"
            reason = info.reason
        if code is Code.INVALID_ARGUMENT:
            assert by_kind[error_details_pb2.BadRequest].field_violations
    assert reason in REASONS.get(code, ()), (code, reason)
    return f"{code.name} {reason}" if reason else code.name


def make(channel: grpc.Channel, made: Made) -> str:
    """Make a call and judge how it ends."""
    method: Any = channel.stream_stream(made.path)
    call = method(
        iter(made.messages),
        timeout=made.timeout,
        metadata=made.metadata,
        compression=grpc.Compression.Gzip if made.packed else None,
    )
    if made.leaves:
        call.cancel()
    answers: list[bytes] = []
    with suppress(grpc.RpcError):
        answers.extend(call)
    return judge(made, call.code(), call.trailing_metadata(), answers)


def call_all(target: str, hostile: HostileCalls, count: int) -> Counter[str]:
    """Make so many calls; return how often each end came."""
    ends: Counter[str] = Counter()
    own = [("grpc.use_local_subchannel_pool", 1)]
    with grpc.insecure_channel(target, own) as channel:
        for _ in range(count):
            made = hostile.call()
            try:
                ends[make(channel, made)] += 1
            except (AssertionError, KeyError, ValueError) as error:
                raise AssertionError(f"{error!r}: {made!r}"[:2000]) from error
    return ends
