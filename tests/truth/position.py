"""A position before and after the whole effect of some actions of the seat that decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from covert_engine.covert import State, View
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.rules.actions import Kind, pack

REFUSE = pack(Kind.REFUSE)


@dataclass
class Step:
    """A decision and its forced consequences: the seat's view before and after."""

    action: int
    before: Any
    after: Any


@dataclass
class Position:
    """The truth before the actions, and after all that they bring about if nobody interferes."""

    state: State
    actions: Sequence[int]
    names: Sequence[str]
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        assert self.state.actor is not None
        self.seat: int = self.state.actor
        self.view: View = self.state.view(self.seat)
        self.cards: CardSet = self.state.cards.source
        self.before: Any = self.view.fields()
        self.end = self.state.copy()
        for action in self.actions:
            self._decline(action)
            if not self._is_legal(action):
                break  # forced, and done already, or depending on what the seat cannot see
            before: Any = self.end.view(self.seat).fields()
            self.end.play(action)
            self.steps.append(Step(action, before, self.end.view(self.seat).fields()))
        self._decline(None)
        self.after: Any = self.end.view(self.seat).fields()

    def _is_legal(self, action: int) -> bool:
        return self.end.actor == self.seat and action in self.end.legal_actions()

    def _decline(self, action: int | None) -> None:
        """Let all seats decline Espionage until the seat can play the action; None: to the end."""
        declined = False
        while self.end.decision == "espionage" and not (
            action is not None and self._is_legal(action)
        ):
            self.end.play(REFUSE)
            declined = True
        if declined and self.steps:  # the effect of the last step is there only now
            self.steps[-1].after = self.end.view(self.seat).fields()

    @property
    def own(self) -> Any:
        """The seat's own fields before."""
        return self.before["players"][self.seat]

    @property
    def own_after(self) -> Any:
        return self.after["players"][self.seat]

    @cached_property
    def foreseen(self) -> dict[str, set[int]]:
        """The cards that the seat sees before the actions, and so can plan with."""
        before, own = self.before, self.own
        looked_at = {place["card"] for place in before.get("search", {}).get("cards", ())}
        use, pool = before.get("use", {}), before.get("espionage", {}).get("pool", ())
        return {
            "agency_cards": {
                *(place["card"] for place in own["agency_cards"]),
                *before["agency_face_up"],
                *use.get("agency_cards", ()),
                *pool,
                *looked_at,
            },
            "missions": {
                *(place["card"] for place in own["missions"]),
                *before["missions_face_up"],
                *looked_at,
            },
            "codes": {place["card"] for place in own["codes"]},
        }

    def missions_in_hand(self, fields: Any) -> list[int]:
        return [place["card"] for place in fields["players"][self.seat]["missions"]]
