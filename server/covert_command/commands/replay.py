"""`covert-bots replay`: a recorded game, step by step."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Any

import click
from rich.console import Console

from covert_bots.arena.ledger_file import is_ledger
from covert_bots.players.amounts import numbered
from covert_bots.players.other_messages import position_of
from covert_command.games.host import HostedGame, beginning
from covert_command.games.installed import by_game, command_game, command_games, game_of_record
from covert_command.games.kept_game import LATEST, file_of
from covert_command.games.ledger_game import named_game
from covert_command.games.local_server import client_of
from covert_command.games.replay import Replayed
from covert_command.games.saved_view import save_view
from covert_command.options import game_choice, json_output
from covert_command.options.cards import card_set
from covert_command.options.file_path import FilePath
from covert_command.terminal.command_line import examples
from covert_command.terminal.dialogue import paged
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import need_width, output, print_json
from covert_command.terminal.typed_number import typed_number
from covertbots.client import Client
from covertbots.v1 import view_pb2

HELP = "Enter: next decision  r: round  b: back  t: table  number: go there  q: quit"


@click.command(
    epilog=examples(
        "covert-bots replay game.record", "covert-bots replay games.ledger 0.1 --seat 0"
    )
)
@click.argument("file", metavar="[RECORD|LEDGER]", default=LATEST, type=click.Path(dir_okay=False))
@click.argument("game", required=False)
@click.option(
    "--seat",
    "typed_seat",
    type=click.IntRange(
        min(game.first_seat for game in command_games().values()),
        max(game.first_seat + game.players[-1] - 1 for game in command_games().values()),
    ),
    metavar="NUMBER",
    help=f"Show only what this seat saw: {by_game(lambda game: f'from {game.first_seat}', ', ')}.",
)
@click.option("--at", type=click.IntRange(0), help="Print the table after this many decisions.")
@click.option(
    "--save",
    "view_file",
    type=FilePath(dir_okay=False),
    help="With --at: save the view of the seat to decide in this new file, for `suggest`.",
)
@card_set
@json_output.as_json
def command(
    file: str,
    game: str | None,
    typed_seat: int | None,
    at: int | None,
    view_file: str | None,
    card_set: Any,
    as_json: bool,
) -> None:
    """Step through a recorded game.

    The game is a record, or GAME of an arena ledger; without either, the latest game of
    `covert-bots play`.

    Without a terminal, the whole game is printed at once. A game that ended in a forfeit is shown
    up to that point, and then why it ended.
    """
    file = file_of(file, "RECORD")
    replayed = _replayed(file, game, card_set)
    players, decisions = replayed.message.players, len(replayed.message.actions)
    seat = None
    if typed_seat is not None:
        seat = game_choice.seat_in(replayed.first_seat, typed_seat, players)
    if as_json and at is not None:
        raise Mistake("--at cannot be used with --json, which prints the whole game")
    if at is not None and at > decisions:
        raise Mistake(f"--at: {at}, in a game of {decisions} decisions; expected 0 to {decisions}")
    if view_file is not None and at is None:
        raise Mistake("--save: which position? expected --at too")
    if view_file is not None and at is not None:
        _check_decides(replayed, at, seat)
    if as_json:
        document = replayed.document()
        if seat is None:
            thoughts = replayed.ledger_game and replayed.ledger_game.thoughts
            document |= {
                "seed": replayed.message.seed,
                "actions": replayed.actions(),
                "microseconds": list(thoughts.microseconds) if thoughts else None,
                "iterations": list(thoughts.iterations) if thoughts else None,
            }
        else:
            with client_of(None, replayed.server_settings) as (_, client):
                moments = replayed.moments(client, seat)
            document |= {"seat": seat, "moments": moments}
        forfeit = replayed.forfeit_for(seat)
        print_json({**document, "forfeit": forfeit and asdict(forfeit)})
        return
    console = output()
    need_width(console, replayed.least_width)
    with client_of(None, replayed.server_settings) as (_, client):
        reel = Reel(console, client, replayed, seat)
        if replayed.seats is not None:
            sitting = enumerate(replayed.seats)
            names = (f"{replayed.seat_name(number)}: {bot}" for number, bot in sitting)
            console.print(", ".join(names), soft_wrap=True)
        if at is not None:
            reel.go_to(at)
            if view_file is not None:  # first: the user may leave while reading
                try:
                    save_view(reel.view, view_file)
                except FileExistsError:
                    raise Mistake(f"{view_file}: the file exists; choose another name") from None
            reel.show_position()
        elif sys.stdin.isatty() and console.is_terminal:
            reel.ask()
        else:
            reel.show(decisions)
            reel.show_score()


def _replayed(file: str, game: str | None, card_set: Any) -> Replayed:
    """Return the game in a file, or the named game of a ledger."""
    if game is not None or is_ledger(file):
        ledger_game = named_game(file, game)
        of = ledger_game.settings.game if ledger_game is not None else ""
    else:
        of = game_of_record(file)
    return command_game(of).replayed(file, game, card_set)


def _check_decides(replayed: Replayed, at: int, seat: int | None) -> None:
    """Raise Mistake unless the seat decides: other views cannot be asked about."""
    decider = replayed.decider(at)
    if decider is None:
        raise Mistake(
            "--at: the game is over there; expected an earlier decision, to --save its view"
        )
    if seat not in (None, decider):
        first, name = replayed.first_seat, replayed.seat_name(decider)
        raise Mistake(
            f"--seat: {seat + first}; expected {decider + first}, since there {name} decides"
        )


class Reel:
    """A record, wound to a decision."""

    def __init__(
        self, console: Console, client: Client, replayed: Replayed, seat: int | None
    ) -> None:
        """`seat` sees only its own moments; None sees all."""
        self._console = console
        self._replayed = replayed
        self._record = replayed.message
        self._seat = seat
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

    def show_position(self) -> None:
        """Print the table as that seat sees it, and its next action if it decides."""
        game = self._game
        goes_on = game.decisions < len(self._actions) and self._seat in (None, game.seat)
        played = self._actions[game.decisions] if goes_on else ""
        paged(
            self._console,
            lambda: self._replayed.show_position(self._console, self.view, played),
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

    def ask(self) -> None:
        """Step through the game as the user types."""
        self._console.print(HELP, style="dim")
        while True:
            try:
                typed = input(f"{self._game.decisions}/{len(self._actions)}> ").strip().casefold()
            except EOFError:
                return
            if typed in ("q", "quit"):
                return
            self._do(typed)

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
        elif (place := typed_number(typed)) is not None and place <= len(self._actions):
            self.go_to(place)
            self.show_position()
        else:
            self._console.print(HELP, style="dim")

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
