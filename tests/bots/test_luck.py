"""Luck: what chance gave a seat, against what it gives on average."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from statistics import fmean, stdev

import pytest

from covert_bots.covert.catalogue import make
from covert_bots.covert.luck import Luck, ahead, dealt, luck_of
from covert_engine.covert import CompiledSet, HandMade, Kind, Record, State, house_set, unpack
from covert_engine.covert.rules.actions import Target

CARDS = CompiledSet(house_set())
GAMES = 10
SAMPLES = 8


@cache
def greedy_game(players: int, seed: int) -> Record:
    state = State.deal(CARDS, players, seed)
    bot, actions = make("greedy:worlds=1"), []
    while state.actor is not None:
        actions.append(bot.choose(state.view(state.actor), seed))
        state.play(actions[-1])
    return Record(CARDS.source.digest, players, seed, CARDS.options, tuple(actions))


def begun(record: Record, actions: int) -> Record:
    """Return the first actions of a game."""
    return replace(record, actions=record.actions[:actions])


def test_the_mean_luck_of_many_games_is_nothing() -> None:
    games = [luck_of(greedy_game(2, seed), CARDS, 0, SAMPLES) for seed in range(GAMES)]
    for kind in ("deal", "dice", "draws", "total"):
        lucks = [getattr(game, kind) for game in games]
        assert stdev(lucks) > 1  # there is some in each game
        assert abs(fmean(lucks)) < 3 * stdev(lucks) / GAMES**0.5, kind


@pytest.mark.parametrize("actions", [0, 2, 60])
def test_of_two_seats_one_has_the_luck_that_the_other_lacks(actions: int) -> None:
    record = begun(greedy_game(2, 5), actions)
    own, other = (luck_of(record, CARDS, seat, SAMPLES) for seat in (0, 1))
    assert own.total != 0
    for kind in ("deal", "dice", "draws"):
        assert getattr(own, kind) == pytest.approx(-getattr(other, kind))
    assert own.error == pytest.approx(other.error)


def test_an_action_without_chance_brings_no_luck_and_others_the_kind_they_are_of() -> None:
    record = greedy_game(3, 3)
    state = State.deal(CARDS, 3, 3)
    before = luck_of(begun(record, 0), CARDS, 1, SAMPLES)
    assert (before.dice, before.draws) == (0, 0)
    met = set()
    for number, action in enumerate(record.actions[:140], 1):
        kind, _, second, _ = unpack(action)
        phase, round_before = state.phase, state.round
        state.play(action)
        after = luck_of(begun(record, number), CARDS, 1, SAMPLES)
        changed = {
            name
            for name in ("deal", "dice", "draws")
            if getattr(after, name) != getattr(before, name)
        }
        before = after
        if phase == "setup":
            expected = {"deal", "dice"} if state.round else set()
        elif state.round != round_before:
            expected = changed | {"dice"}
        elif kind == Kind.PLACE and second == Target.FOLDER:
            expected = {"draws"}
        elif kind in (Kind.PLACE, Kind.STEP, Kind.SWAP):
            expected = set()
        elif kind == Kind.TAKE_AGENCY:
            expected = {"draws"}
        else:
            continue
        assert changed == expected, (number, Kind(kind).name)
        met.add((phase == "setup", Kind(kind), bool(changed)))
    assert (False, Kind.PLACE, True) in met
    assert (False, Kind.PLACE, False) in met
    assert (False, Kind.TAKE_AGENCY, True) in met
    assert (True, Kind.RETURN_MISSION, True) in met


def test_the_luck_of_a_deal_is_what_it_is_worth_beyond_others() -> None:
    """A deal from which simulations end well for a seat is lucky for it."""

    def worth(seed: int) -> float:
        ends = []
        for key in range(100):
            state = State.deal(CARDS, 2, seed).redrawn(key)
            HandMade().simulate(state, key)
            ends.append(ahead(HandMade().estimate(state)[0], 0))
        return fmean(ends)

    worths = {seed: worth(seed) for seed in range(30)}
    best, worst = max(worths, key=worths.__getitem__), min(worths, key=worths.__getitem__)
    deals = [
        luck_of(Record(CARDS.source.digest, 2, seed, CARDS.options), CARDS, 0, 200).deal
        for seed in (best, worst)
    ]
    assert deals[0] - deals[1] == pytest.approx(worths[best] - worths[worst], abs=1)
    assert deals[0] > 0 > deals[1]


def test_games_are_compared_with_deals_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """With deals in common the errors of many games would not cancel out."""
    seeds: list[int] = []

    def noted(record: Record, cards: CompiledSet, seed: int) -> State:
        seeds.append(seed)
        return dealt(record, cards, seed)

    monkeypatch.setattr("covert_bots.covert.luck.dealt", noted)
    for seed in range(10):
        luck_of(begun(greedy_game(2, seed), 0), CARDS, 0, 20)
    assert len(set(seeds)) == len(seeds) > 200


def test_more_samples_know_it_better() -> None:
    record = begun(greedy_game(2, 3), 80)
    few, more = (luck_of(record, CARDS, 0, samples) for samples in (10, 90))
    assert 2 < few.error / more.error < 4.5
    assert luck_of(record, CARDS, 0, 10) == few
    assert abs(few.total - more.total) < 4 * (few.error + more.error)
    assert more.total == more.deal + more.dice + more.draws
    assert isinstance(more, Luck)
