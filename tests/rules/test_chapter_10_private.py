"""What is its holder's alone (rules 10.3), tokens in the bag (10.5), codes shuffled back (10.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from views.games import house

from covert_engine.covert import State
from covert_engine.covert.card_set import ABILITIES
from rules.moments import (
    DECKS,
    GAMES,
    HANDS,
    Fields,
    Moment,
    find,
    gained,
    game,
    held,
    seats,
    where,
)

WORLDS = 400  # what is one of thirty is met for certain: it is missed once in 10^6
TOKENS = dict(zip(ABILITIES, house().source.tokens, strict=True))


def worlds(state: State, seat: int, count: int = WORLDS) -> Iterator[State]:
    view = state.view(seat)
    return (view.sample(key) for key in range(count))


# 10.3: drawn unseen.

DRAWING = {
    "a mission": ("draw mission", "M"),
    "an Agency Card": ("draw agency", "A"),
    "a pair's reward": ("reward deck", "A"),
}


def unknown_top(moment: Moment, sort: str) -> bool:
    """Nobody knows the card that is drawn, and it stays in the hand for some time."""
    places = moment.saw(0)[DECKS[sort]]["places"]
    drawn = gained(moment, moment.seat, sort)
    return (
        bool(places)
        and not places[0]["known_by"]
        and len(drawn) == 1
        and len(held(moment, moment.seat, *drawn)) > 20
    )


@pytest.mark.parametrize("way", DRAWING)
def test_r10_3_a_card_drawn_unseen_is_its_drawers_knowledge_until_it_leaves(way: str) -> None:
    said, sort = DRAWING[way]
    for moment in find(said, lambda one: unknown_top(one, sort), count=4):
        (card,) = gained(moment, moment.seat, sort)
        for one in held(moment, moment.seat, card):
            assert where(one.saw(moment.seat), card) == f"hand of {moment.seat}"
            for seat in moment.others:
                assert where(one.saw(seat), card) is None
                hand = one.saw(seat)["players"][moment.seat][HANDS[sort]]
                assert (0, [moment.seat]) in [(p["card"], p["known_by"]) for p in hand]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r10_3_the_cards_dealt_are_their_holders_alone(players: int) -> None:
    state = State.deal(house(), players, 1)
    for seat in seats(state):
        for holder, player in enumerate(state.view(seat).fields()["players"]):
            for place in player["agency_cards"] + player["missions"]:
                assert (place["card"] > 0) == (seat == holder)
                assert place["known_by"] == [holder]


# 10.3: tokens.


def test_r10_3_the_kind_of_a_token_drawn_is_its_drawers_alone() -> None:
    """Whatever is drawn from the bag, the others see the same."""
    for moment in find("place", lambda one: one.text.endswith("folder")):
        drawn = set()
        for seat in moment.others:
            seen = set()
            for world in worlds(moment.before, seat, 40):
                world.play(moment.action)
                seen.add(bytes(world.view(seat)))
                drawn.add(str(world.view(moment.seat).fields()["tokens"]))
            assert len(seen) == 1
        assert len(drawn) > 4


def test_r10_3_the_kinds_of_tokens_held_are_their_holders_alone() -> None:
    """The list of kinds in a view is its seat's own; of the others it has the number."""
    for which in GAMES[:3]:
        for state in game(*which).states[::50]:
            for seat in seats(state):
                own = state.view(seat).fields()
                assert sum(one["count"] for one in own["tokens"]) == own["players"][seat]["tokens"]
                assert all(isinstance(player["tokens"], int) for player in own["players"])
                for holder in set(seats(state)) - {seat}:
                    if own["players"][holder]["tokens"]:
                        kinds = {
                            str(world.view(holder).fields()["tokens"])
                            for world in worlds(state, seat, 30)
                        }
                        assert len(kinds) > 1


# 10.3: codes.


def codes(fields: Fields, seat: int) -> list[tuple[int, str, bool]]:
    """The codes in a hand: number, equipment, whether all know the equipment."""
    return [
        (code["card"], code["equipment"], code["equipment_public"])
        for code in fields["players"][seat]["codes"]
    ]


def test_r10_3_the_numbers_of_a_code_held_are_its_holders_alone() -> None:
    for which in GAMES[:3]:
        for state in game(*which).states[::9]:
            for seat in seats(state):
                fields = state.view(seat).fields()
                for holder in seats(state):
                    for card, _, _ in codes(fields, holder):
                        assert (card > 0) == (seat == holder)


