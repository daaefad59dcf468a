"""The text of an action, and the number of one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from covert_engine.covert_action import Kind, NotationError, format_action, parse_action, unpack
from covert_engine.covert_action.rules.names import ROLES
from fuzz.mutations import changed_words

__all__ = ["mutate", "mutated_text", "seeds", "try_one"]

WORDS = ("pass", "am", "is", "urge", "hold", "shoot", *ROLES, *map(str, range(1, 15)))
ODD = ("0", "00", "15", "03", "255", "+1", "\u0661", "\u00b2", "\u00a0", "#", "Sniper", "spy")


def seeds() -> Iterator[bytes]:
    """Yield an action of every form, for some seats."""
    texts = ["pass", "hold", *(f"am {role}" for role in ROLES)]
    for seat in (1, 9, 14):
        texts += [f"urge {seat}", f"shoot {seat}"]
        texts += [f"is {seat} {role}" for role in ("sniper", "mole", "saboteur")]
    for text in texts:
        yield text.encode()


def try_one(data: bytes) -> bool:
    """Check that text is an action or a NotationError, and so is a number."""
    number = int.from_bytes(data[:5], "little")
    for tree in (number, -number):
        try:
            text = format_action(tree)
        except NotationError as error:
            assert str(error)
        else:
            assert parse_action(text) == tree
    text = data.decode(errors="surrogateescape")
    try:
        action = parse_action(text)
    except NotationError as error:
        assert str(error)
        return False
    written = format_action(action)
    assert parse_action(written) == action
    assert " ".join(text.split()).casefold() == written.casefold()
    assert unpack(action).kind in set(Kind)
    return True


def mutate(data: bytes, random: Random) -> bytes | None:
    """Return another text with words of actions in it."""
    try:
        return mutated_text(data.decode(), random).encode()
    except UnicodeDecodeError:
        return None


def mutated_text(text: str, random: Random) -> str:
    return changed_words(text, WORDS, ODD, random)
