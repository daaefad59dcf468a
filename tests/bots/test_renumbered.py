"""Cards, cities and characters are known by what they are and do, never by their number.

A position is told again with the same card set in another order. To the value, the belief and the
policy it has to be the same position.

The plan of a hand (`evaluation/_plan.pyx`) does go by the numbers of missions and cities where two
are equally near. So what follows from a plan is compared under other numbers of other cards alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from re import Match, sub
from typing import Any, TypeVar

import numpy as np
import pytest
from views.games import decisions, house, second

from covert_bots import make
from covert_bots.players.bots import Searching
from covert_engine.covert import Belief, CompiledSet, HandMade, State, format_action
from covert_engine.covert.evaluation.features import FEATURE_NAMES
from covert_engine.search import EvaluatorTable

Item = TypeVar("Item")

SEEDS = range(4)  # of games
STEP = 41  # of so many decisions of a game, one is looked at
AGENTS = 3
CARDS = ("A", "C", "character")
EVERYTHING = (*CARDS, "M", "equipment", "region", "city")
# What the numbers under a name are numbers of, in the fields of states and views.
NUMBERED = {
    **dict.fromkeys(("agency_cards", "agency_deck", "agency_face_up", "use", "espionage"), "A"),
    **dict.fromkeys(("missions", "mission_deck", "missions_face_up", "mission"), "M"),
    **dict.fromkeys(("codes", "code", "code_decks", "codes_shown", "completed_codes"), "C"),
    "completed_missions": "M",
    "character": "character",
}
# Under these they are of the same kind as what stands around them.
AS_AROUND = ("card", "cards", "discards", "places", "unseen", "pool", "played")
# Figures that follow from the plan of a hand.
PLANNED = np.array(
    [
        name.startswith("mission ")
        or name in ("expected points", "final score", "margin", "margin to win")
        for name in FEATURE_NAMES
    ]
)

every_table = pytest.mark.parametrize(
    ("cards", "players"),
    [(house(), 2), (second(), 3), (house(), 4)],
    ids=["House set, 2", "second set, 3", "House set, 4"],
)


# A card set in another order.


def ordered(items: Sequence[Item], order: Sequence[int]) -> tuple[Item, ...]:
    return tuple(items[place] for place in order)


@dataclass(frozen=True)
class Renumbered:
    """A card set in another order, and of each kind the old places, from 0, in that order."""

    cards: CompiledSet
    orders: dict[str, list[int]]

    def state(self, state: State) -> State:
        """Return the same position."""
        fields: Any = state.fields()
        deck = "M" if fields["view"].get("use", {}).get("deck") == "mission" else "A"
        told = self.told(fields, NUMBERED | {"search": deck, "kept": deck})
        view = told["view"]
        view["card_set"] = self.cards.digest.hex()
        view["agency_face_up"] = ordered(view["agency_face_up"], self.orders["region"])
        for kind, name in (("A", "agency"), ("M", "mission")):
            for by_card in (f"{name}_known_by", f"{name}_lots"):
                told[by_card] = ordered(told[by_card], self.orders[kind])
        return State.from_fields(self.cards, told)

    def told(self, value: Any, numbered: dict[str, str], kind: str = "") -> Any:
        """Return fields, or what stands under a name in them, with the new numbers."""
        if isinstance(value, dict):
            return {
                name: self.told(item, numbered, numbered.get(name, kind * (name in AS_AROUND)))
                for name, item in value.items()
            }
        if isinstance(value, list):
            return [self.told(item, numbered, kind) for item in value]
        return self.number(kind, value) if kind and isinstance(value, int) else value

    def number(self, kind: str, old: int) -> int:
        return self.orders[kind].index(old - 1) + 1 if old else 0

    def action(self, text: str) -> str:
        def card(match: Match[str]) -> str:
            return f"{match[1]}{self.number(match[1], int(match[2]))}"

        return sub(r"\b([AMC])(\d+)\b", card, text)


def renumbered(cards: CompiledSet, kinds: Sequence[str]) -> Renumbered:
    """Return the card set with all of these kinds in another order."""
    rng = random.Random(cards.digest)
    printed = cards.source
    lists: dict[str, Sequence[object]] = {
        "A": printed.agency,
        "M": printed.missions,
        "C": printed.codes,
        "character": printed.characters,
        "equipment": printed.equipment,
        "region": printed.regions,
    }
    orders = {kind: list(range(len(items))) for kind, items in lists.items()}
    for kind, order in orders.items():
        if kind in kinds:
            rng.shuffle(order)
    regions = ordered(printed.regions, orders["region"])
    if "city" in kinds:
        regions = tuple(
            replace(region, cities=tuple(rng.sample(region.cities, len(region.cities))))
            for region in regions
        )
    another = replace(
        printed,
        agency=ordered(printed.agency, orders["A"]),
        missions=ordered(printed.missions, orders["M"]),
        codes=ordered(printed.codes, orders["C"]),
        characters=ordered(printed.characters, orders["character"]),
        equipment=ordered(printed.equipment, orders["equipment"]),
        regions=regions,
    )
    return Renumbered(CompiledSet(another, cards.options), orders)


# Where the plan of a hand goes by numbers.


def places_in_turn(state: State) -> bool:
    """Return True if the plan may overlook some of the places that a mission of a hand names.

    It looks at the first three, and uses a foot for the first of the cities in its region.
    """
    fields, printed = state.fields(), state.cards.source
    cities = {region.name: region.cities for region in printed.regions}
    for held, player in zip(fields["hands"], fields["view"]["players"], strict=True):
        done = [printed.missions[number - 1].foot for number in player["completed_missions"]]
        feet = [foot for foot in done if foot in cities]
        for number in held["missions"]:
            mission = printed.missions[number - 1]
            if len(mission.cities) + len(mission.regions) > AGENTS or any(
                sum(city in cities[foot] for city in mission.cities) > 1 for foot in feet
            ):
                return True
    return False


# The law.


@pytest.fixture(scope="module")
def learned() -> EvaluatorTable:
    bot = make("ismcts:evaluator=learned")
    assert isinstance(bot, Searching)
    return bot.evaluators["learned"]


def positions(cards: CompiledSet, players: int) -> Iterator[State]:
    """Yield moments of a few games, none of them a payment.

    Symbols are paid in the order of the set's kinds, and equal ones by ascending number: so with
    other numbers other payments are legal (docs/notation.md, 5.8).
    """
    for seed in SEEDS:
        for state in islice(decisions(cards, players, seed, "missions"), 0, None, STEP):
            if not state.over and state.decision != "payment":
                yield state


def assert_same(figures: object, others: object) -> None:
    """Check that two values are the same but for rounding: sums are taken in another order."""
    np.testing.assert_allclose(np.array(figures), np.array(others), rtol=1e-5, atol=1e-6)


def assert_same_belief(state: State, other: State) -> None:
    for seat in range(state.players):
        assert_same(Belief.truth_features(state, seat), Belief.truth_features(other, seat))


def assert_same_value(state: State, other: State, learned: EvaluatorTable) -> None:
    for evaluator in (HandMade(), learned):
        assert_same(evaluator.value(state), evaluator.value(other))
        assert_same(evaluator.estimate(state), evaluator.estimate(other))


def assert_same_policy(state: State, other: State, another: Renumbered) -> None:
    shares = {
        another.action(format_action(action, state.cards)): share
        for action, share in zip(state.legal_actions(), HandMade().priors(state), strict=True)
    }
    others = {
        format_action(action, other.cards): share
        for action, share in zip(other.legal_actions(), HandMade().priors(other), strict=True)
    }
    assert shares.keys() == others.keys()
    assert_same(list(shares.values()), [others[action] for action in shares])


@every_table
def test_agency_cards_codes_and_characters_are_not_known_by_their_number(
    cards: CompiledSet, players: int, learned: EvaluatorTable
) -> None:
    another = renumbered(cards, CARDS)
    for state in positions(cards, players):
        other = another.state(state)
        assert_same(HandMade().truth_features(state), HandMade().truth_features(other))
        assert_same_belief(state, other)
        assert_same_value(state, other, learned)
        assert_same_policy(state, other, another)


@every_table
def test_missions_kinds_and_cities_are_not_known_by_their_number_either(
    cards: CompiledSet, players: int
) -> None:
    another = renumbered(cards, EVERYTHING)
    assert all(order != sorted(order) for order in another.orders.values())
    compared = 0
    for state in positions(cards, players):
        other = another.state(state)
        figures, others = (
            np.array(HandMade().truth_features(state)),
            np.array(HandMade().truth_features(other)),
        )
        assert_same(figures[:, ~PLANNED], others[:, ~PLANNED])
        if not places_in_turn(state):
            assert_same_belief(state, other)
            compared += 1
    assert compared > 50
