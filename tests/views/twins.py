"""Two games alike in all but one card of a hand, which in the other game lies under the deck.

They are worlds of the holder's view, dealt by the same key, in which that card and one that no
window asks for have changed places: seed, decks, hands, codes and tokens are the same, and nobody
but the holder knows either card. Both are played on by the same actions, which do not touch the
two; the holder refuses whenever a window asks it, which may be in one game and not in the other.
"""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any

from covert_engine.covert import State, View
from covert_engine.covert.rules.actions import CharacterPlay, Kind, Payment, Source, Target, unpack

from .games import choose, decisions, house

WINDOWS = ("espionage", "first")  # the decisions, and the abilities they ask for
DRAWN_AT_ONCE = 8  # more Agency Cards than one action draws


@dataclass
class TwinGame:
    """One of the two, what each seat has seen of it, and how often the holder refused."""

    state: State
    seen: list[list[View]] = field(init=False)
    done: list[list[list[tuple[int, int]]]] = field(init=False)  # before each view of each seat
    refusals: int = 0

    def __post_init__(self) -> None:
        self.seen = [[self.state.view(seat)] for seat in range(self.state.players)]
        self.done = [[[]] for _ in self.seen]

    def play(self, action: int, holder: int) -> None:
        asked = self.state.actor
        witnessed, _ = self.state.play_witnessed(action)
        for seat, news in enumerate(witnessed):
            self.seen[seat] += [view for view, _ in news]
            self.done[seat] += [done for _, done in news]
        if asked == holder and unpack(action).kind == Kind.REFUSE:
            self.refusals += 1


@dataclass
class Twins:
    """The two games, and the two cards that are exchanged (none if it is a token)."""

    first: TwinGame
    second: TwinGame
    holder: int
    cards: tuple[int, ...]

    @property
    def games(self) -> tuple[TwinGame, TwinGame]:
        return self.first, self.second

    @property
    def observers(self) -> list[int]:
        """The seats that cannot tell the games apart."""
        return [seat for seat in range(self.first.state.players) if seat != self.holder]

    def play_on(self, rng: random.Random, style: str, decisions: int, bag: bool) -> None:
        """Play both on, until the card under the deck comes near. Without `bag` no token is drawn,
        for what the bag holds is not the same."""
        for _ in range(decisions):
            actions = self._common(bag)
            if not actions or self._near():
                return
            action = choose(rng, actions, style)
            before = [[list(views) for views in game.seen] for game in self.games]
            for game in self.games:
                game.play(action, self.holder)
                self._refuse(game)
            if self._holder_chooses_in_one():
                for game, seen in zip(self.games, before, strict=True):
                    game.seen = seen
                return

    def _holder_chooses_in_one(self) -> bool:
        """Return True if the holder chooses outside a window in one game alone: it shows whether a
        seat has any choice, which may hang on the card."""
        stand = [(game.state.decision, game.state.actor) for game in self.games]
        return stand[0] != stand[1] and any(actor == self.holder for _, actor in stand)

    def _refuse(self, game: TwinGame) -> None:
        """Let the holder refuse in windows."""
        while game.state.actor == self.holder and game.state.decision in WINDOWS:
            refuse = [act for act in game.state.legal_actions() if act & 63 == Kind.REFUSE]
            game.play(refuse[0], self.holder)

    def _common(self, bag: bool) -> list[int]:
        """Return the actions of the seat to decide that are legal in both games and do not touch
        the two cards."""
        second = set(self.second.state.legal_actions())
        actions = [act for act in self.first.state.legal_actions() if act in second]
        if not bag:
            actions = [act for act in actions if not draws_token(act)]
        if self.first.state.actor == self.holder:
            actions = [act for act in actions if not self._touches(act)]
        return actions

    def _touches(self, action: int) -> bool:
        kind, first, second, _ = unpack(action)
        if kind == Kind.COMPLETE:
            return True  # what can be paid may depend on the card
        if kind == Kind.USE:
            return second in self.cards or second == Source.BY_TOKEN
        if kind == Kind.PAY:
            return first == Payment.PAY_CARD and second in self.cards
        return kind in (Kind.FLY, Kind.DISCARD) and first in self.cards

    def _near(self) -> bool:
        """Return True if the next actions might draw the card under the deck, or shuffle a new
        one."""
        if not self.cards:
            return False
        deck = self.first.state.view(self.holder).fields()["agency_deck"]["places"]
        lies = [at for at, place in enumerate(deck) if place["card"] - 1 in self.cards]
        return not lies or lies[0] < DRAWN_AT_ONCE


