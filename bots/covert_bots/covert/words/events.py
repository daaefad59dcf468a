"""The events between two views of a seat, in words and as data.

Events follow from the two views (as `View.fields()` writes them) and from the public deeds between
them, so they cannot reveal more than the seat may know. Each writer, here and in the neighbouring
modules, covers one kind of change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from covert_bots.covert.words import events_at_table as at_table
from covert_bots.covert.words import events_of_cards as of_cards
from covert_bots.covert.words.change import SEAT_NAMES, Change, Deed, Event
from covert_bots.covert.words.first_and_last import finding_first_player, scoring
from covert_bots.covert.words.narration import agency_words, listed
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.exchange.fields import ViewFields

PHASES = {
    "setup": "The setup",
    "placing": "Roll and place",
    "first_a": "The First window before Break Codes",
    "breaking": "Break Codes",
    "first_b": "The First window before Dice Resolution",
    "resolving": "Dice Resolution",
    "last_mission": "Last missions",
    "over": "The end",
}
DECKS = {"agency": "The Agency deck", "missions": "The mission deck", "codes": "A code deck"}


def events_between(
    before: ViewFields,
    after: ViewFields,
    cards: CardSet,
    deeds: Sequence[Deed] = (),
    rolls: Sequence[Sequence[int]] | None = None,
    names: Sequence[str] = SEAT_NAMES,
) -> list[Event]:
    """Return the events that a seat sees between the views `before` and `after`.

    `deeds` are those of `open_deeds`; without them some events have less detail (the tiles of a
    broken code). `rolls` are those for the first player (`State.first_rolls`), `names` those of the
    seats in words.
    """
    change = Change(before, after, cards, tuple(deeds), rolls, names)
    return [event for writer in WRITERS for event in writer(change)]


def _window_closes(change: Change) -> Iterator[Event]:
    before, after = change.before, change.after
    if "espionage" in before and "espionage" not in after:
        yield Event("window_closes", "The Espionage window closes")


def _window(change: Change) -> Iterator[Event]:
    before, after = change.before, change.after
    was = before.get("espionage")
    now = after.get("espionage")
    if now is None:
        return
    pool = tuple(now["pool"])
    if was is None:
        words = f"An Espionage window opens on {_named(pool, change.cards)}"
        yield Event("window_opens", words, cards=pool)
    elif was["pool"] != now["pool"]:
        words = f"In the Espionage window: {_named(pool, change.cards) if pool else 'nothing'}"
        yield Event("window_pool", words, cards=pool)


def _named(pool: Sequence[int], cards: CardSet) -> str:
    return listed(agency_words(card - 1, cards) for card in pool)


def _decks(change: Change) -> Iterator[Event]:
    before, after = change.before, change.after
    counts = {
        "agency": (before["agency_deck"]["shuffles"], after["agency_deck"]["shuffles"]),
        "missions": (before["mission_deck"]["shuffles"], after["mission_deck"]["shuffles"]),
        "codes": (before["code_shuffles"], after["code_shuffles"]),
    }
    for deck, (was, now) in counts.items():
        if was != now:
            yield Event("shuffle", f"{DECKS[deck]} is shuffled", place=deck)


def _course(change: Change) -> Iterator[Event]:
    before, after = change.before, change.after
    if before["round"] == after["round"]:
        for place, seat in enumerate(after["order"], 1):
            if place > len(before["order"]):
                yield change.event("order", seat, "take", f"turn order token #{place}", count=place)
    if after["final_round"] and not before["final_round"]:
        yield Event("final_round", "A sixth mission is completed: this round is the last")
    if before["round"] != after["round"]:
        yield Event("round", f"Round {after['round']} begins", count=after["round"])
    phase = after["phase"]
    if phase == "over":
        if after["final_round"] and before["phase"] not in ("last_mission", "over"):
            yield _phase_begins("last_mission")  # no seat could complete one, so none was asked
        if before["phase"] != "over":
            yield Event("phase", "The game ends", phase=phase)
            yield from scoring(change)
        return
    if phase != before["phase"]:
        yield _phase_begins(phase)
    asked = after.get("asked_first")
    if asked is not None and asked != before.get("asked_first", after["order"][0]):
        yield Event("asked_first", f"First goes round: {change.names[asked]} is asked next", asked)
    on_turn = after.get("on_turn")
    if on_turn is not None and on_turn != before.get("on_turn"):
        yield Event("turn", f"It is {change.names[on_turn]}'s turn", on_turn)


def _phase_begins(phase: str) -> Event:
    begin = "begin" if phase == "last_mission" else "begins"
    return Event("phase", f"{PHASES[phase]} {begin}", phase=phase)


# Close to the order of play: a window closes before the effect, a round ends after all else.
WRITERS: tuple[Callable[[Change], Iterator[Event]], ...] = (
    _window_closes,
    of_cards.use,
    of_cards.payments,
    at_table.dice,
    at_table.turn,
    at_table.agents,
    at_table.cubes,
    of_cards.agency,
    of_cards.missions,
    of_cards.codes,
    of_cards.tokens,
    at_table.tiles,
    finding_first_player,
    of_cards.searches,
    _decks,
    _window,
    at_table.dice_of_the_round,
    _course,
    at_table.rolls,
)
