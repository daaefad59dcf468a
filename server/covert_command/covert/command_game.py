"""Covert as the commands see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from covert_bots.arena.plan import PlanSettings
from covert_bots.covert.catalogue import CATALOGUE
from covert_bots.covert.game import Covert
from covert_bots.players.game import Facts
from covert_command.covert.choices import (
    DEFAULT_BOT,
    LEVELS,
    OPTIONS_OF_TABLE,
    SEATS,
    card_set_file,
    card_set_of,
    cards_again,
    check_bot,
)
from covert_command.games.command_game import CommandGame, Training, TrainingOptions
from covert_command.games.kept_game import new_file
from covert_engine.covert.cards.card_set import CardSet
from covertbots.v1 import referee_pb2, view_pb2

if TYPE_CHECKING:  # `load` and `arena` need none of these
    from covert_command.games.demo import Demo
    from covert_command.games.play import Start, TablePlace
    from covert_command.games.replay import Replayed
    from covert_command.games.saved_view import ReadPosition, SavedView


class CovertCommands(CommandGame):
    """Covert for the commands, each of which imports only its own part."""

    name = Covert.name
    title = "Covert"
    first_seat = 1
    seat_numbers = "1 is North, then East, South and West"
    players = SEATS
    players_under_load = 3
    usual_bot = DEFAULT_BOT
    levels = LEVELS
    catalogue = CATALOGUE
    options = OPTIONS_OF_TABLE
    has_positions = True
    record_head = "covert-record 2"

    @property
    def training_defaults(self) -> dict[str, object]:
        from covert_command.covert.train import GAMES, SEARCHED, USUAL

        return {
            "searched": SEARCHED,
            "games": GAMES,
            "drawn": USUAL.drawn,
            "generations": USUAL.generations,
        }

    def check_bot(self, spec: str) -> None:
        check_bot(spec)

    @property
    def least_width(self) -> int:
        from covert_command.covert.screen.board import LEAST_WIDTH

        return LEAST_WIDTH

    def start(
        self,
        seats: Sequence[str],
        seat: int,
        seed: int,
        setup: Facts,
        cards: CardSet | None,
        file: Path | None,
        *,
        overwrite: bool,
    ) -> Start:
        from covert_command.covert.play import new_game
        from covert_command.covert.setup import covert_with

        dealt = covert_with(card_set_of(cards), setup, len(seats))
        return new_game(seats, seat, seed, dealt, file or new_file(), overwrite)

    def resumed(self, path: str, cards: CardSet | None) -> Start:
        from covert_command.covert.kept_cards import cards_of
        from covert_command.covert.play import resumed

        return resumed(path, cards_of(path, cards))

    def at_table(
        self,
        view: view_pb2.View,
        seats: Sequence[str],
        names: Sequence[str],
        file: Path,
        cards: CardSet | None,
        fetched: Callable[[str], referee_pb2.GetCardSetResponse],
    ) -> TablePlace:
        from covert_command.covert.play import at_table

        return at_table(view.covert, seats, names, file, cards, fetched)

    def stage(self, path: str, cards: CardSet | None) -> tuple[str, tuple[str, ...]]:
        from covert_command.covert.kept_cards import cards_of
        from covert_command.covert.play import stage_of

        return stage_of(path, cards_of(path, cards))

    def replayed(self, path: str, game: str | None, cards: CardSet | None) -> Replayed:
        from covert_command.covert.kept_cards import cards_of
        from covert_command.covert.replay import ReplayedCovert

        return ReplayedCovert(path, game, cards_of(path, cards))

    def saved_view(self, view: view_pb2.View, cards: CardSet | None, *, hands: bool) -> SavedView:
        from covert_command.covert.suggest import SavedCovertView

        return SavedCovertView(view, card_set_of(cards))

    def read_position(self, text: str, cards: CardSet | None) -> ReadPosition:
        from covert_command.covert.suggest import read

        return read(text, card_set_of(cards))

    def position_text(self, view: view_pb2.View, cards: CardSet | None) -> str:
        from covert_command.covert.suggest import SavedCovertView

        return SavedCovertView(view, card_set_of(cards)).position_text()

    def new_position(self, players: int, seat: int, cards: CardSet | None) -> str:
        from covert_bots.covert.position.template import template

        return template(players, card_set_of(cards), seat)

    def demo(self, players: int, setup: Facts, cards: CardSet | None) -> Demo:
        from covert_command.covert.demo import CovertDemo
        from covert_command.covert.setup import covert_with

        return CovertDemo(covert_with(card_set_of(cards), setup, players))

    def training(self, options: TrainingOptions) -> Training:
        from covert_command.covert.train import CovertTraining

        return CovertTraining(options)

    def tournament(
        self, setup: Facts, in_file: Facts, players: int, cards: CardSet | None, place: str
    ) -> Covert:
        from covert_command.covert.setup import covert_with

        return covert_with(card_set_of(cards), setup, players, in_file, place)

    def of_ledger(self, settings: PlanSettings, cards: CardSet | None, path: str) -> Covert:
        from covert_command.covert.setup import played_in

        return played_in(settings, cards, path)

    def options_again(self, digest: str) -> str:
        return cards_again(digest)

    def under_load(self, cards: Path | None) -> Covert:
        card_set = None if cards is None else card_set_file.convert(str(cards), None, None)
        return Covert(card_set_of(card_set))
