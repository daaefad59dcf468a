"""The meaning of a player's line that is neither a number nor a command."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import takewhile

from covert_bots.covert.words.circles import neighbours
from covert_bots.covert.words.narration import TARGET_WORDS, listed
from covert_command.covert.screen.choices import Choice
from covert_command.covert.screen.menu import Item
from covert_command.terminal.typed_number import typed_number
from covert_engine.covert import NotationError, View, parse_action
from covert_engine.covert.notation import ACTION_WORDS
from covert_engine.covert.rules.actions import Kind, pack, unpack

UNNEEDED = {"a", "an", "the", "on", "to", "with", "from", "for", "and", "of"}
PLACING = {"place", "put", "die", "my"}
LEAST_LETTERS = 4  # of a single word that names a move
ALIKE = 0.75  # ratio of difflib from which on a word counts as a slip of another
UNDER_WAY = (Kind.MOVE, Kind.USE)  # actions that alone leave the thought open
MOST_NAMED = 5  # moves in a message

Moves = Mapping[int, tuple[Choice, Item]]


class LineError(ValueError):
    """A line is no move; the message says why, or what it was probably meant for."""


class MoveReader:
    """The moves of a decision, and the reading of typed lines as moves."""

    def __init__(
        self, view: View, moves: Moves, legal: Sequence[str], commands: Sequence[str]
    ) -> None:
        self._view = view
        self._cards = view.cards
        self._moves = moves
        self._legal = legal
        self._commands = commands
        self._cities = {city.casefold(): city for city in view.cards.source.cities}

    def actions(self, typed: str) -> tuple[int, ...]:
        """Return the actions of a move by its number, its notation or its words; LineError if it is
        none."""
        number = typed_number(typed.rstrip(".)"))
        if number is not None:
            if number in self._moves:
                return self._moves[number][0].actions
            raise LineError(f"{typed} is not the number of a move now; `moves` shows them")
        try:
            return (parse_action(typed, self._cards),)
        except NotationError as error:
            numbers = moves_meant(typed, self._moves)
            may_play = len(_words(typed)) > 1 or typed.casefold() in self._cities
            actions = beginning_of([self._moves[number][0].actions for number in numbers])
            if actions and may_play:
                return actions
            raise LineError(self._wrong(typed, numbers, error)) from None

    def _wrong(self, typed: str, numbers: Sequence[int], error: NotationError) -> str:
        """Return the message for a line that is no move: the legal moves that are like it, or its
        mistake, or the command that is like it."""
        if numbers:
            return f"{typed!r}: did you mean {named(numbers, self._moves)}?"
        right = " ".join(_spelt(typed, self._vocabulary(), self._commands))
        near = moves_meant(right, self._moves)
        if near:
            return f"{typed!r} is no move; did you mean {named(near, self._moves)}?"
        placing = placing_meant(right)
        if placing is not None and (reason := why_not(placing, self._view)):
            return reason
        for name, city in self._cities.items():
            if re.search(rf"\b{re.escape(name)}\b", typed.casefold()):
                return f"no move now goes to {city}; `moves` shows them"
        word = typed.split()[0].casefold() if typed else ""
        if word in ACTION_WORDS:
            possible = [f"`{legal}`" for legal in self._legal if legal.split()[0] == word]
            now = (
                f"; possible now: {', '.join(possible)}" if 0 < len(possible) <= MOST_NAMED else ""
            )
            return f"{error}{now}"
        command = meant(typed, self._commands) if typed else ""
        said = f"; did you mean `{command}`?" if command else ""
        return f"{typed!r} is neither a move nor a command (`moves` and `help` list them){said}"

    def _vocabulary(self) -> list[str]:
        """Return the words of the moves and of the places for dice."""
        sentences = [item.sentence for _, item in self._moves.values()]
        words = {word for text in (*sentences, *TARGET_WORDS) for word in _words(text)}
        return sorted(word for word in words if len(word) >= LEAST_LETTERS)


def beginning_of(several: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the actions of the only move, or those with which several begin, if they are a thought
    of their own."""
    if len(several) < 2:
        return several[0] if several else ()
    alike = takewhile(lambda actions: len({*actions}) == 1, zip(*several, strict=False))
    begun = tuple(actions[0] for actions in alike)
    return () if begun and unpack(begun[-1]).kind in UNDER_WAY else begun


