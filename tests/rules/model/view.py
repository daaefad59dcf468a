"""The view of one seat, from what is kept with every place (rules 10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from covert_engine.covert.cards.card_set import ABILITIES
from rules.model.missions import OTHER, symbols_of
from rules.model.table import Deck, HeldCode, Place, Player, Table, Use

Fields = dict[str, Any]
UNSPECIFIED = "unspecified"


def view(table: Table, seat: int) -> Fields:
    """Return the view of a seat, field by field as in view.proto."""
    decision = table.decision
    fields: Fields = {
        "card_set": table.cards.digest,
        "options": asdict(table.options),
        "seat": seat,
        "round": table.round,
        "phase": table.phase,
        "decision": _decision(table, seat),
        "turn": _turn(table),
        "order": list(table.order),
        "had_break_turn": sorted(table.had_break_turn),
        "final_round": table.final_round,
        "players": [_player(table, seat, other) for other in table.seats],
        "circles": [
            {"spaces": [circle[face] + 1 if face in circle else 0 for face in range(1, 7)]}
            for circle in table.circles
        ],
        "tiles": list(table.tiles),
        "agency_face_up": list(table.agency_up),
        "missions_face_up": list(table.missions_up),
        "cubes": [
            {"city": city, "colours": sorted(table.cubes[city])}
            for city in table.cards.cities
            if table.cubes[city]
        ],
        "agency_deck": _deck(table, seat, table.agency_deck),
        "mission_deck": _deck(table, seat, table.mission_deck),
        "code_decks": [
            {"size": len(codes), "top_equipment": table.code(codes[0]).equipment if codes else ""}
            for codes in table.code_decks
        ],
        "code_shuffles": table.code_shuffles,
        "tokens": _tokens(table.players[seat].tokens),
        "fresh_tokens": _tokens(table.players[seat].fresh),
    }
    if decision and (not table.hidden or decision.seat == seat):  # 10.9
        fields["to_decide"] = decision.seat
    if table.turn:
        fields["on_turn"] = table.turn.seat
    if table.starter is not None:
        fields["starter"] = table.starter
    if decision and decision.name == "first" and table.asked_first is not None:
        fields["asked_first"] = table.asked_first
    return fields | _going_on(table, seat)


def _decision(table: Table, viewer: int) -> str:
    """10.9: to the others, a Search is one hidden choice."""
    decision = table.decision
    if decision is None:
        return "none"
    if decision.name == "bottom" and decision.seat != viewer:
        return "keep"
    return decision.name


def _turn(table: Table) -> Fields:
    turn = table.turn
    names = ("plays", "owed", "placed", "shifted", "swaps", "claimed", "acted")
    if turn is None:
        return dict.fromkeys(names, 0) | {"drawn": 0, "claimed": False, "acted": False}
    fields = {name: getattr(turn, name) for name in names}
    return fields | {"drawn": len(table.players[turn.seat].fresh)}


def _player(table: Table, viewer: int, seat: int) -> Fields:
    player = table.players[seat]
    return {
        "character": player.character,
        "character_uses": player.character_uses,
        "reroll_token": player.reroll_token,
        "dice": list(player.dice),
        "folder_dice": player.folder_dice,
        "decoder_dice": list(player.decoder),
        "agents": list(player.agents),
        "supply": player.supply,
        "cubes": list(player.cubes),
        "completed_missions": list(player.completed_missions),
        "completed_codes": list(player.completed_codes),
        "agency_cards": _hand(table, viewer, player.agency),
        "missions": _hand(table, viewer, player.missions),
        "codes": _codes(table, viewer, player, viewer == seat),
        "tokens": len(player.tokens),
        "token_draws": player.token_draws,
        "reroll_count": player.rerolls,
    }


def _place(table: Table, viewer: int, place: Place) -> Fields:
    """10.4: the card to those who know it; that they know, and the lot, to all."""
    to_all = len(place.known_by) == len(table.seats)
    return {
        "card": place.card if viewer in place.known_by else 0,
        "known_by": sorted(place.known_by),
        "lot": 0 if to_all else place.lot,
    }


def _hand(table: Table, viewer: int, hand: Iterable[Place]) -> list[Fields]:
    """10.8: a set, known cards first, the others counted by lot and by who knows them."""
    return sorted((_place(table, viewer, place) for place in hand), key=_known_first)


def _known_first(place: Fields) -> tuple[bool, int, int, int]:
    known_by = sum(1 << seat for seat in place["known_by"])
    return place["card"] == 0, place["card"], known_by, place["lot"]


def _codes(table: Table, viewer: int, player: Player, own: bool) -> list[Fields]:
    """10.3: numbers are the holder's, the equipment of a code drawn from a deck everybody's."""

    def fields(held: HeldCode) -> Fields:
        shown = own or held.equipment_public
        return {
            "card": held.card if own else 0,
            "equipment": table.code(held.card).equipment if shown else "",
            "equipment_public": held.equipment_public,
        }

    kinds = ["", *table.cards.equipment]
    return sorted(
        (fields(held) for held in player.codes),
        key=lambda code: (
            code["card"],
            not code["equipment_public"],
            kinds.index(code["equipment"]),
        ),
    )


def _deck(table: Table, viewer: int, deck: Deck) -> Fields:
    agency = deck.name == "agency"
    hands = [player.agency if agency else player.missions for player in table.players]
    somewhere = [place for hand in [deck.places, *hands] for place in hand]
    if table.search and table.search.deck == deck.name:
        somewhere += table.search.cards
    unseen: dict[int, list[int]] = {}
    for place in somewhere:
        if viewer not in place.known_by:
            unseen.setdefault(place.lot, []).append(place.card)
    return {
        "places": [_place(table, viewer, place) for place in deck.places],
        "lot": deck.places[-1].lot if deck.places else 0,
        "discards": sorted(deck.discards),
        "shuffles": deck.shuffles,
        "unseen": [{"lot": lot, "cards": sorted(unseen[lot])} for lot in sorted(unseen)],
    }


def _tokens(tokens: list[str]) -> list[Fields]:
    return [
        {"ability": ability, "count": tokens.count(ability)}
        for ability in ABILITIES
        if ability in tokens
    ]


def _going_on(table: Table, viewer: int) -> Fields:
    """Return the parts that are there only while something is going on."""
    fields: Fields = {}
    if table.use:
        fields["use"] = _use(table, table.use)
    if table.window:
        fields["espionage"] = {
            "opener": table.window.opener,
            "pool": sorted(table.window.pool),
            "played": sorted(table.window.played),
        }
    if table.steps:
        fields["movement"] = {
            "pool": table.steps.shared,
            "steps": list(table.steps.own),
            "last_agent": table.steps.last_agent,
        }
    if table.pairs:
        fields["pairs"] = {"colours": list(table.pairs.colours), "region": table.pairs.region}
    if table.reroll:
        fields["reroll"] = {
            "faces": list(table.reroll.faces),
            "by_character": table.reroll.by_character,
        }
    if table.claim:
        fields["claim"] = {"code": table.claim.code, "tiles": list(table.claim.tiles)}
    if table.search:
        assert table.turn is not None
        fields["search"] = {
            "cards": [_place(table, viewer, place) for place in table.search.cards],
            "kept": table.search.kept if viewer == table.turn.seat else 0,
        }
    return fields


def _use(table: Table, use: Use) -> Fields:
    symbols = symbols_of(table, use.mission) if use.mission else []
    next_symbol = symbols[len(use.payments)] if len(use.payments) < len(symbols) else ""
    equal = [
        payment
        for payment, symbol in zip(use.payments, symbols, strict=False)
        if symbol == next_symbol
    ]
    last = equal[-1] if equal else ""
    return {
        "kind": "draw" if use.ability == "draw_agency" else use.kind,
        "seat": use.seat,
        "ability": use.ability if use.ability in ABILITIES else UNSPECIFIED,
        "card": int(use.source[1:]) if use.source.startswith("A") else 0,
        "by_token": use.source == "token",
        "by_character": use.source == "character",
        "face": use.face,
        "deck": use.deck or UNSPECIFIED,
        "agent": use.agent,
        "mission": use.mission,
        "symbols_paid": len(use.payments),
        "feet_used": sum(payment.startswith("foot") for payment in equal),
        "last_payment": last.removeprefix(OTHER) if not last.startswith("foot") else "",
        "agency_cards": sorted(use.cards),
        "codes": sorted(use.codes),
        "draws_left": use.draws_left,
        "any_equipment_used": use.others_paid,
    }
