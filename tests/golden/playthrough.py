"""The text of a playthrough: a game record with all that is to be seen at each decision.

What happens is in comments, so a playthrough is a game record too (docs/notation.md): it reads
back with `Record.parse`, and `covert-bots replay` takes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from textwrap import wrap

from covert_engine.covert import CompiledSet, Record, State, format_action

from .view_text import Lines, changes, lines, whole

WIDTH = 100
LABEL = 4  # columns for the seats
HARD_SPACE = "\0"  # no line is broken here
HEAD = """\
# {title}
# Made anew by `make golden`; tests/golden/README.md tells how to read it.
"""


def playthrough(record: Record, cards: CompiledSet, title: str, first: int = 1) -> Iterator[str]:
    """Yield the lines of the text: the record, shown from its `first` decision on.

    `cards` are the record's, under its options. Each line depends on the actions before it alone.
    """
    return _Teller(record, cards, first).lines(title)


def fold(actions: Sequence[str]) -> str:
    """Return the actions in their order; neighbours alike but for a word or two share the
    others."""
    split = [action.rpartition(" ")[::2] for action in actions]
    lasts: list[tuple[str, tuple[str, ...]]] = []
    for start, group in groupby(split, lambda pair: pair[0]):
        ends = tuple(end for _, end in group)
        lasts += [(start, ends)] if start else [("", (end,)) for end in ends]
    folded = []
    for (front, *_), run in groupby(lasts, _all_but_the_middle):
        row = list(run)
        middles = [start.removeprefix(front).strip() for start, _ in row]
        words = (front, _braces(middles), _braces(row[0][1]))
        folded.append(" ".join(word for word in words if word))
    return ", ".join(folded)


def _all_but_the_middle(action: tuple[str, tuple[str, ...]]) -> tuple[str, str, tuple[str, ...]]:
    """Return front, middle and end; the middle is left out if only it may differ from a
    neighbour's."""
    start, ends = action
    front, _, middle = start.rpartition(" ")
    return (front, "", ends) if front else (front, middle, ends)


def _braces(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{{{', '.join(words)}}}"


class _Teller:
    """One telling of a game."""

    def __init__(self, record: Record, cards: CompiledSet, first: int) -> None:
        self.record = record
        self.cards = cards
        self.first = first
        self.state = State.deal(
            cards, record.players, record.seed, record.characters, record.first_player
        )
        self.seats = range(record.players)
        self.known: list[Lines] = []  # each seat's view as last shown

    def lines(self, title: str) -> Iterator[str]:
        yield from self._head(title)
        place: object = None
        for number, action in enumerate(self.record.actions, 1):
            if number < self.first:
                self.state.play(action)
                yield self._text(action)
                continue
            if place != (self.state.round, self.state.phase):
                place = (self.state.round, self.state.phase)
                yield from self._place(whole_views=number == self.first or self.state.round <= 1)
            yield from self._decision(number)
            yield self._text(action)
            yield from self._play(action)
        yield from self._place(whole_views=True)
        yield self._end()

    def _head(self, title: str) -> Iterator[str]:
        yield from HEAD.format(title=title).splitlines()
        yield from replace(self.record, actions=()).format(self.cards).splitlines()

    def _place(self, whole_views: bool) -> Iterator[str]:
        """Yield where the game stands, and perhaps all that each seat knows."""
        yield ""
        yield f"# Round {self.state.round}, {self.state.phase}"
        if whole_views:
            self.known = [lines(self.state.view(seat).fields()) for seat in self.seats]
            yield from self._together([dict(whole(known)) for known in self.known])

    def _decision(self, number: int) -> Iterator[str]:
        legal = [self._text(action) for action in self.state.legal_actions()]
        decision = f"seat {self.state.actor}, {self.state.decision}, {len(legal)} legal"
        yield ""
        yield from _wrapped(f"{number}.", f"{decision}: {fold(legal)}", whole_items=True)

    def _play(self, action: int) -> Iterator[str]:
        seen, done = self.state.play_watched(action)
        if len(done) > 1:
            forced = (f"seat {seat} {self._text(item)}" for seat, item in done[1:])
            yield from _wrapped("then", ", ".join(forced), whole_items=True)
        if not any(seen):
            yield "# nobody sees it"
        for event in range(max(map(len, seen))):
            if event:
                yield "# --"
            changed: list[dict[str, str]] = []
            for seat in self.seats:
                before = self.known[seat]
                if event < len(seen[seat]):
                    self.known[seat] = lines(seen[seat][event].fields())
                changed.append(dict(changes(before, self.known[seat])))
            yield from self._together(changed)

    def _end(self) -> str:
        if not self.state.over:
            return f"# cut after {len(self.record.actions)} decisions"
        scores = ", ".join(map(str, self.state.scores()))
        winners = ", ".join(map(str, self.state.winners()))
        return f"# over: scores {scores}; won by seat {winners}"

    def _together(self, changed: Sequence[dict[str, str]]) -> Iterator[str]:
        """Yield each seat's lines by path; seats with the same line share it."""
        for path in dict.fromkeys(path for item in changed for path in item):
            seats_of: dict[str, list[int]] = {}
            for seat in self.seats:
                if path in changed[seat]:
                    seats_of.setdefault(changed[seat][path], []).append(seat)
            for line, seats in seats_of.items():
                everybody = len(seats) == len(self.seats)
                yield from _wrapped("*" if everybody else "".join(map(str, seats)), line)

    def _text(self, action: int) -> str:
        return format_action(action, self.cards)


def _wrapped(label: str, text: str, *, whole_items: bool = False) -> Iterator[str]:
    """Yield a text behind #, its label in a column; `whole_items` breaks it behind commas only."""
    broken = wrap(
        re.sub("(?<!,) ", HARD_SPACE, text) if whole_items else text,
        WIDTH,
        initial_indent=f"# {label:<{LABEL - 1}} ",
        subsequent_indent="#" + " " * (LABEL + 3),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return (line.replace(HARD_SPACE, " ") for line in broken)
