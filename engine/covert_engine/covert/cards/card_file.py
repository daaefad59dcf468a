"""Card sets: reading one from its file, and compiling it for the engine.

The layout of the file is in docs/card-sets.md; the tree it becomes in `card_set.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from importlib import resources
from os import PathLike
from typing import Any

from covert_engine.covert.cards._compiled import CompiledSet
from covert_engine.covert.cards.card_set import OPTIONS, CardSet
from covert_engine.covert.cards.check import check
from covert_engine.covert.cards.errors import CardSetError
from covert_engine.covert.cards.file import read_card_set
from covert_engine.covert.cards.problems import Entry, Problem, Problems
from covert_engine.covert.cards.repeats import repeats
from covert_engine.input.hints import did_you_mean
from covert_engine.input.toml import TomlError, parse_toml, read_toml_text
from covert_engine.input.toml_lines import Lines


def parse_card_set(text: str) -> CardSet:
    """Read the card set in a TOML text; CardSetError lists every problem."""
    card_set, problems = examine_card_set(text)
    if problems:
        raise CardSetError(map(str, problems), (problem.line for problem in problems))
    return card_set


def card_set_of_tree(tree: dict[str, Any]) -> CardSet:
    """Return the card set in a tree as TOML would give it; CardSetError lists every problem."""
    problems = Problems()
    card_set = read_card_set(tree, problems)
    check(card_set, problems)
    if problems.all:
        raise CardSetError(map(str, problems.all))
    return card_set


def load_card_set(path: str | PathLike[str]) -> CardSet:
    """Read the card set in a TOML file; CardSetError lists every problem."""
    return parse_card_set(read_text(path))


def examine_card_set(text: str) -> tuple[CardSet, list[Problem]]:
    """Read as much of a card set as a TOML text holds, and every problem with its line.

    CardSetError if the text is not TOML.
    """
    document = _document(text)
    problems = Problems()
    card_set = read_card_set(document, problems)
    check(card_set, problems)
    if not problems.all:
        return card_set, []
    lines = Lines(text, document)
    return card_set, [replace(problem, line=lines.of(*problem.ways)) for problem in problems.all]


def repeated_cards(text: str) -> list[Problem]:
    """List each card of a TOML text that equals an earlier one, with its line.

    Equal cards are allowed, but often a slip. CardSetError if the text is not TOML.
    """
    document = _document(text)
    lines = Lines(text, document)
    problems = Problems()
    for entry, first in repeats(read_card_set(document, Problems())):
        problems.add(entry, f"the same as {first.label}")
    return [replace(problem, line=lines.of(*problem.ways)) for problem in problems.all]


def _document(text: str) -> dict[str, Any]:
    with _in_card_set():
        return parse_toml(text)


def read_text(path: str | PathLike[str]) -> str:
    """Return the text of a card set's file."""
    with _in_card_set():
        return read_toml_text(path)


@contextmanager
def _in_card_set() -> Iterator[None]:
    """Turn a mistake of TOML into the only problem of a card set."""
    try:
        yield
    except TomlError as error:
        raise CardSetError([error.wrong], [error.line]) from error


@cache
def house_set() -> CardSet:
    """Return the set that comes with the project, an invented one (docs/card-sets.md)."""
    return parse_card_set(_data("house.toml"))


def template() -> str:
    """Return the text of an empty file for a card set."""
    return _data("template.toml")


def _data(name: str) -> str:
    data = resources.files("covert_engine.covert.cards") / "data" / name
    return data.read_text(encoding="utf-8")


def compile(card_set: CardSet, options: Mapping[str, bool] | None = None) -> CompiledSet:
    """Compile the set to C tables, with its own options except for those in `options`."""
    problems = Problems()
    for name, value in (options or {}).items():
        if name not in OPTIONS:
            problems.add(Entry("options"), f"unknown option {name!r}{did_you_mean(name, OPTIONS)}")
        elif not isinstance(value, bool):
            problems.add(Entry("options"), f"{name} is {value!r}; expected True or False")
    if problems.texts:
        raise CardSetError(problems.texts)
    return CompiledSet(card_set, replace(card_set.options, **(options or {})))
