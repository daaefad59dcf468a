"""Problems of a card set: each with its entry and its place in the file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from covert_engine.input.hints import did_you_mean
from covert_engine.input.toml_lines import Step

_LABELS = {
    "regions": "region {}",
    "agency": "agency card A{}",
    "missions": "mission M{}",
    "codes": "code C{}",
    "characters": "character {}",
}


@dataclass(frozen=True)
class Entry:
    """An entry of the file: its section, its label, the way to it from there."""

    section: str
    label: str = ""
    at: tuple[Step, ...] = ()

    @classmethod
    def numbered(cls, section: str, number: int) -> Entry:
        """Return the entry with this number in a numbered section."""
        return cls(section, _LABELS[section].format(number), (number - 1,))


FILE = Entry("", "card set")


@dataclass(frozen=True)
class Problem:
    """A mistake in a card set, or something still missing from it."""

    entry: Entry
    text: str
    ways: tuple[tuple[Step, ...], ...]  # ways to its place; the first that exists counts
    missing: int | None = None  # None for a mistake; else the number of entries, 0 for other things
    line: int | None = None

    def __str__(self) -> str:
        return f"{self.entry.label or self.entry.section}: {self.text}"


class Problems:
    """The problems of a card set so far."""

    def __init__(self) -> None:
        self.all: list[Problem] = []
        self._entries: set[Entry] = set()
        self._unread: set[tuple[Entry, str]] = set()

    @property
    def texts(self) -> list[str]:
        return [str(problem) for problem in self.all]

    def add(
        self, entry: Entry, text: str, *at: Step, or_at: Iterable[tuple[Step, ...]] = ()
    ) -> None:
        """Add a mistake; `at` is the way to it from the entry, `or_at` others from the section."""
        self._entries.add(entry)
        section = (entry.section,) if entry.section else ()
        ways = ((*entry.at, *at), *or_at)
        self.all.append(Problem(entry, text, tuple((*section, *way) for way in ways)))

    def to_do(self, entry: Entry, text: str, missing: int = 0) -> None:
        """Add something that is still missing."""
        self._entries.add(entry)
        self.all.append(Problem(entry, text, ((entry.section, *entry.at),), missing))

    def __contains__(self, entry: Entry) -> bool:
        return entry in self._entries

    def leave_unread(self, entry: Entry, field: str) -> None:
        """Report nothing more about a field whose value in the file could not be read."""
        self._unread.add((entry, field))

    def is_unread(self, entry: Entry, *at: Step) -> bool:
        return bool(at) and (entry, at[0]) in self._unread

    def touch(self, *sections: str) -> bool:
        """Return True if any entry of these sections has a problem."""
        return any(entry.section in sections for entry in self._entries)

    # one value

    def number(self, entry: Entry, what: str, value: int, allowed: range, *at: Step) -> None:
        if value not in allowed and not self.is_unread(entry, *at):
            self.add(entry, f"{what} is {value}; expected {_span(allowed)}", *at)

    def size(self, entry: Entry, what: str, value: int, allowed: range, *at: Step) -> None:
        if value not in allowed and not self.is_unread(entry, *at):
            singular = "entry" if what == "entries" else what.removesuffix("s")
            self.add(
                entry, f"{value} {singular if value == 1 else what}; expected {_span(allowed)}", *at
            )

    def choice(
        self, entry: Entry, what: str, name: str, choices: Iterable[str] | None, *at: Step
    ) -> None:
        if choices is not None and name not in choices and not self.is_unread(entry, *at):
            self.add(entry, f"unknown {what} {name!r}{did_you_mean(name, choices)}", *at)

    def unlike(
        self, entry: Entry, what: str, text: str, taken: dict[str, Entry], *at: Step
    ) -> None:
        """Check that no two entries have the same title or name."""
        if self.is_unread(entry, *at):
            return
        first = taken.setdefault(text.strip().casefold(), entry)
        if first is not entry:
            self.add(entry, f"the {what} {text!r} is taken by {first.label}", *at)


def _span(allowed: range) -> str:
    first, last = allowed.start, allowed.stop - 1
    return str(first) if first == last else f"{first} to {last}"
