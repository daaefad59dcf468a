"""A sequence of one seat's actions in words; actions that belong together make one clause.

"complete 'Night Train' paying A7 (radio) and C3 (passport)" is one decision for a player and
several for the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from covert_bots.covert.words.narration import (
    DECK_WORDS,
    YOUR_CHARACTER,
    Fields,
    Phrase,
    agency_words,
    code_on_tiles,
    listed,
    mission_words,
    payment_words,
    phrase,
    symbols_to_pay,
    where_rerolled,
)
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.rules.actions import Ability, Action, Deck, Kind, Source, pack, unpack

# Face-up cards can be named until they are taken and replaced.
ROWS = ("missions_face_up", "agency_face_up")
LASTING = (*ROWS, "options", "phase", "players", "on_turn")  # valid later in a turn, too


def clauses(actions: Sequence[int], cards: CardSet, fields: Fields) -> list[str]:
    """Put actions into words; `fields` are those of the view just before the first one."""
    remaining = [unpack(action) for action in actions]
    words: list[str] = []
    known = fields
    while remaining:
        length = _group(remaining)
        group, remaining = remaining[:length], remaining[length:]
        words.append(_clause(group, cards, known))
        for action in group if remaining else ():
            known = known_after(action, cards, known)
    return words


def sentence(actions: Sequence[int], cards: CardSet, fields: Fields) -> str:
    """Put actions into one sentence, without its full stop; `fields` as in `clauses`."""
    words = ", then ".join(clauses(actions, cards, fields))
    return f"{words[0].upper()}{words[1:]}"


def known_after(action: Action, cards: CardSet, fields: Fields) -> Fields:
    """Return the fields that remain valid for words after an action."""
    known = {name: fields[name] for name in LASTING if name in fields}
    known["decision"] = "espionage"  # if it is one to decline: First is asked between turns
    if action.kind in (Kind.STEP, Kind.FLY):
        by_step = action.kind == Kind.STEP
        city = cards.cities[action.second] if by_step else cards.agency[action.first].city
        known["pairs"] = _pairs_in(city, cards)
        if not by_step:
            card = action.first + 1
            known["use"] = {"card": card, "agency_cards": [card]}  # until its agent is named
    elif action.kind == Kind.AGENT and "pairs" in fields:
        known["pairs"] = fields["pairs"]
    elif action.kind == Kind.AGENT and "use" in fields:
        known["pairs"] = _pairs_in(cards.agency[fields["use"]["card"] - 1].city, cards)
    elif action.kind == Kind.TAKE_MISSION:
        _empty(known, "missions_face_up", action.first)
    elif action.kind == Kind.TAKE_AGENCY:
        _empty(known, "agency_face_up", action.first)
    elif action.kind == Kind.REWARD:
        known["pairs"] = fields.get("pairs")
        if known["pairs"] is None:
            del known["pairs"]
            known.pop("agency_face_up", None)
        elif not action.first:
            regions = [region.name for region in cards.regions]
            _empty(known, "agency_face_up", regions.index(known["pairs"]["region"]))
    return known


def _pairs_in(city: str, cards: CardSet) -> dict[str, str]:
    """Return where a pair of cubes would be given back that an agent completes in a city."""
    (region,) = (region for region in cards.regions if city in region.cities)
    return {"region": region.name}


def _empty(known: dict[str, Any], row: str, place: int) -> None:
    """Remove the card at a place of a row."""
    if row in known and place < len(known[row]):
        known[row] = [*known[row][:place], 0, *known[row][place + 1 :]]


def _group(actions: Sequence[Action]) -> int:
    """Return the number of actions, from the first one, that make one clause."""
    kind, first, _, _ = actions[0]
    if kind in (Kind.COMPLETE, Kind.PAY):
        return 1 + _run(actions[1:], Kind.PAY, Kind.RETURN_CODE)
    if kind == Kind.REROLL:
        picks = 1 + _run(actions[1:], Kind.REROLL)
        return picks + _run(actions[picks : picks + 1], Kind.ROLL)
    if kind == Kind.USE and first in (Ability.PLUS_ONE, Ability.MINUS_ONE):
        return 1 + _run(actions[1:2], Kind.DIE)
    if kind in (Kind.CLAIM, Kind.TILE):
        return 1 + _run(actions[1:], Kind.TILE)
    if kind == Kind.FLY:
        return 1 + _run(actions[1:2], Kind.AGENT)
    if kind == Kind.KEEP:
        return 1 + _run(actions[1:2], Kind.BOTTOM)
    if kind == Kind.TAKE_MISSION:
        return 1 + _run(actions[1:2], Kind.DISCARD_MISSION)
    if kind in (Kind.MOVE, Kind.STEP) or (kind == Kind.USE and first == Ability.MOVE_THREE):
        steps = _run(actions[1:], Kind.STEP)
        return 1 + steps + (_run(actions[1 + steps : 2 + steps], Kind.STOP) if steps else 0)
    return 1


def _run(actions: Sequence[Action], *kinds: Kind) -> int:
    """Return the number of consecutive actions of these kinds, from the first one."""
    length = 0
    while length < len(actions) and actions[length].kind in kinds:
        length += 1
    return length


def _clause(group: Sequence[Action], cards: CardSet, fields: Fields) -> str:
    first = group[0]
    if first.kind == Kind.COMPLETE:
        clause = _completion(group, cards)
    elif first.kind == Kind.PAY:
        clause = Phrase("pay", listed(_payments(group, cards, None)))
    elif first.kind == Kind.REROLL and group[-1].kind == Kind.ROLL:
        faces = listed(str(pick.first) for pick in group[:-1])
        means = (
            f"with {YOUR_CHARACTER}"
            if first.second == Source.BY_CHARACTER
            else "with the reroll token"
        )
        clause = Phrase("reroll", f"{faces}{where_rerolled(fields)} {means}")
    elif first.kind == Kind.FLY and len(group) == 2:
        card, agent = first.first, group[1].first + 1
        city = cards.agency[card].city
        clause = Phrase("fly", f"agent {agent} to {city} with {agency_words(card, cards)}")
    elif first.kind == Kind.CLAIM and len(group) > 1:
        path = [first.second + 1, *(step.first + 1 for step in group[1:])]
        if len(path) < len(cards.codes[first.first].numbers):  # its end is still open
            start = phrase(pack(*first), cards, fields).rest.rpartition(", from ")[0]
            clause = Phrase("claim", f"{start}, from tiles {listed(map(str, path))} on")
        else:
            words = code_on_tiles(first.first, path, fields.get("tiles", ()), cards)
            clause = Phrase("break", f"code {words}")
    elif first.kind == Kind.TILE and len(group) > 1:
        tiles = listed(str(step.first + 1) for step in group)
        clause = Phrase("read", f"the next numbers of the code on tiles {tiles}")
    elif first.kind == Kind.STEP:
        clause = Phrase("move", _ways(group, cards))
    elif first.kind == Kind.KEEP and len(group) > 1 and "search" in fields:
        clause = _kept(group, cards, fields)
    elif first.kind == Kind.TAKE_MISSION and len(group) > 1:
        clause = phrase(pack(*first), cards, fields)
        is_same = _taken(first, fields) == group[1].first + 1
        given_up = "it" if is_same else mission_words(group[1].first, cards)
        clause = Phrase(
            "take", f"{clause.rest} {'only to' if is_same else 'and'} discard {given_up}"
        )
    else:
        clause = phrase(pack(*first), cards, fields)
        if len(group) > 1 and group[-1].kind == Kind.DIE:
            clause = Phrase(clause.verb, f"{clause.rest} on a {group[-1].first}")
        elif len(group) > 1 and group[1].kind == Kind.STEP:
            clause = Phrase(clause.verb, f"{clause.rest}: {_ways(group[1:], cards)}")
    return f"{clause.verb} {clause.rest}".rstrip()


def _kept(group: Sequence[Action], cards: CardSet, fields: Fields) -> Phrase:
    """Name the card that a Search keeps and the new bottom card of the deck."""
    deck = group[0].third
    words = agency_words if deck == Deck.AGENCY_DECK else mission_words
    chosen = {action.first for action in group}
    looked_at = [place["card"] - 1 for place in fields["search"]["cards"]]
    last = listed(words(card, cards) for card in looked_at if card not in chosen)
    kept = words(group[0].first, cards)
    return Phrase("keep", f"{kept}, with {last} as the bottom card of {DECK_WORDS[deck]}")


def _taken(action: Action, fields: Fields) -> int:
    """Return the number of the face-up mission that is taken; 0 if unknown."""
    row = fields.get("missions_face_up", ())
    return row[action.first] if action.first < len(row) else 0


def _completion(group: Sequence[Action], cards: CardSet) -> Phrase:
    mission = group[0].first
    payments = _payments(group[1:], cards, mission)
    paying = f" paying {listed(payments)}" if payments else ""
    return Phrase("complete", f"{mission_words(mission, cards)}{paying}")


def _payments(group: Sequence[Action], cards: CardSet, mission: int | None) -> list[str]:
    """Name the payment of each symbol, in their order if the mission is known (from 0)."""
    symbols = [] if mission is None else symbols_to_pay(mission + 1, cards)
    pays = [action for action in group if action.kind == Kind.PAY]
    symbols += [""] * (len(pays) - len(symbols))
    return [payment_words(pay, cards, symbol) for pay, symbol in zip(pays, symbols, strict=False)]


def _ways(group: Sequence[Action], cards: CardSet) -> str:
    """Join steps into ways: "agent 1 to Prague and Vienna, and agent 2 to Rome"."""
    ways: list[tuple[int, list[str]]] = []
    for step in group:
        if step.kind == Kind.STEP:
            if not ways or ways[-1][0] != step.first:
                ways.append((step.first, []))
            ways[-1][1].append(cards.cities[step.second])
    return ", ".join(f"agent {agent + 1} to {listed(cities)}" for agent, cities in ways)
