"""Leduc poker as the commands see it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from covert_bots.arena.plan import PlanSettings
from covert_bots.players.game import Facts
from covert_command.games.command_game import CommandGame
from covert_command.games.kept_game import new_file
from covert_command.terminal.mistakes import Mistake
from covertbots.v1 import view_pb2
from leduc.game import Leduc

if TYPE_CHECKING:  # `arena` needs none of these
    from covert_command.games.play import Start
    from covert_command.games.replay import Replayed
    from covert_command.games.saved_view import SavedView


class LeducCommands(CommandGame):
    """Leduc poker for the commands. It has no reviews, demo, load and training, and says so."""

    name = Leduc.name
    title = "Leduc poker"
    first_seat = Leduc.first_seat
    players = Leduc.players
    catalogue = Leduc.catalogue
    usual_bot = "ismcts"
    record_head = "leduc-record 1"
    least_width = 40

    def start(
        self,
        seats: Sequence[str],
        seat: int,
        seed: int,
        setup: Facts,
        cards: Any,
        file: Path | None,
        *,
        overwrite: bool,
    ) -> Start:
        from leduc.play import LeducStart

        _refuse(cards, setup)
        return LeducStart(tuple(seats), seat, file or new_file(), overwrite, [], seed, None)

    def resumed(self, path: str, cards: Any) -> Start:
        from leduc.play import resumed

        _refuse(cards)
        return resumed(path)

    def stage(self, path: str, cards: Any) -> tuple[str, tuple[str, ...]]:
        from leduc.play import stage_of

        return stage_of(path)

    def replayed(self, path: str, game: str | None, cards: Any) -> Replayed:
        from leduc.screen import ReplayedLeduc

        _refuse(cards)
        return ReplayedLeduc(path, game)

    def saved_view(self, view: view_pb2.View, cards: Any, *, hands: bool) -> SavedView:
        from leduc.screen import SavedLeducView

        _refuse(cards, {"hands": True} if hands else {})
        return SavedLeducView(view)

    def tournament(
        self, setup: Facts, in_file: Facts, players: int, cards: Any, place: str
    ) -> Leduc:
        _refuse(cards, {**in_file, **setup})
        return Leduc()

    def of_ledger(self, settings: PlanSettings, cards: Any, path: str) -> Leduc:
        _refuse(cards)
        return Leduc()


def _refuse(cards: Any, options: Facts | None = None) -> None:
    """Raise Mistake for options that Leduc poker does not have."""
    given = ["cards"] if cards is not None else list(options or ())
    if given:
        option = given[0].replace("_", "-")
        raise Mistake(f"--{option}: Leduc poker has no such option")
