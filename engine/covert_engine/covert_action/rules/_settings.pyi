from collections.abc import Mapping
from typing import Any, Self

from typing_extensions import disjoint_base

from covert_engine.covert_action.rules.names import DeadlineName
from covert_engine.input.errors import CovertError

class SettingsError(CovertError):
    """A setting has a value that the rules do not have."""

    field: str
    """Its name."""
    value: object
    """The value found."""
    expected: str
    """The expected value, in words."""

    def __init__(self, field: str, value: object, expected: str) -> None: ...

@disjoint_base
class Settings:
    """The settings of a game (1.5), and the cards they bring into use (2.1, 2.2).

    They are immutable; they can be compared, hashed, copied and pickled.

    >>> from covert_engine.covert_action import Settings
    >>> settings = Settings(6, saboteurs=True)
    >>> settings.teams, settings.set_aside
    (2, 2)
    """

    def __new__(
        cls,
        players: int,
        *,
        teams: int | None = None,
        saboteurs: bool = False,
        alternate: bool = False,
        cleaner_inherits: bool = True,
        talk: bool = True,
        beats: int = 4,
        deadline: DeadlineName = "order",
    ) -> Self:
        """Take the settings of 4 to 14 players; without `teams` two teams up to 9 players, three
        beyond. SettingsError names a value that the rules do not have."""
    @staticmethod
    def from_fields(fields: Mapping[str, Any]) -> Settings:
        """Return the settings with these names and values; `players` must be among them."""
    @property
    def players(self) -> int:
        """Number of players, 4 to 14."""
    @property
    def teams(self) -> int:
        """Number of teams: 2 with 4 to 9 players, 3 with 9 to 14."""
    @property
    def saboteurs(self) -> bool:
        """True if a Saboteur replaces a Bodyguard of every team."""
    @property
    def alternate(self) -> bool:
        """True if the first fail of a round puts a team out instead (3.10)."""
    @property
    def cleaner_inherits(self) -> bool:
        """True if a Cleaner acts as Sniper once its Sniper is out (2.6)."""
    @property
    def talk(self) -> bool:
        """True if there are statements."""
    @property
    def beats(self) -> int:
        """Beats of a stretch, 1 to 6."""
    @property
    def deadline(self) -> DeadlineName:
        """Result of a deadline (3.7)."""
    @property
    def team_cards(self) -> list[int]:
        """The cards of each team in use, as numbers of `Role`."""
    @property
    def set_aside(self) -> int:
        """Number of Spy cards in the centre."""
    def fields(self) -> dict[str, Any]:
        """Return all settings by name; `from_fields` reads them."""
    def digest(self) -> bytes:
        """Return 32 bytes that identify the settings."""
    def __copy__(self) -> Settings: ...
    def __deepcopy__(self, memo: object) -> Settings: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
