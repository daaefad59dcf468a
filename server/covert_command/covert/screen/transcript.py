"""Events at the table, for a reader: headings, and a line for the actions of each seat.

Events are messages of `Referee`, as one seat saw them, shown in their own words. An event has no
line if the screen shows its outcome anyway (the cards now face up) or if another event implies it
(the card that pays for an ability).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from covert_bots.covert.words.change import SEAT_NAMES
from covert_command.covert.screen.opening import opening_of, opening_of_table
from covert_command.covert.screen.seats import seat_text
from covert_engine.covert import View
from covertbots.v1 import referee_pb2 as v1
from covertbots.v1.covert_pb2 import CovertEvent
from covertbots.v1.covert_view_pb2 import CovertView

PHASE_WORDS = {
    CovertView.PHASE_SETUP: "Setup",
    CovertView.PHASE_PLACING: "Roll and place",
    CovertView.PHASE_BREAKING: "Break Codes",
    CovertView.PHASE_RESOLVING: "Dice Resolution",
    CovertView.PHASE_LAST_MISSION: "Last missions",
    CovertView.PHASE_OVER: "The end",
}  # the windows of First have no heading: they open in every round, but are seldom used
NO_LAST_MISSION = "Nobody completes one"
GREAT = {  # events that win games
    CovertEvent.KIND_MISSION_COMPLETED,
    CovertEvent.KIND_CODE_BROKEN,
    CovertEvent.KIND_OVER,
}
NOBODYS = {  # events of the table; their words name the seat, if any
    CovertEvent.KIND_SHUFFLE,
    CovertEvent.KIND_FINAL_ROUND,
    CovertEvent.KIND_ASKED_FIRST,
    CovertEvent.KIND_OVER,
}
SHOWN = {
    *GREAT,
    *NOBODYS,
    CovertEvent.KIND_FIRST_ROLL,
    CovertEvent.KIND_FIRST_PLAYER,
    CovertEvent.KIND_ROLL,
    CovertEvent.KIND_REROLL_TOKEN,
    CovertEvent.KIND_DIE_CHANGED,
    CovertEvent.KIND_DICE_PLACED,
    CovertEvent.KIND_FORFEIT,
    CovertEvent.KIND_ORDER,
    CovertEvent.KIND_MOVEMENT,
    CovertEvent.KIND_AGENT,
    CovertEvent.KIND_PAIR,
    CovertEvent.KIND_AGENCY_GAINED,
    CovertEvent.KIND_AGENCY_LEFT,
    CovertEvent.KIND_MISSION_GAINED,
    CovertEvent.KIND_MISSION_LEFT,
    CovertEvent.KIND_PAYMENT,
    CovertEvent.KIND_CODE_GAINED,
    CovertEvent.KIND_CODE_USED,
    CovertEvent.KIND_TOKENS_DRAWN,
    CovertEvent.KIND_USE,
    CovertEvent.KIND_TILES,
    CovertEvent.KIND_SEARCH,
    CovertEvent.KIND_SCORE,
}
# Other events of the same seat that an event implies.
COVERED = {
    CovertEvent.KIND_USE: {CovertEvent.KIND_AGENCY_LEFT, CovertEvent.KIND_MISSION_LEFT},
    CovertEvent.KIND_PAYMENT: {
        CovertEvent.KIND_USE,
        CovertEvent.KIND_AGENCY_LEFT,
        CovertEvent.KIND_MISSION_LEFT,
        CovertEvent.KIND_CODE_USED,
    },
}
NAME_WIDTH = 7  # columns, of which the longest name takes 5


@dataclass
class Line:
    """Actions of a seat in a row; without a seat, events of the table."""

    seat: int | None
    phrases: list[str] = field(default_factory=list)
    great: bool = False
    completes: bool = False


@dataclass(frozen=True)
class Heading:
    """The beginning of a round or a phase."""

    words: str
    is_round: bool


class Transcript:
    """Prints the events of a game."""

    def __init__(self, console: Console, names: Sequence[str] = SEAT_NAMES) -> None:
        """`names` are those of the seats in the words of events."""
        self._console = console
        self._names = names
        self._phase = ""  # a heading waiting for a line below it
        self._last_missions: int | None = None  # completed so far, in that phase

    def at(self, phase: CovertView.Phase) -> None:
        """Set the phase of the next events."""
        self._phase = PHASE_WORDS.get(phase, "")
        self._last_missions = None

    def open(self, view: View) -> None:
        """Print how the game begins."""
        fields, cards = view.fields(), view.cards.source
        for seat in range(len(fields["players"])):
            for number, words in enumerate(opening_of(seat, fields, cards)):
                self._console.print(_named(Text("") if number else seat_text(seat), Text(words)))
        for words in opening_of_table(fields, cards):
            self._console.print(_named(Text(""), Text(words)))

    def show(self, news: v1.AdvanceResponse, seat: int) -> bool:
        """Print the seat's view of an action, and return True if it saw anything."""
        for entry in self.entries(news, seat):
            self._console.print(entry)
        return any(True for _ in _lines(news.news[seat].moments, self._names))

    def entries(self, news: v1.AdvanceResponse, seat: int) -> Iterator[RenderableType]:
        """Yield the seat's view of an action: headings, and each seat's actions in a row."""
        for line in _lines(news.news[seat].moments, self._names):
            if isinstance(line, Line):
                yield from self._entry(line)
                if self._last_missions is not None:
                    self._last_missions += line.completes
            elif line.is_round:
                words = Text(line.words, style="bold")
                yield Text("")
                yield Rule(words, align="left", style="dim")
                self._phase = ""
            else:
                if self._last_missions == 0:
                    yield from self._entry(Line(None, [NO_LAST_MISSION]))
                self._phase = line.words
                is_last = line.words == PHASE_WORDS[CovertView.PHASE_LAST_MISSION]
                self._last_missions = 0 if is_last else None

    def _entry(self, line: Line) -> Iterator[RenderableType]:
        if self._phase:
            yield Text("")
            yield Text(self._phase, style="italic")
            self._phase = ""
        name = Text("") if line.seat is None else seat_text(line.seat)
        yield _named(name, Text(", ".join(line.phrases), style="bold" if line.great else ""))


