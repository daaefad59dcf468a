"""Chance is keyed (2.4), can be read as data, and has the distributions of the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import scipy  # its parts are imported when they are first used

from covert_action.engine._all_chance import Chance
from covert_action.engine.tables import choose, games, table
from covert_engine.covert_action import Settings

SEEDS = range(3000)


def evenly(counts: Counter[Any], kinds: int) -> None:
    """Check that this many kinds have been met equally often."""
    assert len(counts) == kinds
    assert scipy.stats.chisquare(list(counts.values())).pvalue > 1e-4


def test_a_game_has_the_chance_that_is_listed() -> None:
    for state, chance in games(20, seed=41):
        seed = state.fields()["seed"]
        listed = Chance(state.settings, seed)
        assert state.hidden()["deck"] == listed.plan_deck()
        drawn = 0
        while not state.over:
            fields = state.fields()
            assert listed.plan_deck()[drawn:] == fields["deck"]
            cards = [(player["team"], player["role"]) for player in fields["players"]]
            assert cards == listed.cards(state.round)
            assert [(card["team"], card["role"]) for card in fields["centre"]] == listed.centre(
                state.round
            )
            assert fields["opener"] == listed.opener(state.round)
            seat, text = choose(state, chance, 0.85)
            events = state.play_with_events(text, seat=seat)
            drawn += sum(event["kind"] == "draw" for event in events)


def test_the_highest_lot_fires() -> None:
    """3.6, 3.7."""
    fired = ordered = 0
    for state, chance in games(150, seed=42):
        listed = Chance(state.settings, state.fields()["seed"])
        while not state.over and state.round < 4:
            before = state.fields()
            acting = state.hidden()["act_as_sniper"]
            seat, text = choose(state, chance, 0.8)
            choices = {**dict(enumerate(before["choices"])), seat: text}
            events = state.play_with_events(text, seat=seat)
            when = before["round"], before["t"]
            shots = [event for event in events if event["kind"] == "shot"]
            if shots and not shots[0]["ordered"]:
                shooting = [item for item, chosen in choices.items() if "shoot" in str(chosen)]
                best = max(shooting, key=lambda entry: listed.fire_lot(*when, entry))
                assert shots[0]["seat"] == best
                fired += len(shooting) > 1
            if state.phase == "deadline" and not shots:
                assert state.actor == max(acting, key=lambda entry: listed.order_lot(*when, entry))
                ordered += len(acting) > 1
    assert fired > 50
    assert ordered > 5


def test_every_card_of_the_plan_deck_is_first_alike() -> None:
    for place in (0, 1, 39):
        evenly(Counter(Chance(Settings(4), seed).plan_deck()[place] for seed in SEEDS), 4)
    assert Counter(Chance(Settings(4), 5).plan_deck()) == dict.fromkeys("PLAN", 10)


@pytest.mark.parametrize(
    ("players", "teams", "sorts"),
    # one: any card in use (two Bodyguards count as one kind here); one for each; two of three
    [(5, 2, 6), (7, 2, 8), (4, 2, 9), (6, 2, 16), (11, 3, 12), (10, 3, 48)],
)
def test_what_is_set_aside(players: int, teams: int, sorts: int) -> None:
    settings = Settings(players, teams=teams)
    evenly(Counter(tuple(Chance(settings, seed).centre(1)) for seed in SEEDS), sorts)


def test_bodyguards_are_set_aside_twice_as_often_where_there_are_two() -> None:
    met = Counter(Chance(Settings(9), seed).centre(2)[0] for seed in SEEDS)
    expected = [3000 * (2 if role == "bodyguard" else 1) / 10 for _, role in met]
    assert scipy.stats.chisquare(list(met.values()), expected).pvalue > 1e-4


def test_every_seat_gets_every_card_alike() -> None:
    settings = Settings(6)
    for seat in (0, 3, 5):
        evenly(Counter(Chance(settings, seed).cards(3)[seat] for seed in SEEDS), 8)
    pairs = Counter(tuple(Chance(Settings(4), seed).cards(1)[:2]) for seed in SEEDS)
    assert len(pairs) == 30
    # 4.1: how a card of the same team weighs against one of the other follows from the centre
    same = sum(count for (item, other), count in pairs.items() if item[0] == other[0])
    assert abs(same / 3000 - 1 / 3) < 0.04


def test_every_seat_opens_alike() -> None:
    for players in (4, 14):
        met = Counter(Chance(Settings(players), seed).opener(2) for seed in SEEDS)
        evenly(met, players)


def test_of_those_who_shoot_each_fires_alike() -> None:
    met: Counter[int] = Counter()
    for seed in range(1500):
        state = table("S C B | M", "C B M | S", seed=seed)
        for seat in state.deciders[:-1]:
            target = 1 if seat else 2
            events = state.play_with_events(f"shoot {target}", seat=seat)
        events = state.play_with_events("shoot 1")
        met[events[0]["seat"]] += 1
    evenly(met, 5)


def test_what_is_out_of_range_is_named() -> None:
    chance = Chance(Settings(4), 1)
    with pytest.raises(ValueError, match="round: 61 is not within 1 and 60"):
        chance.cards(61)
    with pytest.raises(ValueError, match="t: 31 is not within 1 and 30"):
        chance.fire_lot(1, 31, 0)
    with pytest.raises(ValueError, match="seat: 14 is not within 0 and 13"):
        chance.order_lot(1, 1, 14)
    with pytest.raises(ValueError, match="seed: -1 is not within"):
        Chance(Settings(4), -1)
