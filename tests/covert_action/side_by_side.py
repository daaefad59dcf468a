"""Engine and model play the same game of Covert Action, and all that can be asked is compared.

The model is given the engine's chance. In a window the model takes choices by ascending seat; the
engine takes them so in one half of the windows, and in any order in the other.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from math import prod
from typing import Any

from covert_action.engine_game import KINDS, ForetoldChance, Teller, payoffs, view_fields
from covert_action.model.cards import PLAN_TYPES, TEAMS
from covert_action.model.game import Game
from covert_action.model.shot import acting_snipers
from covert_action.model.worlds import arrangements, worlds
from covert_action.random_play import all_settings
from covert_engine.covert_action import Record, Settings, State, View, parse_action

SHOOTING = (0.01, 0.04, 0.15)  # of the choices in windows, a share a game
COUNTED = 1.0 / 60  # of the decisions: one seat's worlds are counted
COUNTED_AT_DEADLINES = 1.0 / 4
MOST_DEALS = 1500  # that are counted one by one


class DisagreementError(AssertionError):
    """Model and engine differ; the text says where, and how to come there again."""


@dataclass
class Tally:
    """Counts of what has been compared."""

    games: int = 0
    decisions: int = 0
    views: int = 0
    counted: int = 0  # views whose worlds were counted
    out_of_order: int = 0  # windows whose choices the engine took so
    outcomes: Counter[str] = field(default_factory=Counter)  # of all shots, and void rounds
    ends: Counter[str] = field(default_factory=Counter)  # of the games
    combinations: set[int] = field(default_factory=set)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.views += other.views
        self.counted += other.counted
        self.out_of_order += other.out_of_order
        self.outcomes += other.outcomes
        self.ends += other.ends
        self.combinations |= other.combinations


@cache
def combinations() -> list[dict[str, Any]]:
    """Return all settings that rule 1.5 allows, well mixed: a few in a row differ in everything."""
    mixed = list(all_settings())
    random.Random(0).shuffle(mixed)
    return mixed


def play_both(number: int, views_every: int = 5) -> Tally:
    """Play the game of this number to its end; raise `DisagreementError` if they differ."""
    both = SideBySide(number, views_every)
    while not both.state.over:
        both.step()
    both.end()
    return both.tally


class SideBySide:
    """One game in both; `step` compares and plays a decision, or a window."""

    def __init__(self, number: int, views_every: int) -> None:
        self.number, self.views_every = number, views_every
        combination = number % len(combinations())
        given = combinations()[combination]
        self.random = random.Random(number)
        self.seed = self.random.randrange(1 << 64)
        self.shooting = self.random.choice(SHOOTING)
        self.settings = Settings.from_fields(given)
        self.state = State.deal(self.settings, self.seed)
        self.game = Game(given, ForetoldChance(self.settings, self.seed))
        self.seats = range(self.settings.players)
        self.teller = Teller(self.state)
        self.told: list[dict[str, Any]] = []  # ends of rounds, by the engine, yet to be compared
        self.ended = 0  # rounds whose ends have been compared
        self.actions: list[str] = []  # as a record has them
        self.tally = Tally(games=1, combinations={combination})

    def step(self) -> None:
        self.compare()
        if self.state.phase != "window":
            action = self.random.choice(self.legal(self.game.seat))
            self.play_engine(action, None)
            self.play_model(action)
        elif self.random.random() < 0.5:
            self.window_in_order()
        else:
            self.window_in_any_order()

    def window_in_order(self) -> None:
        choosers = self.choosers()
        for seat in choosers:
            self.same("seat to decide", seat, self.game.seat)
            action = self.choice(seat)
            self.play_engine(action, None)
            self.play_model(action)
            if seat != choosers[-1]:
                self.compare()

    def window_in_any_order(self) -> None:
        """Check that a view in an open window is that of its opening but for the own choice (4.2,
        4.4)."""
        self.tally.out_of_order += 1
        looked = self.looks()
        expected = {seat: self.game.seen(seat) for seat in self.seats} if looked else {}
        open_worlds = [self.state.view(seat).arrangements() for seat in self.seats]
        choosers = self.choosers()
        choices = {seat: self.choice(seat) for seat in choosers}
        left = list(choosers)
        self.random.shuffle(choosers)
        for seat in choosers:
            self.same("seats to decide", self.state.deciders, left)
            self.play_engine(choices[seat], seat)
            left.remove(seat)
            if looked and seat != choosers[-1]:
                expected[seat] |= {"choice": choices[seat], "to_decide": False}
                for other in self.seats:
                    self.same(
                        f"view of seat {other}", view_fields(self.state, other), expected[other]
                    )
                open_now = [self.state.view(other).arrangements() for other in self.seats]
                self.same("number of worlds, and at the opening", open_now, open_worlds)
                self.tally.views += len(self.seats)
        for seat in sorted(choosers):
            self.same("seat to decide", seat, self.game.seat)
            self.play_model(choices[seat])

    def choosers(self) -> list[int]:
        """Return the seats that are to choose in the open window, by the model."""
        now = self.game.table.round
        return [
            seat
            for seat in now.seats_in
            if now.deal.cards[seat].is_agent and seat not in now.choices
        ]

    def choice(self, seat: int) -> str:
        legal = self.legal(seat)
        return self.random.choice(legal) if self.random.random() < self.shooting else "hold"

    def legal(self, seat: int | None) -> list[str]:
        return sorted(self.state.legal_texts(seat=seat))

    def play_engine(self, action: str, seat: int | None) -> None:
        self.told += self.teller.told(self.state.play_with_events(action, seat=seat))

    def play_model(self, action: str) -> None:
        self.actions.append(action)
        self.game.play(action)
        self.tally.decisions += 1

    def looks(self) -> bool:
        return self.tally.decisions % self.views_every == 0 or self.state.over

    def compare(self) -> None:
        state, game = self.state, self.game
        now = game.table.round
        self.same("kind", KINDS[state.phase], game.kind)
        self.same("seat to decide", state.actor, game.seat)
        self.same("round and t", (state.round, state.t), (now.number, now.t))
        if game.kind == "trigger":
            self.same("seats to decide", state.deciders, self.choosers())
        else:
            self.same("seats to decide", state.deciders, [game.seat] if game.kind != "none" else [])
        self.same("legal actions", self.legal(None), sorted(game.legal))
        if len(game.table.ends) != self.ended or self.told:
            self.same("ends of rounds", self.told, game.ends[self.ended :])
            self.ended, self.told = len(game.table.ends), []
        self.same("winners", state.winners() if state.over else [], game.winners())
        self.same("payoffs", payoffs(state), game.payoffs())
        if self.looks():
            self.compare_truth()
            for seat in self.seats:
                self.same(f"view of seat {seat}", view_fields(state, seat), game.seen(seat))
            self.tally.views += len(self.seats)
        share = COUNTED_AT_DEADLINES if state.phase == "deadline" else COUNTED
        if self.random.random() < share:
            self.compare_worlds(self.random.choice(self.seats))

    def compare_truth(self) -> None:
        hidden, table = self.state.hidden(), self.game.table
        deal, seats_in = table.round.deal, table.round.seats_in
        hands = [[hand.count(one) for one in PLAN_TYPES] for hand in table.hands]
        self.same("cards", hidden["roles"], [card.role for card in deal.cards])
        self.same("centre", hidden["centre"], [card.role for card in deal.centre])
        self.same("hands", hidden["types"], hands)
        self.same("deck", hidden["deck"], "".join(table.deck))
        acting = acting_snipers(table.settings, deal, seats_in)
        self.same("acting Snipers", hidden["act_as_sniper"], acting)

    def compare_worlds(self, seat: int) -> None:
        """Compare the worlds of a view by 4.5 a to d, and what is sent with what is read."""
        view, seen = self.state.view(seat), self.game.seen(seat)
        self.same("view read in", View.from_fields(view.fields()), view)
        self.same("state read in", State.from_fields(self.state.fields()), self.state)
        teams = TEAMS[: self.settings.teams]
        if prod(len(arrangements(seen, team)) for team in teams) <= MOST_DEALS:
            counted = sum(1 for _ in worlds(seen))
            self.same(f"worlds of seat {seat}", view.arrangements(), counted)
            self.tally.counted += 1

    def end(self) -> None:
        """Compare at the end of the game, and its record."""
        self.compare()
        actions = tuple(parse_action(action) for action in self.actions)
        record = Record(self.settings, self.seed, actions)
        self.same("game replayed", record.replay(), self.state)
        ends, table = self.game.ends, self.game.table
        for end in ends:
            self.tally.outcomes.update(shot["outcome"] for shot in end["shots"])
            self.tally.outcomes["void"] += end["outcome"] == "void"
        complete = any(set(hand) == set(PLAN_TYPES) for hand in table.hands)
        why = "four types" if complete else "round 60" if table.deck else "empty deck"
        self.tally.ends[why] += 1

    def same(self, what: str, engine: Any, model: Any) -> None:
        if engine != model:
            self.differ(what, engine, model)

    def differ(self, what: str, engine: Any, model: Any) -> None:
        if isinstance(engine, dict) and isinstance(model, dict):
            names = [name for name in engine | model if engine.get(name) != model.get(name)]
            engine, model = ({name: one.get(name) for name in names} for one in (engine, model))
        raise DisagreementError(
            f"{what} differs in game {self.number} of {self.settings.fields()}, after "
            f"{self.tally.decisions} decisions, the last of them {self.actions[-3:]}:\n"
            f"  engine: {engine!r}\n  model:  {model!r}\n"
            f"To come there again: python -m covert_action.compare --game {self.number}"
        )
