"""A game of Covert Action on the screen: its events, the standings, the end.

The reader sees the views of some seats: of all, or of one, whose cards alone are then shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from covert_bots.covert_action.action_message import ROLES as ROLE_NUMBERS
from covert_bots.covert_action.words.actions import statement
from covert_bots.covert_action.words.names import ROLE_NAMES, listed, seat_names
from covert_command.terminal.screen import plain_table
from covert_engine.covert_action import View, parse_action
from covert_engine.covert_action.rules.names import PLAN_TYPES, ROLES
from covertbots.v1 import referee_pb2, view_pb2
from covertbots.v1.covert_action_pb2 import (
    CovertActionEvent,
    CovertActionOperands,
    CovertActionView,
)

TEAMS = {
    CovertActionView.TEAM_RED: ("Red", "red"),
    CovertActionView.TEAM_BLUE: ("Blue", "blue"),
    CovertActionView.TEAM_GREEN: ("Green", "green"),
}
ROLE_OF = dict(zip(ROLE_NUMBERS, (ROLE_NAMES[role] for role in ROLES), strict=True))
PLAN_NUMBERS = (
    CovertActionView.PLAN_P,
    CovertActionView.PLAN_L,
    CovertActionView.PLAN_A,
    CovertActionView.PLAN_N,
)
LABEL_WIDTH = 7  # columns: "Beat 30"
E = CovertActionEvent
PLANS = dict(zip(PLAN_NUMBERS, PLAN_TYPES, strict=True))
GREAT = (E.KIND_SHOT, E.KIND_GAME_ENDS)
Views = Sequence[view_pb2.View]


class Transcript:
    """The events, beat by beat."""

    def __init__(self) -> None:
        self._said: list[str] = []
        self._drew: list[tuple[int, str]] = []
        self._label = ""

    def at(self, view: View) -> None:
        """Set the position before the next events."""
        fields = view.fields()
        self._drew = []
        self._label = f"Beat {fields['t']}" if fields["phase"] == "window" else ""
        now = fields["t"] if fields["phase"] == "talk" else 0
        names = seat_names(view.players)
        self._said = [
            ""
            if heard["text"] == "pass"
            else statement(parse_action(heard["text"]), names[heard["seat"]], names)
            for heard in fields["statements"]
            if heard["t"] == now
        ]

    def entries(
        self, moments: Sequence[referee_pb2.Moment], views: Views
    ) -> Iterator[RenderableType]:
        """Yield the events; `views` are those that the reader sees, after them."""
        for moment in moments:
            for event in moment.events:
                yield from self._entry(event, views)
            yield from self._draws()

    def _entry(self, event: referee_pb2.Event, views: Views) -> Iterator[RenderableType]:
        data = event.covert_action
        if data.kind != E.KIND_DRAW:
            yield from self._draws()
        if data.kind == E.KIND_SAID:
            passes = data.statement.kind == CovertActionOperands.KIND_PASS
            self._said.append("" if passes else event.words)
        elif data.kind == E.KIND_DRAW:
            is_seen = data.plan and len(views) == 1  # not if the reader is no player
            plan = f", of type {PLANS[data.plan]}" if is_seen else ""
            self._drew.append((event.seat, plan))
        elif data.kind == E.KIND_WINDOW_OPENS:
            self._label = f"Beat {data.t}"
            if self._said:
                yield self._line(self._talk())
                self._said.clear()
        elif data.kind == E.KIND_ORDERED and len(views) > 1:
            return  # a reader who is no player would hear only the first seat's order
        elif data.kind == E.KIND_DEALT:
            yield from dealt(views)
        elif data.kind == E.KIND_ROUND_ENDS:
            words, _, cards = event.words.partition(". ")
            yield self._line(words)
            if len(views) == 1:  # otherwise all cards are shown from the start
                yield from _of_teams(cards)
        else:
            yield self._line(event.words, great=data.kind in GREAT)

    def so_far(self, beat: int) -> Iterator[RenderableType]:
        """Yield what has been said in a beat whose window has not opened yet."""
        if self._said:
            self._label = f"Beat {beat}"
            said = [words for words in self._said if words]
            yield self._line("; ".join(said) if said else "Nobody has said anything yet")

    def _talk(self) -> str:
        """Return the statements of a beat; silent seats are not named."""
        said = [words for words in self._said if words]
        if not said:
            return "Nobody says anything"
        silent = ["the others say nothing"] if len(said) < len(self._said) else []
        return "; ".join(said + silent)

    def _draws(self) -> Iterator[RenderableType]:
        """Yield a line of the seats that have drawn, and of the type, if it is seen."""
        if self._drew:
            names = seat_names(max(seat for seat, _ in self._drew) + 1)
            drew = listed(names[seat] for seat, _ in self._drew)
            own = "".join(plan if len(self._drew) == 1 else _yours(plan) for _, plan in self._drew)
            verb = "each draw" if self._drew[1:] else "draws"
            yield self._line(f"{drew} {verb} a Plan card{own}")
            self._drew.clear()

    def _line(self, words: str, great: bool = False) -> Table:
        label, self._label = self._label, ""
        return _labelled(Text(label, style="italic"), Text(words, style="bold" if great else ""))


def _yours(plan: str) -> str:
    return plan and f"; yours is{plan.removeprefix(',')}"


def _of_teams(cards: str) -> Iterator[RenderableType]:
    """Yield the cards shown at a round's end, from the words of the event."""
    styles = dict(TEAMS.values())
    for team in cards.split("; "):
        name, _, words = team.partition(": ")
        yield _labelled(Text(name, style=styles.get(name, "")), Text(words))


