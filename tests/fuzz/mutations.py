"""Changes to messages, records and texts of actions, for the doors of any game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from google.protobuf.message import DecodeError, Message
from service.mutations import at_random

from covert_bots.players.message_fields import fields_from_message, message_from_fields
from fuzz.trees import changed

__all__ = ["changed_lines", "changed_message", "changed_words"]

RAW = 0.15  # share of changes made to a message itself rather than to its tree

M = TypeVar("M", bound=Message)


def changed_message(
    kind: type[M], data: bytes, trees: Sequence[Any], random: Random
) -> bytes | None:
    """Return another message in which some values are changed, moved or taken from other trees."""
    message = kind()
    try:
        message.ParseFromString(data)
    except DecodeError:
        return None
    if random.random() >= RAW:
        tree = changed(fields_from_message(message), trees, random)
        try:
            message = message_from_fields(kind, tree)
        except (KeyError, TypeError, ValueError, ArithmeticError):  # no message can hold it
            message = at_random(message, random)
    else:
        message = at_random(message, random)
    return message.SerializeToString(deterministic=True)


def changed_lines(
    text: str,
    others: Sequence[Sequence[str]],
    changed_line: Callable[[str, Random], str],
    random: Random,
) -> bytes:
    """Return a text with lines repeated, left out, exchanged, changed or taken from others."""
    lines = text.split("\n")
    for _ in range(random.choice((1, 1, 2, 4))):
        place = random.randrange(len(lines))
        match random.randrange(5):
            case 0:
                lines.insert(place, random.choice(lines))
            case 1 if len(lines) > 1:
                del lines[place : place + random.choice((1, 1, 10))]
            case 2:
                lines[place] = random.choice(random.choice(others))
            case 3:
                other = random.randrange(len(lines))
                lines[place], lines[other] = lines[other], lines[place]
            case _:
                lines[place] = changed_line(lines[place], random)
        lines = lines or [""]
    return "\n".join(lines).encode()


def changed_words(text: str, known: Sequence[str], odd: Sequence[str], random: Random) -> str:
    """Return a text with words left out, put in, written otherwise or taken from either list."""
    words = text.split(" ")
    for _ in range(random.choice((1, 1, 2, 3))):
        place = random.randrange(len(words))
        match random.randrange(6):
            case 0:
                words.insert(place, random.choice(known))
            case 1 if len(words) > 1:
                del words[place]
            case 2:
                words[place] = random.choice((str.upper, str.lower, str.title))(words[place])
            case 3:
                words[place] = random.choice(odd)
            case _:
                words[place] = random.choice(known)
    return random.choice((" ", " ", " ", "  ", "\t")).join(words)
