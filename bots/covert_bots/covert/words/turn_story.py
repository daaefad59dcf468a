"""A recommended turn in words, and the line a search expects.

A search's line holds only decisions. The forced steps in between (the last payment, say) are found
by playing the line in a world sampled from the view. The text must not reveal anything of that
world that the view does not hold: it ends at a roll or a hidden draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from covert_bots.covert.words.change import UNSEEN
from covert_bots.covert.words.clauses import ROWS, clauses, known_after
from covert_bots.covert.words.narration import Fields, observed_phrase
from covert_engine.covert import State, View
from covert_engine.covert.rules.actions import Ability, Deck, Kind, Payment, Source, unpack

__all__ = [
    "UNSEEN",
    "UNSHOWN",
    "Turn",
    "expectation",
    "fields_after",
    "in_sight",
    "turn_in_words",
    "turn_of",
]

WORLDS_TRIED = 4  # to find one in which the whole line can be played
LINE_SHOWN = 8  # actions of an expected line that are shown
Card = tuple[str, int]  # the pile of a hand it belongs to, and its number
SOURCES_ELSE = {int(Source.BY_TOKEN), int(Source.BY_CHARACTER)}
UNSHOWN = {Kind.STOP, Kind.END, Kind.REFUSE}  # obvious, except as the first decision


class Turn(NamedTuple):
    """The seat's own part of a line, as far as it can be foreseen."""

    shown: list[int]
    """Actions to be put into words, forced ones included."""
    decided: list[int]
    """What the seat decides, in this order: to be played, as the referee plays the forced ones."""
    complete: bool
    """Whether that is the whole turn."""


def turn_of(view: View, line: Sequence[int]) -> Turn:
    """The turn that `line` begins: to its end, or to what nobody can foresee."""
    return _turn_of(view, line, view.fields())


def _turn_of(view: View, line: Sequence[int], fields: Fields) -> Turn:
    """The same; `fields` are those of the view."""
    known = in_sight(view, fields)
    longest = Turn([], [], False)
    for key in range(WORLDS_TRIED):
        turn = _own_part(view, line, key, fields, known)
        if turn.complete:
            return turn
        longest = max(longest, turn, key=lambda one: len(one.shown))
    return longest


def turn_in_words(view: View, line: Sequence[int]) -> str:
    """That turn in a sentence."""
    fields = view.fields()
    shown, _, complete = _turn_of(view, line, fields)
    words = ", then ".join(clauses(shown, view.cards.source, fields))
    rest = "" if complete else "; the rest of the turn is still open"
    return f"{words[0].upper()}{words[1:]}{rest}."


def expectation(view: View, line: Sequence[int], names: Sequence[str]) -> str:
    """What the search expects after the turn that `line` begins; empty if it looks no further."""
    cards = view.cards.source
    longest: list[tuple[int, int, str]] = []
    for key in range(WORLDS_TRIED):
        played = [(one.seat, one.action, one.decision) for one in _played(view, line, key)]
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
    return f"Expected then: {'; '.join(phrases)}." if phrases else ""


def _begun(line: Sequence[int], decided: Sequence[int]) -> int:
    """How many actions of `line`, from its start, the decisions of its first turn reach to."""
    begun = 0
    for action in decided:
        if action in line[begun:]:
            begun = line.index(action, begun) + 1
    return begun


def fields_after(view: View, actions: Sequence[int]) -> Fields:
    """The fields of the seat's view once it has taken these actions, as far as they are possible.

    What comes from hidden cards or dice is that of one world: it must not be told.
    """
    longest, after = 0, view.fields()
    for key in range(WORLDS_TRIED):
        length, world = 0, None
        for played in _played(view, actions, key):
            length, world = length + 1, played.world
        if world is not None and length > longest:
            longest, after = length, world.view(view.seat).fields()
    return after


def _open_rows(view: View) -> Fields:
    """What lies face up, so that a card can be named that is taken from there."""
    fields: Fields = view.fields()
    return {name: fields[name] for name in (*ROWS, "players")}


class _Step(NamedTuple):
    seat: int
    action: int
    is_decided: bool  # rather than forced


class _Played(NamedTuple):
    """One step of a line, as it went in one world."""

    seat: int
    action: int
    round: int  # in which it was taken
    decision: str  # that it was
    world: State  # after it; changes with the next step
    done: list[_Step]  # all steps taken, forced ones included


def _played(view: View, line: Sequence[int], key: int) -> Iterator[_Played]:
    """Plays `line` in one world, as far as it is legal there.

    A line leaves out what its seat could not see, and its own steps that the search takes as
    forced: these are played in between. It does hold forced steps of other seats.
    """
    world = view.sample(key)
    forced: list[int] = []  # steps of others that have been played already
    for action in line:
        if action in forced:
            del forced[: forced.index(action) + 1]
            continue
        done: list[_Step] = []
        while action not in world.legal_actions():
            between = _between(world, view.seat)
            if between is None:
                return
            done += _steps(world.play_watched(between)[1])
        seat, decision, number = world.actor, world.decision, world.round
        assert seat is not None
        assert decision is not None
        _, then = world.play_watched(action)
        forced = [one for actor, one in then[1:] if actor != view.seat]
        yield _Played(seat, action, number, decision, world, done + _steps(then))


