"""Covert Action as the commands see it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from covert_bots.arena.plan import PlanSettings
from covert_bots.covert_action.catalogue import CATALOGUE
from covert_bots.covert_action.game import CovertAction
from covert_bots.players.game import Facts
from covert_command.covert_action.choices import (
    DEFAULT_ADVISER,
    DEFAULT_BOT,
    DEFAULT_PLAYERS,
    OPTIONS_OF_TABLE,
    check_bot,
    refuse_of_covert,
    settings_with,
)
from covert_command.games.command_game import CommandGame, Training, TrainingOptions
from covert_command.games.kept_game import new_file
from covert_command.terminal.mistakes import Mistake
from covert_engine.covert_action import SettingsError
from covertbots.v1 import view_pb2

if TYPE_CHECKING:  # `load` and `arena` need none of these
    from covert_command.games.demo import Demo
    from covert_command.games.play import Start, TablePlace
    from covert_command.games.replay import Replayed
    from covert_command.games.saved_view import SavedView


class CovertActionCommands(CommandGame):
    """Covert Action for the commands, each of which imports only its own part."""

    name = CovertAction.name
    title = "Covert Action"
    first_seat = CovertAction.first_seat
    players = CovertAction.players
    usual_players = DEFAULT_PLAYERS
    usual_bot = DEFAULT_BOT
    usual_adviser = DEFAULT_ADVISER
    catalogue = CATALOGUE
    options = OPTIONS_OF_TABLE
    record_head = "covert-action-record 1"

    @property
    def training_defaults(self) -> dict[str, object]:
        from covert_command.covert_action.train import GAMES, GENERATIONS

        return {"games": GAMES, "generations": GENERATIONS}

    def check_bot(self, spec: str) -> None:
        check_bot(spec)

    @property
    def least_width(self) -> int:
        from covert_command.covert_action.board import LEAST_WIDTH

        return LEAST_WIDTH

    def start(
        self,
        seats: Sequence[str],
        seat: int,
        seed: int,
        setup: Facts,
        cards: object,
        file: Path | None,
        *,
        overwrite: bool,
    ) -> Start:
        from covert_command.covert_action.play import new_game

        refuse_of_covert(cards=cards, **setup)
        settings = settings_with(setup, len(seats))
        return new_game(seats, seat, seed, settings, file or new_file(), overwrite)

    def resumed(self, path: str, cards: object) -> Start:
        from covert_command.covert_action.play import resumed

        refuse_of_covert("a game of Covert", cards=cards)
        return resumed(path)

    def at_table(
        self,
        view: view_pb2.View,
        seats: Sequence[str],
        names: Sequence[str],
        file: Path,
        cards: object,
        fetched: object,
    ) -> TablePlace:
        from covert_command.covert_action.play import CovertActionPlace

        refuse_of_covert("a table of Covert", cards=cards)
        return CovertActionPlace(tuple(seats), view.covert_action.seat, file)

    def stage(self, path: str, cards: object) -> tuple[str, tuple[str, ...]]:
        from covert_command.covert_action.play import stage_of

        return stage_of(path)

    def replayed(self, path: str, game: str | None, cards: object) -> Replayed:
        from covert_command.covert_action.replay import ReplayedCovertAction

        refuse_of_covert("a game of Covert", cards=cards)
        return ReplayedCovertAction(path, game)

    def saved_view(self, view: view_pb2.View, cards: object, *, hands: bool) -> SavedView:
        from covert_command.covert_action.suggest import SavedCovertActionView

        refuse_of_covert("a view of Covert", cards=cards, hands=hands or None)
        return SavedCovertActionView(view)

    def demo(self, players: int, setup: Facts, cards: object) -> Demo:
        from covert_command.covert_action.demo import CovertActionDemo

        refuse_of_covert(cards=cards, **setup)
        return CovertActionDemo(settings_with(setup, players), setup)

    def training(self, options: TrainingOptions) -> Training:
        from covert_command.covert_action.train import CovertActionTraining

        refuse_of_covert(cards=options.cards)
        return CovertActionTraining(options)

    def tournament(
        self, setup: Facts, in_file: Facts, players: int, cards: Any, place: str
    ) -> CovertAction:
        if cards is not None:
            raise Mistake(f"--cards: {cards.name}; {self.name} has one set of cards, expected none")
        for name in setup:
            if name not in self.options:
                option = name.replace("_", "-")
                raise Mistake(f"--{option}: only covert has it; expected none with {self.name}")
        try:
            return CovertAction.with_setup({**in_file, **setup}, players)
        except SettingsError as error:
            if error.field in setup:
                place = "--option: "
            elif error.field == "players":
                place = "--"
            elif error.field not in in_file:
                place = ""
            raise Mistake(f"{place}{error}") from None

    def of_ledger(self, settings: PlanSettings, cards: Any, path: str) -> CovertAction:
        if cards is not None:
            raise Mistake(f"--cards: {cards.name}; the ledger is of {self.name}, expected none")
        try:
            return CovertAction.with_setup(settings.setup, settings.players)
        except SettingsError as error:
            raise Mistake(f"{path}: setup.{error}") from None

    def under_load(self, cards: Path | None) -> CovertAction:
        refuse_of_covert(cards=cards)
        return CovertAction()
