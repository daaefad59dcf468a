"""A game of Covert Action between bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console, RenderableType
from rich.text import Text

from covert_bots.covert_action.game import CovertAction
from covert_bots.covert_action.setup_message import setup_of_settings
from covert_bots.covert_action.wire import view_from_message
from covert_bots.players.game import Facts
from covert_command.covert_action.host import take_turn
from covert_command.covert_action.record_file import written
from covert_command.covert_action.screen import Transcript, dealt, final_table, standings
from covert_command.games.demo import Demo
from covert_command.games.host import BotSeats, HostedGame
from covert_command.terminal.interrupt import wait_for
from covert_engine.covert_action import Settings
from covertbots.client import Client
from covertbots.v1 import referee_pb2


class CovertActionDemo(Demo):
    """A game of Covert Action."""

    name = CovertAction.name
    title = "Covert Action"

    def __init__(self, settings: Settings, setup: Facts) -> None:
        self._settings, self.setup = settings, setup
        self._transcript = Transcript()

    def game(self, client: Client, players: int, seed: int) -> HostedGame:
        setup = setup_of_settings(self._settings)
        return HostedGame(client, wait_for(client.deal, players, seed, setup))

    def written(self, record: referee_pb2.Record, seats: Sequence[str]) -> str:
        return written(record, seats)

    def seat_name(self, seat: int) -> Text:
        return Text(f"Seat {seat + 1}")

    def open(self, console: Console, game: HostedGame) -> None:
        for entry in dealt(game.views):
            console.print(entry)
        self._transcript.at(view_from_message(game.views[0].covert_action))

    def standings(self, game: HostedGame, bots: Sequence[str]) -> RenderableType:
        return standings(game.views, bots)

    def turn(self, game: HostedGame, seats: BotSeats) -> int:
        take_turn(game, seats)
        return 0  # what is public is the same for all

    def events(self, game: HostedGame, seat: int) -> Iterable[RenderableType]:
        return self._transcript.entries(game.now.news[seat].moments, game.views)

    def final_table(self, game: HostedGame, bots: Sequence[str]) -> RenderableType:
        return final_table(game.views, bots, game.now.result)
