"""The human player of Covert Action: their prompts, and the effects of their lines."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext

from rich.console import Console

from covert_bots.covert_action.real_table.typed_words import (
    of_this_table,
    read_choice,
    read_statement,
)
from covert_bots.covert_action.wire import view_from_message
from covert_bots.covert_action.words.rulebook import explained, topics
from covert_command.covert_action.advice import show_advice
from covert_command.covert_action.board import board, show_talk
from covert_command.covert_action.host import play_choices, show_position
from covert_command.covert_action.menu import Menu
from covert_command.covert_action.pace import Pace
from covert_command.covert_action.screen import Transcript, dealt
from covert_command.games.conversation import Conversation
from covert_command.games.host import BotSeats, HostedGame
from covert_command.games.played_game import PlayedGame
from covert_command.terminal.dialogue import typed_line
from covert_command.terminal.screen import print_rows
from covert_command.terminal.typed_number import typed_number
from covert_engine.covert_action import NotationError, View, format_action, parse_action
from covert_engine.covert_action.rules.notation import FORMS
from covert_engine.input.hints import did_you_mean
from covertbots.v1 import referee_pb2, suggestion_pb2, view_pb2
from covertbots.v1.covert_action_pb2 import CovertActionEvent

SHOWN = 6  # actions of a hint
PROMPT_LINES = 1
HELP = (
    (
        "a number",
        "do the action with that number; in a window, 0 holds and a seat's number shoots that seat",
    ),
    ("notation", "do that: `pass`, `am mole`, `is 3 sniper`, `urge 3`, `hold`, `shoot 3`"),
    ("hint", "see the best actions, the beliefs about every seat, and the reasons"),
    ("do hint", "do what the hint advises"),
    ("undo", "go back to your last decision"),
    ("table", "see the table and what you may do again"),
    ("moves", "list all your actions with their numbers"),
    ("said", "see all that was said in this round"),
    ("log", "see what happened since your last decision"),
    ("who", "see who sits where"),
    ("rules WORD", "see what a role, a term or a setting means; `rules` lists them"),
    ("save FILE", "write what you know, for `covert-bots suggest`"),
    ("quit", "leave; you can come back to the game later"),
)
WAITING = {
    "talk": "the others speak",
    "window": "the window is open",
    "deadline": "the deadline has come",
}


class Person(Conversation):
    """The human player's side of the game. It uses only the view of its own seat."""

    def __init__(
        self,
        console: Console,
        game: PlayedGame,
        seat: int,
        seats: Sequence[str],
        adviser: str,
    ) -> None:
        super().__init__(console, "Leave the game now? You can resume it later.")
        self._game = game
        self._seat = seat
        self._seats = seats
        self._who = [name.partition(":")[0] for name in seats]
        self._adviser = adviser
        self._transcript = Transcript()
        self._decided_at: list[int] = []  # lengths of the record at the player's prompts
        self._news: list[referee_pb2.AdvanceResponse] = []  # since the player's last decision
        self._decided_in = self._view  # the player's view at that time
        self._hint: suggestion_pb2.Suggestion | None = None
        self._hints_explained = False
        self._chosen: int | None = None
        self._menu = Menu(self._view)
        self._pace = Pace()
        self._commands = {
            "hint": self._show_hint,
            "do hint": self._do_hint,
            "undo": self._undo,
            "table": self._show_decision,
            "moves": lambda: self._console.print("\n".join(self._menu.lines())),
            "said": lambda: self._paged(lambda: show_talk(self._console, self._view, self._who)),
            "log": lambda: self._paged(self._show_log),
            "who": self._show_who,
            "help": lambda: print_rows(self._console, ("type", "to"), HELP),
        }
        self._commands_with_word = {
            "rules": lambda word: show_rules(self._console, word),
            "save": lambda path: self._save_view(self._game.views[self._seat], path),
        }

    @property
    def _is_at_a_terminal(self) -> bool:
        return self._console.is_terminal and sys.stdin.isatty()

    @property
    def _view(self) -> View:
        return view_from_message(self._game.views[self._seat].covert_action)

    # turns

    def open(self, decided_at: Sequence[int]) -> None:
        """Print the deal, and the events since the last of the player's decisions."""
        self._decided_at = list(decided_at)
        own = self._game.views[self._seat]
        for entry in dealt([own]):
            self._console.print(entry)
        self._transcript.at(self._view)
        if decided_at:
            self._see_again(decided_at[-1])

    def _see_again(self, decisions: int) -> None:
        """Fetch the events since a decision."""
        past = self._game.view_at(decisions, self._seat)
        self._decided_in = view_from_message(past.covert_action)
        self._news = self._game.since(decisions)

    def turn(self, bots: BotSeats) -> None:
        """Let all seats to decide do so, the player among them or not."""
        game, chosen = self._game, {}
        assert isinstance(game, HostedGame)
        phase = self._view.phase
        show_position(game, bots)  # before the player chooses: nobody learns who has yet to
        if self._seat in game.deciders:
            own = self._choice()
            if own is None:
                return
            chosen[self._seat] = own
        hidden = phase != "talk" and self._is_at_a_terminal
        with self._console.status(WAITING[phase]), self._pace.kept() if hidden else nullcontext():
            play_choices(game, bots, chosen)
        self.watch()

    def decide(self) -> None:
        """Ask the player, and do what is chosen."""
        chosen = self._choice()
        if chosen is not None:
            self._game.play(chosen)
            self.watch()

    def _choice(self) -> str | None:
        """Return what the player chooses; None if the last decision was taken back."""
        self._ask()
        if self._chosen is None:
            return None
        self._decided_at.append(self._game.decisions)
        self._news, self._decided_in = [], self._view
        return format_action(self._chosen)

    def let_go(self, why: str) -> None:
        """Forget the decision that was not made."""
        if self._decided_at and self._decided_at[-1] >= self._game.decisions:
            self._decided_at.pop()

    def come_back(self, before: view_pb2.View) -> None:
        """Print what has happened since the seat had the view `before`."""
        self._decided_in = view_from_message(before.covert_action)
        self._transcript.at(self._decided_in)
        self.watch()

    def watch(self) -> None:
        """Print what the player has seen of the latest change."""
        now = self._game.now
        self._news.append(now)
        own = self._game.views[self._seat]
        for part, moment in enumerate(_by_round(now.news[self._seat].moments)):
            if part and _begins_round(moment):
                self._pause()
            for entry in self._transcript.entries([moment], [own]):
                self._console.print(entry)

    def _pause(self) -> None:
        """Let the player read the end of a round before the next table takes its place."""
        if self._is_at_a_terminal:
            self._ahead = typed_line("Enter for the next round> ")

    def _ask(self) -> None:
        """Ask until an action is chosen, or the last one taken back."""
        self._chosen = self._hint = None
        self._menu = Menu(self._view)
        self._show_decision()
        before = self._game.decisions
        while self._chosen is None and self._game.decisions == before:
            typed = self._typed(f"{self._prompt()}> ")
            if typed:
                self._chosen = self._read(typed)

    def _prompt(self) -> str:
        phase = self._view.phase
        what = {"talk": "say", "window": "shoot?", "deadline": "ordered, shoot"}[phase]
        return f"Seat {self._seat + 1}, {what}"

    def _read(self, typed: str) -> int | None:
        """Return the typed action; if it is not a legal one, print why."""
        legal = self._view.legal_actions()
        number = typed_number(typed.rstrip(".)"))
        if number is not None:
            if number not in self._menu.actions:
                self._warn(f"{typed} is not one of the numbers {_listed(self._menu.actions)}")
            return self._menu.actions.get(number)
        mistake = ""
        try:
            action: int | None = parse_action(typed)
        except NotationError as error:
            mistake = of_this_table(error, self._view.settings)
            action = None
        if action not in legal:
            meant = read_statement(typed) if self._view.phase == "talk" else read_choice(typed)
            action = meant if action is None or meant in legal else action
        if action is None:
            self._warn(self._neither(typed, mistake))
            return None
        if action not in legal:
            self._warn(f"`{format_action(action)}` is not possible here; `moves` lists what is")
            return None
        return action

    def _neither(self, typed: str, mistake: str) -> str:
        """Return the message for a line that is no action: its mistake, or its likely meaning."""
        word = typed.split()[0].casefold()
        if word in FORMS:
            return mistake
        near = did_you_mean(word, (*self._commands, *self._commands_with_word, "quit", *FORMS))
        hint = near if "did you mean" in near else ""
        return f"{typed!r} is neither an action nor a command (`moves` and `help` list them){hint}"

    # commands

    def _asked(self) -> suggestion_pb2.Suggestion:
        if self._hint is None:
            view = self._game.views[self._seat]
            with self._console.status(f"{self._adviser} is thinking"):
                self._hint = self._game.hint(view, self._adviser)
        return self._hint

    def _show_hint(self) -> None:
        hint = self._asked()
        explained, self._hints_explained = not self._hints_explained, True
        self._paged(
            lambda: show_advice(
                self._console,
                hint,
                self._view,
                self._menu.number_of,
                SHOWN,
                explained=explained,
            )
        )

    def _do_hint(self) -> None:
        best = self._asked().moves[0].action
        self._console.print(f"{best.words}.")
        self._chosen = parse_action(best.text)

    def _undo(self) -> None:
        if not self._decided_at:
            self._warn("there is nothing to take back")
            return
        self._game.take_back(self._decided_at[-1])
        self._decided_at.pop()
        self._console.print("Undone: your last decision and everything after it", style="dim")
        self._transcript.at(self._view)
        self._news = []
        if self._decided_at:
            self._see_again(self._decided_at[-1])

    # the screen

    def _show_decision(self) -> None:
        """Print the table and the menu, as much as there is room for above the prompt."""
        console = self._console
        lines = board(self._view, self._who, console.width)
        menu = self._menu.lines()
        room = console.height - PROMPT_LINES if console.is_terminal else len(lines) + len(menu)
        if len(lines) + len(menu) > room:
            menu = self._menu.lines(brief=True)
        if len(lines) + len(menu) < room:
            console.print()
        for line in lines[: max(1, room - len(menu))]:
            console.print(line, soft_wrap=True)
        for text in menu:
            console.print(text, soft_wrap=True)

    def _show_log(self) -> None:
        transcript = Transcript()
        transcript.at(self._decided_in)
        own = self._game.views[self._seat]
        entries = [
            entry
            for now in self._news
            for entry in transcript.entries(now.news[self._seat].moments, [own])
        ]
        if self._view.phase == "talk":
            entries += transcript.so_far(self._view.fields()["t"])
        for entry in entries:
            self._console.print(entry)
        if not entries:
            self._console.print("nothing yet")

    def _show_who(self) -> None:
        for seat, bot in enumerate(self._seats):
            self._console.print(f"  Seat {seat + 1}: {bot}", soft_wrap=True)


