"""Rounds to test a rule in, written as the examples of the rules are, and played by text.

Here seats count from 1, as in text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from covert_action.model.cards import PLAN_TYPES, TEAMS, Card
from covert_action.model.chance import SeededChance
from covert_action.protocol import Game, New

ROLE_OF = {"S": "sniper", "C": "cleaner", "M": "mole", "B": "bodyguard", "X": "saboteur"}
E1 = "Red: S C B | M, Blue: C B M | S"
E2 = "Red: S C M | B, Green: S C M | B, Blue: S M B | C"
E3 = "Red: S C M B | X, Green: S C B X | M, Blue: S M B X | C"
OUT_OF_THE_WAY = 100.0  # more than any lot of a SeededChance


class Arranged(SeededChance):
    """Chance of which the first round is arranged; all the rest is by the seed."""

    def __init__(
        self,
        cards: Sequence[Card],
        centre: Sequence[Card],
        *,
        round_number: int = 1,
        opener: int = 1,
        deck: str = "",
        quickest: Mapping[int, int] | None = None,
        seed: int = 0,
    ) -> None:
        """Arrange the cards: `deck` is the top of the Plan deck before hands are taken out of it;
        `quickest` says who has the highest lots at a t. Seats count from 1."""
        super().__init__(seed)
        self.cards = tuple(cards)
        self.centre = tuple(centre)
        self.round_number = round_number
        self.first_opener = opener
        self.deck = deck
        self.quickest = dict(quickest or {})

    def plan_deck(self) -> Sequence[str]:
        rest = list(super().plan_deck())
        for plan_type in self.deck:
            rest.remove(plan_type)
        return [*self.deck, *rest]

    def set_aside(self, round_number: int, in_use: Sequence[Card], count: int) -> Sequence[Card]:
        if round_number == self.round_number:
            return self.centre
        return super().set_aside(round_number, in_use, count)

    def deal(self, round_number: int, cards: Sequence[Card]) -> Sequence[Card]:
        if round_number == self.round_number:
            return self.cards
        return super().deal(round_number, cards)

    def opener(self, round_number: int, seats: int) -> int:
        if round_number == self.round_number:
            return self.first_opener - 1
        return super().opener(round_number, seats)

    def fire_lot(self, round_number: int, t: int, seat: int) -> float:
        return self._first(round_number, t, seat) or super().fire_lot(round_number, t, seat)

    def order_lot(self, round_number: int, t: int, seat: int) -> float:
        return self._first(round_number, t, seat) or super().order_lot(round_number, t, seat)

    def _first(self, round_number: int, t: int, seat: int) -> float | None:
        arranged = round_number == self.round_number and self.quickest.get(t) == seat + 1
        return OUT_OF_THE_WAY if arranged else None


def cards_of(written: str) -> tuple[list[Card], list[Card]]:
    """Return the cards of the seats and those in the centre of `Red: S C B | M, Blue: C B M |
    S`."""
    seats, centre = [], []
    for part in written.split(","):
        team, roles = part.split(":")
        here, _, aside = roles.partition("|")
        name = team.strip().lower()
        seats += [Card(name, ROLE_OF[letter]) for letter in here.split()]
        centre += [Card(name, ROLE_OF[letter]) for letter in aside.split()]
    return seats, sorted(centre, key=lambda card: TEAMS.index(card.team))


def scene(
    new: New,
    written: str,
    *,
    hands: Sequence[str] | None = None,
    round_number: int = 1,
    opener: int = 1,
    deck: str = "",
    quickest: Mapping[int, int] | None = None,
    seed: int = 0,
    **settings: Any,
) -> TextGame:
    """Return a game that begins with this round."""
    cards, centre = cards_of(written)
    teams = len({card.team for card in cards})
    chance = Arranged(
        cards,
        centre,
        round_number=round_number,
        opener=opener,
        deck=deck,
        quickest=quickest,
        seed=seed,
    )
    given = {"players": len(cards), "teams": teams, **settings}
    return TextGame(new(given, chance, hands, round_number), len(cards))


class TextGame:
    """A game with its seats counted from 1."""

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.seats = range(1, players + 1)

    @property
    def seat(self) -> int | None:
        return None if self.game.seat is None else self.game.seat + 1

    @property
    def kind(self) -> str:
        return self.game.kind

    @property
    def legal(self) -> list[str]:
        return sorted(self.game.legal)

    @property
    def end(self) -> Mapping[str, Any]:
        """The end of the round that ended last."""
        return self.game.ends[-1]

    @property
    def drew(self) -> list[int]:
        """The seats that drew for the last shot, in order."""
        return [seat + 1 for seat in self.end["drew"]]

    @property
    def winners(self) -> list[int]:
        return [seat + 1 for seat in self.game.winners()]

    def seen(self, seat: int) -> Mapping[str, Any]:
        return self.game.seen(seat - 1)

    def all_seen(self) -> list[Mapping[str, Any]]:
        return [self.seen(seat) for seat in self.seats]

    @property
    def public(self) -> Mapping[str, Any]:
        """The public part of a view."""
        own = ("seat", "own_role", "own_plan_types", "choice", "ordered", "to_decide")
        return {name: value for name, value in self.seen(1).items() if name not in own}

    @property
    def out(self) -> list[int]:
        return [seat for seat in self.seats if not self.public["seats"][seat - 1]["in"]]

    def held(self, seat: int) -> str:
        """Return the types of a seat's Plan cards, by type: PPL."""
        types = self.seen(seat)["own_plan_types"]
        return "".join(plan_type * types[plan_type] for plan_type in PLAN_TYPES)

    def counts(self) -> list[int]:
        """Return the number of Plan cards of each seat."""
        return [seat["plan_cards"] for seat in self.public["seats"]]

    def play(self, *actions: str) -> TextGame:
        for action in actions:
            self.game.play(action)
        return self

    def listen(self) -> TextGame:
        """Let everybody pass, up to the next window or what follows it."""
        while self.kind == "say":
            self.play("pass")
        return self

    def window(self, **shots: int) -> TextGame:
        """Play the next window: `window(s1=4)` has 1 choose `shoot 4`; the others hold."""
        self.listen()
        wanted = {int(name[1:]): f"shoot {target}" for name, target in shots.items()}
        at = (self.public["round"], self.public["t"])
        while self.kind == "trigger" and (self.public["round"], self.public["t"]) == at:
            assert self.seat is not None
            self.play(wanted.pop(self.seat, "hold"))
        assert not wanted
        return self

    def shoot(self, shooter: int, target: int) -> TextGame:
        """Shoot in the next window; all others hold."""
        return self.window(**{f"s{shooter}": target})

    def hold_to_the_deadline(self) -> TextGame:
        """Let all hold in all beats that are left."""
        for _ in range(self.public["beat"], self.public["settings"]["beats"] + 1):
            self.window()
        return self
