"""`covert-bots replay`: a recorded game, step by step."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, replace

import click
from rich.console import Console

from covert_bots.covert.wire import view_from_message
from covert_bots.covert.words.board import LEAST_WIDTH
from covert_bots.covert.words.narration import phrase
from covert_bots.covert.words.printed import counted
from covert_command import options
from covert_command.dialogue import paged
from covert_command.hosting import HostedGame
from covert_command.kept_game import LATEST, file_of
from covert_command.local_server import client_of
from covert_command.mistakes import Mistake, in_file
from covert_command.record_file import Forfeit, game_or_record, record_to_message, who_sits_where
from covert_command.saved_view import save_view
from covert_command.screen import SEAT_NAMES, examples, need_width, output, print_json
from covert_command.seen import moments_of
from covert_command.standings import final_table
from covert_command.table import show_lines, show_table
from covert_command.transcript import Transcript
from covert_engine.covert import CompiledSet, State, format_action, parse_action
from covert_engine.covert.cards.card_set import CardSet
from covertbots.client import Client
from covertbots.v1 import referee_pb2, view_pb2

HELP = "Enter: next decision  r: next round  b: back  t: table  number: go to it  q: quit"


@click.command(
    epilog=examples(
        "covert-bots replay game.record", "covert-bots replay games.ledger 0.1 --seat 0"
    )
)
@click.argument("file", metavar="[RECORD|LEDGER]", default=LATEST, type=click.Path(dir_okay=False))
@click.argument("game", required=False)
@click.option("--seat", type=click.IntRange(0, 3), help="Show only what this seat saw.")
@click.option("--at", type=click.IntRange(0), help="Print the table after this many decisions.")
@click.option(
    "--save",
    "view_file",
    type=click.Path(dir_okay=False),
    help="With --at: write what the seat that decides knows to this new file, for `suggest`.",
)
@options.card_set
@options.as_json
def command(
    file: str,
    game: str | None,
    seat: int | None,
    at: int | None,
    view_file: str | None,
    card_set: CardSet | None,
    as_json: bool,
) -> None:
    """Step through a recorded game, or through GAME of an arena ledger.

    Without a record it is the latest game of `covert-bots play`.

    Without a terminal, the whole game is printed at once. A game that ended in a forfeit is shown
    up to that point, and then why it ended.
    """
    file = file_of(file, "RECORD")
    cards = options.card_set_of(card_set)
    record, found = game_or_record(file, game, cards)
    forfeit = found.forfeit if found else None
    if forfeit is not None and seat not in (None, forfeit.seat):
        forfeit = replace(forfeit, detail="")  # it can name what the other seat held
    with in_file(file):
        state = record.replay(cards)
    if seat is not None and seat >= record.players:
        raise Mistake(
            f"--seat: {seat}, in a game for {record.players}; expected 0 to {record.players - 1}"
        )
    if at is not None and at > len(record.actions):
        raise Mistake(
            f"--at: {at}, in a game of {len(record.actions)} decisions; expected 0 to "
            f"{len(record.actions)}"
        )
    if view_file is not None and at is None:
        raise Mistake("--save: which position? expected --at too")
    if view_file is not None and at is not None:
        _check_decides(replace(record, actions=record.actions[:at]).replay(cards), seat)
    message = record_to_message(record, cards)
    seats = record.seats if found is None else found.seats
    if as_json:
        document = {
            "card_set": record.card_set,
            "players": record.players,
            "seats": seats and list(seats),
            "options": asdict(record.options),
            "characters": record.characters and [number + 1 for number in record.characters],
            "first_player": record.first_player,
            "rounds": state.round,
            "over": state.over,
            "scores": state.scores(),
            "winners": state.winners() if state.over else [],
        }
        if seat is None:
            document |= {
                "seed": record.seed,
                "actions": [format_action(action, cards) for action in record.actions],
                "microseconds": list(found.thoughts.microseconds) if found else None,
                "iterations": list(found.thoughts.iterations) if found else None,
            }
        else:
            with client_of(None, cards) as (_, client):
                document |= {"seat": seat, "moments": moments_of(client, message, seat)}
        print_json({**document, "forfeit": forfeit and asdict(forfeit)})
        return
    console = output()
    need_width(console, LEAST_WIDTH)
    with client_of(None, cards) as (_, client):
        compiled = CompiledSet(cards, record.options)
        reel = Reel(
            console, client, message, compiled, seat, forfeit, seats or [""] * record.players
        )
        if seats is not None:
            console.print(who_sits_where(seats), soft_wrap=True)
        if at is not None:
            reel.go_to(at)
            if view_file is not None:  # first: whoever reads the rest may leave
                save_view(reel.view, view_file)
            reel.show_position()
        elif sys.stdin.isatty() and console.is_terminal:
            reel.ask()
        else:
            reel.show(len(record.actions))
            reel.show_score()


def _check_decides(state: State, seat: int | None) -> None:
    """Mistake unless the seat decides, since only then its view can be asked about."""
    if state.actor is None:
        raise Mistake(
            "--at: the game is over there; expected a decision before, to --save its view"
        )
    if seat not in (None, state.actor):
        raise Mistake(
            f"--seat: {seat}; expected {state.actor}, since there {SEAT_NAMES[state.actor]} decides"
        )


class Reel:
    """A record, wound to some decision."""

    def __init__(
        self,
        console: Console,
        client: Client,
        record: referee_pb2.Record,
        cards: CompiledSet,
        seat: int | None,
        forfeit: Forfeit | None,
        seats: Sequence[str],
    ) -> None:
        self._seats = seats
        self._console = console
        self._cards = cards
        self._record = record
        self._seat = seat
        self._forfeit = forfeit
        self._transcript = Transcript(console)
        self._game = HostedGame(client, record)
        self.go_to(0)
        self._actions = [action.text for action in record.actions]

    def show(self, decisions: int) -> None:
        """Prints what happens up to a decision."""
        if self._game.decisions == 0:
            self._transcript.open(view_from_message(self.view.covert, self._cards))
        while self._game.decisions < min(decisions, len(self._actions)):
            seat = self._game.seat if self._seat is None else self._seat
            self._game.play(self._actions[self._game.decisions])
            self._transcript.show(self._game.now, seat)

    def go_to(self, decisions: int) -> None:
        """Goes to a decision and prints nothing."""
        record = referee_pb2.Record()
        record.CopyFrom(self._record)
        del record.actions[decisions:]
        self._game.resume(record)
        self._transcript.at(self._game.views[0].covert.phase)

    @property
    def view(self) -> view_pb2.View:
        """What the seat asked for knows; by default, the seat to decide."""
        game = self._game
        return game.views[self._seat if self._seat is not None else 0 if game.over else game.seat]

    def show_position(self) -> None:
        """Prints the table as that seat sees it, and what is played next if that seat decides."""

        def show() -> None:
            view, game = view_from_message(self.view.covert, self._cards), self._game
            show_table(self._console, view)
            if game.decisions < len(self._actions) and self._seat in (None, game.seat):
                action = parse_action(self._actions[game.decisions], self._cards)
                words = phrase(action, view.cards.source, view.fields())
                show_lines(self._console, ["", f"Next: {words.sentence(SEAT_NAMES[game.seat])}"])

        paged(self._console, show)

    def show_score(self) -> None:
        """Prints how the game ended, or where the record stops."""
        game = self._game
        self._console.print()
        if game.over:
            view, cards = game.views[0].covert, self._cards.source
            self._console.print(final_table(view, self._seats, cards, game.now.result))
        else:
            self._console.print(f"The record ends after {counted(game.decisions, 'decision')}.")
            if self._forfeit is not None:
                self._console.print(self._forfeit.sentence)

    def ask(self) -> None:
        """Steps through the game as the user types."""
        self._console.print(HELP, style="dim")
        while True:
            try:
                typed = input(f"{self._game.decisions}/{len(self._actions)}> ").strip()
            except EOFError:
                return
            if typed in ("q", "quit"):
                return
            self._do(typed)

    def _do(self, typed: str) -> None:
        now = self._game.decisions
        if typed == "":
            self.show(now + 1)
            if self._game.decisions == len(self._actions):
                self.show_score()
        elif typed in ("b", "back"):
            self.go_to(max(0, now - 1))
        elif typed in ("r", "round"):
            number = self._game.views[0].covert.round
            while self._game.views[0].covert.round == number and now < len(self._actions):
                now += 1
                self.show(now)
        elif typed in ("t", "table"):
            self.show_position()
        elif typed.isascii() and typed.isdigit() and int(typed) <= len(self._actions):
            self.go_to(int(typed))
            self.show_position()
        else:
            self._console.print(HELP, style="dim")
