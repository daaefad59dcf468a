"""The text of an action, and the number of one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

from views.games import STYLES, decisions, house, second

from covert_engine.covert import CompiledSet, NotationError, format_action, parse_action
from covert_engine.covert.rules.actions import unpack
from fuzz.mutations import changed_words

__all__ = ["mutate", "mutated_text", "seeds", "try_one"]

ODD = ("0", "00", "7", "A0", "A49", "M61", "C41", "255", "+1", "\u0661", "\u00b2", "\u00a0", "#")


def seeds() -> Iterator[bytes]:
    """Yield an action of every form that occurs in some games."""
    for text in _actions():
        yield text.encode()


def try_one(data: bytes) -> bool:
    """Check that, of either card set, text is an action or a NotationError, and so is a number."""
    number = int.from_bytes(data[:5], "little")
    accepted = False
    for cards in (house(), second()):
        _try_number(number, cards)
        accepted |= _try_text(data.decode(errors="surrogateescape"), cards)
    return accepted


def _try_number(number: int, cards: CompiledSet) -> None:
    for tree in (number, -number):
        try:
            text = format_action(tree, cards)
        except NotationError as error:
            assert str(error)
        else:
            assert parse_action(text, cards) == tree


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
    """Return another text with words of actions in it."""
    try:
        return mutated_text(data.decode(), random).encode()
    except UnicodeDecodeError:
        return None


def mutated_text(text: str, random: Random) -> str:
    return changed_words(text, _words(), ODD, random)


@cache
def _actions() -> list[str]:
    """Return an action of each kind and length."""
    texts: dict[tuple[int, int], str] = {}
    for cards in (house(), second()):
        for style in STYLES:
            for state in islice(decisions(cards, 3, 5, style), 0, None, 4):
                for action in state.legal_actions():
                    text = format_action(action, cards)
                    texts.setdefault((unpack(action).kind, text.count(" ")), text)
    return list(texts.values())


@cache
def _words() -> list[str]:
    words = {word for text in _actions() for word in text.split()}
    for cards in (house(), second()):
        words |= {*cards.source.cities, *(region.name for region in cards.source.regions)}
    words |= {f"{letter}{number}" for letter in "AMC" for number in (1, 9, 10, 40, 41, 48, 49, 60)}
    return sorted(words | set("123456"))
