"""The engine and the model play the same game, and everything that can be asked is compared."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from covert_engine.covert import State, compile, format_action
from rules.model.table import Decision
from rules.model.view import view
from rules.pairings import Scenario


class DisagreementError(AssertionError):
    """Model and engine differ; the text says where, and how to come there again."""


class SideBySide:
    """One game in both; `step` compares and plays a decision."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.cards = compile(scenario.card_set, scenario.options)
        self.text = cache(partial(format_action, cards=self.cards))
        self.actions: dict[str, int] = {}  # of the legal texts
        self.state = State.deal(
            self.cards, scenario.players, scenario.seed, scenario.characters, scenario.first_player
        )
        self.game = scenario.model()
        self.random = random.Random(scenario.seed)
        self.steps = 0
        self.last = "the deal"

    def step(self, views: bool) -> None:
        """Compare all that is to be seen, then let the player of the game choose."""
        self.compare(views)
        decision = self.game.decision
        assert decision is not None
        action = self._choose(decision)
        self.state.play(self.actions[action])
        self.game.play(action)
        self.last = f"{action} by seat {decision.seat}"
        self.steps += 1

    def _choose(self, decision: Decision) -> str:
        if self.scenario.bot is None:
            return self.scenario.player(decision, self.game.table, self.random)
        view = self.state.view(decision.seat)
        return self.text(self.scenario.bot.choose(view, self.steps))

    def compare(self, views: bool) -> None:
        table = self.game.table
        self.same("seat to decide", self.state.actor, self.game.seat)
        legal = self.state.legal_actions()
        self.actions = {self.text(action): action for action in legal}
        if len(self.actions) != len(legal) or self.actions.keys() != set(self.game.legal):
            self.same("legal actions", sorted(map(self.text, legal)), sorted(self.game.legal))
        decision = self.game.decision.name if self.game.decision else "none"
        self.same("decision", self.state.decision, decision)
        self.same(
            "phase and round", (self.state.phase, self.state.round), (table.phase, table.round)
        )
        if views:
            self.same("scores", list(self.state.scores()), self.game.scores())
            for seat in table.seats:
                self.same_fields(
                    f"view of seat {seat}", self.state.view(seat).fields(), view(table, seat)
                )
        if self.state.over:
            self.same("winners", list(self.state.winners()), self.game.winners())

    def same(self, what: str, engine: Any, model: Any) -> None:
        if engine != model:
            raise DisagreementError(
                f"{what} differs in {self.scenario}, after {self.steps} decisions, "
                f"the last of them {self.last}:\n  engine: {engine!r}\n  model:  {model!r}\n"
                f"To come there again: python -m rules.compare --game {self.scenario.name}"
            )

    def same_fields(self, what: str, engine: Any, model: Any) -> None:
        if engine == model:
            return
        if isinstance(engine, dict) and isinstance(model, dict):
            for key in sorted(engine.keys() | model.keys()):
                self.same_fields(f"{what}, {key}", engine.get(key), model.get(key))
        elif isinstance(engine, list) and isinstance(model, list) and len(engine) == len(model):
            for at, (mine, theirs) in enumerate(zip(engine, model, strict=True)):
                self.same_fields(f"{what}, {at}", mine, theirs)
        self.same(what, engine, model)


@dataclass
class Tally:
    """Counts of what has been compared."""

    games: int = 0
    decisions: int = 0
    views: int = 0
    ended_by_mission: int = 0  # games that ended by rule 8.1
    notes: Counter[str] = field(default_factory=Counter)  # of rules.model.noted

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.views += other.views
        self.ended_by_mission += other.ended_by_mission
        self.notes += other.notes


def play_both(scenario: Scenario, views_every: int) -> Tally:
    """Play a whole game in both; views are compared at every n-th decision and at the end."""
    both = SideBySide(scenario)
    views = 0
    while both.game.decision and both.steps != scenario.limit:
        viewed = both.steps % views_every == 0
        both.step(viewed)
        views += viewed
    both.compare(views=True)
    table = both.game.table
    return Tally(1, both.steps, (views + 1) * scenario.players, int(table.final_round), table.notes)
