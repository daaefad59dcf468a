"""A recommended turn in words, and the line that a search expects.

The line has only decisions. The forced steps in between (the last payment, say) come from playing
the line in a world sampled from the view. The text must not reveal facts of that world that are not
in the view, so it ends at a roll or a hidden draw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from covert_bots.covert.words._playing import Playing, own_part
from covert_bots.covert.words.clauses import ROWS, known_after, sentence
from covert_bots.covert.words.narration import Fields, observed_phrase
from covert_engine.covert import View
from covert_engine.covert.rules.actions import Kind, pack, unpack

WORLDS_TRIED = 4  # until the whole line can be played in one
LINE_SHOWN = 8  # actions of an expected line that are shown
Card = tuple[str, int]  # its pile in the hand, and its number


class Turn(NamedTuple):
    """The seat's own part of a line, as far as it can be foreseen."""

    shown: list[int]
    """Actions to be put into words, forced ones included."""
    decided: list[int]
    """The decisions of the seat, in order; the referee plays forced actions."""
    complete: bool
    """True if these are the whole turn."""
    by_chance: bool
    """True if the rest of the turn depends on what the seat draws or rolls."""


def turn_of(view: View, line: Sequence[int]) -> Turn:
    """Return the turn that `line` begins, as far as the seat can foresee it."""
    longest = Turn([], [], False, False)
    for key in range(WORLDS_TRIED):
        turn = Turn(*own_part(view, line, key))
        if turn.complete:
            return turn
        if len(turn.shown) > len(longest.shown):
            longest = turn
    return longest


def turn_in_words(view: View, line: Sequence[int]) -> str:
    """Return the turn that `line` begins as a sentence."""
    turn = turn_of(view, line)
    rest = "" if turn.complete else "; the rest of the turn is still open"
    if turn.by_chance:
        rolled = unpack(turn.shown[-1]).kind == Kind.ROLL
        rest = f"; the rest is decided once you have {'rolled' if rolled else 'drawn'}"
    return f"{sentence(turn.shown, view.cards.source, view.situation())}{rest}."


def played_in_words(view: View, line: Sequence[int]) -> str:
    """Return the turn that `line` begins as a sentence about what has been played."""
    return f"{sentence(turn_of(view, line).shown, view.cards.source, view.situation())}."


def expectation(view: View, line: Sequence[int], names: Sequence[str]) -> str:
    """Describe the actions expected after the turn that `line` begins; empty if there are none."""
    cards = view.cards.source
    longest: list[tuple[int, int, str]] = []
    for key in range(WORLDS_TRIED):
        played = [(step.seat, step.action, step.decision) for step in Playing(view, line, key)]
        longest = max(longest, played, key=len)
    begun = _begun(line, turn_of(view, line).decided)
    phrases = []
    known = _open_rows(view)
    for number, (seat, action, decision) in enumerate(longest[: begun + LINE_SHOWN]):
        at_the_time = {**known, "decision": decision, "on_turn": seat}
        said = observed_phrase(action, seat, view.seat, cards, at_the_time)
        if said and number >= begun:
            who = "You" if seat == view.seat else names[seat]
            phrases.append(said.sentence(who).replace("You ", "you ", 1))
        known = known_after(unpack(action), cards, known)
    return f"Expected next: {'; '.join(phrases)}." if phrases else ""


def _begun(line: Sequence[int], decided: Sequence[int]) -> int:
    """Return the number of actions of `line`, from its start, that belong to its first turn."""
    begun = 0
    for action in decided:
        if action in line[begun:]:
            begun = line.index(action, begun) + 1
    return begun


def fields_after(view: View, actions: Sequence[int]) -> Fields:
    """Return the fields of the seat's view after these actions, as far as they are possible, and
    after their effect if nobody uses Espionage.

    Hidden cards and dice in it are those of a sampled world: do not reveal them.
    """
    longest, after = 0, None
    for key in range(WORLDS_TRIED):
        length, world = 0, None
        for played in Playing(view, actions, key, own=True):
            length, world = length + 1, played.world
        if length > longest:
            longest, after = length, world
    if after is None:
        return view.fields()
    while after.decision == "espionage":
        after.play(pack(Kind.REFUSE))
    return after.view(view.seat).fields()


def view_after(view: View, actions: Sequence[int]) -> View | None:
    """Return the seat's view after these actions of its own, where it is to decide again if nobody
    uses Espionage; None if another seat is, or if there is no further decision.

    Hidden cards and dice in it are those of a sampled world: do not reveal them.
    """
    world = None
    for played in Playing(view, actions, 0):
        world = played.world
    while world is not None and world.decision == "espionage" and world.actor != view.seat:
        world.play(pack(Kind.REFUSE))
    return None if world is None or world.actor != view.seat else world.view(view.seat)


def _open_rows(view: View) -> Fields:
    """Return the fields of face-up cards, to name those that are taken."""
    fields: Fields = view.fields()
    return {name: fields[name] for name in (*ROWS, "players")}


def _cards(hand: Mapping[str, Sequence[int]]) -> set[Card]:
    return {(pile, card) for pile, cards in hand.items() for card in cards}


def in_sight(view: View, fields: Fields) -> set[Card]:
    """Return the cards a seat can plan with: its hand, cards in use or looked at, face-up cards.

    `fields` are those of the view.
    """
    agency = {
        *fields["agency_face_up"],
        *fields.get("use", {}).get("agency_cards", ()),
        *fields.get("espionage", {}).get("pool", ()),
    }
    looked_at = {place["card"] for place in fields.get("search", {}).get("cards", ())}
    return {
        *_cards(view.hand),
        *(("agency_cards", number) for number in agency | looked_at),
        *(("missions", number) for number in {*fields["missions_face_up"], *looked_at}),
    }
