"""Positions to test with: cards laid by hand, and games played by chance."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any

from covert_action.random_play import all_settings
from covert_engine.covert_action import Settings, State
from covert_engine.covert_action.exchange.fields import EventFields

LETTERS = {"S": "sniper", "C": "cleaner", "M": "mole", "B": "bodyguard", "X": "saboteur"}
TEAMS = ("red", "blue", "green")

COMBINATIONS = [
    {name: value for name, value in settings.items() if name != "beats"}
    for settings in sorted(all_settings(), key=itemgetter("players", "teams"))
    if settings["beats"] == 1
]
"""All settings but `beats`, as arguments of `Settings`."""


def table(
    *teams: str,
    hands: Sequence[Sequence[int]] | None = None,
    deck: str | None = None,
    round: int = 1,
    opener: int = 0,
    seed: int = 1,
    **rest: Any,
) -> State:
    """Return a round before its first decision, with the cards of each team as the rules' examples
    have them: `S C B | M` are those of its seats and, after the bar, that in the centre."""
    seats: list[tuple[str, str]] = []
    centre: list[dict[str, Any]] = []
    for team, cards in zip(TEAMS, teams, strict=False):
        held, _, aside = cards.partition("|")
        seats += [(team, LETTERS[letter]) for letter in held.split()]
        centre += [{"team": team, "role": LETTERS[letter]} for letter in aside.split()]
    players = len(seats)
    settings = Settings(players, teams=len(teams), **{"talk": False, **rest})
    hands = hands or [[0] * 4 for _ in seats]
    if deck is None:
        deck = "".join(
            letter * (10 - sum(hand[kind] for hand in hands)) for kind, letter in enumerate("PLAN")
        )
    return State.from_fields(
        {
            "settings": settings.fields(),
            "seed": seed,
            "round": round,
            "opener": opener,
            "t": 1,
            "beat": 1,
            "phase": "talk" if settings.talk else "window",
            "speaker": opener if settings.talk else None,
            "ordered": None,
            "first": None,
            "choices": [None] * players,
            "players": [
                {
                    "team": team,
                    "is_in": True,
                    "role": role,
                    "held": sum(hand),
                    "drawn": 0,
                    "types": list(hand),
                }
                for (team, role), hand in zip(seats, hands, strict=True)
            ],
            "centre": centre,
            "deck": deck,
            "statements": [],
            "shots": [],
        }
    )


def shoot(state: State, shooter: int, target: int) -> list[EventFields]:
    """Let one seat shoot and all others hold, seats counted from 1; pass until then."""
    while state.phase == "talk":
        state.play("pass")
    for seat in state.deciders:
        if seat != shooter - 1:
            state.play("hold", seat=seat)
    return state.play_with_events(f"shoot {target}", seat=shooter - 1)


def hold(state: State) -> list[EventFields]:
    """Let all hold in the window; return the events of its closing."""
    seen: list[EventFields] = []
    for seat in state.deciders:
        seen = state.play_with_events("hold", seat=seat)
    return seen


def outcome(events: Sequence[EventFields]) -> str:
    return next(event["outcome"] for event in events if event["kind"] == "shot")


def drawing(events: Sequence[EventFields]) -> list[int]:
    """Return the seats that draw, in order, counted from 1."""
    return [event["seat"] + 1 for event in events if event["kind"] == "draw"]


def choose(state: State, chance: random.Random, holding: float) -> tuple[int, str]:
    """Return a seat that is to decide and what it does; in a window it holds that often."""
    seat = chance.choice(state.deciders)
    texts = state.legal_texts(seat=seat)
    if texts[0] == "hold" and chance.random() < holding:
        return seat, "hold"
    return seat, chance.choice(texts)


def games(count: int, seed: int, holding: float = 0.85) -> Iterator[tuple[State, random.Random]]:
    """Yield new games under settings drawn by chance."""
    chance = random.Random(seed)
    for _ in range(count):
        rest = dict(chance.choice(COMBINATIONS))
        settings = Settings(**rest, beats=chance.randint(1, 6))
        yield State.deal(settings, chance.randrange(1 << 64)), chance


def positions(
    count: int, seed: int, holding: float = 0.85, share: float = 1.0
) -> Iterator[tuple[State, random.Random]]:
    """Yield this share of the positions of such games, and the ends of the games."""
    for state, chance in games(count, seed, holding):
        while not state.over:
            if chance.random() < share:
                yield state, chance
            seat, text = choose(state, chance, holding)
            state.play(text, seat=seat)
        yield state, chance
