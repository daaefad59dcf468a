"""Public knowledge (rules 10.1), and cards known because they went into a hand in the open
(10.2)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
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
    gained,
    game,
    hand,
    held,
    lost,
    seats,
    unseen,
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
    for which in GAMES[:4]:
        for state in game(*which).states:
            first, *others = (public(state.view(seat).fields()) for seat in seats(state))
            for other in others:
                assert other == first


CHANGES: tuple[tuple[str, Callable[[Fields, int], Any]], ...] = (
    ("place", lambda seen, seat: seen["players"][seat]["dice"]),
    ("pass", lambda seen, seat: seen["order"]),
    ("reroll", lambda seen, seat: (seen["players"][seat]["reroll_count"], seen.get("reroll"))),
    ("step", lambda seen, seat: seen["players"][seat]["agents"]),
    ("swap", lambda seen, seat: seen["tiles"]),
    ("claim", lambda seen, seat: seen["players"][seat]["completed_codes"]),
    ("draw code", lambda seen, seat: seen["code_decks"]),
    ("take agency", lambda seen, seat: seen["agency_face_up"]),
    ("take mission", lambda seen, seat: seen["missions_face_up"]),
    ("draw mission", lambda seen, seat: len(seen["mission_deck"]["places"])),
    ("forfeit", lambda seen, seat: seen["circles"]),
    ("discard A", lambda seen, seat: seen["agency_deck"]["discards"]),
    ("discard M", lambda seen, seat: seen["mission_deck"]["discards"]),
    ("reward card", lambda seen, seat: seen["agency_face_up"]),
    ("use sneak-attack token", lambda seen, seat: seen["players"][seat]["tokens"]),
    ("use move-x3 character", lambda seen, seat: seen["players"][seat]["character_uses"]),
)


@pytest.mark.parametrize(("said", "seen"), CHANGES, ids=[said for said, _ in CHANGES])
def test_r10_1_all_see_what_is_done_in_the_open(
    said: str, seen: Callable[[Fields, int], Any]
) -> None:
    remade = ("agency_deck", "mission_deck")
    for moment in find(
        said,
        lambda one: (
            all(one.saw(0)[d]["shuffles"] == one.sees(0)[d]["shuffles"] for d in remade)
            and one.before.round == one.after.round
        ),
        count=4,
    ):
        changed = [seen(moment.sees(seat), moment.seat) for seat in seats(moment.before)]
        assert seen(moment.saw(moment.seat), moment.seat) not in changed
        assert all(one == changed[0] for one in changed)


def test_r10_1_the_number_of_cards_and_tokens_in_every_hand_is_public() -> None:
    """The numbers are those of the cards and tokens that the owner sees."""
    for which in GAMES[:4]:
        for state in game(*which).states[::9]:
            own: list[Fields] = [state.view(seat).fields() for seat in seats(state)]
            for fields in own:
                for seat, player in enumerate(fields["players"]):
                    for sort, name in HANDS.items():
                        assert len(player[name]) == len(hand(own[seat], sort))
                    kinds = own[seat]["tokens"]
                    assert player["tokens"] == sum(entry["count"] for entry in kinds)
                    codes = [place["card"] for place in own[seat]["players"][seat]["codes"]]
                    assert len(player["codes"]) == len(set(codes) - {0})


def test_r10_1_every_card_is_somewhere() -> None:
    """The numbers add up to the cards there are: hands, decks, discard piles, cards in the open."""
    for moment in find("place"):
        for seat in seats(moment.before):
            fields = moment.saw(seat)
            for sort, cards in (("A", house().source.agency), ("M", house().source.missions)):
                located = [where(fields, f"{sort}{n}") for n in range(1, len(cards) + 1)]
                hidden = sum(len(lot) for lot in unseen(fields, sort).values())
                assert located.count(None) == hidden


def test_r10_1_the_equipment_of_the_two_top_codes_is_public() -> None:
    """A code drawn has the equipment that all saw on top of that deck."""
    for moment in find("draw code"):
        deck, drawer = int(moment.text.split()[-1]) - 1, moment.seat
        shown = {
            moment.saw(seat)["code_decks"][deck]["top_equipment"] for seat in seats(moment.before)
        }
        before, after = (
            {code["card"]: code["equipment"] for code in fields["players"][drawer]["codes"]}
            for fields in (moment.saw(drawer), moment.sees(drawer))
        )
        drawn = sorted(after.keys() - before.keys())
        assert len(shown) == 1
        assert {after[code] for code in drawn} >= shown


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
    turns = {one.saw(0).get("on_turn") for one in moments} - {None}
    shuffles = {one.saw(0)["agency_deck"]["shuffles"] for one in moments}
    return len(turns) == moment.before.players and len(shuffles) > 1


@pytest.mark.parametrize("way", TAKING)
def test_r10_2_a_card_taken_in_the_open_is_known_until_it_leaves(way: str) -> None:
    said, sort = TAKING[way]
    for moment in find(said, lambda one: long_held(one, sort), count=4):
        card, holder = taken(moment, sort), moment.seat
        moments = held(moment, holder, card)
        for one in moments:
            for seat in seats(one.before):
                assert where(one.saw(seat), card) == f"hand of {holder}"
        for seat in seats(moment.before):
            assert where(moments[-1].sees(seat), card) != f"hand of {holder}"


def test_r10_2_every_leaving_is_public_by_name() -> None:
    """All see where every card goes that leaves a hand."""
    ways = Counter[str]()
    for which in GAMES[:3]:
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


def test_r10_2_a_card_is_known_no_more_once_it_is_shuffled() -> None:
    """It was discarded, the discards became the deck, and it may lie anywhere in it."""
    forgotten = 0
    for moment in find("take agency", lambda one: long_held(one, "A"), count=8):
        card = taken(moment, "A")
        last = held(moment, moment.seat, card)[-1]
        shuffles = last.sees(0)["agency_deck"]["shuffles"]
        for one in last.later():
            fields = one.sees(0)
            if fields["agency_deck"]["shuffles"] > shuffles:
                lies = [where(one.sees(seat), card) for seat in seats(one.before)]
                if re.search("discards|hand|used|face up|search", str(lies)):
                    break  # it was held, or drawn again at once
                assert lies == [None] * one.before.players
                for seat in seats(one.before):
                    fields = one.sees(seat)
                    assert int(card[1:]) in unseen(fields, "A")[fields["agency_deck"]["lot"]]
                forgotten += 1
                break
    assert forgotten >= 3


def test_r10_2_what_was_drawn_unseen_stays_so_when_a_card_is_taken_in_the_open() -> None:
    """Only the card taken is known: the others of that hand stay as unknown as they were."""
    for moment in find("take agency", lambda one: len(gained(one, one.seat, "A")) == 1):
        for seat in moment.others:
            names = [
                [place["card"] for place in fields["players"][moment.seat]["agency_cards"]]
                for fields in (moment.saw(seat), moment.sees(seat))
            ]
            assert names[1].count(0) == names[0].count(0)
