"""The text of actions: `place 3 movement`, `swap 4 10`, `pass` (docs/notation.md).

One table of forms serves both directions. A form is a row of words and operands; the operands fill
the fields of the action in order, around those that the form fixes. An operand is one word, except
that the name of a city or region may have several.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from covert_engine.covert.cards._compiled import CompiledSet
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.rules.actions import (
    Ability,
    Action,
    CharacterPlay,
    Deck,
    Kind,
    Payment,
    Source,
    pack,
    unpack,
)
from covert_engine.input.errors import NotationError


def format_action(action: int, cards: CardSet | CompiledSet) -> str:
    """Return the text of an action; NotationError if the number is no action.

    >>> from covert_engine.covert.rules.actions import Kind, Target, pack
    >>> from covert_engine.covert.cards import house_set
    >>> format_action(pack(Kind.PLACE, 3, Target.MOVEMENT_CIRCLE), house_set())
    'place 3 movement'
    """
    card_set = _card_set(cards)
    if 0 <= action < 1 << 30:
        fields = unpack(action)
        for form in _OF_KIND.get(fields.kind, ()):
            text = form.write(fields, card_set)
            if text is not None:
                return text
    raise NotationError(
        f"{action!r} is no action: kind, first, second and third are {tuple(unpack(action))}; "
        "expected what docs/notation.md lists"
    )


def parse_action(text: str, cards: CardSet | CompiledSet) -> int:
    """Return the action that a text stands for; NotationError names the wrong word.

    Case and surplus spaces do not matter.

    >>> from covert_engine.covert.cards import house_set
    >>> hex(parse_action("Place 3  movement", house_set()))
    '0xc0c2'
    """
    card_set = _card_set(cards)
    words = text.split()
    forms = _OF_WORD.get(words[0].casefold()) if words else None
    if forms is None:
        raise _mistake(words, 0, _OF_WORD, "")
    reached = 0
    wrong = 1  # words that do not fit there
    expected: dict[str, None] = {}  # an ordered set: possible words at `reached`
    choices: list[str] = []
    for form in forms:
        result = form.read(words, card_set)
        if isinstance(result, Action):
            return pack(*result)
        at, wanted, count = result
        if at > reached:
            reached, wrong = at, count
            expected.clear()
            choices.clear()
        if at == reached:
            expected[wanted.expected(card_set)] = None
            choices += wanted.choices(card_set)
    raise _mistake(words, reached, choices, " or ".join(expected), wrong)


def _card_set(cards: CardSet | CompiledSet) -> CardSet:
    return cards.source if isinstance(cards, CompiledSet) else cards


def _mistake(
    words: Sequence[str], at: int, choices: Iterable[str], expected: str, count: int = 1
) -> NotationError:
    text = " ".join(words)
    if not expected:
        expected = f"an action, one of {', '.join(choices)}"
    if at >= len(words):
        return NotationError(f"{text!r} ends too early; expected {expected}")
    wrong = " ".join(words[at : at + count])
    where = "" if text == wrong else f" in {text!r}"
    return NotationError(f"{wrong!r}{where}; expected {expected}", wrong, choices)


@dataclass(frozen=True)
class _Operand:
    """An operand: how to read and write it, and what is expected."""

    read: Callable[[str, CardSet], int | None]
    write: Callable[[int, CardSet], str | None]
    expected: Callable[[CardSet], str]
    choices: Callable[[CardSet], Sequence[str]] = lambda cards: ()
    wide: bool = False  # it may have several words


# Readers and writers of operands.


def _number(what: str, lowest: int, highest: int, offset: int = 0) -> _Operand:
    """Make an operand that is a number; the action holds it less `offset`."""
    return _number_up_to(what, lowest, lambda cards: highest, offset)


def _number_up_to(
    what: str, lowest: int, highest: Callable[[CardSet], int], offset: int
) -> _Operand:
    """Make an operand that is a number with a bound from the card set."""

    def read(word: str, cards: CardSet) -> int | None:
        if re.fullmatch(r"[1-9][0-9]?", word) and lowest <= int(word) <= highest(cards):
            return int(word) - offset
        return None

    def write(value: int, cards: CardSet) -> str | None:
        return str(value + offset) if lowest <= value + offset <= highest(cards) else None

    return _Operand(read, write, lambda cards: f"{what}, {lowest} to {highest(cards)}")


def _card(what: str, letter: str, count: Callable[[CardSet], int]) -> _Operand:
    def read(word: str, cards: CardSet) -> int | None:
        match = re.fullmatch(rf"{letter}([1-9][0-9]?)", word, re.IGNORECASE | re.ASCII)
        return int(match[1]) - 1 if match and int(match[1]) <= count(cards) else None

    def write(value: int, cards: CardSet) -> str | None:
        return f"{letter}{value + 1}" if value < count(cards) else None

    return _Operand(read, write, lambda cards: f"{what}, {letter}1 to {letter}{count(cards)}")


def _name(what: str, names: Callable[[CardSet], Sequence[str]], wide: bool = False) -> _Operand:
    """Make an operand that is one of some names; the action holds its index."""

    def read(word: str, cards: CardSet) -> int | None:
        for value, name in enumerate(names(cards)):
            if name.casefold() == word.casefold():
                return value
        return None

    def write(value: int, cards: CardSet) -> str | None:
        listed = names(cards)
        return listed[value] if value < len(listed) else None

    def expected(cards: CardSet) -> str:
        listed = names(cards)
        return what if len(listed) > 6 else f"{what}: {', '.join(listed)}"

    return _Operand(read, write, expected, names, wide)


def _either(*operands: _Operand) -> _Operand:
    """Make an operand that takes whatever one of `operands` takes; no two may take the same."""

    def read(word: str, cards: CardSet) -> int | None:
        values = (operand.read(word, cards) for operand in operands)
        return next((value for value in values if value is not None), None)

    def write(value: int, cards: CardSet) -> str | None:
        words = (operand.write(value, cards) for operand in operands)
        return next((word for word in words if word is not None), None)

    def expected(cards: CardSet) -> str:
        return " or ".join(operand.expected(cards) for operand in operands)

    def choices(cards: CardSet) -> Sequence[str]:
        return [choice for operand in operands for choice in operand.choices(cards)]

    return _Operand(read, write, expected, choices)


def _constant(word: str, value: int = 0) -> _Operand:
    """Make an operand that is one word with one value."""
    return _Operand(
        lambda text, cards: value if text.casefold() == word else None,
        lambda number, cards: word if number == value else None,
        lambda cards: repr(word),
        lambda cards: (word,),
    )


_CIRCLES = ("complete", "missions", "agency", "movement")
_AGENCY = _card("an Agency Card", "A", lambda cards: len(cards.agency))
_MISSION = _card("a mission", "M", lambda cards: len(cards.missions))
_CODE = _card("a code", "C", lambda cards: len(cards.codes))
_FACE = _number("a face", 1, 6)
_AGENT = _number("an agent", 1, 3, offset=1)
_TILE = _number_up_to("a tile", 1, lambda cards: sum(cards.tiles), offset=1)
_CITY = _name("a city of the card set", lambda cards: cards.cities, wide=True)
_REGION = _name("a region", lambda cards: [region.name for region in cards.regions], wide=True)
_CIRCLE = _name("a circle", lambda cards: _CIRCLES)
_TARGET = _name("a place for a die", lambda cards: (*_CIRCLES, "folder", "decoder"))
_DECK = _name("a deck", lambda cards: ("agency", "missions"))
_TOKEN = _constant("token", Source.BY_TOKEN)
_CHARACTER = _constant("character", Source.BY_CHARACTER)
_HELD = _either(_TOKEN, _AGENCY)  # sources of the abilities that no character has
_ANY = _either(_TOKEN, _CHARACTER, _AGENCY)


@dataclass(frozen=True)
class _Form:
    """The text form of a kind: words, operands, and the fields that the form fixes."""

    kind: Kind
    words: tuple[str | _Operand, ...]
    first: int | None = None
    second: int | None = None
    third: int | None = None
    ascending: bool = False  # the second operand must be greater than the first

    def read(self, words: Sequence[str], cards: CardSet) -> Action | tuple[int, _Operand, int]:
        """Return the action, or else the position of the mismatch, the operand expected there and
        the number of words that do not fit."""
        values: list[int] = []
        at = 0
        for place, wanted in enumerate(self.words):
            operand = _constant(wanted) if isinstance(wanted, str) else wanted
            count = 1
            if operand.wide:  # all but the words of the others; else as many as make a name
                left = len(words) - at - (len(self.words) - place - 1)
                counts = [max(1, left), *range(len(words) - at, 0, -1)]
                fits = (n for n in counts if _read(operand, words[at : at + n], cards) is not None)
                count = next(fits, counts[0])
            value = _read(operand, words[at : at + count], cards)
            if value is None:
                return at, operand, count
            if not isinstance(wanted, str):
                if self.ascending and values and value <= values[-1]:
                    return at, _greater(words[at - 1]), 1
                values.append(value)
            at += count
        if len(words) > at:
            return at, _NOTHING, 1
        rest = iter(values)
        fixed = (self.first, self.second, self.third)
        first, second, third = (next(rest, 0) if value is None else value for value in fixed)
        return Action(self.kind, first, second, third)

    def write(self, action: Action, cards: CardSet) -> str | None:
        """Return the text, or None if the action has another form."""
        values: list[int] = []
        for value, fixed in zip(action[1:], (self.first, self.second, self.third), strict=True):
            if fixed is None:
                values.append(value)
            elif value != fixed:
                return None
        if self.ascending and values[0] >= values[1]:
            return None
        rest = iter(values)
        words = [
            word if isinstance(word, str) else word.write(next(rest), cards) for word in self.words
        ]
        if any(rest) or None in words:  # an unused operand, or one out of range
            return None
        return " ".join(word for word in words if word is not None)


def _read(operand: _Operand, words: Sequence[str], cards: CardSet) -> int | None:
    return operand.read(" ".join(words), cards) if words else None


_NOTHING = _Operand(lambda word, cards: None, lambda value, cards: None, lambda cards: "the end")


def _greater(word: str) -> _Operand:
    return _Operand(_NOTHING.read, _NOTHING.write, lambda cards: f"more than {word}")


def _form(
    kind: Kind,
    *words: str | _Operand,
    first: int | None = None,
    second: int | None = None,
    third: int | None = None,
    ascending: bool = False,
) -> _Form:
    return _Form(kind, words, first, second, third, ascending)


def _use(ability: Ability | CharacterPlay, word: str, source: _Operand) -> _Form:
    return _form(Kind.USE, "use", word, source, first=ability)


_FORMS = (
    _form(Kind.RETURN_MISSION, "return", _MISSION),
    _form(Kind.PLACE, "place", _FACE, _TARGET),
    _form(Kind.PASS, "pass"),
    _form(Kind.STOP, "stop"),
    _form(Kind.END, "end"),
    _form(Kind.REROLL, "reroll", _FACE, second=Source.BY_TOKEN),
    _form(Kind.REROLL, "reroll", _FACE, "character", second=Source.BY_CHARACTER),
    _form(Kind.ROLL, "roll"),
    _use(Ability.PLUS_ONE, "+1", _ANY),
    _use(Ability.MINUS_ONE, "-1", _ANY),
    _use(Ability.MOVE_THREE, "move-x3", _ANY),
    _use(Ability.SNEAK_ATTACK, "sneak-attack", _HELD),
    _use(Ability.FIRST, "first", _HELD),
    _form(Kind.USE, "use", "search", _ANY, _DECK, first=Ability.SEARCH),
    _use(Ability.CODE_BREAKER, "code-breaker", _HELD),
    _use(CharacterPlay.TOKEN_PLAY, "draw-token", _CHARACTER),
    _use(CharacterPlay.AGENCY_PLAY, "draw-agency", _CHARACTER),
    _form(Kind.DIE, "die", _FACE),
    _form(Kind.FLY, "fly", _AGENCY),
    _form(Kind.AGENT, "agent", _AGENT),
    _form(Kind.STEP, "step", _AGENT, _CITY),
    _form(Kind.SWAP, "swap", _TILE, _TILE, ascending=True),
    _form(Kind.CLAIM, "claim", _CODE, _TILE, third=0),
    _form(Kind.CLAIM, "claim", _CODE, _TILE, "reversed", third=1),
    _form(Kind.TILE, "tile", _TILE),
    _form(Kind.DRAW_CODE, "draw", "code", _number("a code deck", 1, 2, offset=1)),
    _form(Kind.COMPLETE, "complete", _MISSION),
    _form(Kind.PAY, "pay", "foot", first=Payment.PAY_FOOT),
    _form(Kind.PAY, "pay", _CODE, first=Payment.PAY_CODE),
    _form(Kind.PAY, "pay", _AGENCY, first=Payment.PAY_CARD),
    _form(Kind.RETURN_CODE, "shuffle", _CODE),
    _form(Kind.TAKE_MISSION, "take", "mission", _number("a place", 1, 3, offset=1)),
    _form(Kind.TAKE_MISSION, "draw", "mission", first=3),
    _form(Kind.TAKE_AGENCY, "take", "agency", _REGION, _number("dice", 1, 2)),
    _form(Kind.TAKE_AGENCY, "draw", "agency", first=6, second=2),
    _form(Kind.MOVE, "move", _number("dice", 1, 5)),
    _form(Kind.FORFEIT, "forfeit", _CIRCLE),
    _form(Kind.REWARD, "reward", _either(_constant("card", 0), _constant("deck", 1))),
    _form(Kind.DISCARD, "discard", _AGENCY),
    _form(Kind.DISCARD_MISSION, "discard", _MISSION),
    _form(Kind.KEEP, "keep", _AGENCY, third=Deck.AGENCY_DECK),
    _form(Kind.KEEP, "keep", _MISSION, third=Deck.MISSION_DECK),
    _form(Kind.BOTTOM, "bottom", _AGENCY, third=Deck.AGENCY_DECK),
    _form(Kind.BOTTOM, "bottom", _MISSION, third=Deck.MISSION_DECK),
    _form(Kind.SPY, "spy", _HELD, _AGENCY),
    _form(Kind.REFUSE, "refuse"),
)

_OF_KIND: dict[int, tuple[_Form, ...]] = {
    kind: tuple(form for form in _FORMS if form.kind == kind) for kind in Kind
}
_OF_WORD = {
    word: tuple(form for form in _FORMS if form.words[0] == word)
    for word in dict.fromkeys(form.words[0] for form in _FORMS)
    if isinstance(word, str)
}
ACTION_WORDS = tuple(_OF_WORD)
"""First words of all actions."""
