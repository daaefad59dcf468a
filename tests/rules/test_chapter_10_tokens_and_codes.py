"""Used tokens (rules 10.5) and codes shuffled back (10.7): what is one lot, and unseen, again."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from views.games import house

from covert_engine.covert import State
from covert_engine.covert.cards.card_set import ABILITIES
from rules.moments import (
    GAMES,
    Fields,
    Moment,
    codes,
    find,
    game,
    seats,
    worlds,
)

WORLDS = 400  # what is one of thirty is met for certain: it is missed once in 10^6
TOKENS = dict(zip(ABILITIES, house().source.tokens, strict=True))

# 10.5: tokens.


def owned(state: State, seat: int) -> Counter[str]:
    """Return the tokens a seat holds."""
    entries = state.view(seat).fields()["tokens"]
    return Counter({entry["ability"]: entry["count"] for entry in entries})


IN_VIEWS = {"+1": "plus_one", "-1": "minus_one", "move-x3": "move_three"}


def ability_of(moment: Moment) -> str:
    said = moment.text.split()[1]
    return IN_VIEWS.get(said, said.replace("-", "_"))


@pytest.mark.parametrize("used", ["+1", "move-x3", "sneak-attack", "search", "code-breaker"])
def test_r10_5_a_used_token_is_shown_and_goes_back_to_the_bag(used: str) -> None:
    """All see that its seat holds one token less, and its seat that it was this one."""
    for moment in find(f"use {used} token", lambda moment: moment.before.players > 2, count=3):
        kind = ability_of(moment)
        before, after = owned(moment.before, moment.seat), owned(moment.after, moment.seat)
        assert before - after == Counter({kind: 1})
        for seat in moment.others:
            held_then = moment.saw(seat)["players"][moment.seat]["tokens"]
            assert moment.sees(seat)["players"][moment.seat]["tokens"] == held_then - 1


def holds(state: State, observer: int, holder: int, kind: str) -> float:
    """Return the share of an observer's worlds in which a seat holds a token of some kind."""
    held = [owned(world, holder)[kind] > 0 for world in worlds(state, observer, WORLDS)]
    return sum(held) / len(held)


def test_r10_5_a_used_token_leaves_no_knowledge_behind() -> None:
    """It belongs to the lot again: anybody may have drawn it, also the seat that has just used
    it."""
    for moment in find(
        "use sneak-attack token", lambda moment: any_tokens(moment.after, moment), count=4
    ):
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
    """Return the moments of the next token that the same seat draws."""
    for later in moment.later():
        if later.seat == moment.seat and later.text.endswith("folder"):
            return [later]
    return []


def own_all(fields: Fields, kind: str) -> bool:
    return {"ability": kind, "count": TOKENS[kind]} in fields["tokens"]


def test_r10_5_the_bag_and_the_hidden_tokens_are_one_lot() -> None:
    """Its contents are known: all tokens but one's own. No world deals more, whichever seat used
    them."""
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
    """Return the code that went back into a deck, if it was one."""
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
    """Return seats that held, while it was away, a code with the equipment of the one shuffled
    back."""
    code = shuffled_back(moment)
    assert code is not None
    hidden = (0, equipment_of(code), True)
    return [seat for seat in seats(moment.before) if hidden in codes(moment.saw(observer), seat)]


PAYING = ("complete", "pay", "shuffle")


def test_r10_7_a_code_shuffled_back_is_one_of_the_unseen_codes_again() -> None:
    """It may be in any hand that its equipment fits, also in one that did not draw since: that it
    cannot be there is an either-or, which a view does not hold (10.8). Nor does the seat that
    shuffled it back know more."""
    for moment in find(
        PAYING,
        lambda moment: shuffled_back(moment) is not None and bool(alike(moment, moment.seat)),
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
                for world in worlds(moment.after, observer, WORLDS)
            ]
            assert [False] * moment.before.players in dealt  # it is in a deck
            for seat in alike(moment, observer):
                assert any(hands[seat] for hands in dealt)


def test_r10_7_only_the_equipment_now_on_top_of_each_deck_is_known() -> None:
    """Equal tops give equal views, whatever place the code went to and whatever lay on top
    before."""

    def before_the_next_dice(moment: Moment) -> bool:
        return shuffled_back(moment) is not None and moment.before.round == moment.after.round

    several = 0
    for moment in find(PAYING, before_the_next_dice, count=3):
        seen: dict[str, set[bytes]] = {}
        for world in worlds(moment.before, moment.seat, WORLDS):
            world.play(moment.action)
            if world.round != moment.before.round:
                continue  # nobody could answer, and new dice are rolled
            view = world.view(moment.seat)
            fields: Any = view.fields()
            asked = (fields["decision"], fields.get("to_decide"))  # a window may still be open
            tops = str((fields["code_decks"], asked))
            seen.setdefault(tops, set()).add(bytes(view))
        several += len(seen) > 1
        assert {len(views) for views in seen.values()} == {1}
    assert several >= 2
