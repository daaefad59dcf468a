"""A game of OpenSpiel over the engine: game, state and observer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from covert_bots.openspiel.position import Position
from covert_bots.openspiel.rules import Rules

TERMINAL, CHANCE = pyspiel.PlayerId.TERMINAL, pyspiel.PlayerId.CHANCE
DEALS = 10_000
"""The number of deals of a game that names no other."""
MOST_DEALS = 1 << 20


def game_type(
    name: str, title: str, players: Sequence[int], parameters: dict[str, Any]
) -> pyspiel.GameType:
    """Return the description of a game, with the defaults of its parameters."""
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class SeatsGame(pyspiel.Game):
    """A game whose chance is one node, the deal; all that follows by chance is in the deal."""

    def __init__(
        self,
        kind: pyspiel.GameType,
        rules: Rules,
        deals: int,
        parameters: dict[str, Any],
        longest: int | None = None,
    ) -> None:
        if not 1 <= deals <= MOST_DEALS:
            raise ValueError(f"deals: {deals}; expected 1 to {MOST_DEALS}")
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.encoding.actions,
            max_chance_outcomes=deals,
            num_players=rules.encoding.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest or rules.longest,
        )
        super().__init__(kind, info, parameters)
        self.rules = rules
        self.outcomes = [(number, 1 / deals) for number in range(deals)]

    def new_initial_state(self) -> SeatsState:
        """Return the state before the deal."""
        return SeatsState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return 1: the deal."""
        return 1

    def dealt(self, number: int) -> Position:
        """Return the position of a deal."""
        return Position.first(self.rules, self.rules.deal(number))

    def deal_text(self, number: int) -> str:
        """Return a deal in words."""
        return f"deal {number}"

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> SeatsObserver | None:
        """Return the observer of a view, or with perfect recall of the memory of a seat; None for
        public or private parts alone, which a view does not have."""
        if params:
            raise ValueError(f"params: {params}; expected none")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return SeatsObserver(self.rules, kind.perfect_recall) if whole else None


class SeatsState(pyspiel.State):
    """A position, or the chance node before it."""

    def __init__(self, game: SeatsGame) -> None:
        super().__init__(game)
        self.position: Position | None = None

    def current_player(self) -> int:
        """Return the seat to decide, chance, or that the game is over."""
        if self.position is None:
            return int(CHANCE)
        return int(TERMINAL) if self.is_terminal() else int(self.position.state.actor)

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return self.position is not None and self.position.state.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals and their chances."""
        outcomes: list[tuple[int, float]] = self.get_game().outcomes
        return outcomes

    def _legal_actions(self, player: int) -> list[int]:
        position = self._dealt()
        return sorted(position.rules.encoding.legal(position.state))

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.position = self.get_game().dealt(action)
        else:
            self.position = self.position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        if player == CHANCE:
            return str(game.deal_text(action))
        return str(game.rules.text(game.rules.encoding.action(action, player)))

    def returns(self) -> list[float]:
        """Return the rewards: nothing until the game is over."""
        if self.position is None or not self.position.state.over:
            return [0.0] * self.num_players()
        winners, players = self.position.state.winners(), self.num_players()
        won = (players / len(winners) - 1) / (players - 1)
        lost = -1 / (players - 1)
        return [won if seat in winners else lost for seat in range(players)]

    def view(self, player: int) -> Any:
        """Return what a seat may know, as our bots take it; ValueError before the deal."""
        return self._dealt().view(player)

    def resample_from_infostate(self, player: int, sampler: Any) -> SeatsState:
        """Return a state with a world that the seat to decide cannot tell from this one. `sampler`
        returns numbers from 0 up to 1."""
        if player != self.current_player():
            raise ValueError(
                f"player: {player}; expected the seat to decide, {self.current_player()}"
            )
        key = int(sampler() * (1 << 32)) << 32 | int(sampler() * (1 << 32))
        sampled: SeatsState = self.clone()
        sampled.position = self._dealt().world(player, key)
        return sampled

    def __str__(self) -> str:
        if self.position is None:
            return "before the deal"
        state = self.position.state
        decides = "over" if state.over else f"seat {state.actor} to decide"
        scores = " ".join(map(str, state.scores()))
        return f"round {state.round}, {state.phase}, {decides}; scores {scores}"

    def _dealt(self) -> Position:
        if self.position is None:
            raise ValueError("the cards are not dealt; expected the action of a deal first")
        return self.position


class SeatsObserver:
    """The knowledge of a seat: its view as a tensor and a string, or its memory as a string."""

    def __init__(self, rules: Rules, perfect_recall: bool) -> None:
        self._encoding = rules.encoding
        self._recall = perfect_recall
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if perfect_recall:
            return
        self.tensor = np.zeros(rules.encoding.floats, np.float32)
        start = 0
        for field in rules.encoding.fields:
            part = self.tensor[start : start + field.size]
            self.dict[field.name] = part.reshape(field.shape)
            start += field.size

    def set_from(self, state: SeatsState, player: int) -> None:
        """Write the tensor of a seat's view; zeros before the deal."""
        if self.tensor is None:
            return
        if state.position is None:
            self.tensor.fill(0)
        else:
            self._encoding.write_tensor(state.position.view(player), self.tensor)

    def string_from(self, state: SeatsState, player: int) -> str:
        """Return the seat and a digest: of its memory, or of its view."""
        position = state.position
        if position is None:
            return f"seat {player}"
        digest = position.memory(player) if self._recall else position.view(player).digest()
        return f"seat {player} {digest.hex()}"
