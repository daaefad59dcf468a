"""Explanations, sentence by sentence: each must be of a known kind, and true."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from covert_engine.covert.cards.card_set import CardSet
from truth import claims, claims_of_dice, claims_of_plans, claims_of_turns
from truth.position import Position

PARTS = (
    claims,
    claims_of_dice,
    claims_of_plans,
    claims_of_turns,
)  # each adds its kinds of sentences
ENDS = re.compile(r"\.(?: |$)")


def titles(cards: CardSet) -> dict[str, str]:
    """Return the numbers of missions by their titles in quotes."""
    if cards.digest not in _TITLES:
        _TITLES[cards.digest] = {
            f"'{mission.title}'": f"M{number}"
            for number, mission in enumerate(cards.missions, 1)
            if mission.title
        }
    return _TITLES[cards.digest]


_TITLES: dict[str, dict[str, str]] = {}


def sentences(text: str, cards: CardSet) -> list[str]:
    """Split a text into sentences, with numbers in place of the titles of missions."""
    for title, number in titles(cards).items():
        text = text.replace(title, number)
    return [part for part in ENDS.split(text) if part]


def untrue(position: Position, said: Sequence[str]) -> Iterator[str]:
    """Yield the effects, sentences, that are of no known kind, or false."""
    for text in said:
        for kind in claims.KINDS:
            match = kind.form.fullmatch(text)
            if match:
                if not kind.check(position, match):
                    yield f"false: {text}"
                break
        else:
            yield f"unknown: {text}"
