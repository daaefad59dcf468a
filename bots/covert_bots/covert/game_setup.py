"""The setup of a game: the choices beside its cards. Options, characters, first player.

As facts, in ledgers and plan files, it has the options by name, `characters` by seat and
`first_player`, each only if chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, NamedTuple

from covert_bots.players.game import Facts
from covert_engine.covert import CardSetError, CompiledSet
from covert_engine.covert.cards.card_set import OPTIONS, CardSet, Options
from covert_engine.input.hints import did_you_mean

CHARACTERS, FIRST_PLAYER = "characters", "first_player"
NAMES = (*OPTIONS, CHARACTERS, FIRST_PLAYER)


class SetupError(ValueError):
    """An invalid setup; `name` is that of the entry, `wrong` says what is wrong."""

    def __init__(self, name: str, wrong: str) -> None:
        super().__init__(name, wrong)
        self.name = name
        self.wrong = wrong

    def __str__(self) -> str:
        return f"{self.name}: {self.wrong}"


class Setup(NamedTuple):
    """A setup as the engine takes it; None for no choice."""

    options: Options | None = None
    characters: tuple[int, ...] | None = None  # by seat, numbered from 0
    first_player: int | None = None


def read_setup(facts: Mapping[str, Any], cards: CardSet, players: int) -> Setup:
    """Read a setup from facts; SetupError names the wrong entry. A character may also be given by
    its number, from 1."""
    for name in facts:
        if name not in NAMES:
            raise SetupError(name, f"not known{did_you_mean(name, NAMES)}")
    options = {name: value for name, value in facts.items() if name in OPTIONS}
    for name, value in options.items():
        if not isinstance(value, bool):
            raise SetupError(name, f"{value!r}; expected true or false")
    _check_options(options, cards)
    characters, first = facts.get(CHARACTERS), facts.get(FIRST_PLAYER)
    if first is not None and (type(first) is not int or not 0 <= first < players):
        raise SetupError(
            FIRST_PLAYER, f"{first!r}, in a game for {players}; expected a seat, 0 to {players - 1}"
        )
    return Setup(
        replace(cards.options, **options) if options else None,
        None if characters is None else _characters(characters, cards, players),
        first,
    )


def setup_facts(setup: Setup, cards: CardSet) -> Facts:
    """Return the facts that `read_setup` reads back, without options that equal the card set's."""
    facts: Facts = {}
    if setup.options is not None:
        own = asdict(cards.options)
        facts |= {name: on for name, on in asdict(setup.options).items() if on != own[name]}
    if setup.characters is not None:
        facts[CHARACTERS] = [cards.characters[number].name for number in setup.characters]
    if setup.first_player is not None:
        facts[FIRST_PLAYER] = setup.first_player
    return facts


def _check_options(options: Mapping[str, bool], cards: CardSet) -> None:
    for name, on in options.items():
        try:
            CompiledSet(cards, replace(cards.options, **{name: on}))
        except CardSetError as error:
            wrong = f"{str(on).lower()} does not go with {cards.name!r}: {error.problems[0]}"
            raise SetupError(name, wrong) from None


def _characters(value: object, cards: CardSet, players: int) -> tuple[int, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise SetupError(CHARACTERS, f"{value!r}; expected a list of names or numbers")
    if len(value) != players:
        raise SetupError(CHARACTERS, f"{len(value)} of them; expected {players}, one for each seat")
    numbers: list[int] = []
    for name_or_number in value:
        number = _character(name_or_number, cards)
        if number in numbers:
            name = cards.characters[number].name
            raise SetupError(CHARACTERS, f"{name!r} has two seats; expected all different")
        numbers.append(number)
    return tuple(numbers)


def _character(value: object, cards: CardSet) -> int:
    names = [character.name for character in cards.characters]
    text = str(value).strip()
    for number, name in enumerate(names):
        if name.strip().casefold() == text.casefold():
            return number
    if text.isascii() and text.lstrip("-").isdigit() and not isinstance(value, bool):
        if text in map(str, range(1, len(names) + 1)):
            return int(text) - 1
        raise SetupError(CHARACTERS, f"{text}; expected a name, or a number from 1 to {len(names)}")
    raise SetupError(CHARACTERS, f"{text!r} is not in {cards.name!r}{did_you_mean(text, names)}")
