"""The text of an action, and the number of one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from covert_engine.covert_action import Kind, NotationError, format_action, parse_action, unpack
from covert_engine.covert_action.rules.names import ROLES

__all__ = ["mutate", "mutated_text", "seeds", "try_one"]

WORDS = ("pass", "am", "is", "urge", "hold", "shoot", *ROLES, *map(str, range(1, 15)))
ODD = ("0", "00", "15", "03", "255", "+1", "\u0661", "\u00b2", "\u00a0", "#", "Sniper", "spy")


def seeds() -> Iterator[bytes]:
    """An action of every form, for some seats."""
    texts = ["pass", "hold", *(f"am {role}" for role in ROLES)]
    for seat in (1, 9, 14):
        texts += [f"urge {seat}", f"shoot {seat}"]
        texts += [f"is {seat} {role}" for role in ("sniper", "mole", "saboteur")]
    for text in texts:
        yield text.encode()


def try_one(data: bytes) -> bool:
    """Text is an action or a NotationError, and so is a number."""
    number = int.from_bytes(data[:5], "little")
    for one in (number, -number):
        try:
            text = format_action(one)
        except NotationError as error:
            assert str(error)
        else:
            assert parse_action(text) == one
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
    """Another text with words of actions in it."""
    try:
        return mutated_text(data.decode(), random).encode()
    except UnicodeDecodeError:
        return None


def mutated_text(text: str, random: Random) -> str:
    """Some words changed for others, left out, put in or written otherwise."""
    words = text.split(" ")
    for _ in range(random.choice((1, 1, 2, 3))):
        place = random.randrange(len(words))
        match random.randrange(6):
            case 0:
                words.insert(place, random.choice(WORDS))
            case 1 if len(words) > 1:
                del words[place]
            case 2:
                words[place] = random.choice((str.upper, str.lower, str.title))(words[place])
            case 3:
                words[place] = random.choice(ODD)
            case _:
                words[place] = random.choice(WORDS)
    return random.choice((" ", " ", " ", "  ", "\t")).join(words)