def draws_token(action: int) -> bool:
    kind, first, second, _ = unpack(action)
    return (kind == Kind.PLACE and second == Target.FOLDER) or (
        kind == Kind.USE and first == CharacterPlay.TOKEN_PLAY
    )


def of_ability(ability: str) -> set[int]:
    """Return the Agency Cards with a special ability, counted from 1."""
    cards = enumerate(house().source.agency, 1)
    return {number for number, card in cards if card.ability == ability}


def with_card(state: State, holder: int, ability: str, rng: random.Random) -> Twins | None:
    """Return twins in the first of which the holder has a card with an ability, in the second
    another card instead, that no window asks for."""
    fields: Any = state.view(holder).fields()
    deck = fields["agency_deck"]
    own = [
        place
        for place in fields["players"][holder]["agency_cards"]
        if place["known_by"] == [holder] and place["lot"] == deck["lot"]
    ]
    if not own or not deck["places"] or deck["places"][-1]["known_by"]:
        return None
    (lot,) = (entry for entry in deck["unseen"] if entry["lot"] == deck["lot"])
    cards = {own[0]["card"], *lot["cards"]}
    asked = sorted(cards & of_ability(ability))
    silent = sorted(cards & of_ability("plus_one"))
    if not asked or not silent:
        return None
    pair = (rng.choice(asked), rng.choice(silent))
    lot["cards"] = sorted(cards - set(pair))
    games = []
    for held, below in (pair, pair[::-1]):
        twin = deepcopy(fields)
        places = twin["players"][holder]["agency_cards"]
        places[places.index(own[0])]["card"] = held
        twin["agency_deck"]["places"][-1] |= {"card": below, "known_by": [holder]}
        games.append(twin)
    return twins(games, holder, (pair[0] - 1, pair[1] - 1), rng)


def with_token(state: State, holder: int, ability: str, rng: random.Random) -> Twins | None:
    """Return the same with a token, while nobody else holds any."""
    fields: Any = state.view(holder).fields()
    tokens = [player["tokens"] for player in fields["players"]]
    if tokens[holder] != 1 or sum(tokens) != 1 or fields["fresh_tokens"]:
        return None
    games = [fields | {"tokens": [{"ability": kind, "count": 1}]} for kind in (ability, "plus_one")]
    return twins(games, holder, (), rng)


def twins(games: list[Any], holder: int, cards: tuple[int, ...], rng: random.Random) -> Twins:
    key = rng.getrandbits(64)
    first, second = (View.from_fields(house(), game).sample(key) for game in games)
    assert bytes(first) != bytes(second)
    return Twins(TwinGame(first), TwinGame(second), holder, cards)


@cache
def some_twins(players: int, ability: str, count: int) -> tuple[Twins, ...]:
    """Return pairs of games in which a window asked the holder in the first and not in the
    second."""
    pairs = []
    for seed in range(3000):
        rng = random.Random(f"{players} {ability} {seed}")
        style = ("random", "missions", "hoarding")[seed % 3]
        game = decisions(house(), players, seed, style)
        states = [state.copy() for state in islice(game, rng.randrange(10, 200))]
        by_token = seed % 4 == 0
        for state in reversed(states[-60:]):
            holder = rng.randrange(players)
            if state.actor is None or state.decision in WINDOWS:
                continue
            pair = (with_token if by_token else with_card)(state, holder, ability, rng)
            if pair is None:
                continue
            pair.play_on(rng, style, 300, bag=not by_token)
            if pair.first.refusals > pair.second.refusals:
                pairs.append(pair)
            break
        if len(pairs) == count:
            return tuple(pairs)
    raise AssertionError(f"{len(pairs)} pairs; expected {count}")
