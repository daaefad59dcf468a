"""Encodings of messages in a call: Protobuf's binary form, or its JSON mapping."""

from __future__ import annotations

from typing import Protocol, TypeVar

from google.protobuf.message import DecodeError, Message

from covert_server.calls.status import FieldError

M = TypeVar("M", bound=Message)


class Encoding(Protocol):
    """An encoding of messages."""

    name: str

    def parse(self, kind: type[M], data: bytes) -> M:
        """Return the message in `data`; FieldError if it cannot be parsed."""

    def write(self, message: Message) -> bytes:
        """Return the bytes of a message; equal messages give equal bytes."""


class Binary:
    """Protobuf's binary form."""

    name = "proto"

    def parse(self, kind: type[M], data: bytes) -> M:
        """Return the message in `data`; FieldError if it cannot be parsed."""
        message = kind()
        try:
            message.ParseFromString(data)
        except DecodeError:
            name = message.DESCRIPTOR.full_name
            wrong = f"these {len(data)} bytes cannot be parsed as {name}"
            raise FieldError([("request", wrong)]) from None
        return message

    def write(self, message: Message) -> bytes:
        """Return the bytes of a message; equal messages give equal bytes."""
        return message.SerializeToString(deterministic=True)


BINARY = Binary()
