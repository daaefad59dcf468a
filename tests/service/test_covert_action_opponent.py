"""Opponent answers views of Covert Action: ranked actions, beliefs and reasons."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import grpc
import pytest
from service.quick_bots import quick

from covert_action.engine.tables import hold, positions, table
from covert_bots.covert_action.catalogue import CATALOGUE
from covert_bots.covert_action.wire import view_to_message
from covert_engine.covert_action import State, View
from covertbots.client import Client, ServiceError
from covertbots.v1 import suggestion_pb2, view_pb2
from covertbots.v1.covert_action_pb2 import CovertActionHint, CovertActionView

SPECS = [quick(bot) for bot in CATALOGUE.describe()]
GAME = "covert_action"


@cache
def deciding(count: int = 8, seed: int = 4) -> list[View]:
    """Return views of random games whose own seats are to decide, some of every kind of
    decision."""
    views_of: dict[str, list[View]] = {"talk": [], "window": [], "deadline": []}
    for state, chance in positions(400, seed, share=0.05):
        if not state.over:
            views_of[state.phase].append(state.view(chance.choice(state.deciders)))
        if all(len(views) >= count for views in views_of.values()):
            return [view for views in views_of.values() for view in views[:count]]
    raise AssertionError({phase: len(views) for phase, views in views_of.items()})


def suggest(client: Client, view: View, spec: str, **rest: Any) -> suggestion_pb2.Suggestion:
    return client.suggest_move(view_to_message(view), spec, **rest).suggestion


def test_the_bots_of_a_game_are_those_of_its_catalogue(client: Client) -> None:
    listed = client.list_bots(game=GAME)
    assert [bot.name for bot in listed.bots] == [bot.name for bot in CATALOGUE.describe()]
    assert list(listed.games) == ["covert", GAME]
    assert not listed.card_sets
    assert client.list_bots(game="covert") == client.list_bots()
    with pytest.raises(ServiceError) as caught:
        client.list_bots(game="chess")
    wrong = "is 'chess'; expected `covert` or `covert_action`, or nothing"
    assert caught.value.violations == (("game", wrong),)


@pytest.mark.parametrize("spec", SPECS)
def test_every_bot_ranks_the_legal_actions_of_every_decision(client: Client, spec: str) -> None:
    for view in deciding():
        suggestion = suggest(client, view, spec, seed=5)
        ranked = [move.action.text for move in suggestion.moves]
        world = view.sample(1)
        assert sorted(ranked) == sorted(world.legal_texts(seat=view.seat))
        assert sum(move.prior for move in suggestion.moves) == pytest.approx(1, abs=1e-6)
        assert {move.action.seat for move in suggestion.moves} == {view.seat}
        assert suggestion.turn_in_words
        for move in suggestion.moves:
            assert move.principal_variation[0] == move.action
            assert len(move.expected_score) in (0, view.players)
            assert all(0 <= types <= 4 for types in move.expected_score)
            assert len(move.win_probability) in (0, view.players)
        check_hint(suggestion, view)


def check_hint(suggestion: suggestion_pb2.Suggestion, view: View) -> None:
    """Check that shares add up, that what is known is certain, and that the sentence adds no
    figure."""
    hint, fields = suggestion.covert_action, view.fields()
    assert [belief.seat for belief in hint.seats] == list(range(view.players))
    for belief, player in zip(hint.seats, fields["players"], strict=True):
        assert sum(role.probability for role in belief.roles) == pytest.approx(1)
        known = player["role"]
        if known is not None:
            role = CovertActionView.Role.Value(f"ROLE_{known.upper()}")
            assert {share.role for share in belief.roles if share.probability} == {role}
        if belief.seat == view.seat or not player["is_in"]:
            assert belief.good_target == 0
        assert 0 <= belief.good_target <= 1
        assert 0 <= belief.acts_as_sniper <= 1
        assert player["is_in"] or belief.acts_as_sniper == 0
    assert hint.of_viewer.seat == view.seat
    assert sum(role.probability for role in hint.of_viewer.roles) == pytest.approx(1)
    assert len(hint.win_probability) == view.players
    assert sum(hint.win_probability) == pytest.approx(1)
    best = suggestion.moves[0]
    if best.win_probability:
        assert list(hint.win_probability) == pytest.approx(list(best.win_probability), abs=1e-6)
    assert unfounded(suggestion) == []


def unfounded(suggestion: suggestion_pb2.Suggestion) -> list[str]:
    """Return the figures of the sentence that are not in the message."""
    hint = suggestion.covert_action
    figures = {f"Seat {belief.seat + 1}" for belief in hint.seats}
    for belief in (*hint.seats, hint.of_viewer):
        shares = [
            belief.acts_as_sniper,
            belief.good_target,
            *(role.probability for role in belief.roles),
        ]
        figures.update(f"{share:.0%}" for share in shares)
    figures.update(f"{move.value:.2f}" for move in suggestion.moves)
    counted = re.findall(r"between this and (\d+) other actions", hint.reason)
    figures.update(count for count in counted if int(count) < len(suggestion.moves))
    said = re.findall(r"Seat \d+|\d+\.\d+|\d+%|\d+", hint.reason)
    assert hint.reason.endswith(".")
    assert hint.reason.startswith(suggestion.moves[0].action.words)
    return [figure for figure in said if figure not in figures]


def test_a_figure_of_the_sentence_that_is_nowhere_else_is_found(client: Client) -> None:
    suggestion = suggest(client, deciding()[0], "random")
    suggestion.covert_action.reason += " 0.123 of 77%."
    assert unfounded(suggestion) == ["0.123", "77%"]


def believed(client: Client, state: State, seat: int) -> CovertActionHint:
    return suggest(client, state.view(seat), "random").covert_action


def share(seat: CovertActionHint.SeatBelief, name: str) -> float:
    role = CovertActionView.Role.Value(f"ROLE_{name}")
    return next(role_share.probability for role_share in seat.roles if role_share.role == role)


def test_e5_of_the_rules_as_it_is_told(client: Client) -> None:
    """The figures are those of the rules' example, for a Red Sniper and for a Red Cleaner."""
    hint = believed(client, table("S C B | M", "C B M | S"), 0)
    assert [belief.acts_as_sniper for belief in hint.seats] == pytest.approx(
        [1, 0, 0, *[1 / 3] * 3]
    )
    assert [share(belief, "MOLE") for belief in hint.seats[:3]] == pytest.approx([0, 1 / 3, 1 / 3])
    # A Sniper's good targets: its own Mole, or the enemy that acts as Sniper.
    assert [belief.good_target for belief in hint.seats] == pytest.approx([0, *[1 / 3] * 5])
    hint = believed(client, table("C S B | M", "C B M | S"), 0)
    assert hint.seats[0].acts_as_sniper == pytest.approx(1 / 3)
    assert [belief.good_target for belief in hint.seats] == pytest.approx(
        [0, 1 / 6, 1 / 6, *[1 / 9] * 3]
    )
    # To the table seat 1 is any of four Red cards.
    assert [role.probability for role in hint.of_viewer.roles] == pytest.approx([1 / 4] * 4)


