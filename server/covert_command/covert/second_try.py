"""Mistakes to try again: at each the user looks for a better move, and may play on from there."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from covert_bots.covert.review import (
    Difference,
    answered,
    difference_of,
    is_mistake,
    worth,
)
from covert_bots.covert.words.change import SEAT_NAMES
from covert_bots.players.bot import Bot
from covert_command.covert.person import Person
from covert_command.covert.review import about, show_turns, stage_words
from covert_command.covert.screen.menu import items_of
from covert_command.covert.standing_orders import StandingOrders
from covert_command.games.host import HostedGame
from covert_command.terminal.screen import print_rows
from covert_engine.covert import CompiledSet, View
from covert_engine.search import Limit

NOT_HERE = ("do hint", "undo")  # commands of a game
HELP = (
    ("a number", "try that move; `moves` lists them"),
    ("answer", "see the better turn, and why it is better"),
    ("next", "go to the next mistake"),
    ("play", "play the game on from here, as a new game"),
    ("hint, why", "ask as in a game"),
    ("table, hand, map, score", "see more of the position"),
    ("quit", "leave"),
)


class Judge:
    """An adviser that judges the user's moves as the review has judged those of the game."""

    def __init__(self, adviser: Bot, limit: Limit | None, seed: int) -> None:
        self._adviser = adviser
        self._budget = adviser.budget(limit)
        self._seed = seed

    def compared(self, view: View, better: int, move: int) -> tuple[float, float]:
        """Return by how many points the better move is worth more, and the standard error."""
        margins = [
            answered(worth(view, action, self._seed), self._adviser, self._budget).margins
            for action in (better, move)
        ]
        return difference_of(*margins)


class SecondTry(Person):
    """A mistake that the user tries again."""

    def __init__(
        self,
        console: Console,
        game: HostedGame,
        view: View,
        cards: CompiledSet,
        adviser: Bot,
        judge: Judge,
        mistake: Difference,
    ) -> None:
        """`game` and `view` are those before the mistake, the view as the review saw it."""
        super().__init__(console, game, view.seat, cards, str(adviser), StandingOrders(), {})
        self._leaving = "Leave the mistakes now?"
        self._judged_view = view
        self._judge = judge
        self._mistake = mistake
        self._left = False
        self.plays_on = False
        """True if the user wants to play on from here."""
        for command in NOT_HERE:
            del self._commands[command]
        del self._commands_with_word["auto"]
        self._commands |= {
            "answer": self._answer,
            "next": self._leave,
            "play": self._play_on,
            "help": lambda: print_rows(console, ("type", "to"), HELP),
        }

    def solve(self, number: int, of: int) -> None:
        """Let the user try until they go on to the next mistake or play on; LeavingError if they
        leave."""
        mistake = self._mistake
        head = f"Mistake {number} of {of}. {stage_words(mistake)}: find a better move."
        cost = about(mistake.gain, mistake.error)
        self._choices = self._numbers.on(self._view, items_of(self._view))
        self._show_choices()
        self._console.print(Text(head, style="bold"))
        self._console.print(f"Played: {mistake.played_turn} It cost {cost}.")
        self._console.print(
            "`answer` shows the better turn; `help` lists all commands.", style="dim"
        )
        while not self._left:
            typed = self._typed(f"{SEAT_NAMES[self._seat]} {number}/{of}> ")
            if typed:
                self._play_typed_line(typed)

    def _begin(self) -> None:
        """Begin nothing: the game stays where it is."""

    def _play(self, action: int, by: str = "") -> None:
        """Judge a move instead of playing it."""
        self._planned = []
        mistake = self._mistake
        if action == mistake.played:
            self._warn("That is the move that was played. Try another, or type `answer`.")
        elif action == mistake.better:
            self._found("That is the better move.")
        elif action not in self._judged_view.legal_actions(canonical=True):
            self._warn("Another move is always at least as good. Try again, or type `answer`.")
        else:
            with self._console.status("looking at your move"):
                gain, error = self._judge.compared(self._judged_view, mistake.better, action)
            if is_mistake(gain, error):
                self._warn(f"That costs {about(gain, error)}. Try again, or type `answer`.")
            else:
                self._found("That is about as good as the better move.")

    def _found(self, verdict: str) -> None:
        self._console.print(verdict, style="bold green")
        self._answer()

    def _answer(self) -> None:
        show_turns(self._console, self._mistake)
        self._console.print("`next` goes on, `play` plays the game on from here.", style="dim")

    def _leave(self) -> None:
        self._left = True

    def _play_on(self) -> None:
        self.plays_on = self._left = True


def tried_again(of: int, second_try: Callable[[int], SecondTry]) -> int | None:
    """Let the user try one mistake after the other; return the place of that from which they want
    to play on, if any. LeavingError if they leave."""
    for place in range(of):
        trying = second_try(place)
        trying.solve(place + 1, of)
        if trying.plays_on:
            return place
    return None
