"""A game record: the deal and every decision. It replays exactly.

The text form is in docs/notation.md. A record holds the truth: it is not for players.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass

from covert_engine.covert._game import State
from covert_engine.covert.cards._compiled import CompiledSet
from covert_engine.covert.cards.card_set import OPTIONS, CardSet, Options
from covert_engine.covert.notation import format_action, parse_action
from covert_engine.input.errors import RecordError
from covert_engine.input.record_text import (
    SEATS,
    check_number,
    check_seats,
    check_seed,
    check_switch,
    play_all,
    read_record,
    seats_of,
)

_VERSION = "covert-record 2"
_KEYS = ("card_set", "players", "seed", *OPTIONS)
_CHOICES = ("characters", "first_player")  # chance may choose these


@dataclass(frozen=True)
class Record:
    """A deal and the decisions played from it, without forced steps."""

    card_set: str
    """Digest of the card set, 64 hexadecimal digits."""
    players: int
    """2, 3 or 4."""
    seed: int
    """Seed of all chance, 0 to 2^64 - 1."""
    options: Options
    """The options of the game."""
    actions: tuple[int, ...] = ()
    """Actions in order, each by the seat then to decide."""
    characters: tuple[int, ...] | None = None
    """Characters by seat, numbers of the card set's characters from 0; None if chance dealt them
    (2.1)."""
    first_player: int | None = None
    """The seat that began; None if the roll decided (2.8)."""
    seats: tuple[str, ...] | None = None
    """Players by seat, such as the spec of a bot; None if not recorded. They do not affect the
    game."""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[0-9a-f]{64}", self.card_set):
            raise RecordError(f"card_set: {self.card_set!r}; expected 64 hexadecimal digits")
        if not 2 <= self.players <= 4:
            raise RecordError(f"players: {self.players!r}; expected 2, 3 or 4")
        check_seed(self.seed)
        check_seats(self.seats, self.players)

    @classmethod
    def parse(cls, text: str, cards: CardSet | CompiledSet) -> Record:
        """Read the text of a record; RecordError names the wrong line."""

        def check(key: str, value: str) -> None:
            _check_value(key, value, cards)

        header, actions = read_record(
            text, _VERSION, _KEYS, _CHOICES, check, lambda line: parse_action(line, cards)
        )
        return cls(
            header["card_set"],
            int(header["players"]),
            int(header["seed"]),
            Options(**{name: header[name] == "true" for name in OPTIONS}),
            tuple(actions),
            tuple(int(word) - 1 for word in header["characters"].split())
            if "characters" in header
            else None,
            int(header["first_player"]) if "first_player" in header else None,
            seats_of(header),
        )

    def format(self, cards: CardSet | CompiledSet) -> str:
        """Return the text of the record, one action a line."""
        _check_digest(self.card_set, cards)
        lines = [
            _VERSION,
            f"card_set: {self.card_set}",
            f"players: {self.players}",
            f"seed: {self.seed}",
            *(f"{name}: {str(on).lower()}" for name, on in asdict(self.options).items()),
        ]
        if self.characters is not None:
            lines.append("characters: " + " ".join(str(number + 1) for number in self.characters))
        if self.first_player is not None:
            lines.append(f"first_player: {self.first_player}")
        if self.seats is not None:
            lines.append(f"{SEATS}: {'; '.join(self.seats)}")
        lines += [
            "",
            *(format_action(action, cards) for action in self.actions),
        ]
        return "\n".join(lines) + "\n"

    def replay(self, cards: CardSet | CompiledSet) -> State:
        """Deal the game, play every action and return the position reached.

        RecordError names the mistake in the deal, or the first illegal action and the legal ones.
        """
        _check_digest(self.card_set, cards)
        source = _source(cards)
        if not isinstance(cards, CompiledSet) or cards.options != self.options:
            cards = CompiledSet(source, self.options)
        try:
            self._check_characters(_source(cards))
            state = State.deal(cards, self.players, self.seed, self.characters, self.first_player)
        except ValueError as error:
            raise RecordError(str(error)) from error
        play_all(state, self.actions)
        return state

    def _check_characters(self, cards: CardSet) -> None:
        """Raise RecordError unless they are different ones of the set; a record numbers them from
        1."""
        written = [number + 1 for number in self.characters or ()]
        count = len(cards.characters)
        for number in written:
            if not 1 <= number <= count:
                raise RecordError(f"characters: {number}; expected numbers from 1 to {count}")
        if len(set(written)) < len(written):
            wrong = " ".join(map(str, written))
            raise RecordError(f"characters: {wrong}; expected all different (2.1)")


class OtherCardsError(RecordError):
    """A record of a game that was played with other cards."""


def _source(cards: CardSet | CompiledSet) -> CardSet:
    return cards.source if isinstance(cards, CompiledSet) else cards


def _check_digest(digest: str, cards: CardSet | CompiledSet) -> None:
    source = _source(cards)
    if digest != source.digest:
        raise OtherCardsError(
            f"card_set: the record's has digest {digest}, {source.name!r} has {source.digest}; "
            "expected the same cards (perhaps the file has been changed since)"
        )


def _check_value(key: str, value: str, cards: CardSet | CompiledSet) -> None:
    """Raise RecordError for a value that its key cannot have."""
    if key in OPTIONS:
        check_switch(key, value)
    if key in ("players", "seed"):
        check_number(key, value)
    if key == "first_player" and value not in ("0", "1", "2", "3"):
        raise RecordError(f"first_player: {value!r} is not 0, 1, 2 or 3")
    if key == "characters" and not re.fullmatch(r"[1-9][0-9]?( +[1-9][0-9]?)*", value):
        raise RecordError(f"characters: {value!r}; expected numbers from 1, one for each seat")
    if key == "card_set":
        _check_digest(value, cards)
