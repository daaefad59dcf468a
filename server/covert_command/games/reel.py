"""A recorded game that is stepped through: forth, back, to mistakes, and on into a new game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from covert_bots.players.amounts import numbered
from covert_bots.players.other_messages import position_of
from covert_command.games.command_game import CommandGame
from covert_command.games.host import HostedGame, beginning
from covert_command.games.kept_game import YOU, new_file
from covert_command.games.replay import Replayed
from covert_command.terminal.dialogue import LeavingError, paged, typed_line
from covert_command.terminal.interrupt import wait_for
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.typed_number import typed_number
from covertbots.client import Client
from covertbots.v1 import view_pb2

SHOWN = 6  # moves of a hint
HELP = (
    "Enter: next decision  r: round  b: back  number: go there  t: table  q: quit\n"
    "n: next mistake of your seat  h: hint for it  p: play on from here"
)


class Reel:
    """A record, wound to a decision."""

    def __init__(
        self,
        console: Console,
        client: Client,
        of: CommandGame,
        replayed: Replayed,
        seat: int | None,
        card_set: Any,
    ) -> None:
        """`seat` sees only its own moments; None sees all."""
        self._console = console
        self._client = client
        self._of = of
        self._replayed = replayed
        self._card_set = card_set
        self._record = replayed.message
        self._seat = seat
        self._looks = replayed.own_seat if seat is None else seat  # at the table; None: who decides
        self._ahead = ""  # typed between two pages
        self._mistakes: Sequence[tuple[int, str]] | None = None
        self._game = HostedGame(client, self._record)
        self.go_to(0)
        self._actions = replayed.actions()

    def show(self, decisions: int) -> None:
        """Print the game up to a decision."""
        game, replayed = self._game, self._replayed
        if game.decisions == 0:
            replayed.opens(self._console, game, self._seat)
        while game.decisions < min(decisions, len(self._actions)):
            before = game.seat
            game.play(*self._actions[game.decisions : self._next()])
            replayed.happened(self._console, game, before, self._seat)

    def _next(self) -> int:
        """Return the number of decisions at the end of this turn."""
        later = (turn for turn in self._replayed.turns if turn > self._game.decisions)
        return next(later, len(self._actions))

    def go_to(self, decisions: int) -> None:
        """Go to a decision without printing."""
        self._game.resume(beginning(self._record, decisions))
        self._replayed.at(self._game)

    @property
    def view(self) -> view_pb2.View:
        """The view of the requested seat; by default, of the seat to decide."""
        game = self._game
        return game.views[self._seat if self._seat is not None else 0 if game.over else game.seat]

    @property
    def _looked_at(self) -> view_pb2.View:
        """The view of the person who played, if there was one."""
        return self.view if self._looks is None else self._game.views[self._looks]

    def show_position(self) -> None:
        """Print the table as that seat sees it, and its next action if it decides."""
        game = self._game
        goes_on = game.decisions < len(self._actions) and self._looks in (None, game.seat)
        played = self._actions[game.decisions] if goes_on else ""
        self._ahead = paged(
            self._console,
            lambda: self._replayed.show_position(self._console, self._looked_at, played),
        )

    def show_score(self) -> None:
        """Print the result, or where the record stops."""
        game = self._game
        self._console.print()
        if game.over:
            self._replayed.show_result(self._console, game)
        else:
            self._console.print(f"The record ends after {numbered(game.decisions, 'decision')}.")
            forfeit = self._replayed.forfeit_for(self._seat)
            if forfeit is not None:
                self._console.print(forfeit.sentence(self._replayed.seat_name(forfeit.seat)))

    def ask(self) -> Path | None:
        """Step through the game as the user types; return the file of a game to be played on, if
        the user wants that."""
        self._console.print(HELP, style="dim")
        while True:
            try:
                prompt = f"{self._game.decisions}/{len(self._actions)}> "
                typed = " ".join((self._ahead or typed_line(prompt)).casefold().split())
                self._ahead = ""
            except LeavingError:
                return None
            if typed in ("q", "quit"):
                return None
            if typed in ("p", "play", "play on"):
                if not self._game.over:
                    return self._begun()
                self._console.print("The game is over here; go back to an earlier decision.")
                continue
            try:
                self._do(typed)
            except Mistake as error:
                self._console.print(error.message, style="red")

    def _do(self, typed: str) -> None:
        now = self._game.decisions
        if typed == "":
            self._step()
            if self._game.decisions == len(self._actions):
                self.show_score()
        elif typed in ("b", "back"):
            self.go_to(max((turn for turn in self._replayed.turns if turn < now), default=0))
        elif typed in ("r", "round"):
            number = self._round
            while self._round == number and self._game.decisions < len(self._actions):
                self.show(self._game.decisions + 1)
        elif typed in ("t", "table"):
            self.show_position()
        elif typed in ("h", "hint"):
            self._show_hint()
        elif typed in ("n", "next", "next mistake"):
            self._go_to_next_mistake()
        elif (place := typed_number(typed)) is not None and place <= len(self._actions):
            self.go_to(place)
            self.show_position()
        else:
            self._console.print(HELP, style="dim")

    def _show_hint(self) -> None:
        """Show what the adviser would do here, for the seat that is looked at."""
        game = self._game
        if game.over:
            raise Mistake("The game is over here; there is nothing to decide.")
        seat = game.seat if self._looks is None else self._looks
        if seat not in game.deciders:
            name = self._replayed.seat_name(game.seat)
            raise Mistake(f"{name} decides here; go on to a decision of your seat.")
        view = game.views[seat]
        saved = self._of.saved_view(view, self._card_set, hands=False)
        with self._console.status("looking for a hint"):
            adviser = self._of.usual_adviser
            answer = wait_for(self._client.suggest_move, view, adviser, reasons=True)
        self._ahead = paged(
            self._console, lambda: saved.show(self._console, answer.suggestion, SHOWN)
        )

    def _go_to_next_mistake(self) -> None:
        """Go to the next mistake of the seat that is looked at, and tell it."""
        if self._mistakes is None:
            self._mistakes = sorted(self._replayed.mistakes(self._looks or 0))
        now = self._game.decisions
        later = next((mistake for mistake in self._mistakes if mistake[0] > now), None)
        if later is None:
            self._console.print("There is no mistake after this decision.")
            return
        self.go_to(later[0])
        self.show_position()
        self._console.print(later[1])

    def _begun(self) -> Path:
        """Write the game so far to a new file, for the person to play on."""
        seats = list(self._replayed.seats or [""] * self._record.players)
        if YOU not in seats:
            seats[self._game.seat if self._looks is None else self._looks] = YOU
        for seat, player in enumerate(seats):
            if player != YOU:
                try:
                    self._of.check_bot(player)
                except ValueError:  # such as a bot of an arena's own
                    seats[seat] = self._of.usual_bot
        text = self._replayed.text_until(self._game.decisions, seats)
        file = new_file()
        file.write_text(text, encoding="utf-8")
        return file

    def _step(self) -> None:
        """Go on to the next decision with anything to show."""
        shown = ""
        while not shown and self._game.decisions < len(self._actions):
            with self._console.capture() as captured:
                self.show(self._game.decisions + 1)
            shown = captured.get()
        print(shown, end="")

    @property
    def _round(self) -> int:
        position: Any = position_of(self._game.views[0])
        number: int = position.round
        return number
