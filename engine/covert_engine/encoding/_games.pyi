from collections.abc import Sequence
from typing import Any

from typing_extensions import disjoint_base

from covert_engine.encoding._encoding import Encoding

@disjoint_base
class Games:
    """Many games of one encoding as plain memory, stepped together into arrays of the caller.

    A step plays one action in each game and writes the row of the seat that is to decide next. A
    game that ends is dealt anew at once: its row has the rewards of the game that ended, and the
    arrays of the new one. Steps of different games may run in different threads; what comes out
    does not depend on it.
    """

    @property
    def encoding(self) -> Encoding:
        """The encoding of the games."""
    @property
    def count(self) -> int:
        """The number of games."""
    @property
    def against_random(self) -> bool:
        """True if a step plays all seats but that of the learner, at random."""
    def __new__(
        cls,
        encoding: Encoding,
        count: int,
        *,
        masks: Any,
        seats: Any,
        rewards: Any,
        ended: Any,
        tensors: Any = None,
        against_random: bool = False,
    ) -> Games:
        """Take the arrays, a row for each game: `masks` int8, `seats` int32, the seats to decide,
        `rewards` float32 by seat, `ended` bool, and perhaps `tensors` float32.

        With `against_random` the caller plays one seat of each game, the next one in each new game.
        """
    def reset(self, seeds: Sequence[int]) -> None:
        """Deal a game in each place by its seed, 0..2^64-1, and write all rows."""
    def check(self, actions: Any) -> None:
        """Raise IllegalActionError unless each action of an int32 array is legal in its game; it
        names the first that is not. Nothing is played."""
    def legal(self, number: int) -> list[int]:
        """Return the numbers of the legal actions of the seat to decide in a game."""
    def step(self, actions: Any, start: int, stop: int) -> None:
        """Play the actions of games `start` to `stop` - 1, an int32 array has one for each game,
        and write their rows; IllegalActionError as in `check`, before any is played. The GIL is
        released: other threads may step other games."""
