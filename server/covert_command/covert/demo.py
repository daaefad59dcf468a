"""`covert-bots demo --game covert`: a whole game between bots, each seat a client."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console, Group
from rich.live import Live
from rich.rule import Rule
from rich.text import Text

from covert_bots.covert.game import Covert
from covert_bots.covert.wire import view_from_message
from covert_bots.players.amounts import counted
from covert_bots.players.game import Facts
from covert_command.covert import choices
from covert_command.covert.host import deal
from covert_command.covert.record_file import recorded
from covert_command.covert.screen.seats import seat_text
from covert_command.covert.screen.standings import final_table, standings
from covert_command.covert.screen.transcript import Transcript
from covert_command.covert.setup import covert_with
from covert_command.games.host import BotSeats, HostedGame
from covert_command.games.local_server import client_of
from covert_command.games.setup import show_setup
from covert_command.terminal.screen import (
    live,
    messages,
    need_width,
    output,
    print_json,
)
from covert_engine.covert.cards.card_set import CardSet
from covert_server.settings import Settings

LEAST_WIDTH = 60  # columns


def play(
    specs: Sequence[str],
    seed: int,
    setup: Facts,
    card_set: CardSet | None,
    record: str | None,
    *,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Play the game and show it."""
    cards = choices.card_set_of(card_set)
    dealt = covert_with(cards, setup, len(specs))
    show = Show(messages() if as_json else output(), dealt, specs, quiet=as_json)
    started = time.monotonic()
    with client_of(None, Settings(card_sets=(cards,))) as (address, client):
        hosted = deal(client, len(specs), seed, dealt)
        with (
            recorded(record, hosted, cards, overwrite=overwrite, seats=specs),
            BotSeats(address, specs, hosted.record) as seats,
        ):
            show.begins(hosted, address.target)
            with show.live():
                while not hosted.over:
                    seat = hosted.seat
                    show.thinks(seat, hosted)
                    action = seats.decide(seat, hosted.views[seat])
                    hosted.play(action)
                    show.played(seat, hosted)
        rpcs = hosted.calls + seats.calls
    seconds = time.monotonic() - started
    if as_json:
        print_json(
            {
                "game": Covert.name,
                "seed": seed,
                "players": len(specs),
                "bots": specs,
                "card_set": cards.digest,
                "setup": dealt.setup,
                "rounds": hosted.views[0].covert.round,
                "decisions": hosted.decisions,
                "rpcs": rpcs,
                "scores": list(hosted.now.result.scores),
                "winners": list(hosted.now.result.winners),
                "seconds": round(seconds, 3),
            }
        )
    show.ends(hosted, rpcs, seconds)


class Show:
    """The game as it is played: its events, with the standings below.

    A quiet show prints no events; on a terminal it still shows the standings.
    """

    def __init__(self, console: Console, dealt: Covert, specs: Sequence[str], quiet: bool) -> None:
        if not quiet:
            need_width(console, LEAST_WIDTH)
        self._console = console
        self._quiet = quiet
        self._cards = dealt.cards.source
        self._dealt = dealt
        self._specs = specs
        self._transcript = Transcript(console)
        self._live: Live | None = None

    def begins(self, game: HostedGame, target: str) -> None:
        """Print the seats' bots, the seed and the server."""
        self._transcript.at(game.views[0].covert.phase)
        if self._quiet:
            return
        self._console.print(
            f"{self._cards.name}, {len(self._specs)} seats, seed {game.record.seed}; "
            f"server at {target}",
            style="bold",
        )
        show_setup(self._console, self._dealt.setup)
        for seat, spec in enumerate(self._specs):
            self._console.print(Text.assemble("  ", seat_text(seat), f": {spec}"))
        self._console.print()
        self._transcript.open(view_from_message(game.views[0].covert, self._dealt.cards))

    @contextmanager
    def live(self) -> Iterator[None]:
        """Show the standings below the events while this is open."""
        with live(self._console) as self._live:
            yield

    def thinks(self, seat: int, game: HostedGame) -> None:
        """Show that a seat starts to think."""
        if self._live is not None:
            table = standings(game.views[seat].covert, self._specs, self._cards, seat)
            self._live.update(Group(Rule(style="dim"), table))

    def played(self, seat: int, game: HostedGame) -> None:
        """Show a seat's decision."""
        if not self._quiet:
            self._transcript.show(game.now, seat)

    def ends(self, game: HostedGame, rpcs: int, seconds: float) -> None:
        """Show the final score."""
        if self._quiet:
            return
        self._console.print()
        view = game.views[0].covert
        self._console.print(final_table(view, self._specs, self._cards, game.now.result))
        self._console.print()
        self._console.print(
            f"{counted(view.round, 'round')}, {counted(game.decisions, 'decision')}, "
            f"{counted(rpcs, 'RPC')} in {seconds:.1f} s",
            style="dim",
        )
