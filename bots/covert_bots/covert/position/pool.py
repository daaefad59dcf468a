"""The cards of a position: those of its card set, and those made up from their faces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from covert_bots.covert.position.faces import CodeFace, Face, MissionFace
from covert_bots.covert.position.mistakes import Mistakes, Value, quoted
from covert_bots.covert.words.printed import (
    agency_card_words,
    code_card_words,
    mission_card_words,
)
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.cards.check import check
from covert_engine.covert.cards.problems import Problems

_WORDS: dict[str, Callable[[Any], str]] = {
    "agency": agency_card_words,
    "missions": mission_card_words,
    "codes": code_card_words,
}


@dataclass
class Told:
    """A card that a text tells of."""

    value: Value
    text: str
    face: Face | int
    """Its face, or its number in the set."""
    mentioned: bool = False
    """True if the card lies at another place of the text."""
    number: int = 0
    """Its number once it is resolved; 0 before."""


@dataclass
class Pool:
    """The cards of one sort: `section` is its field in the card set."""

    section: str
    told: list[Told] = field(default_factory=list)

    def add(self, value: Value, text: str, face: Face | int, mentioned: bool) -> Told:
        """Add a card that a text tells of; `resolve` gives it its number."""
        self.told.append(Told(value, text, face, mentioned))
        return self.told[-1]

    def resolve(self, card_set: CardSet, mistakes: Mistakes, assumed: list[str]) -> CardSet:
        """Give each card its number, and return the set with the cards that it lacked."""
        cards = list(getattr(card_set, self.section))
        lies: dict[int, Told] = {}
        laid = [told for told in self.told if not told.mentioned]
        left: list[Told] = []
        chosen = 0
        for told in sorted(laid, key=lambda told: (_is_partial(told), not _is_number(told))):
            fitting = _fitting(told, cards)
            free = [number for number in fitting if number not in lies]
            if free:
                told.number = free[0]
                lies[free[0]] = told
                if not _is_partial(told) or len(free) == 1:
                    continue
                if told.value.label.endswith(", broken"):
                    chosen += 1
                else:
                    words = _WORDS[self.section](cards[told.number - 1])
                    assumed.append(f"{told.value.label}: {quoted(told.text)} is taken for {words}.")
            elif fitting and not _is_partial(told):
                self._twice(told, lies[fitting[0]], mistakes)
            else:
                left.append(told)
        if chosen:
            assumed.append(f"Numbers of broken codes not told: chosen for you ({chosen}).")
        self._make_up(left, cards, card_set.name, lies, mistakes, assumed)
        for told in self.told:
            if told.mentioned:
                fitting = _fitting(told, cards)
                if fitting:
                    told.number = next((number for number in fitting if number in lies), fitting[0])
                else:
                    mistakes.wrong(told.value, told.text, f"expected a card of {card_set.name}")
        if cards == list(getattr(card_set, self.section)):
            return card_set
        changed: dict[str, Any] = {self.section: tuple(cards)}
        return replace(card_set, **changed)

    def _make_up(
        self,
        left: list[Told],
        cards: list[Any],
        name: str,
        lies: dict[int, Told],
        mistakes: Mistakes,
        assumed: list[str],
    ) -> None:
        """Replace cards of the set that lie nowhere by those that it lacks, the likest first."""
        made: dict[Face | int, Told] = {}
        for told in left:
            face = told.face
            assert not isinstance(face, int)
            if face in made and not _is_partial(told):
                self._twice(told, made[face], mistakes)
                continue
            free = [number for number in range(1, len(cards) + 1) if number not in lies]
            if not free:
                mistakes.wrong(told.value, told.text, f"expected at most {len(cards)} cards in all")
                continue
            told.number = max(free, key=lambda number: face.likeness(cards[number - 1]))
            made[face] = lies[told.number] = told
            cards[told.number - 1] = face.made_of(cards[told.number - 1])
            words = _WORDS[self.section](cards[told.number - 1])
            assumed.append(
                f"{told.value.label}: {quoted(told.text)} is no card of {name}, so it is made up: "
                f"{words}."
            )

    def _twice(self, told: Told, other: Told, mistakes: Mistakes) -> None:
        mistakes.wrong(
            told.value,
            told.text,
            f"this card is at line {other.value.line} ({other.value.label}) too; expected it once",
        )

    def check(self, card_set: CardSet, mistakes: Mistakes) -> bool:
        """Add what is wrong with the cards that were made up; return True if nothing is."""
        problems = Problems()
        check(card_set, problems)
        places = {told.number: told for told in self.told}
        sound = True
        for problem in problems.all:
            if problem.entry.section == self.section and problem.entry.at:
                number = int(problem.entry.at[0]) + 1
                told = places.get(number)
                line = told.value if told else Value("", 1, "cards")
                mistakes.wrong(line, told.text if told else "", problem.text)
                sound = False
        return sound


def _fitting(told: Told, cards: list[Any]) -> list[int]:
    if isinstance(told.face, int):
        return [told.face]
    return [number for number, card in enumerate(cards, 1) if told.face.fits(card)]


def _is_number(told: Told) -> bool:
    return isinstance(told.face, int)


def _is_partial(told: Told) -> bool:
    return isinstance(told.face, (MissionFace, CodeFace)) and told.face.partial
