"""Public knowledge (rules 10.1), and cards known because they went into a hand in the open
(10.2)."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest
from views.games import house

from covert_engine.covert import State
from rules.moments import (
    DECKS,
    GAMES,
    HANDS,
    Fields,
    Moment,
    find,
    game,
    hand,
    held,
    lost,
    seats,
    where,
)

# 10.1: public.

TABLE = (
    *("card_set", "options", "round", "phase", "turn", "order", "had_break_turn", "final_round"),
    *("circles", "tiles", "agency_face_up", "missions_face_up", "cubes", "code_decks"),
    *("code_shuffles", "use", "espionage", "movement", "pairs", "reroll", "on_turn", "starter"),
)
OF_A_SEAT = (
    *("character", "character_uses", "reroll_token", "dice", "folder_dice", "decoder_dice"),
    *("agents", "supply", "cubes", "completed_missions", "completed_codes", "tokens"),
    *("token_draws", "reroll_count"),
)
OF_A_DECK = ("lot", "discards", "shuffles")


def public(fields: Fields) -> dict[str, Any]:
    """Return the fields that rule 10.1 names."""
    table = {name: fields.get(name) for name in TABLE}
    for seat, player in enumerate(fields["players"]):
        table |= {f"{name} of {seat}": player[name] for name in OF_A_SEAT}
        table |= {f"{name} of {seat}": len(player[name]) for name in (*HANDS.values(), "codes")}
    for deck in DECKS.values():
        table |= {f"{name} of {deck}": fields[deck][name] for name in OF_A_DECK}
        table[f"size of {deck}"] = len(fields[deck]["places"])
    return table


def test_r10_1_what_is_public_is_the_same_in_every_view() -> None:
    for which in GAMES[:3]:
        for state in game(*which).states[::7]:
            first, *others = (public(state.view(seat).fields()) for seat in seats(state))
            for other in others:
                assert other == first


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r10_1_start_cards_are_public_and_go_back(players: int) -> None:
    """All see the cities they named. Shuffled again (2.4), they are cards like all the others."""
    state = State.deal(house(), players, 1)
    cities = {city for seat in seats(state) for city in agents(state, seat)}
    shown = [state.view(seat).fields() for seat in seats(state)]
    assert cities <= set(house().source.cities)
    assert len({tuple(map(str, (fields["cubes"], *agents(state, 0)))) for fields in shown}) == 1
    cubes = Counter(colour for city in shown[0]["cubes"] for colour in city["colours"])
    assert cubes == ({3: 6, 4: 6} if players == 2 else {})
    for fields in shown:
        located = [f"A{n}" for n in range(1, 49) if where(fields, f"A{n}") is not None]
        assert len(located) == 6 + len(hand(fields, "A"))


def agents(state: State, seat: int) -> list[str]:
    return list(state.view(0).fields()["players"][seat]["agents"])


# 10.2: into a hand in the open.

TAKING = {
    "face up": ("take agency", "A"),
    "by Espionage": ("spy", "A"),
    "as a pair's reward": ("reward card", "A"),
    "a face-up mission": ("take mission", "M"),
}


def taken(moment: Moment, sort: str) -> str:
    """Return the card that was taken."""
    words = moment.text.split()
    if words[0] == "spy":
        return words[2]
    fields = moment.saw(moment.seat)
    if sort == "M":
        return f"M{fields['missions_face_up'][int(words[2]) - 1]}"
    regions = [region.name for region in house().source.regions]
    region = fields["pairs"]["region"] if words[0] == "reward" else words[2]
    return f"A{fields['agency_face_up'][regions.index(region)]}"


def long_held(moment: Moment, sort: str) -> bool:
    """Return True if every seat had a turn, and a deck was shuffled again, while the card was
    held."""
    moments = held(moment, moment.seat, taken(moment, sort))
    turns = {moment.saw(0).get("on_turn") for moment in moments} - {None}
    shuffles = {moment.saw(0)["agency_deck"]["shuffles"] for moment in moments}
    return len(turns) == moment.before.players and len(shuffles) > 1


@pytest.mark.parametrize("way", TAKING)
def test_r10_2_a_card_taken_in_the_open_is_known_until_it_leaves(way: str) -> None:
    said, sort = TAKING[way]
    for moment in find(said, lambda moment: long_held(moment, sort), count=4):
        card, holder = taken(moment, sort), moment.seat
        moments = held(moment, holder, card)
        for later in moments:
            for seat in seats(later.before):
                assert where(later.saw(seat), card) == f"hand of {holder}"
        for seat in seats(moment.before):
            assert where(moments[-1].sees(seat), card) != f"hand of {holder}"


def test_r10_2_every_leaving_is_public_by_name() -> None:
    """All see where every card goes that leaves a hand."""
    ways = Counter[str]()
    for which in GAMES[:1]:
        for moment in game(*which).moments():
            if moment.before.phase == "setup":
                continue  # a mission goes back unseen (2.5)
            for seat, sort in product(seats(moment.before), HANDS):
                for card in lost(moment, seat, sort):
                    views = [moment.sees(other) for other in seats(moment.before)]
                    lies = {where(fields, card) for fields in views}
                    shuffles = moment.saw(0)[DECKS[sort]]["shuffles"]
                    if views[0][DECKS[sort]]["shuffles"] == shuffles:  # or in the new deck already
                        assert len(lies) == 1
                        assert None not in lies
                        ways[moment.text.split()[0]] += 1
    assert ways.keys() >= {"use", "fly", "spy", "pay", "discard", "complete"}
