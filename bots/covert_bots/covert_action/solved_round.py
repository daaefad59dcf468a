"""One round of four players, exactly: `talk` off, one beat, `void`.

Two teams of two seats, of whose three cards one lies in the centre: 36 deals, all alike. Every seat
that holds no Mole chooses once, knowing its card alone, so the whole game is eight information sets
with four actions each, and everything can be enumerated. What a round is worth to a seat is the
value with which the next one begins.

    solved = Round()
    policy = solved.solve(100)
    solved.exploitability(policy)
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from covert_engine.covert_action import Plain, Settings, State

SEATS = 4
SETTINGS = Settings(SEATS, talk=False, beats=1, deadline="void")
ROLES = {"S": "sniper", "C": "cleaner", "M": "mole"}
CARDS = ("S", "C")  # that may choose
HOLD = 0  # as an action; 1 to 3 shoot the other seats, in their order

DEALS = tuple((red, blue) for red in permutations("SCM") for blue in permutations("SCM"))
"""The cards of both teams in each deal: those of two seats, and the one in the centre."""

Policy = NDArray[np.float64]
"""Probability of each action, by seat and card."""


def position(red: tuple[str, ...], blue: tuple[str, ...]) -> State:
    """Return the window of a deal, such as ("S", "C", "M"): two seats, then the centre."""
    held = [("red", red[0]), ("red", red[1]), ("blue", blue[0]), ("blue", blue[1])]
    return State.from_fields(
        {
            "settings": SETTINGS.fields(),
            "seed": 1,
            "round": 1,
            "opener": 0,
            "t": 1,
            "beat": 1,
            "phase": "window",
            "speaker": None,
            "ordered": None,
            "first": None,
            "choices": [None] * SEATS,
            "players": [
                {
                    "team": team,
                    "is_in": True,
                    "role": ROLES[card],
                    "held": 0,
                    "drawn": 0,
                    "types": [0] * 4,
                }
                for team, card in held
            ],
            "centre": [
                {"team": "red", "role": ROLES[red[2]]},
                {"team": "blue", "role": ROLES[blue[2]]},
            ],
            "deck": "PLAN" * 10,
            "statements": [],
            "shots": [],
        }
    )


class Round:
    """The game as arrays."""

    def __init__(self) -> None:
        self.cards = [(*red[:2], *blue[:2]) for red, blue in DEALS]
        self.quiet = np.zeros((len(DEALS), SEATS))
        # by deal, shooter and action: what the shot makes of the round for each seat
        self.shot = np.zeros((len(DEALS), SEATS, SEATS, SEATS))
        for number, (red, blue) in enumerate(DEALS):
            self.quiet[number] = self._played(position(red, blue), None, "")
            for shooter in range(SEATS):
                if self.cards[number][shooter] == "M":
                    continue
                others = [seat for seat in range(SEATS) if seat != shooter]
                for action, target in enumerate(others, 1):
                    text = f"shoot {target + 1}"
                    worth = self._played(position(red, blue), shooter, text)
                    self.shot[number, shooter, action] = worth

    @staticmethod
    def _played(state: State, shooter: int | None, text: str) -> list[float]:
        for seat in state.deciders:
            state.play(text if seat == shooter else "hold", seat=seat)
        assert state.round == 2
        return Plain().value(state)

    def uniform(self) -> Policy:
        """Return the policy that takes all actions equally often."""
        return np.full((SEATS, len(CARDS), SEATS), 1 / SEATS)

    def action_values(self, policy: Policy) -> tuple[Policy, Policy]:
        """Return the value of each action to the seat that takes it with a card, the others playing
        by the policy, and the value of the policy there; both times the chance to hold that
        card."""
        values = np.zeros((SEATS, len(CARDS), SEATS))
        for number, cards in enumerate(self.cards):
            chance = 1 / len(self.cards)
            asked = [seat for seat in range(SEATS) if cards[seat] in CARDS]
            rows = {seat: policy[seat, CARDS.index(cards[seat])] for seat in asked}
            for seat in asked:
                others = [one for one in asked if one != seat]
                gained = self._against(number, seat, others, rows)
                values[seat, CARDS.index(cards[seat])] += chance * gained
        return values, (values * policy).sum(axis=2)

    def _against(
        self, number: int, seat: int, others: list[int], rows: dict[int, Policy]
    ) -> Policy:
        """Return the value of each action of a seat, over who else shoots and who of these is the
        fastest."""
        value = np.zeros(SEATS)
        for shooting in range(1 << len(others)):
            chance = 1.0
            shooters = []
            for place, other in enumerate(others):
                shoots = shooting >> place & 1
                chance *= 1 - rows[other][HOLD] if shoots else rows[other][HOLD]
                if shoots:
                    shooters.append(other)
            if chance == 0:
                continue
            theirs = [
                float(rows[one][1:] @ self.shot[number, one, 1:, seat] / rows[one][1:].sum())
                for one in shooters
            ]
            held = sum(theirs) / len(theirs) if theirs else self.quiet[number, seat]
            value[HOLD] += chance * held
            mine = self.shot[number, seat, 1:, seat]
            value[1:] += chance * (mine + sum(theirs)) / (len(theirs) + 1)
        return value

    def exploitability(self, policy: Policy) -> float:
        """Return the gain of the seats by a best response, each alone, on average (NashConv /
        4)."""
        values, worth = self.action_values(policy)
        return float((values.max(axis=2) - worth).sum() / SEATS)

    def solve(self, rounds: int) -> Policy:
        """Return the average policy of counterfactual regret minimisation, all seats at once; later
        rounds count for more (CFR+: Tammelin 2014)."""
        regrets = np.zeros((SEATS, len(CARDS), SEATS))
        total = np.zeros_like(regrets)
        for number in range(1, rounds + 1):
            sums = regrets.sum(axis=2, keepdims=True)
            policy = np.where(sums > 0, regrets / np.where(sums > 0, sums, 1), 1 / SEATS)
            total += number * policy
            values, worth = self.action_values(policy)
            regrets = np.maximum(0, regrets + values - worth[:, :, None])
        average: Policy = total / total.sum(axis=2, keepdims=True)
        return average