def _by_round(moments: Sequence[referee_pb2.Moment]) -> Iterator[referee_pb2.Moment]:
    """Yield the moments, split where a round has ended and the next one is dealt."""
    for moment in moments:
        part = referee_pb2.Moment(view=moment.view)
        for event in moment.events:
            if event.covert_action.kind == CovertActionEvent.KIND_DEALT and part.events:
                yield part
                part = referee_pb2.Moment(view=moment.view)
            part.events.append(event)
        yield part


def _begins_round(moment: referee_pb2.Moment) -> bool:
    kinds = [event.covert_action.kind for event in moment.events[:1]]
    return kinds == [CovertActionEvent.KIND_DEALT]


def show_rules(console: Console, word: str) -> None:
    """Print the meaning of a role or a setting, or the words that can be asked about."""
    if not word:
        console.print(f"`rules WORD` explains: {', '.join(topics())}.")
        console.print("All rules are in docs/rules-covert-action.md.")
        return
    explanation = explained(word)
    if explanation:
        console.print(explanation)
        return
    hint = did_you_mean(word.casefold(), topics())
    known = hint if "did you mean" in hint else " (`rules` lists the words)"
    console.print(f"there is no rule under {word!r}{known}", style="red")


def _listed(numbers: Iterable[int]) -> str:
    """Return `1 to 20`, or all numbers if some are missing, such as that of the player's own
    seat."""
    ordered = sorted(numbers)
    if len(ordered) > 1 and ordered[-1] - ordered[0] == len(ordered) - 1:
        return f"{ordered[0]} to {ordered[-1]}"
    return ", ".join(map(str, ordered))
