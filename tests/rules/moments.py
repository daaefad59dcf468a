"""Moments of games: decisions found by what was done in them, and what every seat saw.

The games are played by chance in the styles of `views.games`; a test asks for the moments it needs,
so that nothing hangs on a seed or on the cards of a set.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from typing import Any

from views.games import choose, house

from covert_engine.covert import State, format_action

Fields = Any  # `ViewFields`, walked by names made at run time

GAMES = tuple(
    (players, style, seed)
    for seed in range(6)
    for players, style in ((3, "missions"), (4, "hoarding"), (2, "random"), (4, "missions"))
)
OF_A_GAME = 2  # moments taken from one game, so that they are of several
HANDS = {"A": "agency_cards", "M": "missions"}
DECKS = {"A": "agency_deck", "M": "mission_deck"}


@cache
def text_of(action: int) -> str:
    return format_action(action, house())


@dataclass(frozen=True, eq=False)
class GameStates:
    """The state at every decision of a game, its end too, and the actions between them."""

    states: list[State]
    actions: list[int]

    def moments(self) -> Iterator[Moment]:
        return (Moment(self, number) for number in range(len(self.actions)))


@cache
def game(players: int, style: str, seed: int) -> GameStates:
    rng = random.Random(f"{players} {style} {seed}")
    state = State.deal(house(), players, seed)
    played = GameStates([state.copy()], [])
    while not state.over:
        played.actions.append(choose(rng, state.legal_actions(), style))
        state.play(played.actions[-1])
        played.states.append(state.copy())
    return played


@lru_cache(maxsize=16)
def view_at(game: GameStates, number: int, seat: int) -> Fields:
    """Return what a seat saw at a decision; to be read only."""
    return game.states[number].view(seat).fields()


@dataclass(frozen=True)
class Moment:
    """A decision: the state before it, what was done, and the state at the next decision."""

    game: GameStates
    number: int

    @property
    def before(self) -> State:
        return self.game.states[self.number]

    @property
    def after(self) -> State:
        return self.game.states[self.number + 1]

    @property
    def action(self) -> int:
        return self.game.actions[self.number]

    @property
    def text(self) -> str:
        return text_of(self.action)

    @property
    def seat(self) -> int:
        """The seat that decided."""
        assert self.before.actor is not None
        return self.before.actor

    @property
    def others(self) -> list[int]:
        return [seat for seat in seats(self.before) if seat != self.seat]

    def saw(self, seat: int) -> Fields:
        """Return what a seat saw before."""
        return view_at(self.game, self.number, seat)

    def sees(self, seat: int) -> Fields:
        """Return what a seat sees after."""
        return view_at(self.game, self.number + 1, seat)

    def later(self) -> Iterator[Moment]:
        return (Moment(self.game, number) for number in range(self.number + 1, len(self.actions)))

    @property
    def actions(self) -> list[int]:
        return self.game.actions


def seats(state: State) -> range:
    return range(state.players)


def find(
    said: str | tuple[str, ...],
    wanted: Callable[[Moment], bool] = lambda moment: True,
    count: int = 6,
) -> list[Moment]:
    """Return moments in which an action that begins with `said` was taken and of which `wanted`
    holds."""
    chosen: list[Moment] = []
    for which in GAMES:
        if len(chosen) == count:
            break
        fitting = (
            moment
            for moment in game(*which).moments()
            if moment.text.startswith(said) and wanted(moment)
        )
        chosen += islice(fitting, min(OF_A_GAME, count - len(chosen)))
    assert len(chosen) == count, f"{len(chosen)} moments like {said!r}; expected {count}"
    return chosen


# What a seat knows of a card, "A7" or "M5".


def spots(fields: Fields, sort: str) -> Iterator[tuple[str, Fields]]:
    """Yield every place of a view where a card of a sort lies: what it is called, and the place."""
    for seat, player in enumerate(fields["players"]):
        for place in player[HANDS[sort]]:
            yield f"hand of {seat}", place
    for place in fields[DECKS[sort]]["places"]:
        yield "deck", place
    if "search" in fields and fields["use"]["deck"] == DECKS[sort].removesuffix("_deck"):
        for place in fields["search"]["cards"]:
            yield "search", place


def laid_open(fields: Fields, sort: str) -> Iterator[tuple[str, int]]:
    """Yield every card of a sort that lies open."""
    face_up = fields["agency_face_up" if sort == "A" else "missions_face_up"]
    use, window = fields.get("use", {}), fields.get("espionage", {})
    used = [*use.get("agency_cards", []), *window.get("pool", [])] if sort == "A" else []
    if sort == "M" and use.get("mission"):
        used = [use["mission"]]
    yield from (("face up", card) for card in face_up if card)
    yield from (("discards", card) for card in fields[DECKS[sort]]["discards"])
    yield from (("used", card) for card in used)
    if sort == "M":
        for seat, player in enumerate(fields["players"]):
            yield from ((f"completed by {seat}", card) for card in player["completed_missions"])


def where(fields: Fields, card: str) -> str | None:
    """Return where a seat sees a card; None if it does not know."""
    sort, number = card[0], int(card[1:])
    spots_seen = [spot for spot, place in spots(fields, sort) if place["card"] == number]
    spots_seen += [spot for spot, laid in laid_open(fields, sort) if laid == number]
    if not spots_seen and sort == "A" and number in fields.get("espionage", {}).get("played", []):
        spots_seen = ["used"]  # laid aside until the limit is met (6.13)
    assert len(spots_seen) <= 1, f"{card} seen in {spots_seen}"
    return spots_seen[0] if spots_seen else None


def place_of(fields: Fields, card: str) -> Fields:
    """Return the place in a hand, the deck or a Search where a seat sees a card."""
    (place,) = (place for _, place in spots(fields, card[0]) if place["card"] == int(card[1:]))
    return place


def unseen(fields: Fields, sort: str) -> dict[int, set[int]]:
    """Return the cards of a sort that a seat has not located, by lot."""
    return {entry["lot"]: set(entry["cards"]) for entry in fields[DECKS[sort]]["unseen"]}


def hand(own: Fields, sort: str) -> set[str]:
    """Return the cards a seat holds, as it sees them itself."""
    places = own["players"][own["seat"]][HANDS[sort]]
    return {f"{sort}{place['card']}" for place in places}


def gained(moment: Moment, seat: int, sort: str) -> set[str]:
    """Return the cards that came into a hand."""
    return hand(moment.sees(seat), sort) - hand(moment.saw(seat), sort)


def lost(moment: Moment, seat: int, sort: str) -> set[str]:
    """Return the cards that left a hand."""
    before, after = moment.saw(seat), moment.sees(seat)
    if before["players"][seat][HANDS[sort]] == after["players"][seat][HANDS[sort]]:
        return set()
    return hand(before, sort) - hand(after, sort)


def held(moment: Moment, seat: int, card: str) -> list[Moment]:
    """Return the moments after this one as long as a seat holds a card; after the last it has
    gone."""
    moments: list[Moment] = []
    for later in moment.later():
        if card not in hand(later.saw(seat), card[0]):
            break
        moments.append(later)
    return moments


def places(fields: Fields, sort: str) -> list[tuple[int, list[int]]]:
    """Return a deck from the top down: the card as far as known, and who knows it."""
    return [(place["card"], place["known_by"]) for place in fields[DECKS[sort]]["places"]]


def remade(moment: Moment, sort: str) -> bool:
    deck = DECKS[sort]
    return bool(moment.sees(0)[deck]["shuffles"] > moment.saw(0)[deck]["shuffles"])


def knowers_of_the_top(moment: Moment, sort: str) -> set[int]:
    """Return the others who know the card that is drawn."""
    top = places(moment.saw(0), sort)[:1]
    return set(top[0][1]) - {moment.seat} if top else set()


def codes(fields: Fields, seat: int) -> list[tuple[int, str, bool]]:
    """Return the codes in a hand: number, equipment, whether all know the equipment."""
    return [
        (code["card"], code["equipment"], code["equipment_public"])
        for code in fields["players"][seat]["codes"]
    ]


def worlds(state: State, seat: int, count: int) -> Iterator[State]:
    view = state.view(seat)
    return (view.sample(key) for key in range(count))
