"""The messages of games that `covertbots.v1` does not know: they travel in fields named `other`.

A `Game` of another distribution names the classes of its messages in an attribute `messages`. So
the type in an `other` tells which game it is of.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeVar

from google.protobuf.any_pb2 import Any as Other
from google.protobuf.message import DecodeError, Message

from covert_bots.players.installed import BOTS, game_names, installed, served_name
from covert_engine.input.errors import CovertError
from covertbots.v1 import view_pb2

M = TypeVar("M", bound=Message)

OTHER = "other"
"""The name of these fields."""
LONGEST = 80  # characters shown of a type that could be anything


class OtherMessageError(CovertError):
    """An `other` that holds no message of the kind that belongs there."""


class OtherMessage(NamedTuple):
    """A message of an installed game."""

    game: str  # as the service names it
    kind: type[Message]


@cache
def _messages() -> dict[str, OtherMessage]:
    """Return the messages of the installed games, by their full names."""
    return {
        kind.DESCRIPTOR.full_name: OtherMessage(served_name(name), kind)
        for name, game in installed(BOTS).items()
        for kind in getattr(game, "messages", ())
    }


def other_message(type_url: object) -> OtherMessage:
    """Return the message that a type names; OtherMessageError if no installed game has it."""
    name = type_url.rpartition("/")[2] if isinstance(type_url, str) else ""
    message = _messages().get(name)
    if message is None:
        shown = repr(name if name else type_url) if isinstance(type_url, str) else "no text"
        shown = shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 3]}..."
        names = ", ".join(game_names(BOTS))
        known = ", ".join(_messages()) or "none"
        raise OtherMessageError(
            f"is of the type {shown}, which no game here has; games: {names}; types: {known}"
        )
    return message


def game_of(message: Message, oneof: str) -> str | None:
    """Return the game whose field is set in a message, as the service names it; OtherMessageError
    if it is not installed."""
    name = message.WhichOneof(oneof)
    return other_message(getattr(message, OTHER).type_url).game if name == OTHER else name


def packed(message: Message) -> Other:
    """Return a message of a game for a field `other`; equal messages give equal bytes."""
    other = Other()
    other.Pack(message, deterministic=True)
    return other


def unpacked(other: Other, kind: type[M]) -> M:
    """Return the message in an `other`; OtherMessageError if it is of another kind or damaged."""
    expected = kind.DESCRIPTOR.full_name
    if other.TypeName() != expected:
        raise OtherMessageError(f"is a {other.TypeName()}; expected a {expected}")
    try:
        return kind.FromString(other.value)
    except DecodeError:
        wrong = f"has {len(other.value)} bytes that cannot be parsed as {expected}"
        raise OtherMessageError(wrong) from None


def position_of(view: view_pb2.View) -> Message:
    """Return the message of a view's own game; OtherMessageError if its game is not installed."""
    name = view.WhichOneof("game") or ""
    if name == OTHER:
        return unpacked(view.other, other_message(view.other.type_url).kind)
    position: Message = getattr(view, name)
    return position
