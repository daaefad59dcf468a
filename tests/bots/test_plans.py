"""Plans: the evaluator's dice, symbol by symbol, from what the seat sees alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from covert_bots import make
from covert_bots.covert.hint import hint_of
from covert_bots.covert.wire import suggestion_to_message
from covert_bots.players.bot import Wanted
from covert_engine.covert import State, View
from covert_engine.covert._plan_items import plan_items
from covert_engine.covert.plans import Plan, Standing, plans_of, usable_dice

Walk = Callable[[int, int], Iterator[State]]


@pytest.fixture(scope="module")
def seen(walk: Walk) -> list[View]:
    """Return the views of all seats at some decisions of six games."""
    return [
        state.view(seat)
        for seed in range(6)
        for state in islice(walk(2 + seed % 3, seed), seed, None, 29)
        for seat in range(state.view(0).players)
    ]


def plans(view: View) -> list[Plan]:
    return [*plans_of(view), *plans_of(view, face_up=True)]


def test_the_dice_of_the_symbols_add_up_to_those_of_the_evaluator(seen: list[View]) -> None:
    told = 0
    for view in seen:
        counted = [*plan_items(view, False), *plan_items(view, True)]
        for plan, (mission, need, *_) in zip(plans(view), counted, strict=True):
            cards = sum(symbol.dice for symbol in plan.symbols)
            steps = max((symbol.steps for symbol in plan.symbols), default=0)
            assert plan.mission == mission + 1
            assert plan.dice == pytest.approx(need)
            assert plan.dice == pytest.approx(1 + cards + steps)
            told += 1
    assert told > 1000


def test_what_a_seat_has_serves_one_symbol(seen: list[View]) -> None:
    for view in seen:
        fields: Any = view.fields()
        own, cards = fields["players"][view.seat], view.cards.source
        for plan in plans(view):
            had = [symbol for symbol in plan.symbols if symbol.standing is Standing.HAVE]
            for pile, source in (
                ([place["card"] for place in own["agency_cards"]], "agency_card"),
                (own["completed_codes"], "code"),
                (own["completed_missions"], "foot"),
                ([1, 2, 3], "agent"),
            ):
                used = [getattr(symbol, source) for symbol in had if getattr(symbol, source)]
                assert set(used) <= set(pile)
                assert len(set(used)) == len(used)
            for symbol in had:
                sources = [symbol.agency_card, symbol.code, symbol.foot, symbol.agent]
                assert sum(map(bool, sources)) == 1
                if symbol.kind == "equipment" and symbol.agency_card:
                    assert cards.agency[symbol.agency_card - 1].equipment == symbol.name
                if symbol.agent:
                    assert symbol.city == own["agents"][symbol.agent - 1]


def test_reachable_is_what_dice_of_this_round_suffice_for(seen: list[View]) -> None:
    standings = set()
    for view in seen:
        dice = usable_dice(view)
        for symbol in (symbol for plan in plans(view) for symbol in plan.symbols):
            standings.add(symbol.standing)
            if symbol.standing is Standing.REACHABLE:
                on_agency, on_movement = dice.on(2), dice.on(3)
                by_card = 0 < symbol.agency_dice <= on_agency
                by_steps = 0 < symbol.steps <= on_movement
                assert by_card or by_steps or symbol.flight in view.hand["agency_cards"]
    assert standings == set(Standing)


def test_a_plan_is_the_same_in_every_world(seen: list[View]) -> None:
    for view in seen[::7]:
        for key in range(3):
            assert plans(view.sample(key).view(view.seat)) == plans(view)


def test_an_answer_has_the_plans_that_are_asked_for(views: list[View]) -> None:
    bot = make("greedy")
    for view in views[::9]:
        plain, more = (
            bot.suggest(view, seed=1, wanted=Wanted(plans=asked)) for asked in (False, True)
        )
        assert hint_of(plain, view) is None
        message = suggestion_to_message(more, view)
        for plan, sent in zip(plans(view), message.covert.plans, strict=True):
            assert (sent.mission, sent.in_hand) == (plan.mission, plan.in_hand)
            assert (sent.dice, sent.movement_dice) == (plan.dice, plan.movement_dice)
            assert sent.rounds == plan.rounds
            for symbol, written in zip(plan.symbols, sent.symbols, strict=True):
                names = [written.equipment, written.city, written.region]
                assert "".join(names) == symbol.name
                assert written.standing == list(Standing).index(symbol.standing) + 1
                assert written.agency_card == symbol.agency_card
                assert (written.agent, written.goes_to) == (symbol.agent, symbol.city)
                assert (written.steps, written.flight) == (symbol.steps, symbol.flight)
        message.ClearField("covert")
        assert message == suggestion_to_message(plain, view)
