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


class TrainingOptions(NamedTuple):
    """The options of a training as they are typed; None for those that are not."""

    searched: str | None
    games: str | None
    drawn: float | None
    generations: int | None
    seed: int
    cards: Any
    plot: Path | None


class Training(Protocol):
    """A training, and what it came to."""

    def learn(self, folder: Path, pool: Executor, progress: Progress) -> None:
        """Play, count or fit, and write the files."""

    def show(self, folder: Path, *, as_json: bool) -> None:
        """Print how good the result is."""


class CommandGame(Protocol):
    """A game as the commands see it.

    `cards` is what `--cards` gives, None without it. An option that the game has not is a Mistake.
    """

    name: str
    """As `--game` and files name it."""
    first_seat: int
    """What the first seat is called on the command line."""
    players_under_load: int
    """Seats of the games whose views `load` sends by default."""

    @property
    def least_width(self) -> int:
        """Columns of a terminal that its table needs."""
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
        """Return a new game for `play`, kept in the file, or else where such games are kept."""

    def resumed(self, path: str, cards: Any) -> Start:
        """Return the game of `play` in a file."""

    def stage(self, path: str, cards: Any) -> tuple[str, tuple[str, ...]]:
        """Return the stage of the game in a file, in words, and who sits where."""

    def replayed(self, path: str, game: str | None, cards: Any) -> Replayed:
        """Return the game in a file, or the one named of a ledger, for `replay`."""

    def saved_view(self, view: view_pb2.View, cards: Any, *, hands: bool) -> SavedView:
        """Return a view for `suggest`; with `hands` it is to show what opponents may hold."""

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
