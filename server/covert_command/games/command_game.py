"""A game as the commands see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from covert_bots.arena.plan import PlanSettings
from covert_bots.players.catalogue import Catalogue
from covert_bots.players.game import Facts, Game
from covert_bots.players.pieces import Progress
from covert_command.options.bot_names import DEFAULT_ADVISER
from covert_command.options.table import Known
from covert_command.terminal.mistakes import Mistake
from covertbots.v1 import referee_pb2, view_pb2

if TYPE_CHECKING:  # `load` and `arena` need none of these
    from covert_command.games.demo import Demo
    from covert_command.games.play import Start, TablePlace
    from covert_command.games.replay import Replayed
    from covert_command.games.saved_view import ReadPosition, SavedView


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


class CommandGame:
    """A game as the commands see it.

    A game defines what it has, and inherits the Mistake for the rest. `cards` is what `--cards`
    gives, None without it. An option that the game does not have is a Mistake.
    """

    name: str
    """The name in `--game` and in files."""
    title: str
    """The name in sentences."""
    first_seat: int
    """The number of the first seat on the command line."""
    players: Sequence[int]
    """The numbers of players, ascending."""
    catalogue: Catalogue
    """The bots that play it."""
    usual_bot: str
    """Spec of the bot of seats for which none is named."""
    usual_adviser: str = DEFAULT_ADVISER
    """Spec of the bot that gives hints."""
    levels: str = ""
    """The names of its levels, in words; empty if it has none."""
    options: Known = {}  # noqa: RUF012  # nobody changes it
    """The options of `--option`, each with its values."""
    has_positions: bool = False
    """True if it has a notation for positions."""
    record_head: str = ""
    """The beginning of its records, with their version; empty if it has none."""

    @property
    def seat_numbers(self) -> str:
        """The numbers of the seats, in words."""
        return f"seats are numbered from {self.first_seat}"

    @property
    def usual_players(self) -> int:
        """Players of a game for which nobody says how many."""
        return self.players[0]

    @property
    def players_under_load(self) -> int:
        """Players of the games whose views `load` sends by default."""
        return self.usual_players

    @property
    def training_defaults(self) -> Mapping[str, object]:
        """The defaults of those options of `train` that it has."""
        return {}

    @property
    def least_width(self) -> int:
        """Columns of a terminal that its table needs."""
        return 0

    def check_bot(self, spec: str) -> None:
        """Check a spec; ValueError if it names no bot of the game."""
        self.catalogue.make(spec)

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
        raise self._lacks("play")

    def resumed(self, path: str, cards: Any) -> Start:
        """Return the game of `play` in a file."""
        raise self._lacks("play")

    def at_table(
        self,
        view: view_pb2.View,
        seats: Sequence[str],
        names: Sequence[str],
        file: Path,
        cards: Any,
        fetched: Callable[[str], referee_pb2.GetCardSetResponse],
    ) -> TablePlace:
        """Return the place of the seat of a view, at a table of a server, whose card sets `fetched`
        returns by their digest. `names` are those of the seats in the words of events; `file` is to
        keep the record."""
        raise self._lacks("play --table")

    def stage(self, path: str, cards: Any) -> tuple[str, tuple[str, ...]]:
        """Return the stage of the game in a file, in words, and who sits where."""
        raise self._lacks("play")

    def replayed(self, path: str, game: str | None, cards: Any) -> Replayed:
        """Return the game in a file, or the one named of a ledger, for `replay`."""
        raise self._lacks("replay")

    def saved_view(self, view: view_pb2.View, cards: Any, *, hands: bool) -> SavedView:
        """Return a view for `suggest`; with `hands` it is to show what opponents may hold."""
        raise self._lacks("suggest")

    def read_position(self, text: str, cards: Any) -> ReadPosition:
        """Return a position for `suggest`; ProblemsError if the text has mistakes."""
        raise self._lacks("suggest")

    def position_text(self, view: view_pb2.View, cards: Any) -> str:
        """Return the position of a view."""
        raise self._lacks("suggest --save FILE.txt")

    def new_position(self, players: int, seat: int, cards: Any) -> str:
        """Return an empty position to fill in, for a hint for a seat, from 0."""
        raise self._lacks("suggest --new")

    def demo(self, players: int, setup: Facts, cards: Any) -> Demo:
        """Return a new game for `demo`."""
        raise self._lacks("demo")

    def training(self, options: TrainingOptions) -> Training:
        """Return the training that the options ask for."""
        raise self._lacks("train")

    def tournament(
        self, setup: Facts, in_file: Facts, players: int, cards: Any, place: str
    ) -> Game:
        """Return the game of a tournament: by the options of the command, and by the setup in its
        plan file, whose entries stand at `place`."""
        raise self._lacks("arena")

    def of_ledger(self, settings: PlanSettings, cards: Any, path: str) -> Game:
        """Return the game of a ledger; Mistake if it was played with other cards."""
        raise self._lacks("arena")

    def options_again(self, digest: str) -> str:
        """Return what a printed command needs besides, to play with the cards of this digest."""
        return ""

    def under_load(self, cards: Path | None) -> Game:
        """Return the game whose views `load` sends, with the cards in a file."""
        raise self._lacks("load")

    def _lacks(self, command: str) -> Mistake:
        return Mistake(f"{self.title} does not have `covert-bots {command}`")
