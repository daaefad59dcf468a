"""A game record: how the game was dealt and every decision since. It replays exactly.

The text form is in docs/notation.md. A record holds the truth: it is not for players.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass

from covert_engine.covert._game import State
from covert_engine.covert.cards._compiled import CompiledSet
from covert_engine.covert.cards.card_set import OPTIONS, CardSet, Options
from covert_engine.covert.notation import format_action, parse_action
from covert_engine.reading.errors import IllegalActionError, NotationError, RecordError
from covert_engine.reading.hints import did_you_mean

__all__ = ["Record"]

_VERSION = "covert-record 2"
_KEYS = ("card_set", "players", "seed", *OPTIONS)
_CHOICES = ("characters", "first_player")  # may be left to chance
_SEATS = "seats"
_LONGEST_SEAT = 500  # characters of who sits in a seat


@dataclass(frozen=True)
class Record:
    """A deal and the actions played from it, those of decisions only (forced steps are not)."""

    card_set: str
    """Digest of the card set, 64 hexadecimal digits."""
    players: int
    """2, 3 or 4."""
    seed: int
    """Seed of every chance event, 0 to 2^64 - 1."""
    options: Options
    """The settings of the table."""
    actions: tuple[int, ...] = ()
    """Each by the seat then to decide."""
    characters: tuple[int, ...] | None = None
    """By seat, numbers of the card set's characters from 0; None if chance dealt them (2.1)."""
    first_player: int | None = None
    """The seat that began; None if the roll decided (2.8)."""
    seats: tuple[str, ...] | None = None
    """Who sat where, such as a bot's spec, by seat; None if that is not kept. The game is the same
    whoever plays it."""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[0-9a-f]{64}", self.card_set):
            raise RecordError(f"card_set: {self.card_set!r} is not 64 hexadecimal digits")
        if not 2 <= self.players <= 4:
            raise RecordError(f"players: {self.players!r} is not 2, 3 or 4")
        if not 0 <= self.seed < 1 << 64:
            raise RecordError(f"seed: {self.seed!r} is not within 0 and 2^64 - 1")
        if self.seats is not None:
            _check_seats(self.seats, self.players)

    @classmethod
    def parse(cls, text: str, cards: CardSet | CompiledSet) -> Record:
        """The record a text stands for; RecordError names the line that is wrong."""
        contents = (line.partition("#")[0].strip() for line in text.splitlines())
        lines = [(number, content) for number, content in enumerate(contents, 1) if content]
        if not lines:
            raise RecordError(f"the text is empty; expected {_VERSION!r} and a game")
        header: dict[str, str] = {}
        actions: list[int] = []
        for number, content in lines:
            try:
                if number == lines[0][0]:
                    _check_version(content)
                elif ":" not in content:
                    actions.append(parse_action(content, cards))
                elif actions:
                    raise RecordError(f"{content!r} comes after the first action")
                else:
                    _add_key(header, content, cards)
            except (NotationError, RecordError) as error:
                raise RecordError(f"line {number}: {error}") from error
        missing = [key for key in _KEYS if key not in header]
        if missing:
            raise RecordError(f"{', '.join(missing)}: missing; expected a line 'key: value' each")
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
            tuple(seat.strip() for seat in header[_SEATS].split(";")) if _SEATS in header else None,
        )

    def format(self, cards: CardSet | CompiledSet) -> str:
        """The text of the record, one action a line."""
        _check_digest(self.card_set, cards)
        lines = [
            _VERSION,
            f"card_set: {self.card_set}",
            f"players: {self.players}",
            f"seed: {self.seed}",
            *(f"{name}: {str(on).lower()}" for name, on in asdict(self.options).items()),
        ]
        if self.characters is not None:
            lines.append("characters: " + " ".join(str(one + 1) for one in self.characters))
        if self.first_player is not None:
            lines.append(f"first_player: {self.first_player}")
        if self.seats is not None:
            lines.append(f"{_SEATS}: {'; '.join(self.seats)}")
        lines += [
            "",
            *(format_action(action, cards) for action in self.actions),
        ]
        return "\n".join(lines) + "\n"

    def replay(self, cards: CardSet | CompiledSet) -> State:
        """Deals the game, plays every action, returns the position reached.

        RecordError names what is wrong with the deal, or the first action that is not legal, and
        what was.
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
        for number, action in enumerate(self.actions, 1):
            try:
                state.play(action)
            except IllegalActionError as error:
                raise RecordError(f"action {number}: {error}") from error
        return state

    def _check_characters(self, cards: CardSet) -> None:
        """RecordError unless they are different ones of the set; a record numbers them from 1."""
        written = [one + 1 for one in self.characters or ()]
        count = len(cards.characters)
        for number in written:
            if not 1 <= number <= count:
                raise RecordError(f"characters: {number}; expected numbers from 1 to {count}")
        if len(set(written)) < len(written):
            wrong = " ".join(map(str, written))
            raise RecordError(f"characters: {wrong}; expected all different (2.1)")


def _source(cards: CardSet | CompiledSet) -> CardSet:
    return cards.source if isinstance(cards, CompiledSet) else cards


def _check_digest(digest: str, cards: CardSet | CompiledSet) -> None:
    source = _source(cards)
    if digest != source.digest:
        raise RecordError(
            f"card_set: the record's has digest {digest}, {source.name!r} has {source.digest}; "
            "expected the same cards (perhaps the file has been changed since)"
        )


def _check_seats(seats: tuple[str, ...], players: int) -> None:
    if len(seats) != players:
        raise RecordError(f"seats: {len(seats)} of them; expected {players}, with ; between them")
    for seat in seats:
        plain = seat.isprintable() and seat == seat.strip() and not set(seat) & set(";#")
        if not (plain and 1 <= len(seat) <= _LONGEST_SEAT):
            raise RecordError(
                f"seats: {seat[:_LONGEST_SEAT]!r}; expected 1 to {_LONGEST_SEAT} printable "
                "characters without ; and #"
            )


def _check_version(content: str) -> None:
    if content.split() != _VERSION.split():
        raise RecordError(f"{content!r} is not a version known here; expected {_VERSION!r}")


def _add_key(header: dict[str, str], content: str, cards: CardSet | CompiledSet) -> None:
    key, _, value = (part.strip() for part in content.partition(":"))
    known = (*_KEYS, *_CHOICES, _SEATS)
    if key not in known:
        raise RecordError(f"unknown key {key!r}{did_you_mean(key, known)}")
    if key in header:
        raise RecordError(f"{key} stands twice; expected once")
    if key in OPTIONS and value not in ("true", "false"):
        raise RecordError(f"{key}: {value!r} is neither 'true' nor 'false'")
    if key in ("players", "seed") and not re.fullmatch("0|[1-9][0-9]{0,19}", value):
        raise RecordError(f"{key}: {value!r} is not a number")
    if key == "first_player" and value not in ("0", "1", "2", "3"):
        raise RecordError(f"first_player: {value!r} is not 0, 1, 2 or 3")
    if key == "characters" and not re.fullmatch(r"[1-9][0-9]?( +[1-9][0-9]?)*", value):
        raise RecordError(f"characters: {value!r}; expected numbers from 1, one for each seat")
    if key == "card_set":
        _check_digest(value, cards)
    header[key] = value
