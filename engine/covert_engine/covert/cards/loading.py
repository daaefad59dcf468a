"""Card sets: reading one from its file, and compiling it for the engine.

The layout of the file is in docs/card-sets.md; the tree it becomes in `card_set.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib import resources
from os import PathLike
from pathlib import Path

from covert_engine.covert.cards._compiled import CompiledSet
from covert_engine.covert.cards.card_set import OPTIONS, CardSet
from covert_engine.covert.cards.check import Entry, Problems, check, did_you_mean
from covert_engine.covert.cards.errors import CardSetError
from covert_engine.covert.cards.file import read_card_set

__all__ = ["compile", "house_set", "load_card_set", "parse_card_set"]


def parse_card_set(text: str) -> CardSet:
    """The card set in a TOML text; CardSetError lists every problem."""
    problems = Problems()
    card_set = read_card_set(text, problems)
    check(card_set, problems)
    if problems.texts:
        raise CardSetError(problems.texts)
    return card_set


def load_card_set(path: str | PathLike[str]) -> CardSet:
    """The card set in a TOML file; CardSetError lists every problem."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")  # editors may put a mark before it
    except UnicodeDecodeError as error:
        raise CardSetError([f"not TOML: the file is not UTF-8 text ({error})"]) from error
    return parse_card_set(text)


def house_set() -> CardSet:
    """The set that comes with the project: an invented one (docs/card-sets.md)."""
    data = resources.files("covert_engine.covert.cards") / "data" / "house.toml"
    return parse_card_set(data.read_text(encoding="utf-8"))


def compile(card_set: CardSet, options: Mapping[str, bool] | None = None) -> CompiledSet:
    """C tables of the set, with its own options except for those given."""
    problems = Problems()
    for name, value in (options or {}).items():
        if name not in OPTIONS:
            problems.add(Entry("options"), f"unknown option {name!r}{did_you_mean(name, OPTIONS)}")
        elif not isinstance(value, bool):
            problems.add(Entry("options"), f"{name} is {value!r}; expected True or False")
    if problems.texts:
        raise CardSetError(problems.texts)
    return CompiledSet(card_set, replace(card_set.options, **(options or {})))
