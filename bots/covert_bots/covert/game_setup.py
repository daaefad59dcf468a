"""The setup of a game: what a table chooses beside its cards. Options, characters, first player.

As facts it has the options by name, `characters` by seat and `first_player`, all of them only as
far as they are chosen; a plan file may hold it so, and a ledger does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, NamedTuple

from covert_bots.players.game import Facts
from covert_engine.covert import CardSetError, CompiledSet
from covert_engine.covert.cards.card_set import OPTIONS, CardSet, Options
from covert_engine.reading.hints import did_you_mean

CHARACTERS, FIRST_PLAYER = "characters", "first_player"
NAMES = (*OPTIONS, CHARACTERS, FIRST_PLAYER)


class SetupError(ValueError):
    """A setup that no game can have; `name` is that of the entry, `wrong` says what is wrong."""

    def __init__(self, name: str, wrong: str) -> None:
        super().__init__(name, wrong)
        self.name = name
        self.wrong = wrong

    def __str__(self) -> str:
        return f"{self.name}: {self.wrong}"


class Setup(NamedTuple):
    """A setup as the engine takes it; None where nothing is chosen."""

    options: Options | None = None
    characters: tuple[int, ...] | None = None  # by seat, numbered from 0
    first_player: int | None = None


def read_setup(facts: Mapping[str, Any], cards: CardSet, players: int) -> Setup:
    """The setup that facts describe; SetupError names the entry that is wrong. A character may also
    be given by its number, from 1."""
    for name in facts:
        if name not in NAMES:
            raise SetupError(name, f"not known{did_you_mean(name, NAMES)}")
    options = {name: value for name, value in facts.items() if name in OPTIONS}
    for name, value in options.items():
        if not isinstance(value, bool):
            raise SetupError(name, f"{value!r}; expected true or false")
    _check_options(options, cards)
    named, first = facts.get(CHARACTERS), facts.get(FIRST_PLAYER)
    if first is not None and (type(first) is not int or not 0 <= first < players):
        raise SetupError(
            FIRST_PLAYER, f"{first!r}, in a game for {players}; expected a seat, 0 to {players - 1}"
        )
    return Setup(
        replace(cards.options, **options) if options else None,
        None if named is None else _characters(named, cards, players),
        first,
    )


def setup_facts(setup: Setup, cards: CardSet) -> Facts:
    """What `read_setup` reads back. An option that is set as the cards have it is not chosen."""
    found: Facts = {}
    if setup.options is not None:
        own = asdict(cards.options)
        found |= {name: on for name, on in asdict(setup.options).items() if on != own[name]}
    if setup.characters is not None:
        found[CHARACTERS] = [cards.characters[number].name for number in setup.characters]
    if setup.first_player is not None:
        found[FIRST_PLAYER] = setup.first_player
    return found


def _check_options(options: Mapping[str, bool], cards: CardSet) -> None:
    for name, on in options.items():
        try:
            CompiledSet(cards, replace(cards.options, **{name: on}))
        except CardSetError as error:
            wrong = f"{str(on).lower()} does not go with {cards.name!r}: {error.problems[0]}"
            raise SetupError(name, wrong) from None


def _characters(named: object, cards: CardSet, players: int) -> tuple[int, ...]:
    if not isinstance(named, Sequence) or isinstance(named, str):
        raise SetupError(CHARACTERS, f"{named!r}; expected a list of names or numbers")
    if len(named) != players:
        raise SetupError(CHARACTERS, f"{len(named)} of them; expected {players}, one for each seat")
    found: list[int] = []
    for one in named:
        number = _character(one, cards)
        if number in found:
            name = cards.characters[number].name
            raise SetupError(CHARACTERS, f"{name!r} has two seats; expected all different")
        found.append(number)
    return tuple(found)


def _character(named: object, cards: CardSet) -> int:
    names = [one.name for one in cards.characters]
    text = str(named).strip()
    for number, name in enumerate(names):
        if name.strip().casefold() == text.casefold():
            return number
    if text.isascii() and text.lstrip("-").isdigit() and not isinstance(named, bool):
        if text in map(str, range(1, len(names) + 1)):
            return int(text) - 1
        raise SetupError(CHARACTERS, f"{text}; expected a name, or a number from 1 to {len(names)}")
    raise SetupError(CHARACTERS, f"{text!r} is not in {cards.name!r}{did_you_mean(text, names)}")
