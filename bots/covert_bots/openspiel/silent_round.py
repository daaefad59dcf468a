"""One round of Covert Action with four players, all of its chance in nodes: `covert_action_round`.

It is the round of `covert_bots.covert_action.solved_round`: `talk` off, one beat, `void`. Chance
deals the Spy cards, and draws who is the fastest if several seats shoot. That one shot fires, and
all is as if the others had held (rules 3.6). A seat is paid its chance to win with the Plan cards
that it then has, less a quarter.
"""

from __future__ import annotations

from typing import Any

from covert_bots.covert_action.solved_round import DEALS, SEATS, SETTINGS, position
from covert_bots.openspiel.game import CHANCE, SeatsGame, SeatsState, game_type
from covert_bots.openspiel.position import Position
from covert_bots.openspiel.rules import covert_action_rules
from covert_engine.covert_action import Plain, State, parse_action

ROUND = game_type("covert_action_round", "Covert Action, a silent round", (SEATS,), {})


class RoundGame(SeatsGame):
    """A silent round; it has no parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        rules = covert_action_rules(SETTINGS)
        super().__init__(ROUND, rules, len(DEALS), params or {}, longest=SEATS)

    def new_initial_state(self) -> RoundState:
        """Return the state before the deal."""
        return RoundState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return 2: the deal, and who is the fastest."""
        return 2

    def dealt(self, number: int) -> Position:
        """Return the position of a deal."""
        return Position.first(self.rules, position(*DEALS[number]))

    def deal_text(self, number: int) -> str:
        """Return a deal in words: the cards of the four seats and of the centre."""
        red, blue = ("".join(cards) for cards in DEALS[number])
        return f"Red {red[:2]}, Blue {blue[:2]}, centre {red[2]}{blue[2]}"


class RoundState(SeatsState):
    """A state of the round. Once all have chosen, `shots` has the shots among which chance
    draws."""

    def __init__(self, game: RoundGame) -> None:
        super().__init__(game)
        self.shots: dict[int, str] = {}

    def current_player(self) -> int:
        """Return the seat to decide, chance, or that the round is over."""
        return int(CHANCE) if self.shots else super().current_player()

    def is_terminal(self) -> bool:
        """Return True if the round is over."""
        return self.position is not None and self.position.state.round > 1

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals, or the seats of which each may be the fastest."""
        if self.shots:
            return [(seat, 1 / len(self.shots)) for seat in self.shots]
        return super().chance_outcomes()

    def returns(self) -> list[float]:
        """Return what the round was worth, less a quarter: nothing until it is over."""
        if self.position is None or not self.is_terminal():
            return [0.0] * SEATS
        values = Plain().value(self.position.state)
        return [value - sum(values) / SEATS for value in values]

    def _apply_action(self, action: int) -> None:
        position = self.position
        if position is None:
            super()._apply_action(action)
            return
        state, encoding = position.state, position.rules.encoding
        last = state.actor
        if self.shots:
            alone = [
                choice if choice is None or seat == action else "hold"
                for seat, choice in enumerate(state.fields()["choices"])
            ]
            left = State.from_fields({**state.fields(), "choices": alone})
            text = self.shots[last] if action == last else "hold"
            self.shots = {}
            before = Position(position.rules, left, position.memories)
            self.position = before.after(encoding.number(parse_action(text), last))
            return
        choices = dict(enumerate(state.fields()["choices"]))
        choices[last] = position.rules.text(encoding.action(action, last))
        shots = {seat: text for seat, text in choices.items() if text and text != "hold"}
        if len(state.deciders) == 1 and len(shots) > 1:
            self.shots = shots
        else:
            self.position = position.after(action)