def _named(name: Text, words: Text) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=NAME_WIDTH, justify="right")
    grid.add_column()
    grid.add_row(name, words)
    return grid


def _lines(moments: Sequence[v1.Moment], names: Sequence[str]) -> Iterator[Line | Heading]:
    line = Line(None)
    for moment in moments:
        for event in moment.events:
            kind = event.covert.kind
            heading = _heading(event.covert)
            shown = heading is None and _is_shown(event, moment.events)
            seat = None if kind in NOBODYS or not event.HasField("seat") else event.seat
            if line.phrases and (heading or (shown and (seat is None or seat != line.seat))):
                yield line
                line = Line(None)
            if heading:
                yield heading
            elif shown:
                line.seat = seat
                line.phrases.append(_words(event, seat, names))
                line.great |= kind in GREAT
                line.completes |= kind == CovertEvent.KIND_MISSION_COMPLETED
    if line.phrases:
        yield line


def _heading(event: CovertEvent) -> Heading | None:
    if event.kind == CovertEvent.KIND_ROUND:
        return Heading(f"Round {event.count}", is_round=True)
    if event.kind == CovertEvent.KIND_PHASE and event.phase in PHASE_WORDS:
        return Heading(PHASE_WORDS[event.phase], is_round=False)
    return None


def _is_shown(event: v1.Event, beside: Sequence[v1.Event]) -> bool:
    details = event.covert
    if details.kind == CovertEvent.KIND_MOVEMENT and not details.place:
        return False  # the ability has been named
    if details.kind == CovertEvent.KIND_SHUFFLE and details.place == "codes":
        return False
    return details.kind in SHOWN and not any(_covers(other, event) for other in beside)


def _covers(event: v1.Event, other: v1.Event) -> bool:
    """Return True if `event` implies `other`."""
    if event.seat != other.seat:
        return False
    kind, other_kind = event.covert.kind, other.covert.kind
    if kind == CovertEvent.KIND_USE and other_kind == CovertEvent.KIND_AGENCY_GAINED:
        return bool(event.covert.cards) and event.covert.cards == other.covert.cards  # by Espionage
    return other_kind in COVERED.get(kind, ())


def _words(event: v1.Event, seat: int | None, names: Sequence[str]) -> str:
    """Return the words of an event, without the name of its seat."""
    return event.words if seat is None else event.words.removeprefix(f"{names[seat]} ")
