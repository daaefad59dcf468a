"""A game of Covert between bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console, RenderableType
from rich.text import Text

from covert_bots.covert.game import Covert
from covert_bots.covert.wire import view_from_message
from covert_command.covert.host import deal
from covert_command.covert.record_file import written
from covert_command.covert.screen.seats import seat_text
from covert_command.covert.screen.standings import final_table, standings
from covert_command.covert.screen.transcript import Transcript
from covert_command.games.demo import Demo
from covert_command.games.host import BotSeats, HostedGame
from covert_server.settings import Settings
from covertbots.client import Client
from covertbots.v1 import referee_pb2


class CovertDemo(Demo):
    """A game of Covert."""

    name = Covert.name

    def __init__(self, dealt: Covert) -> None:
        self._dealt, self._cards = dealt, dealt.cards.source
        self.title, self.setup = self._cards.name, dealt.setup
        self.cards = {"card_set": self._cards.digest}
        self.server_settings = Settings(card_sets=(self._cards,))

    def game(self, client: Client, players: int, seed: int) -> HostedGame:
        return deal(client, players, seed, self._dealt)

    def written(self, record: referee_pb2.Record, seats: Sequence[str]) -> str:
        return written(record, self._cards, seats)

    def seat_name(self, seat: int) -> Text:
        return seat_text(seat)

    def open(self, console: Console, game: HostedGame) -> None:
        position = game.views[0].covert
        self._transcript = Transcript(console)
        self._transcript.at(position.phase)
        console.print()
        self._transcript.open(view_from_message(position, self._dealt.cards))

    def standings(self, game: HostedGame, bots: Sequence[str]) -> RenderableType:
        return standings(game.views[game.seat].covert, bots, self._cards, game.seat)

    def turn(self, game: HostedGame, seats: BotSeats) -> int:
        seat = game.seat
        game.play(seats.decide(seat, game.views[seat]))
        return seat

    def events(self, game: HostedGame, seat: int) -> Iterable[RenderableType]:
        return self._transcript.entries(game.now, seat)

    def final_table(self, game: HostedGame, bots: Sequence[str]) -> RenderableType:
        return final_table(game.views[0].covert, bots, self._cards, game.now.result)
