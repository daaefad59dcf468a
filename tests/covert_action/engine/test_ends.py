"""Ends of rounds and games that the examples do not show (3.12, 5.2)."""

from __future__ import annotations

import pytest

from covert_action.engine.tables import drawing, hold, outcome, shoot, table
from covert_engine.covert_action import Settings, State


def test_a_round_in_which_nobody_shoots_is_void_where_the_deadline_is() -> None:
    state = table("S C B | M", "C B M | S", beats=2, deadline="void")
    hold(state)
    events = hold(state)
    kinds = [event["kind"] for event in events]
    assert kinds == ["window_closes", "deadline_comes", "round_ends", "dealt", "window_opens"]
    assert events[2]["void"]
    assert events[2]["roles"] == ["sniper", "cleaner", "bodyguard", "cleaner", "bodyguard", "mole"]
    assert events[2]["centre"] == ["mole", "sniper"]
    assert (state.round, state.t, state.fields()["shots"]) == (2, 1, [])


def test_the_game_ends_after_round_60() -> None:
    """5.2: nobody has drawn, so all are equal."""
    state = State.deal(Settings(5, talk=False, beats=1, deadline="void"), 3)
    for number in range(1, 61):
        assert (state.round, state.over) == (number, False)
        hold(state)
    assert state.over
    assert state.round == 60
    assert state.winners() == [0, 1, 2, 3, 4]
    assert state.value() == pytest.approx([1 / 5] * 5)


def test_a_round_is_void_when_less_than_two_are_left() -> None:
    """3.12, R13: three misfires and a team out."""
    state = table(
        "S C X | M",
        "S C X | M",
        "S C X | M",
        saboteurs=True,
        alternate=True,
        cleaner_inherits=False,
    )
    for shooter, target in ((3, 4), (6, 7), (9, 1)):
        assert outcome(shoot(state, shooter, target)) == "misfire"
    assert state.hidden()["act_as_sniper"] == []
    events = shoot(state, 2, 5)
    assert outcome(events) == "team_out"
    assert [event["void"] for event in events if event["kind"] == "round_ends"] == [True]
    assert drawing(events) == []
    assert state.round == 2


def test_with_nobody_to_act_the_deadline_is_void() -> None:
    state = table("S C X | M", "S C X | M", saboteurs=True, cleaner_inherits=False, beats=1)
    assert outcome(shoot(state, 3, 4)) == "misfire"
    assert outcome(shoot(state, 6, 1)) == "misfire"
    events = hold(state)
    kinds = [event["kind"] for event in events]
    assert kinds[:3] == ["window_closes", "deadline_comes", "round_ends"]
    assert events[2]["void"]


def test_a_window_of_moles_alone_closes_at_once() -> None:
    """3.6: only Moles are in; without talk nobody decides anything until the next deal."""
    state = table("C X M | S", "S X M | C", saboteurs=True, beats=2)
    assert outcome(shoot(state, 2, 4)) == "misfire"
    events = shoot(state, 5, 1)
    assert outcome(events) == "misfire"
    kinds = [event["kind"] for event in events if event["kind"] not in ("shot", "out")]
    assert kinds == [
        "window_opens",
        "window_closes",
        "window_opens",
        "window_closes",
        "deadline_comes",
        "round_ends",
        "dealt",
        "window_opens",
    ]


def test_the_ordered_seat_of_two_has_no_choice() -> None:
    """3.13: its single shot is taken."""
    state = table("C X M | S", "S X M | C", saboteurs=True, beats=1)
    assert outcome(shoot(state, 2, 4)) == "misfire"
    assert outcome(shoot(state, 5, 6)) == "misfire"
    events = hold(state)
    assert [event["kind"] for event in events][:3] == ["window_closes", "deadline_comes", "shot"]
    assert (events[2]["seat"], events[2]["target"], events[2]["ordered"]) == (0, 2, True)
    assert outcome(events) == "success"


def test_a_seat_that_completes_in_mid_round_has_not_won_yet() -> None:
    """5.1 comes after the round's draws: those who complete together are compared."""
    hands = [[0] * 4 for _ in range(9)]
    hands[5] = [1, 1, 1, 0]
    hands[2] = [1, 1, 2, 0]
    deck = "NN" + "P" * 8 + "L" * 8 + "A" * 7 + "N" * 8
    state = table(
        "S C M | B", "S C M | B", "S M B | C", alternate=True, hands=hands, deck=deck, round=9
    )
    shoot(state, 5, 7)
    assert state.scores()[5] == 4
    assert not state.over
    events = shoot(state, 1, 8)
    assert drawing(events) == [3, 9]
    assert state.over
    assert state.winners() == [2]