def _steps(done: Sequence[tuple[int, int]]) -> list[_Step]:
    """What a decision and the forced steps after it did."""
    return [_Step(seat, action, not number) for number, (seat, action) in enumerate(done)]


def _between(world: State, seat: int) -> int | None:
    """The action that a line of `seat` leaves out here, if it can leave one out."""
    if world.actor != seat:
        for action in world.legal_actions():
            if unpack(action).kind in UNSEEN:
                return action
    expanded = world.legal_actions(canonical=True)
    return expanded[0] if len(expanded) == 1 else None


def _own_part(view: View, line: Sequence[int], key: int, before: Fields, known: set[Card]) -> Turn:
    """The seat's own actions in this turn, as one world lets it go.

    `before` are the fields of the view, `known` the cards it can plan with.
    """
    seat = view.seat
    own_turn = before.get("on_turn") == seat or before["decision"] == "first"
    turn = _Turn(before)
    shown: list[int] = []
    decided: list[int] = []
    for played in _played(view, line, key):
        new_dice = played.round != before["round"]  # which nobody has seen
        if not own_turn and (played.seat != seat or new_dice):
            return Turn(shown, decided, True)
        rolled = False
        for _, action, is_decided in (step for step in played.done if step.seat == seat):
            if turn.is_over_before(action):
                return Turn(shown, decided, True)
            if shown and not _named(action) <= known:
                return Turn(shown, decided, not own_turn)
            if not shown or unpack(action).kind not in UNSHOWN:
                shown.append(action)
            if is_decided:
                decided.append(action)
            if turn.is_over_after(action):
                return Turn(shown, decided, True)
            rolled = rolled or unpack(action).kind == Kind.ROLL
        after = played.world.view(seat)
        turn.decision = after.decision
        if played.world.over or (own_turn and not _same_turn(view, after)):
            return Turn(shown, decided, True)
        if not own_turn and after.round != view.round:  # new dice
            return Turn(shown, decided, True)
        if rolled or not _cards(after.hand) <= known:
            return Turn(shown, decided, not own_turn)
    return Turn(shown or [line[0]], decided or [line[0]], not own_turn)


class _Turn:
    """Finds the end of a seat's turn from its own actions."""

    def __init__(self, before: Fields) -> None:
        self.decision: str = before["decision"]
        self.owed: int = before["turn"]["owed"]
        self.placed: bool = before["turn"]["placed"] > 0

    def is_over_before(self, action: int) -> bool:
        """Whether `action` belongs to a later turn: the token is never taken after a die (3.10)."""
        return self.placed and unpack(action).kind == Kind.PASS

    def is_over_after(self, action: int) -> bool:
        """Whether `action` is the last one of the turn."""
        kind, first, _, _ = unpack(action)
        if kind == Kind.PLACE:
            self.owed -= 1
            self.placed = True
            return self.owed == 0
        if kind == Kind.USE and first == Ability.SNEAK_ATTACK:
            self.owed += 1
        if kind == Kind.STOP:
            return self.decision == "place"
        if kind == Kind.REFUSE:
            return self.decision == "first"
        return kind in (Kind.PASS, Kind.END)


def _same_turn(before: View, after: View) -> bool:
    same_phase = (before.round, before.phase) == (after.round, after.phase)
    return same_phase and (after.on_turn == after.seat or after.in_use)


def _named(action: int) -> set[Card]:
    """The cards of decks and hands that an action names."""
    kind, first, second, deck = unpack(action)
    agency = set()
    if kind in (Kind.FLY, Kind.DISCARD):
        agency = {first}
    elif kind == Kind.SPY:
        agency = {first, second}
    elif kind == Kind.USE or (kind == Kind.PAY and first == Payment.PAY_CARD):
        agency = {second}
    elif kind in (Kind.KEEP, Kind.BOTTOM):
        return {("agency_cards" if deck == Deck.AGENCY_DECK else "missions", first + 1)}
    elif kind in (Kind.COMPLETE, Kind.DISCARD_MISSION, Kind.RETURN_MISSION):
        return {("missions", first + 1)}
    elif kind == Kind.CLAIM:
        return {("codes", first + 1)}
    return {("agency_cards", card + 1) for card in agency - SOURCES_ELSE}


def _cards(hand: Mapping[str, Sequence[int]]) -> set[Card]:
    return {(pile, card) for pile, cards in hand.items() for card in cards}


def in_sight(view: View, fields: Fields) -> set[Card]:
    """The cards a seat can plan with: its hand, those being used or looked at, and face-up ones.

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
