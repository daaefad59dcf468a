"""The engine, played as the tests of the rules play a game, and its chance for the model.

Where a test arranges the first round, the engine's state is made of fields, and a seed is looked
for whose lots are as arranged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import count
from typing import Any

from covert_action.engine._all_chance import Chance as EngineChance
from covert_action.model.cards import OF_EACH_TYPE, PLAN_TYPES, TEAMS, Card
from covert_action.model.chance import Chance, SeededChance
from covert_action.scenes import Arranged
from covert_engine.covert_action import Plain, Settings, State
from covert_engine.covert_action.exchange.fields import EventFields

Fields = dict[str, Any]
KINDS = {"talk": "say", "window": "trigger", "deadline": "order", "over": "none"}
SEEDS_BETWEEN = 1 << 32  # arranged rounds of different seeds do not share seeds


class EngineGame:
    """A game of the engine (`protocol.Game`)."""

    def __init__(
        self,
        settings: Mapping[str, Any],
        chance: Chance,
        hands: Sequence[str] | None = None,
        first_round: int = 1,
    ) -> None:
        """Begin a game. A hand may have more cards than can be drawn by the first round: then the
        engine plays a later one, and `_earlier` rounds are taken off in all that is told."""
        assert isinstance(chance, SeededChance)
        read = Settings.from_fields(settings)
        self._earlier = 0
        if isinstance(chance, Arranged):
            drawn = max(map(len, hands or [""]))
            self._earlier = max(0, drawn + 1 - first_round)
            fields = _arranged(read, chance, hands or (), first_round + self._earlier)
            self.state = State.from_fields(fields)
        else:
            assert (hands, first_round) == (None, 1)
            self.state = State.deal(read, chance.seed)
        self.ends: list[Fields] = []
        self._teller = Teller(self.state)

    @property
    def seat(self) -> int | None:
        return self.state.actor

    @property
    def kind(self) -> str:
        return KINDS[self.state.phase]

    @property
    def legal(self) -> list[str]:
        return self.state.legal_texts()

    @property
    def finished(self) -> bool:
        return self.state.over

    def play(self, action: str) -> None:
        for end in self._teller.told(self.state.play_with_events(action)):
            self.ends.append({**end, "round": end["round"] - self._earlier})

    def seen(self, seat: int) -> Fields:
        seen = view_fields(self.state, seat)
        return {**seen, "round": seen["round"] - self._earlier}

    def winners(self) -> list[int]:
        return self.state.winners() if self.state.over else []

    def payoffs(self) -> list[Fraction]:
        return payoffs(self.state)


class Teller:
    """A builder of the ends of rounds, as `protocol.Game.ends` has them, from what all could
    see."""

    def __init__(self, state: State) -> None:
        fields = state.fields()
        self._teams = [card["team"] for card in fields["centre"]]
        self._state, self._round, self._t = state, state.round, state.t
        self._shots: list[Fields] = []

    def told(self, events: Sequence[EventFields]) -> list[Fields]:
        """Return the ends of the rounds that ended with these events."""
        ends: list[Fields] = []
        ended = False
        for event in events:
            if event["kind"] == "window_opens":
                self._t = event["t"]
            elif event["kind"] == "shot":
                self._shots.append(
                    {
                        "t": self._t,
                        "shooter": event["seat"],
                        "target": event["target"],
                        "outcome": _words(event["outcome"]),
                        "ordered": event["ordered"],
                    }
                )
            elif event["kind"] == "round_ends":
                ended = True
                ends.append(self._end(event))
            elif event["kind"] == "draw" and ended:
                ends[-1]["drew"].append(event["seat"])
            elif event["kind"] == "dealt":
                ended = False
                self._round, self._t, self._shots = event["round"], 1, []
        self._teams = (
            [card["team"] for card in self._state.fields()["centre"]] if ends else self._teams
        )
        return ends

    def _end(self, event: EventFields) -> Fields:
        cards = zip(self._teams, event["centre"], strict=True)
        return {
            "round": self._round,
            "outcome": "void" if event["void"] else self._shots[-1]["outcome"],
            "roles": list(event["roles"]),
            "centre": [{"team": team, "role": role} for team, role in cards],
            "shots": list(self._shots),
            "drew": [],
        }


def view_fields(state: State, seat: int) -> Fields:
    """Return the view of a seat, with the fields that `model.view` has."""
    seen = state.view(seat).fields()
    own = seen["players"][seat]
    return {
        "settings": seen["settings"],
        "round": seen["round"],
        "opener": seen["opener"],
        "t": seen["t"],
        "beat": seen["beat"],
        "phase": seen["phase"],
        "speaker": seen["speaker"],
        "seats": [
            {
                "team": player["team"],
                "in": player["is_in"],
                "role": player["role"] if _shown(seen, player) else None,
                "plan_cards": player["held"],
                "drawn": player["drawn"],
                "plan_types": _by_type(player["types"]) if seen["phase"] == "over" else None,
            }
            for player in seen["players"]
        ],
        "centre": seen["centre"],
        "statements": seen["statements"],
        "shots": [{**shot, "outcome": _words(shot["outcome"])} for shot in seen["shots"]],
        "deck": seen["deck"],
        "seat": seen["seat"],
        "own_role": own["role"],
        "own_plan_types": _by_type(own["types"]),
        "choice": seen["choice"],
        "ordered": seen["phase"] == "deadline" and seen["actor"] == seat,
        "to_decide": seen["actor"] == seat,
    } | _hidden_shown(seen, seat)


def _shown(seen: Any, player: Any) -> bool:
    """Return True if a card is public; the own one has a field of its own in these views."""
    return seen["phase"] == "over" or not player["is_in"]


def _hidden_shown(seen: Any, seat: int) -> Fields:
    """Return a field that no view of the model has, if this one shows what it must not."""
    shown = [
        other
        for other, player in enumerate(seen["players"])
        if other != seat
        and not _shown(seen, player)
        and (player["role"] is not None or player["types"] is not None)
    ]
    return {"shown": shown} if shown else {}


def payoffs(state: State) -> list[Fraction]:
    """Return the payoffs by rule 5.3."""
    if not state.over:
        return [Fraction(0)] * state.players
    return [Fraction(share).limit_denominator(state.players) for share in Plain().value(state)]


def _words(outcome: str) -> str:
    return outcome.replace("_", " ")


def _by_type(types: Sequence[int] | None) -> dict[str, int]:
    assert types is not None
    return dict(zip(PLAN_TYPES, types, strict=True))


def _arranged(settings: Settings, chance: Arranged, hands: Sequence[str], number: int) -> Fields:
    """Return the fields of the engine's state before the first decision of an arranged round."""
    quickest = tuple(sorted((t, seat - 1) for t, seat in chance.quickest.items()))
    seed = seed_of(settings, chance.seed, number, quickest)
    deck = list(EngineChance(settings, seed).plan_deck())
    for plan_type in chance.deck:
        deck.remove(plan_type)
    deck = [*chance.deck, *deck]
    for plan_type in "".join(hands):
        del deck[len(deck) - 1 - deck[::-1].index(plan_type)]
    held = [Counter(hand) for hand in [*hands, *[""] * settings.players][: settings.players]]
    assert all(deck.count(one) + sum(hand[one] for hand in held) == OF_EACH_TYPE for one in "PLAN")
    return {
        "settings": settings.fields(),
        "seed": seed,
        "round": number,
        "opener": chance.first_opener - 1,
        "t": 1,
        "beat": 1,
        "phase": "talk" if settings.talk else "window",
        "speaker": chance.first_opener - 1 if settings.talk else None,
        "ordered": None,
        "first": None,
        "choices": [None] * settings.players,
        "players": [
            {
                **card._asdict(),
                "is_in": True,
                "held": hand.total(),
                "drawn": 0,
                "types": [hand[plan_type] for plan_type in PLAN_TYPES],
            }
            for card, hand in zip(chance.cards, held, strict=True)
        ],
        "centre": [
            card._asdict()
            for card in sorted(chance.centre, key=lambda card: TEAMS.index(card.team))
        ],
        "deck": "".join(deck),
        "statements": [],
        "shots": [],
    }


