"""Laws of every game, under all settings: those of section 8 and of the design's views."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from covert_action.engine.tables import COMBINATIONS, choose, drawing, games, positions, table
from covert_engine.covert_action import Settings, State, View, parse_action
from covert_engine.covert_action.rules.names import PLAN_TYPES


def hidden_cards(state: State) -> list[int]:
    """Return plan cards of each type in hands and deck."""
    hidden = state.hidden()
    return [
        hidden["deck"].count(letter) + sum(hand[kind] for hand in hidden["types"])
        for kind, letter in enumerate(PLAN_TYPES)
    ]


def test_all_settings_can_be_played() -> None:
    chance = random.Random(7)
    for rest in COMBINATIONS:
        state = State.deal(Settings(**rest, beats=chance.randint(1, 6)), chance.randrange(1 << 64))
        assert state.playout(chance.randrange(1 << 64)) > 0
        assert state.over
        assert state.winners()
        assert hidden_cards(state) == [10] * 4


def test_the_view_of_a_world_is_the_view_it_was_dealt_from() -> None:
    for state, chance in positions(40, seed=11, share=0.3):
        for seat in range(state.players):
            view = state.view(seat)
            world = view.sample(chance.randrange(1 << 64))
            assert world.view(seat) == view


def test_a_world_is_a_state_that_a_game_can_reach() -> None:
    for state, chance in positions(12, seed=12, share=0.05):
        view = state.view(chance.randrange(state.players))
        world = view.sample(chance.randrange(1 << 64))
        assert State.from_fields(json.loads(json.dumps(world.fields()))) == world


def test_a_world_is_a_function_of_view_and_key() -> None:
    for state, chance in positions(10, seed=13, share=0.1):
        view = state.view(chance.randrange(state.players))
        key = chance.randrange(1 << 64)
        assert view.sample(key) == View.from_bytes(view.to_bytes()).sample(key)


def test_what_a_seat_cannot_see_changes_nothing_for_it() -> None:
    """Another world of a view, played on by the same public actions, gives the same views."""
    for state, chance in positions(25, seed=14, share=0.1):
        seat = chance.randrange(state.players)
        view = state.view(seat)
        world = view.sample(chance.randrange(1 << 64))
        assert world.view(seat).legal_actions() == view.legal_actions()
        if state.phase != "talk" or state.actor != seat:
            continue
        text = chance.choice(state.legal_texts())
        one, other = state.copy(), world
        one.play(text)
        other.play(text)
        if one.phase == "talk":
            assert one.view(seat) == other.view(seat)


def test_lapsed_choices_leave_no_trace() -> None:
    """All views are the same from then on, whatever the slower seats chose (3.6)."""
    met = 0
    for state, chance in positions(40, seed=17, share=0.3):
        if state.phase != "window" or state.fields()["choices"].count(None) < state.players:
            continue
        choices = {seat: chance.choice(state.legal_texts(seat=seat)) for seat in state.deciders}
        one = state.copy()
        for seat, text in choices.items():
            events = one.play_with_events(text, seat=seat)
        shots = [event for event in events if event["kind"] == "shot"]
        if not shots:
            continue
        other = state.copy()
        for seat, text in choices.items():
            other.play(text if seat == shots[0]["seat"] else "hold", seat=seat)
        assert one == other
        met += 1
    assert met > 50


def test_a_view_names_only_its_own_seat_as_asked() -> None:
    """4.2."""
    for state, _ in positions(30, seed=18, share=0.2):
        if state.phase not in ("window", "deadline"):
            continue
        for seat in range(state.players):
            asked = seat if seat in state.deciders else None
            assert state.view(seat).actor == asked


def test_statements_change_nothing_but_themselves() -> None:
    """Law (i)."""
    for state, chance in games(25, seed=19):
        silent = state.copy()
        for _ in range(150):
            if state.over:
                break
            seat, text = choose(state, chance, 0.8)
            if state.phase == "talk":
                assert state.actor == silent.actor
                silent.play("pass")
                state.play(text)
                continue
            assert state.legal_texts(seat=seat) == silent.legal_texts(seat=seat)
            events = state.play_with_events(text, seat=seat)
            assert silent.play_with_events(text, seat=seat) == events
        assert {**state.fields(), "statements": []} == {**silent.fields(), "statements": []}


def shots(seed: int) -> Iterator[tuple[State, list[int]]]:
    """Yield shots in games of two teams without Saboteurs: the state before, and who draws."""
    for state, chance in games(200, seed):
        if state.settings.teams == 3 or state.settings.saboteurs:
            continue
        while not state.over:
            before = state.copy()
            seat, text = choose(state, chance, 0.5)
            events = state.play_with_events(text, seat=seat)
            if any(event["kind"] == "shot" for event in events):
                yield before, drawing(events)


def test_every_shot_pays_one_side() -> None:
    """Law (ii)."""
    met = 0
    for state, draws in shots(seed=20):
        fields = state.fields()
        sides: list[set[int]] = [set(), set()]
        for seat, player in enumerate(fields["players"], 1):
            sides[(player["team"] == "red") == (player["role"] == "mole")].add(seat)
        assert any(set(draws) <= side for side in sides)
        if len(fields["deck"]) >= state.players:
            assert set(draws) in sides
        met += 1
    assert met > 200


def test_plan_cards_always_are_forty() -> None:
    """Law (iii)."""
    for state, _ in positions(20, seed=21, share=0.2):
        assert hidden_cards(state) == [10] * 4
        for seat in range(state.players):
            fields = state.view(seat).fields()
            assert fields["deck"] + sum(player["held"] for player in fields["players"]) == 40


def test_views_and_states_survive_json_and_bytes() -> None:
    for state, _ in positions(6, seed=23, share=0.05):
        assert State.from_bytes(state.to_bytes()) == state
        for seat in range(state.players):
            view = state.view(seat)
            assert View.from_bytes(view.to_bytes()) == view
            assert View.from_fields(json.loads(json.dumps(view.fields()))) == view


def test_a_view_has_the_seed_nowhere() -> None:
    one = table("S C M | B", "S C M | B", seed=1)
    other = table("S C M | B", "S C M | B", seed=2)
    assert all(one.view(seat) == other.view(seat) for seat in range(6))


@pytest.mark.parametrize("players", [4, 6, 10, 14])
def test_two_games_on_one_seed_have_the_same_deals_however_they_are_played(players: int) -> None:
    deals = []
    for holding in (0.5, 0.95):
        state = State.deal(Settings(players, talk=False), 99)
        chance = random.Random(holding)
        seen = {1: list(state.hidden()["roles"])}
        while not state.over:
            seat, text = choose(state, chance, holding)
            state.play(text, seat=seat)
            seen.setdefault(state.round, list(state.hidden()["roles"]))
        deals.append(seen)
    common = deals[0].keys() & deals[1].keys()
    assert len(common) >= 2
    assert all(deals[0][number] == deals[1][number] for number in common)


def test_a_forced_order_is_taken() -> None:
    """3.13: with two seats in, the ordered one has a single action."""
    for state, chance in games(120, seed=24, holding=0.97):
        if not (state.settings.saboteurs and state.settings.deadline == "order"):
            continue
        while not state.over:
            assert len(state.legal_actions()) >= 2
            if state.phase == "deadline":
                assert sum(player["is_in"] for player in state.fields()["players"]) > 2
            seat, text = choose(state, chance, 0.9)
            state.play(text, seat=seat)


def test_texts_are_the_actions() -> None:
    for state, chance in positions(20, seed=25, share=0.1):
        if state.over:
            continue
        seat = chance.choice(state.deciders)
        texts = state.legal_texts(seat=seat)
        assert [parse_action(text) for text in texts] == state.legal_actions(seat=seat)
        assert len(set(texts)) == len(texts)
        view = state.view(seat)
        assert view.legal_actions() == state.legal_actions(seat=seat)
