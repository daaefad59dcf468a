"""The file of a card set."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from random import Random
from typing import Any

from views.games import SECOND_SET, choose, house, second

from covert_bots.covert.card_set_message import card_set_to_message
from covert_bots.covert.words.printed import asked_for, character_words
from covert_command.terminal.mistakes import message_of
from covert_engine.covert import CardSetError, State, format_action, parse_action
from covert_engine.covert.cards import compile, load_card_set, parse_card_set
from covert_engine.covert.cards.card_set import ABILITIES, EFFECTS, OPTIONS, CardSet
from fuzz.covert import COVERT
from fuzz.scratch import file_with
from fuzz.trees import changed
from rules.odd_sets import flood_set, level_set, odd_set, servable

__all__ = ["mutate", "seeds", "toml_of", "try_one"]

MOVES = 300  # of the game that a set is tried with
ODD_SETS = 6


def seeds() -> Iterator[bytes]:
    """Yield the sets at hand, and odd ones made of them."""
    yield SECOND_SET.read_bytes()
    sets = [house().source, level_set(house().source), flood_set(second().source)]
    sets += [servable(odd_set(house().source, number)) for number in range(ODD_SETS)]
    for card_set in sets:
        yield _toml(toml_of(card_set))


def try_one(data: bytes) -> bool:
    """Check that every problem is reported, or that the set has one canonical form and can be
    played."""
    try:
        card_set = load_card_set(file_with(data))
    except CardSetError as error:
        assert error.problems
        assert all(error.problems)
        assert message_of(error)
        return False
    _check_canonical(card_set)
    assert card_set_to_message(card_set).SerializeToString()
    assert all(map(character_words, card_set.characters))
    assert all(map(asked_for, card_set.missions))
    random = Random(card_set.digest)
    turned = random.choice(OPTIONS)
    cards = compile(card_set, {turned: not getattr(card_set.options, turned)})
    state = State.deal(cards, random.choice((2, 3, 4)), random.getrandbits(64))
    for style in ("hoarding", "missions"):
        for _ in range(MOVES // 2):
            if not state.over:
                state.play(choose(random, state.legal_actions(), style))
        for action in state.legal_actions():
            assert parse_action(format_action(action, card_set), card_set) == action
        COVERT.check_view(
            state.view(random.randrange(state.players) if state.over else state.actor or 0)
        )
    COVERT.check_game(state, random)
    return True


def _check_canonical(card_set: CardSet) -> None:
    """Check that the set of another file that says the same is the same."""
    again = parse_card_set(_toml(toml_of(card_set)).decode())
    assert again.canonical == card_set.canonical
    assert again.digest == card_set.digest
    assert json.loads(card_set.canonical)["name"] == card_set.name


def mutate(data: bytes, random: Random) -> bytes | None:
    """Return another set in which some values are changed, moved or taken from elsewhere."""
    try:
        tree = tomllib.loads(data.decode())
        return _toml(changed(tree, _trees(), random))
    except (ValueError, RecursionError):
        return None


@cache
def _trees() -> list[dict[str, Any]]:
    return [tomllib.loads(seed.decode()) for seed in seeds()]


def toml_of(card_set: CardSet) -> dict[str, Any]:
    """Return the tree of a file with this set."""
    tree = asdict(card_set)
    tree["tokens"] = dict(zip(ABILITIES, card_set.tokens, strict=True))
    connections: dict[str, list[str]] = {}
    for city, other in card_set.connections:
        connections.setdefault(city, []).append(other)
    tree["connections"] = connections
    for character in tree["characters"]:  # with just the fields its effect has
        effect = EFFECTS[character["effect"]]
        for name, has in (("amount", effect.amount), ("deck", effect.deck)):
            if not has:
                del character[name]
        for name in ("when", "period", "times") if not effect.played else ():
            del character[name]
    return tree


def _toml(tree: Any) -> bytes:
    lines = [f"{_key(name)} = {_value(value)}" for name, value in tree.items()]
    return ("\n".join(lines) + "\n").encode(errors="replace")


def _value(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int() if abs(value) >= 1 << 64:
            return hex(value)
        case int() | float():
            return str(value)
        case dict():
            entries = (f"{_key(name)} = {_value(item)}" for name, item in value.items())
            return "{" + ", ".join(entries) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(_value, value)) + "]"
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case _:
            return '"none"' if value is None else value.isoformat()


def _key(name: str) -> str:
    return name if name.isascii() and name.replace("_", "a").isalnum() else _value(name)