def in_round_one(moment: Moment) -> bool:
    return moment.before.round == 1 and not moment.saw(0)["turn"]["claimed"]


def test_r10_3_of_the_codes_dealt_at_setup_both_sides_are_private() -> None:
    for moment in find("swap", in_round_one):
        for seat in moment.others:
            assert codes(moment.saw(seat), moment.seat) == [(0, "", False)] * 2
        own = codes(moment.saw(moment.seat), moment.seat)
        assert all(card and equipment and not shown for card, equipment, shown in own)


def drawn_code(moment: Moment) -> int:
    before = {card for card, _, _ in codes(moment.saw(moment.seat), moment.seat)}
    after = {card for card, _, _ in codes(moment.sees(moment.seat), moment.seat)}
    return min(after - before)


def code_held(moment: Moment, code: int) -> list[Moment]:
    """The moments after this one while the seat holds a code that is not broken."""
    moments = []
    for one in moment.later():
        if code not in [card for card, _, _ in codes(one.saw(moment.seat), moment.seat)]:
            break
        moments.append(one)
    return moments


def test_r10_3_the_equipment_of_a_code_drawn_from_a_deck_is_public_while_it_is_held() -> None:
    """Through rounds, and while other codes are shuffled back."""
    shuffles = set()
    for moment in find("draw code", lambda one: len(code_held(one, drawn_code(one))) > 200):
        code = drawn_code(moment)
        equipment = house().source.codes[code - 1].equipment
        for one in code_held(moment, code):
            for seat in moment.others:
                assert (0, equipment, True) in codes(one.saw(seat), moment.seat)
            shuffles.add((one.saw(0)["code_shuffles"], one.game))
    assert len(shuffles) > len({which for _, which in shuffles})


def code_named(moment: Moment) -> int:
    return int(moment.text.split()[1][1:])


def completed(fields: Fields, seat: int) -> list[int]:
    return list(fields["players"][seat]["completed_codes"])


def test_r10_3_a_broken_codes_numbers_are_shown_and_stay_known() -> None:
    """All see which code it is, from the claim until it pays for a mission or the game ends."""
    for moment in find("claim"):
        code = code_named(moment)
        for seat in seats(moment.before):
            assert code not in completed(moment.saw(seat), moment.seat)
        for one in (moment, *moment.later()):
            shown = [code in completed(one.sees(seat), moment.seat) for seat in seats(one.before)]
            if one.text == f"pay C{code}":
                assert not any(shown)
                break
            if not any(shown):  # it paid as the only choice
                assert one.text.startswith(("complete", "pay", "shuffle"))
                break
            assert all(shown)


# 10.5: tokens.


def owned(state: State, seat: int) -> Counter[str]:
    """The tokens a seat holds."""
    entries = state.view(seat).fields()["tokens"]
    return Counter({entry["ability"]: entry["count"] for entry in entries})


IN_VIEWS = {"+1": "plus_one", "-1": "minus_one", "move-x3": "move_three"}


def ability_of(moment: Moment) -> str:
    said = moment.text.split()[1]
    return IN_VIEWS.get(said, said.replace("-", "_"))


@pytest.mark.parametrize("used", ["+1", "move-x3", "sneak-attack", "search", "code-breaker"])
def test_r10_5_a_used_token_is_shown_and_goes_back_to_the_bag(used: str) -> None:
    """All see that its seat holds one token less, and its seat that it was this one."""
    for moment in find(f"use {used} token", lambda one: one.before.players > 2, count=3):
        kind = ability_of(moment)
        before, after = owned(moment.before, moment.seat), owned(moment.after, moment.seat)
        assert before - after == Counter({kind: 1})
        for seat in moment.others:
            held_then = moment.saw(seat)["players"][moment.seat]["tokens"]
            assert moment.sees(seat)["players"][moment.seat]["tokens"] == held_then - 1


def holds(state: State, observer: int, holder: int, kind: str) -> float:
    """In what share of the worlds of an observer a seat holds a token of some kind."""
    found = [owned(world, holder)[kind] > 0 for world in worlds(state, observer)]
    return sum(found) / len(found)


