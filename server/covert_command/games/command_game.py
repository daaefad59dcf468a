"""A game as the commands see it."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from covert_bots.players.game import Facts, Game
from covert_bots.players.pieces import Progress
from covertbots.v1 import view_pb2

if TYPE_CHECKING:  # `load` and `arena` need none of these
    from covert_command.games.play import Start
    from covert_command.games.replay import Replayed
    from covert_command.games.saved_view import SavedView

__all__ = ["CommandGame", "Training", "TrainingOptions"]


class TrainingOptions(NamedTuple):
    """The options of a training as they are typed; None for missing ones."""

    searched: str | None
    games: str | None
    drawn: float | None
    generations: int | None
    seed: int
    cards: Any
    plot: Path | None


class Training(Protocol):
    """A training, and its result."""

    def learn(self, folder: Path, pool: Executor, progress: Progress) -> None:
        """Play, count or fit, and write the files."""

    def show(self, folder: Path, *, as_json: bool) -> None:
        """Print the quality of the result."""


class CommandGame(Protocol):
    """A game as the commands see it.

    `cards` is the value of `--cards`, None without it. An option of another game is a Mistake.
    """

    name: str
    """Its name in `--game` and in files."""
    first_seat: int
    """The number of the first seat on the command line."""
    players_under_load: int
    """Seats of the games whose views `load` sends by default."""

    @property
    def least_width(self) -> int:
        """The columns that its table needs."""
        ...

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
        """Return a new game for `play`, kept in `file`, by default in the folder of saved games."""

    def resumed(self, path: str, cards: Any) -> Start:
        """Return the game of `play` in a file."""

    def stage(self, path: str, cards: Any) -> tuple[str, tuple[str, ...]]:
        """Return the stage of the game in a file, in words, and its seats' players."""

    def replayed(self, path: str, game: str | None, cards: Any) -> Replayed:
        """Return the game in a file, or the named game of a ledger, for `replay`."""

    def saved_view(self, view: view_pb2.View, cards: Any, *, hands: bool) -> SavedView:
        """Return a view for `suggest`; with `hands` it shows opponents' likely cards."""

    def demo(
        self,
        bots: Sequence[str],
        players: int | None,
        seed: int,
        setup: Facts,
        cards: Any,
        record: str | None,
        *,
        overwrite: bool,
        as_json: bool,
    ) -> None:
        """Play a game between bots and show it."""

    def training(self, options: TrainingOptions) -> Training:
        """Return the training that the options ask for."""

    def under_load(self, cards: Path | None) -> Game:
        """Return the game whose views `load` sends, with the cards in a file."""
