"""What happened at the table, for a reader: headings, and a line for what each seat did.

Events come as the messages of `Referee`, as one seat saw them. An event has no line if the screen
shows its outcome anyway (the cards now face up) or if it follows from an earlier line (the discard
of a card just played). Where an action says more than its events, such as which token pays for an
ability, the line is made from the action.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from covert_bots.covert.words.narration import (
    TARGET_WORDS,
    agency_words,
    code_words,
    listed,
    mission_words,
)
from covert_bots.covert.words.narration import phrase as phrase_of
from covert_command.screen import seat_text
from covert_command.words import counted
from covert_engine.covert import parse_action
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.rules.actions import Kind, unpack
from covertbots.v1 import referee_pb2 as v1
from covertbots.v1 import view_pb2

__all__ = ["Transcript"]

PHASE_WORDS = {
    view_pb2.PHASE_SETUP: "Setup",
    view_pb2.PHASE_PLACING: "Roll and place",
    view_pb2.PHASE_BREAKING: "Break Codes",
    view_pb2.PHASE_RESOLVING: "Dice Resolution",
    view_pb2.PHASE_LAST_MISSION: "Last missions",
}  # the windows of First have no heading: they open in every round, and are seldom used
CIRCLES = ("complete", "missions", "agency", "movement")
PLACE_WORDS = dict(zip((*CIRCLES, "folder", "decoder"), TARGET_WORDS, strict=True))
DECK_WORDS = {"agency": "the Agency deck", "missions": "the mission deck"}
GREAT = (v1.EVENT_KIND_MISSION_COMPLETED, v1.EVENT_KIND_CODE_BROKEN)  # what wins games
NOBODYS = (v1.EVENT_KIND_SHUFFLE, v1.EVENT_KIND_FINAL_ROUND)
COURSE = (  # what forfeiting a die may lead to
    v1.EVENT_KIND_DICE_BACK,
    v1.EVENT_KIND_TURN,
    v1.EVENT_KIND_PHASE,
    v1.EVENT_KIND_ROUND,
    v1.EVENT_KIND_ROLL,
)
# Actions that say more than the events they cause at once, and those events.
NAMING = {
    Kind.USE: (
        v1.EVENT_KIND_USE,
        v1.EVENT_KIND_AGENCY_LEFT,
        v1.EVENT_KIND_TOKENS_USED,
        v1.EVENT_KIND_TOKENS_DRAWN,
    ),
    Kind.FLY: (v1.EVENT_KIND_USE, v1.EVENT_KIND_AGENCY_LEFT),
    Kind.SPY: (
        v1.EVENT_KIND_AGENCY_GAINED,
        v1.EVENT_KIND_AGENCY_LEFT,
        v1.EVENT_KIND_TOKENS_USED,
    ),
}
NAME_WIDTH = 7  # columns, of which the longest name takes 5

Beside = Sequence[v1.Event]  # all that happened in the same moment


@dataclass
class Line:
    """What one seat did in a row; without a seat, what happened at the table."""

    seat: int | None
    phrases: list[str] = field(default_factory=list)
    great: bool = False


@dataclass(frozen=True)
class Heading:
    """A round or a phase begins."""

    words: str
    is_round: bool


class Transcript:
    """Prints what happens in a game."""

    def __init__(self, console: Console, cards: CardSet) -> None:
        self._console = console
        self._cards = cards
        self._phase = ""  # a heading that waits for a line to stand above

    def at(self, phase: view_pb2.Phase) -> None:
        """What is shown next happens in this phase."""
        self._phase = PHASE_WORDS.get(phase, "")

    def show(self, news: v1.AdvanceResponse, seat: int) -> None:
        """Prints what `seat` saw of an action."""
        deed = news.deeds[0]
        for line in self._lines(deed, news.news[seat].moments):
            if isinstance(line, Line):
                self._show_line(line)
            elif line.is_round:
                words = Text(line.words, style="bold")
                self._console.print()
                self._console.print(Rule(words, align="left", style="dim"))
                self._phase = ""
            else:
                self._phase = line.words

    def _show_line(self, line: Line) -> None:
        if self._phase:
            self._console.print()
            self._console.print(Text(self._phase, style="italic"))
            self._phase = ""
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(width=NAME_WIDTH, justify="right")
        grid.add_column()
        name = Text("") if line.seat is None else seat_text(line.seat)
        grid.add_row(name, Text(", ".join(line.phrases), style="bold" if line.great else ""))
        self._console.print(grid)

    def _lines(self, deed: v1.Deed, moments: Sequence[v1.Moment]) -> Iterator[Line | Heading]:
        action = parse_action(deed.action.text, self._cards)
        named = NAMING.get(Kind(unpack(action).kind), ())
        line = Line(deed.seat)
        if named:
            line.phrases.append(phrase_of(action, self._cards).sentence("").strip())
        for number, moment in enumerate(moments):
            for event in moment.events:
                covered = number == 0 and event.kind in named and event.seat == deed.seat
                heading = _heading(event)
                write = None if heading or covered else _PHRASES.get(event.kind)
                phrase = write(event, moment.events, self._cards) if write else ""
                seat = _doer(event, deed.seat)
                if line.phrases and (heading or (phrase and seat != line.seat)):
                    yield line
                    line = Line(None)
                if heading:
                    yield heading
                elif phrase:
                    line.seat = seat
                    line.phrases.append(phrase)
                    line.great |= event.kind in GREAT
        if line.phrases:
            yield line


def _doer(event: v1.Event, actor: int) -> int | None:
    if event.kind in NOBODYS:
        return None
    return event.seat if event.HasField("seat") else actor


def _heading(event: v1.Event) -> Heading | None:
    if event.kind == v1.EVENT_KIND_ROUND:
        return Heading(f"Round {event.count}", is_round=True)
    if event.kind == v1.EVENT_KIND_PHASE and event.phase in PHASE_WORDS:
        return Heading(PHASE_WORDS[event.phase], is_round=False)
    return None


def _names(event: v1.Event, words: Callable[[int, CardSet], str], cards: CardSet) -> str:
    return listed(words(card - 1, cards) for card in event.cards if card)


def _has(beside: Beside, *kinds: v1.EventKind) -> bool:
    return any(other.kind in kinds for other in beside)


def _dice(event: v1.Event) -> str:
    if not event.faces:
        return "a die" if event.count == 1 else f"{event.count} dice"
    if len(event.faces) == 1:
        return f"a {event.faces[0]}"
    return listed(map(str, event.faces))


def _roll(event: v1.Event, beside: Beside, cards: CardSet) -> str:
    return f"rolls {' '.join(map(str, event.faces))}"


def _placed(event: v1.Event, beside: Beside, cards: CardSet) -> str:
    return f"places {_dice(event)} on {PLACE_WORDS[event.place]}"


def _back(event: v1.Event, beside: Beside, cards: CardSet) -> str:
    # Dice pay for what happens beside, but those that are forfeited do not.
    if event.place not in CIRCLES or any(other.kind not in COURSE for other in beside):
        return ""
    return f"takes {_dice(event)} back from {PLACE_WORDS[event.place]}"


def _agent(event: v1.Event, beside: Beside, cards: CardSet) -> str:
    source, goal = event.cities
    words = f"moves an agent from {source} to {goal}"
    if any(_in(other, v1.EVENT_KIND_CUBE_LEFT, source) for other in beside):
        words += ", leaves a cube"
    for other in beside:
        if _in(other, v1.EVENT_KIND_CUBES_TAKEN, goal):
            words += f", takes {counted(other.count, 'cube')}"
    return words


def _in(event: v1.Event, kind: v1.EventKind, city: str) -> bool:
    return event.kind == kind and event.cities[0] == city


def _agency_gained(event: v1.Event, beside: Beside, cards: CardSet) -> str:
    if not any(event.cards):
        return f"draws {counted(len(event.cards), 'Agency Card')}"
    return f"gets {_names(event, agency_words, cards)}"


def _agency_left(event: v1.Event, beside: Beside, cards: CardSet) -> str:
    if not any(event.cards):
        return ""
    # A card played lies in the open for a while, a discarded one does not.
    verb = "discards" if _has(beside, v1.EVENT_KIND_AGENCY_DISCARDED) else "plays"
    return f"{verb} {_names(event, agency_words, cards)}"


def _mission_gained(event: v1.Event, beside: Beside, cards: CardSet) -> str:
    if not any(event.cards):
        return f"draws {counted(len(event.cards), 'mission')}"
    return f"gets {_names(event, mission_words, cards)}"


def _mission_left(event: v1.Event, beside: Beside, cards: CardSet) -> str:
    if _has(beside, v1.EVENT_KIND_USE):
        return ""
    known = _names(event, mission_words, cards) if any(event.cards) else "a mission"
    if _has(beside, v1.EVENT_KIND_MISSION_DISCARDED):
        return f"discards {known}"
    return f"puts {known} under the mission deck"


def _mission_completed(event: v1.Event, beside: Beside, cards: CardSet) -> str:
    points = sum(cards.missions[card - 1].points for card in event.cards)
    return f"completes {_names(event, mission_words, cards)}, {counted(points, 'point')}"


def _use(event: v1.Event, beside: Beside, cards: CardSet) -> str:
    words = event.words.removeprefix(f"seat {event.seat} ")
    return re.sub(r"\bM(\d+)", lambda number: mission_words(int(number[1]) - 1, cards), words)


def _shuffle(event: v1.Event, beside: Beside, cards: CardSet) -> str:
    return f"{DECK_WORDS[event.place]} is shuffled" if event.place in DECK_WORDS else ""


_PHRASES: dict[v1.EventKind, Callable[[v1.Event, Beside, CardSet], str]] = {
    v1.EVENT_KIND_ROLL: _roll,
    v1.EVENT_KIND_REROLL_TOKEN: lambda event, *_: "gives up the reroll token",
    v1.EVENT_KIND_DIE_CHANGED: lambda event, *_: f"the die now shows {event.faces[0]}",
    v1.EVENT_KIND_DICE_PLACED: _placed,
    v1.EVENT_KIND_DICE_BACK: _back,
    v1.EVENT_KIND_ORDER: lambda event, *_: f"takes turn order token #{event.count}",
    v1.EVENT_KIND_AGENT: _agent,
    v1.EVENT_KIND_PAIR: lambda event, *_: "gives back a pair of cubes",
    v1.EVENT_KIND_AGENCY_GAINED: _agency_gained,
    v1.EVENT_KIND_AGENCY_LEFT: _agency_left,
    v1.EVENT_KIND_MISSION_GAINED: _mission_gained,
    v1.EVENT_KIND_MISSION_LEFT: _mission_left,
    v1.EVENT_KIND_MISSION_COMPLETED: _mission_completed,
    v1.EVENT_KIND_CODE_GAINED: lambda event, *_: f"draws {counted(event.count, 'code')}",
    v1.EVENT_KIND_CODE_BROKEN: lambda event, _, cards: f"breaks {_names(event, code_words, cards)}",
    v1.EVENT_KIND_CODE_USED: lambda event, _, cards: f"uses up {_names(event, code_words, cards)}",
    v1.EVENT_KIND_TOKENS_DRAWN: lambda event, *_: f"draws {counted(event.count, 'token')}",
    v1.EVENT_KIND_USE: _use,
    v1.EVENT_KIND_TILES: lambda event, *_: f"swaps tiles {listed(map(str, event.tiles))}",
    v1.EVENT_KIND_SEARCH: lambda event, *_: f"looks at {counted(event.count, 'card')}",
    v1.EVENT_KIND_SHUFFLE: _shuffle,
    v1.EVENT_KIND_FINAL_ROUND: lambda event, *_: event.words,
}
