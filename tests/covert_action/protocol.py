"""The interface of a game of Covert Action for the tests, which engine and model implement.

Seats count from 0, and from 1 in the text of an action. `conftest.py` says which of them the
fixture `new` begins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from covert_action.model.chance import Chance


class Game(Protocol):
    """A game, from decision to decision."""

    @property
    def seat(self) -> int | None:
        """The seat whose choice is taken next: in a window, the lowest that has not chosen. None
        once the game is over."""

    @property
    def kind(self) -> str:
        """say, trigger or order; none once the game is over."""

    @property
    def legal(self) -> Sequence[str]:
        """The texts of that seat's legal actions, in any order."""

    @property
    def finished(self) -> bool: ...

    @property
    def ends(self) -> Sequence[Mapping[str, Any]]:
        """The ends of rounds as all saw them, one for each: its number `round`; the `outcome` of
        its last shot, or "void"; `roles` by seat; `centre`, a team and a role for each card, by
        team; `shots`, as in a view; `drew`, the seats that drew for the last shot, in order."""

    def play(self, action: str) -> None:
        """Raise `ValueError` if the action is not legal."""

    def seen(self, seat: int) -> Mapping[str, Any]:
        """Return the view of a seat, with the fields that `model.view` has."""

    def winners(self) -> list[int]:
        """Return the winners; nobody before the end."""

    def payoffs(self) -> list[Fraction]:
        """Return the payoffs by seat."""


class New(Protocol):
    """A function that begins a game."""

    def __call__(
        self,
        settings: Mapping[str, Any],
        chance: Chance,
        hands: Sequence[str] | None = None,
        first_round: int = 1,
    ) -> Game:
        """Begin a game; `settings` has `players` and what is not usual, a bad one raises a
        `ValueError` that names it.

        `chance` is a `SeededChance`, of which another implementation takes the seed, or a
        `scenes.Arranged`, whose fields say what the first round is to be. Where lots come from a
        seed, one has to be found that gives those of `quickest`.

        A game may begin at a later round, with Plan cards in hands: their types by seat, taken out
        of the deck as `model.game.Game` does it.
        """
