"""The text of an action, and the number of one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from views.games import STYLES, decisions, house, second

from covert_engine.covert import CompiledSet, NotationError, format_action, parse_action
from covert_engine.covert.rules.actions import unpack

__all__ = ["mutate", "mutated_text", "seeds", "try_one"]

ODD = ("0", "00", "7", "A0", "A49", "M61", "C41", "255", "+1", "\u0661", "\u00b2", "\u00a0", "#")


def seeds() -> Iterator[bytes]:
    """An action of every form that occurs in some games."""
    for text in _actions():
        yield text.encode()


def try_one(data: bytes) -> bool:
    """Of either card set, text is an action or a NotationError, and so is a number."""
    number = int.from_bytes(data[:5], "little")
    accepted = False
    for cards in (house(), second()):
        _try_number(number, cards)
        accepted |= _try_text(data.decode(errors="surrogateescape"), cards)
    return accepted


def _try_number(number: int, cards: CompiledSet) -> None:
    for one in (number, -number):
        try:
            text = format_action(one, cards)
        except NotationError as error:
            assert str(error)
        else:
            assert parse_action(text, cards) == one


def _try_text(text: str, cards: CompiledSet) -> bool:
    try:
        action = parse_action(text, cards)
    except NotationError as error:
        assert str(error)
        return False
    written = format_action(action, cards)
    assert parse_action(written, cards) == action
    assert format_action(parse_action(written, cards), cards) == written
    assert " ".join(text.split()).casefold() == written.casefold()
    assert 0 < unpack(action).kind < 64
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
                words.insert(place, random.choice(_words()))
            case 1 if len(words) > 1:
                del words[place]
            case 2:
                words[place] = random.choice((str.upper, str.lower, str.title))(words[place])
            case 3:
                words[place] = random.choice(ODD)
            case _:
                words[place] = random.choice(_words())
    return random.choice((" ", " ", " ", "  ", "\t")).join(words)


@cache
def _actions() -> list[str]:
    """One of each kind and length, and the words of all."""
    found: dict[tuple[int, int], str] = {}
    for cards in (house(), second()):
        for style in STYLES:
            for state in decisions(cards, 3, 5, style):
                for action in state.legal_actions():
                    text = format_action(action, cards)
                    found.setdefault((unpack(action).kind, text.count(" ")), text)
    return list(found.values())


@cache
def _words() -> list[str]:
    words = {word for text in _actions() for word in text.split()}
    for cards in (house(), second()):
        words |= {*cards.source.cities, *(region.name for region in cards.source.regions)}
    words |= {f"{letter}{number}" for letter in "AMC" for number in (1, 9, 10, 40, 41, 48, 49, 60)}
    return sorted(words | set("123456"))
