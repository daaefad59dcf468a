"""A turn by hints equals hints that are taken one by one, and ends with the turn."""

from __future__ import annotations

import pytest

from covert_bots import make
from covert_bots.covert.hinted_turn import HintedTurn, in_any_order
from covert_bots.players.bot import Bot
from covert_engine.covert import CompiledSet, State, house_set
from covert_engine.covert.rules.actions import Ability, Kind, unpack

CARDS = CompiledSet(house_set(), house_set().options)
DECISIONS = 160
SEAT = 0


def turns_of(adviser: Bot, seed: int) -> list[list[int]]:
    """Return the actions of a seat in the beginning of a game, in turns that hints have played."""
    state, opponent = State.deal(CARDS, 2, seed), make("greedy")
    turn: HintedTurn | None = None
    turns: list[list[int]] = []
    for number in range(DECISIONS):
        assert state.actor is not None
        view = state.view(state.actor)
        if state.actor != SEAT:
            state.play(opponent.choose(view, number))
            continue
        if turn is None or not turn.goes_on(view):
            turn = HintedTurn(view)
            turns.append([])
        hint = adviser.suggest(in_any_order(view), seed=seed)
        action, _ = turn.step(view, hint)
        assert action == hint.moves[0].action
        turns[-1].append(action)
        state.play(action)
    return turns


@pytest.mark.parametrize("seed", [1, 2])
def test_a_turn_has_the_dice_of_one_turn_and_ends_once(seed: int) -> None:
    turns = [
        [unpack(action) for action in turn] for turn in turns_of(make("ismcts:iterations=40"), seed)
    ]
    assert max(map(len, turns)) > 3
    for turn in turns:
        more = sum(each.kind == Kind.USE and each.first == Ability.SNEAK_ATTACK for each in turn)
        assert sum(each.kind == Kind.PLACE for each in turn) <= 1 + more
        ends = [each.kind in (Kind.PASS, Kind.END) for each in turn]
        assert sum(ends) <= 1
        assert not any(ends[:-1])


def test_a_hint_that_goes_on_otherwise_is_new() -> None:
    """The first hint of a turn is new, and so is one that the hint before has not told."""
    adviser, state = make("ismcts:iterations=40"), State.deal(CARDS, 2, 1)
    kept, changed = 0, 0
    for number in range(DECISIONS):
        assert state.actor is not None
        view = state.view(state.actor)
        hint = adviser.suggest(in_any_order(view))
        turn = HintedTurn(view)
        action, is_new = turn.step(view, hint)
        assert is_new
        state.play(action)
        if state.actor == view.seat and turn.goes_on(state.view(view.seat)):
            after = state.view(view.seat)
            _, is_new = turn.step(after, adviser.suggest(in_any_order(after), seed=number))
            kept, changed = kept + (not is_new), changed + is_new
    assert kept
    assert changed


def test_agents_that_were_passed_over_are_considered_again() -> None:
    bot, met = make("random"), 0
    for seed in range(3):
        state = State.deal(CARDS, 3, seed)
        for number in range(400):
            if state.actor is None:
                break
            view = state.view(state.actor)
            free = in_any_order(view)
            assert free.legal_actions() == view.legal_actions()
            if view.decision != "step":
                assert free is view
            elif free.legal_actions(canonical=True) != view.legal_actions(canonical=True):
                agents = {
                    unpack(action).first
                    for action in set(free.legal_actions(canonical=True))
                    - set(view.legal_actions(canonical=True))
                }
                last = view.fields()["movement"]["last_agent"] - 1
                assert max(agents) < last
                met += 1
            state.play(bot.choose(view, number))
    assert met > 5
