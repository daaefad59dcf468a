"""`covert-bots demo --game covert-action`: a whole game between bots, each seat a client."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console, Group
from rich.live import Live
from rich.rule import Rule

from covert_bots.covert_action.game import CovertAction
from covert_bots.covert_action.setup_message import setup_of_settings
from covert_bots.covert_action.wire import view_from_message
from covert_bots.players.amounts import counted
from covert_bots.players.game import Facts
from covert_command.covert_action import choices
from covert_command.covert_action.host import take_turn
from covert_command.covert_action.record_file import written
from covert_command.covert_action.screen import Transcript, dealt, final_table, standings
from covert_command.games.host import BotSeats, HostedGame
from covert_command.games.local_server import client_of
from covert_command.games.record_file import kept_in
from covert_command.games.setup import show_setup
from covert_command.terminal.interrupt import wait_for
from covert_command.terminal.screen import live, messages, need_width, output, print_json
from covertbots.v1 import referee_pb2

LEAST_WIDTH = 60  # columns


def play(
    bots: Sequence[str],
    seed: int,
    setup: Facts,
    record: str | None,
    *,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Play the game and show it."""
    settings = choices.settings_with(setup, len(bots))
    show = Show(messages() if as_json else output(), bots, quiet=as_json)
    started = time.monotonic()
    with client_of(None) as (target, client):
        dealing = setup_of_settings(settings)
        game = HostedGame(client, wait_for(client.deal, len(bots), seed, dealing))

        with (
            kept_in(record, lambda: written(game.record, bots), overwrite=overwrite),
            BotSeats(target, bots, game.record) as seats,
        ):
            show.begins(game, setup, target.target)
            with show.live():
                while not game.over:
                    show.stands(game)
                    show.happened(take_turn(game, seats), game)
        rpcs = 1 + game.calls + seats.calls
    seconds = time.monotonic() - started
    if as_json:
        print_json(
            {
                "game": CovertAction.name,
                "seed": seed,
                "players": len(bots),
                "bots": bots,
                "setup": setup,
                "rounds": game.views[0].covert_action.round,
                "decisions": game.decisions,
                "rpcs": rpcs,
                "scores": list(game.now.result.scores),
                "winners": list(game.now.result.winners),
                "seconds": round(seconds, 3),
            }
        )
    show.ends(game, rpcs, seconds)


class Show:
    """The game as it is played: its events, with the standings below.

    A quiet show prints nothing; on a terminal it still shows the standings.
    """

    def __init__(self, console: Console, bots: Sequence[str], *, quiet: bool) -> None:
        if not quiet:
            need_width(console, LEAST_WIDTH)
        self._console = console
        self._bots = bots
        self._quiet = quiet
        self._transcript = Transcript()
        self._live: Live | None = None

    def begins(self, game: HostedGame, setup: Facts, target: str) -> None:
        """Print the seats' bots, the seed, the server, and the first deal."""
        if self._quiet:
            return
        self._console.print(
            f"Covert Action, {len(self._bots)} seats, seed {game.record.seed}; server at {target}",
            style="bold",
        )
        show_setup(self._console, setup)
        for seat, bot in enumerate(self._bots):
            self._console.print(f"  Seat {seat + 1}: {bot}")
        self._print(dealt(game.views))
        self._transcript.at(view_from_message(game.views[0].covert_action))

    @contextmanager
    def live(self) -> Iterator[None]:
        """Show the standings below the events while this is open."""
        with live(self._console) as self._live:
            yield

    def stands(self, game: HostedGame) -> None:
        """Show the position before the next decisions."""
        if self._live is not None:
            self._live.update(Group(Rule(style="dim"), standings(game.views, self._bots)))

    def happened(self, now: referee_pb2.AdvanceResponse, game: HostedGame) -> None:
        """Print the public events: the first seat's news, which are the same for all."""
        if not self._quiet:
            self._print(self._transcript.entries(now.news[0].moments, game.views))

    def ends(self, game: HostedGame, rpcs: int, seconds: float) -> None:
        """Show the Plan cards and the winners."""
        if self._quiet:
            return
        self._console.print()
        self._console.print(final_table(game.views, self._bots, game.now.result))
        self._console.print()
        self._console.print(
            f"{counted(game.views[0].covert_action.round, 'round')}, "
            f"{counted(game.decisions, 'decision')}, {counted(rpcs, 'RPC')} in {seconds:.1f} s",
            style="dim",
        )

    def _print(self, entries: Iterator[object]) -> None:
        for entry in entries:
            self._console.print(entry)