def moves_meant(typed: str, moves: Moves) -> list[int]:
    """Return the numbers of the moves that these words name: those that the screen words so, or
    else all that contain the words."""
    words = _words(typed)
    if not words or (len(words) == 1 and len(min(words)) < LEAST_LETTERS):
        return []
    for number, (_, item) in moves.items():
        if item.sentence.casefold() == typed.casefold():
            return [number]
    of_each = {number: _words(item.sentence) for number, (_, item) in moves.items()}
    same = [number for number, item_words in of_each.items() if item_words == words]
    if same:
        return same
    read = {word: typed_number(word) for word in words}
    numbers = {word: number for word, number in read.items() if number is not None}
    if len(words) > 1 and len(numbers) == 1 and (number := min(numbers.values())) in moves:
        item = moves[number][1]
        if not item.row and (words - {*numbers}) <= _words(item.sentence):
            return [number]
    return [number for number, item_words in of_each.items() if words <= item_words]


def placing_meant(typed: str) -> int | None:
    """Return the action of placing a die that these words name, such as `complete mission 3`,
    possible or not; None if they name none."""
    words = _words(typed) - PLACING
    faces = [word for word in words if re.fullmatch("[1-6]", word)]
    places = words - {*faces}
    targets = [at for at, name in enumerate(TARGET_WORDS) if places and places <= _words(name)]
    if len(faces) != 1 or len(targets) != 1:
        return None
    return pack(Kind.PLACE, int(faces[0]), targets[0])


def _words(text: str) -> set[str]:
    return set(re.findall(r"[\w+-]+", text.casefold())) - UNNEEDED


def named(numbers: Sequence[int], moves: Moves) -> str:
    """Return moves with their numbers, as many as a message has room for."""
    words = [f"{number}) {moves[number][1].sentence}" for number in numbers[:MOST_NAMED]]
    return ", ".join(words) + (", ..." if numbers[MOST_NAMED:] else "")


def _spelt(typed: str, vocabulary: Sequence[str], known: Sequence[str]) -> Iterator[str]:
    """Yield the words of a line, each in the spelling of the vocabulary that is near."""
    for word in typed.casefold().split():
        near = get_close_matches(word, vocabulary, n=1, cutoff=ALIKE)
        yield near[0] if near and word not in known else word


def meant(typed: str, commands: Sequence[str]) -> str:
    """Return the command or move word that a line was probably meant to begin with; empty if none
    is near."""
    known = (*commands, *ACTION_WORDS)
    begun = [command for command in commands if command.startswith(f"{typed.casefold()} ")]
    if begun:
        return begun[0]
    for word in (typed.casefold(), typed.split()[0].casefold()):
        near = get_close_matches(word, known, n=1, cutoff=ALIKE)
        if near:
            return near[0]
    return ""


def why_not(action: int, view: View) -> str:
    """Return why a die cannot be placed so; empty for other actions, or without a simple reason."""
    kind, face, target, _ = unpack(action)
    fields = view.fields()
    if kind != Kind.PLACE or view.decision != "place":
        return ""
    dice = fields["players"][view.seat]["dice"]
    if face not in dice:
        return (
            f"you have no {face} to place; you have "
            f"{listed(map(str, dice)) if dice else 'no dice left'}"
        )
    if target >= len(fields["circles"]):
        return ""
    circle, where = fields["circles"][target]["spaces"], TARGET_WORDS[target]
    if circle[face - 1]:
        return f"a die lies on the {face} of {where} already"
    near = neighbours(face, fields["options"]["circle_wraps"])
    if any(circle) and not any(circle[space - 1] for space in near):
        beside = " or ".join(map(str, near))
        return f"on {where} a {face} must lie next to a die on {beside}"
    return ""


def parts_of(typed: str, moves: Moves) -> list[str]:
    """Return the moves of a line: numbers with blanks or commas between them, or words with commas,
    unless the screen words a single move so."""
    words = typed.replace(",", " ").split()
    if words and all(word.isascii() and word.isdigit() for word in words):
        return words
    if any(item.sentence.casefold() == typed.casefold() for _, item in moves.values()):
        return [typed]
    return [part.strip() for part in typed.split(",") if part.strip()] or [typed]