@cache
def seed_of(
    settings: Settings, seed: int, number: int, quickest: tuple[tuple[int, int], ...]
) -> int:
    """Return a seed of the engine that gives these seats the highest lots at their t."""
    if not quickest:
        return seed
    for found in count(seed * SEEDS_BETWEEN):
        chance = EngineChance(settings, found)
        if all(_is_quickest(chance, number, t, seat) for t, seat in quickest):
            return found
    raise AssertionError


def _is_quickest(chance: EngineChance, number: int, t: int, seat: int) -> bool:
    others = range(chance.settings.players)
    return all(
        max(others, key=lambda other: lot(number, t, other)) == seat
        for lot in (chance.fire_lot, chance.order_lot)
    )


class ForetoldChance:
    """The engine's chance, as the model asks for it."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self._chance = EngineChance(settings, seed)

    def plan_deck(self) -> Sequence[str]:
        return self._chance.plan_deck()

    def set_aside(self, round_number: int, in_use: Sequence[Card], count: int) -> Sequence[Card]:
        return [Card(*card) for card in self._chance.centre(round_number)]

    def deal(self, round_number: int, cards: Sequence[Card]) -> Sequence[Card]:
        return [Card(*card) for card in self._chance.cards(round_number)]

    def opener(self, round_number: int, seats: int) -> int:
        return self._chance.opener(round_number)

    def fire_lot(self, round_number: int, t: int, seat: int) -> float:
        return self._chance.fire_lot(round_number, t, seat)

    def order_lot(self, round_number: int, t: int, seat: int) -> float:
        return self._chance.order_lot(round_number, t, seat)