def dealt(views: Views) -> Iterator[RenderableType]:
    """Yield a heading for the round, and the cards of all seats by team, as far as they are
    seen."""
    view = views[0].covert_action
    seen_by_seat = {view.covert_action.seat: view.covert_action for view in views}
    yield Text("")
    yield Rule(Text(f"Round {view.round}", style="bold"), align="left", style="dim")
    for team, (name, style) in TEAMS.items():
        cards = [
            f"{seat + 1} {ROLE_OF[seen_by_seat[seat].players[seat].role]}"
            if seat in seen_by_seat
            else str(seat + 1)
            for seat, player in enumerate(view.players)
            if player.team == team
        ]
        aside = sum(card.team == team for card in view.centre)
        if cards:
            words = ", ".join(cards) + ("; one in the centre" if aside else "")
            yield _labelled(Text(name, style=style), Text(words))


def _labelled(label: Text, words: Text) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=LABEL_WIDTH, justify="right")
    grid.add_column()
    grid.add_row(label, words)
    return grid


def standings(views: Views, bots: Sequence[str]) -> Table:
    """Return a table of each seat's card and present Plan cards."""
    table = plain_table("seat", "bot", "card", "", *PLAN_TYPES, numbers=tuple(PLAN_TYPES))
    for seat, bot in enumerate(bots):
        own = views[seat].covert_action.players[seat]
        name, style = TEAMS[own.team]
        table.add_row(
            Text(str(seat + 1), style=style),
            bot,
            Text(f"{name} {ROLE_OF[own.role]}", style=style),
            "" if own.is_in else "out",
            *map(str, own.types),
        )
    return table


def final_table(views: Views, bots: Sequence[str], result: referee_pb2.Result) -> Table:
    """Return a table of all Plan cards and the winners."""
    columns = (*PLAN_TYPES, "types", "cards")
    table = plain_table("seat", "bot", *columns, "", numbers=columns)
    for seat, bot in enumerate(bots):
        own = views[seat].covert_action.players[seat]
        won = seat in result.winners
        table.add_row(
            str(seat + 1),
            bot,
            *map(str, own.types),
            str(result.scores[seat]),
            str(own.held),
            ("wins" if len(result.winners) == 1 else "shares the win") if won else "",
            style="bold" if won else "",
        )
    return table