def test_r10_5_a_used_token_leaves_no_knowledge_behind() -> None:
    """It is one of the lot again: anybody may have drawn it, or not, also who has just used it."""
    for moment in find("use sneak-attack token", lambda one: any_tokens(one.after, one), count=4):
        for later in next_draws(moment):
            for observer in set(seats(later.after)) - {moment.seat}:
                fields = later.sees(observer)
                if own_all(fields, "sneak_attack"):
                    continue
                for holder in set(seats(later.after)) - {observer}:
                    if fields["players"][holder]["tokens"]:
                        assert 0 < holds(later.after, observer, holder, "sneak_attack") < 1


def any_tokens(state: State, moment: Moment) -> bool:
    return bool(next_draws(moment)) and state.view(0).fields()["players"][moment.seat]["tokens"] > 0


def next_draws(moment: Moment) -> list[Moment]:
    """The next token the same seat draws."""
    for one in moment.later():
        if one.seat == moment.seat and one.text.endswith("folder"):
            return [one]
    return []


def own_all(fields: Fields, kind: str) -> bool:
    return {"ability": kind, "count": TOKENS[kind]} in fields["tokens"]


def test_r10_5_the_bag_and_the_hidden_tokens_are_one_lot() -> None:
    """Its contents are known: all tokens but one's own. No world deals more, whoever used what."""
    for which in GAMES[:3]:
        for state in game(*which).states[::200]:
            for seat in seats(state):
                own = owned(state, seat)
                for world in worlds(state, seat, 5):
                    hidden = Counter[str]()
                    for other in set(seats(state)) - {seat}:
                        hidden += owned(world, other)
                    assert owned(world, seat) == own
                    for kind, count in hidden.items():
                        assert count <= TOKENS[kind] - own[kind]


# 10.7: codes shuffled back.


def shuffled_back(moment: Moment) -> int | None:
    """The code that went back into a deck, if it was one."""
    before, after = moment.saw(0), moment.sees(0)
    if after["code_shuffles"] != before["code_shuffles"] + 1:
        return None
    shown = [
        {code for player in fields["players"] for code in player["completed_codes"]}
        | set(fields.get("use", {}).get("codes", []))
        for fields in (before, after)
    ]
    (code,) = shown[0] - shown[1]
    return int(code)


def equipment_of(code: int) -> str:
    return house().source.codes[code - 1].equipment


def alike(moment: Moment, observer: int) -> list[int]:
    """Seats that held, while it was away, a code with the equipment of the one shuffled back."""
    code = shuffled_back(moment)
    assert code is not None
    hidden = (0, equipment_of(code), True)
    return [seat for seat in seats(moment.before) if hidden in codes(moment.saw(observer), seat)]


PAYING = ("complete", "pay", "shuffle")


def test_r10_7_a_code_shuffled_back_is_one_of_the_unseen_codes_again() -> None:
    """It may be in any hand that its equipment fits, also in one that did not draw since: that it
    cannot be there is an either-or, which a view does not hold (10.8). Nor does he know more who
    shuffled it back."""
    for moment in find(
        PAYING,
        lambda one: shuffled_back(one) is not None and bool(alike(one, one.seat)),
        count=3,
    ):
        code = shuffled_back(moment)
        for observer in seats(moment.before):
            fields = moment.sees(observer)
            assert not any(code in player["completed_codes"] for player in fields["players"])
            dealt = [
                [
                    code in [c for c, _, _ in codes(world.view(seat).fields(), seat)]
                    for seat in seats(world)
                ]
                for world in worlds(moment.after, observer)
            ]
            assert [False] * moment.before.players in dealt  # it is in a deck
            for seat in alike(moment, observer):
                assert any(hands[seat] for hands in dealt)


def test_r10_7_only_the_equipment_now_on_top_of_each_deck_is_known() -> None:
    """Wherever in the deck it went, and whatever lay on top before: equal tops, equal views."""
    for moment in find(PAYING, lambda one: shuffled_back(one) is not None, count=3):
        seen: dict[str, set[bytes]] = {}
        for world in worlds(moment.before, moment.seat):
            world.play(moment.action)
            view = world.view(moment.seat)
            tops = str(view.fields()["code_decks"])
            seen.setdefault(tops, set()).add(bytes(view))
        assert len(seen) > 1
        assert {len(views) for views in seen.values()} == {1}