def test_e6_of_the_rules_as_it_is_told(client: Client) -> None:
    state = table("S C B | M", "C B M | S", talk=True, opener=3)
    state.play("am mole")
    for _ in range(3):
        state.play("pass")
    hint = believed(client, state, state.deciders[0])
    assert state.deciders == [1]
    assert share(hint.seats[3], "MOLE") == pytest.approx(1 / 2)
    acting = [belief.acts_as_sniper for belief in hint.seats[3:]]
    assert acting == pytest.approx([2 / 9, 7 / 18, 7 / 18])


def test_a_bot_that_does_not_say_who_wins_has_the_plan_cards_speak(client: Client) -> None:
    hands = [[1, 1, 1, 0], *[[0, 0, 0, 0]] * 5]
    state = table("S C B | M", "C B M | S", hands=hands, round=4)
    chances = believed(client, state, 0).win_probability
    assert chances[0] == max(chances) > 2 * max(chances[1:])


def test_an_ordered_shot_is_weighed_against_the_best_other(client: Client) -> None:
    state = table("S C B | M", "C B M | S", beats=1)
    hold(state)
    seat = state.deciders[0]
    assert state.phase == "deadline"
    reason = believed(client, state, seat).reason
    assert re.fullmatch(
        r"Shoot Seat \d: the chance of a good shot is \d+%, and at Seat \d, the .* target, \d+%.*",
        reason,
    )


def test_what_is_wrong_is_named(client: Client) -> None:
    state = table("S C B | M", "C B M | S")
    mole = view_to_message(state.view(5))
    spoilt = view_to_message(state.view(0))
    spoilt.covert_action.deck = 39
    wordy = view_to_message(state.view(0))
    for _ in range(421):
        wordy.covert_action.statements.add(t=1, text="pass")
    cases: list[tuple[view_pb2.View, str, str, str]] = [
        (mole, "random", "view.covert_action.to_decide", "nobody is to decide; expected"),
        (spoilt, "random", "view.covert_action.deck", "39 Plan cards"),
        (wordy, "random", "view.covert_action.statements", "has 421 entries; expected at most 420"),
        (view_pb2.View(), "random", "view", "names no game; expected `covert` or"),
        (view_to_message(state.view(0)), "first-greedy", "bot", "'first-greedy': there is no such"),
    ]
    for view, bot, field, wrong in cases:
        with pytest.raises(ServiceError) as caught:
            client.suggest_move(view, bot)
        assert caught.value.code is grpc.StatusCode.INVALID_ARGUMENT
        ((name, said),) = caught.value.violations
        assert name == field
        assert said.startswith(wrong)


def test_a_seat_in_a_call_of_another_game_is_refused(client: Client) -> None:
    view = view_to_message(table("S C B | M", "C B M | S").view(0))
    for game, field, wrong in (
        ("", "change.view", "is of `covert_action`; this call plays `covert`"),
        ("chess", "start.game", "is 'chess'; expected"),
    ):
        with client.play_seat("random", game=game) as seat, pytest.raises(ServiceError) as caught:
            seat.decide(view)
        ((name, said),) = caught.value.violations
        assert name == field
        assert said.startswith(wrong)


def test_a_seat_is_answered_where_it_is_to_decide_and_only_there(client: Client) -> None:
    """A Mole in a window, and a seat that has chosen, get no answer."""
    state = table("S C B | M", "C B M | S")
    before = state.view(0)
    state.play("hold", seat=0)
    with client.play_seat("random", seed=1, game=GAME) as seat:
        first = seat.decide(view_to_message(before))
        assert first.change == 1
        seat.show(view_to_message(state.view(0)))
        assert seat.decide(view_to_message(before)).change == 3
    with client.play_seat("random", seed=1, game=GAME) as seat:
        seat.show(view_to_message(state.view(5)))
        with pytest.raises(ServiceError) as caught:
            seat.decide(view_to_message(before))
    wrong = "is 0; this call plays seat 5"
    assert caught.value.violations == (("change.view.covert_action.seat", wrong),)
