"""Games to look at: played at random, or in a style that brings up what is rare at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from covert_engine.covert import CompiledSet, State, View
from covert_engine.covert.cards import Character, compile, house_set, load_card_set
from covert_engine.covert.rules.actions import Kind, Target, unpack

PLAYERS = (2, 3, 4)
SECOND_SET = Path(__file__).parents[1] / "data" / "second.toml"

# How much likelier than others (1) a kind of action is.
STYLES: dict[str, dict[Kind, float]] = {
    "random": {},
    "missions": {
        Kind.COMPLETE: 300,
        Kind.CLAIM: 100,
        Kind.TAKE_AGENCY: 30,
        Kind.TAKE_MISSION: 30,
        Kind.PASS: 0.1,
        Kind.FORFEIT: 0.05,
        Kind.USE: 0.5,
        Kind.FLY: 0.1,
    },
    "hoarding": {
        Kind.TAKE_AGENCY: 100,
        Kind.REWARD: 10,
        Kind.SPY: 20,
        Kind.PASS: 0.1,
        Kind.FORFEIT: 0.05,
        Kind.FLY: 0.02,
        Kind.USE: 0.05,
        Kind.COMPLETE: 0.05,
    },
}


@cache
def house() -> CompiledSet:
    return compile(house_set())


@cache
def second() -> CompiledSet:
    """Return another set; all of its options are the opposite of the house set's."""
    return compile(load_card_set(SECOND_SET))


@cache
def recruiters() -> CompiledSet:
    """Return a set whose characters all draw Agency Cards, three at a time."""
    card_set = house_set()
    characters = tuple(
        Character(
            character.name, "draw_agency", amount=3, when=("placing",), period="round", times=1
        )
        for character in card_set.characters
    )
    return compile(replace(card_set, characters=characters))


def choose(rng: random.Random, actions: list[int], style: str) -> int:
    likely = STYLES[style]
    if not likely:
        return rng.choice(actions)
    kinds = [Kind(action & 63) for action in actions]
    weights = [likely.get(kind, 1) for kind in kinds]
    if style == "hoarding" and Kind.PLACE in kinds:
        for i, action in enumerate(actions):
            if kinds[i] == Kind.PLACE and unpack(action).second == Target.AGENCY_CIRCLE:
                weights[i] = 20
    return rng.choices(actions, weights)[0]


@cache
def _course(
    cards: CompiledSet, players: int, seed: int, style: str
) -> tuple[list[int], random.Random]:
    """Return the actions of a game as far as anybody has looked, and what chooses the next."""
    return [], random.Random(f"{players} {seed} {style}")


def decisions(cards: CompiledSet, players: int, seed: int, style: str) -> Iterator[State]:
    """Yield every state of a game in which somebody decides, and its end."""
    actions, rng = _course(cards, players, seed, style)
    state = State.deal(cards, players, seed)
    for number in count():
        yield state
        if state.over:
            return
        if number == len(actions):  # to choose takes longer than to play
            actions.append(choose(rng, state.legal_actions(), style))
        state.play(actions[number])


def sights(cards: CompiledSet, players: int, seed: int, style: str) -> Iterator[View]:
    """Yield every view that any seat comes to have in a game."""
    rng = random.Random(f"{players} {seed} {style}")
    state = State.deal(cards, players, seed)
    for seat in range(players):
        yield state.view(seat)
    while not state.over:
        seen, _ = state.play_watched(choose(rng, state.legal_actions(), style))
        for views in seen:
            yield from views


def sort_of(fields: Any) -> tuple[object, ...]:
    use = fields.get("use", {})
    return (
        *(name in fields for name in ("espionage", "movement", "pairs")),
        *(bool(use.get(name)) for name in ("card", "agency_cards", "symbols_paid")),
        use.get("kind"),
        use.get("ability") == "first",
        bool(fields["order"]),
        bool(fields["turn"]["shifted"]),
        bool(fields["agency_deck"]["discards"]),
    )


@cache
def collection() -> tuple[View, ...]:
    """Return a view of each sort: of each phase, decision, record going on, and who looks."""
    kept: dict[object, View] = {}
    met: dict[object, int] = {}
    for cards in (house(), second(), recruiters()):
        for players in PLAYERS:
            for style in STYLES if cards is not recruiters() else ("hoarding",):
                for view in sights(cards, players, 1, style):
                    outside = (cards, view.phase, view.decision, view.actor == view.seat)
                    met[outside] = met.get(outside, 0) + 1
                    if met[outside] > 100 and met[outside] % 100:
                        continue
                    sort = (*outside, *sort_of(view.fields()))
                    kept.setdefault(sort, view)
    return tuple(kept.values())
