"""A whole game between bots for `demo`, of any game, each seat a client."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from covert_bots.players.amounts import counted
from covert_bots.players.game import Facts
from covert_bots.players.other_messages import position_of
from covert_command.games.host import BotSeats, HostedGame
from covert_command.games.local_server import client_of
from covert_command.games.record_file import kept_in
from covert_command.games.setup import show_setup
from covert_command.terminal.screen import live, messages, need_width, output, print_json
from covert_server.settings import Settings
from covertbots.client import Client
from covertbots.v1 import referee_pb2

LEAST_WIDTH = 60  # columns


class Demo(ABC):
    """A game that bots are to play, and how it is shown."""

    name: str
    """The name of the game in `--game`."""
    title: str
    """What is played, in words."""
    setup: Facts
    cards: Mapping[str, str] = {}  # nobody changes it
    """The cards, for `--json`."""
    server_settings: Settings | None = None
    """Settings of a server for this game alone; None for the default."""

    @abstractmethod
    def game(self, client: Client, players: int, seed: int) -> HostedGame:
        """Return the game, at its start."""

    @abstractmethod
    def written(self, record: referee_pb2.Record, seats: Sequence[str]) -> str:
        """Return the text of its record."""

    @abstractmethod
    def seat_name(self, seat: int) -> Text:
        """Return the name of a seat."""

    @abstractmethod
    def open(self, console: Console, game: HostedGame) -> None:
        """Print how the game begins."""

    @abstractmethod
    def standings(self, game: HostedGame, bots: Sequence[str]) -> RenderableType:
        """Return the table of a position."""

    @abstractmethod
    def turn(self, game: HostedGame, seats: BotSeats) -> int:
        """Let those decide who are to, and return the seat that sees the result."""

    @abstractmethod
    def events(self, game: HostedGame, seat: int) -> Iterable[RenderableType]:
        """Yield what a seat saw of the last turn."""

    @abstractmethod
    def final_table(self, game: HostedGame, bots: Sequence[str]) -> RenderableType:
        """Return the table of the end."""


def play(
    demo: Demo,
    bots: Sequence[str],
    seed: int,
    record: str | None,
    *,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Play the game and show it: its events, on a terminal with the standings below them."""
    console = messages() if as_json else output()
    if not as_json:
        need_width(console, LEAST_WIDTH)
    started = time.monotonic()
    with client_of(None, demo.server_settings) as (address, client):
        game = demo.game(client, len(bots), seed)
        with (
            kept_in(record, lambda: demo.written(game.record, bots), overwrite=overwrite),
            BotSeats(address, bots, game.record) as seats,
        ):
            if not as_json:
                _show_start(console, demo, game, bots, address.target)
            with live(console) as standings:
                while not game.over:
                    if standings is not None:
                        table = demo.standings(game, bots)
                        standings.update(Group(Rule(style="dim"), table))
                    seat = demo.turn(game, seats)
                    if not as_json:
                        for event in demo.events(game, seat):
                            console.print(event)
        rpcs = 1 + game.calls + seats.calls  # the deal is not among them
    seconds = time.monotonic() - started
    position: Any = position_of(game.views[0])
    if as_json:
        print_json(
            {
                "game": demo.name,
                "seed": seed,
                "players": len(bots),
                "bots": bots,
                **demo.cards,
                "setup": demo.setup,
                "rounds": position.round,
                "decisions": game.decisions,
                "rpcs": rpcs,
                "scores": list(game.now.result.scores),
                "winners": list(game.now.result.winners),
                "seconds": round(seconds, 3),
            }
        )
        return
    console.print()
    console.print(demo.final_table(game, bots))
    console.print()
    console.print(
        f"{counted(position.round, 'round')}, {counted(game.decisions, 'decision')}, "
        f"{counted(rpcs, 'RPC')} in {seconds:.1f} s",
        style="dim",
    )


def _show_start(
    console: Console, demo: Demo, game: HostedGame, bots: Sequence[str], server: str
) -> None:
    """Print the seats' bots, the seed, the server, and how the game begins."""
    console.print(
        f"{demo.title}, {len(bots)} seats, seed {game.record.seed}; server at {server}",
        style="bold",
    )
    show_setup(console, demo.setup)
    for seat, bot in enumerate(bots):
        console.print(Text.assemble("  ", demo.seat_name(seat), f": {bot}"))
    demo.open(console, game)
