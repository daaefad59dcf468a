"""The belief is the exact posterior: checked against sums over all deals of the model (9.3, E6)."""

from __future__ import annotations

import random
from collections import Counter
from math import prod
from typing import Any

import pytest
import scipy  # its parts are imported when they are first used

from covert_action.engine.tables import choose, hold, positions, shoot, table
from covert_action.engine.test_worlds import Cards, agreeing, cards_of
from covert_action.engine_game import view_fields
from covert_action.model import shot as rule
from covert_action.model.cards import Deal
from covert_action.model.settings import read_settings
from covert_action.model.worlds import worlds
from covert_engine.covert_action import Belief, Role, Settings, State, View
from covert_engine.covert_action.evaluation.behaviour import (
    ACTS,
    CAP,
    LIKELIHOODS,
    REPEATED,
    Likelihoods,
)
from covert_engine.covert_action.rules.names import ROLES
from covert_engine.search import Limit, SearchParams, search

EVEN: Likelihoods = dict.fromkeys(ACTS, (1.0, 1.0, 1.0, 1.0, 1.0))
ODD: Likelihoods = {
    act: tuple(0.2 + (7 * number + 3 * role * role) % 11 for role in range(5))  # type: ignore[misc]
    for number, act in enumerate(ACTS)
}
"""Likelihoods without any sense, all different."""


def act_of(statement: Any, team_of: list[str]) -> str:
    words = statement["text"].split()
    if words[0] in ("pass", "am"):
        return str(statement["text"])
    own = team_of[int(words[1]) - 1] == team_of[statement["seat"]]
    return " ".join([words[0], "own" if own else "other", *words[2:]])


def capped(row: tuple[float, ...]) -> list[float]:
    return [max(figure / max(row), 1 / CAP) for figure in row]


def weights_of(seen: Any, likelihoods: Likelihoods) -> list[list[float]]:
    """Return the likelihood of what each seat that is in did, by its role."""
    team_of: list[str] = [seat["team"] for seat in seen["seats"]]
    weights = [[1.0] * len(ROLES) for _ in team_of]
    said: set[tuple[int, str]] = set()
    for statement in seen["statements"]:
        seat, text = statement["seat"], statement["text"]
        again = REPEATED if (seat, text) in said else 1.0
        for role, share in enumerate(capped(likelihoods[act_of(statement, team_of)])):
            weights[seat][role] *= 1 - again * (1 - share)
        said.add((seat, text))
    fired = {shot["t"] for shot in seen["shots"] if not shot["ordered"]}
    closed = seen["t"] - 1 + (seen["phase"] == "deadline") - len(fired)
    for seat, there in enumerate(seen["seats"]):
        for role, share in enumerate(capped(likelihoods["hold"])):
            weights[seat][role] *= share**closed
        if not there["in"]:
            weights[seat] = [1.0] * len(ROLES)
    return weights


def posterior(seen: Any, likelihoods: Likelihoods) -> dict[Deal, float]:
    """Return the probability of each deal that agrees with a view."""
    weights = weights_of(seen, likelihoods)
    likely = {
        deal: prod(
            of_seat[ROLES.index(card.role)]
            for of_seat, card in zip(weights, deal.cards, strict=True)
        )
        for deal in worlds(seen)
    }
    total = sum(likely.values())
    return {deal: weight / total for deal, weight in likely.items()}


def check_beliefs(state: State, viewer: int, likelihoods: Likelihoods) -> None:
    """Compare all figures of a belief with sums over all deals."""
    seen = view_fields(state, viewer)
    seats, settings = range(state.players), read_settings(seen["settings"])
    seats_in = [seat for seat in seats if seen["seats"][seat]["in"]]
    team_out = any(shot["outcome"] == "team out" for shot in seen["shots"])
    roles = [[0.0] * len(ROLES) for _ in seats]
    centre = [[0.0] * len(ROLES) for _ in seen["centre"]]
    acts, good = [0.0] * len(seats), [0.0] * len(seats)
    for deal, share in posterior(seen, likelihoods).items():
        for sums, cards in ((roles, deal.cards), (centre, deal.centre)):
            for place, card in enumerate(cards):
                sums[place][ROLES.index(card.role)] += share
        for seat in rule.acting_snipers(settings, deal, seats_in):
            acts[seat] += share
        for seat in seats_in if viewer in seats_in else ():
            if seat != viewer:
                end = rule.outcome(settings, deal, seats_in, team_out, viewer, seat)
                good[seat] += share * (end in ("success", "purge", "coup"))
    beliefs = Belief(likelihoods).beliefs(state.view(viewer))
    for told, summed in zip((*beliefs.roles, *beliefs.centre), (*roles, *centre), strict=True):
        assert list(told) == pytest.approx(summed, abs=1e-9)
    assert list(beliefs.acts) == pytest.approx(acts, abs=1e-9)
    assert list(beliefs.good) == pytest.approx(good, abs=1e-9)


@pytest.mark.parametrize("likelihoods", [EVEN, LIKELIHOODS, ODD], ids=["even", "own", "odd"])
def test_beliefs_are_sums_over_all_deals(likelihoods: Likelihoods) -> None:
    chance = random.Random(5)
    met: Counter[str] = Counter()
    for _ in range(20):
        players = chance.choice([4, 5, 6, 7])
        settings = Settings(
            players,
            saboteurs=players > 5 and chance.random() < 0.7,
            cleaner_inherits=chance.random() < 0.5,
            talk=chance.random() < 0.7,
            beats=chance.randint(1, 3),
        )
        state = State.deal(settings, chance.randrange(1 << 64))
        while not state.over and state.round < 3:
            if chance.random() < 0.05 or (state.phase == "deadline" and chance.random() < 0.7):
                check_beliefs(state, chance.randrange(players), likelihoods)
                met[state.phase] += 1
            seat, text = choose(state, chance, 0.9)
            state.play(text, seat=seat)
    assert min(met[phase] for phase in ("talk", "window", "deadline")) > 5


def test_beliefs_after_a_team_out() -> None:
    shots = deadlines = 0
    for shooter, target in ((5, 7), (5, 1), (1, 3), (9, 4)):
        state = table("S C M | B", "S C M | B", "S M B | C", alternate=True, beats=1)
        if shooter - 1 in state.deciders:
            shoot(state, shooter, target)
        if not state.fields()["shots"]:
            continue
        shots += 1
        for seat in (0, 2, 7):
            check_beliefs(state, seat, ODD)
        hold(state)
        if state.phase == "deadline":
            deadlines += 1
            for seat in (0, 2, 7):
                check_beliefs(state, seat, ODD)
    assert (shots, deadlines) == (3, 3)


def test_beliefs_where_perhaps_nobody_else_acts() -> None:
    """4.5 d. Green's Sniper is not ordered, so Red's Cleaner is in: it acts for its Sniper."""
    state = table("S C M | B", "S C M | B", "S M B | C", alternate=True, beats=1)
    shoot(state, 5, 1)
    before = state.view(6).arrangements()
    hold(state)
    if state.actor == 6:
        state = State.from_fields({**state.fields(), "ordered": 1})
    view = state.view(6)
    assert view.arrangements() < before
    check_beliefs(state, 6, ODD)
    assert dealt_worlds(view, Belief(ODD), 2000).keys() <= agreeing(state, 6)


def test_a_window_before_an_ordered_shot_has_closed() -> None:
    """All held in it: that counts, though the beat ended with a shot."""
    state = table("S C M | B", "S C M | B", "S M B | C", alternate=True, beats=1)
    hold(state)
    state = State.from_fields({**state.fields(), "ordered": 0})
    assert [event["outcome"] for event in state.play_with_events("shoot 2")[:1]] == ["team_out"]
    check_beliefs(state, 6, ODD)


def test_e6() -> None:
    state = table("S C M | B", "S C M | B", talk=True, opener=3)
    thrice = {**EVEN, "am mole": (1.0, 1.0, 3.0, 1.0, 1.0)}
    state.play("am mole")
    beliefs = Belief(thrice).beliefs(state.view(0))
    assert beliefs.roles[3][Role.MOLE] == pytest.approx(1 / 2)
    assert beliefs.acts[3:] == pytest.approx([2 / 9, 7 / 18, 7 / 18])


def test_e5_good_targets() -> None:
    """A Cleaner who does not know whether it acts: 1/9 for each Blue seat, 1/6 for each Red one."""
    view = table("C S M | B", "S C M | B").view(0)
    beliefs = Belief(EVEN).beliefs(view)
    assert beliefs.good == pytest.approx([0, 1 / 6, 1 / 6, 1 / 9, 1 / 9, 1 / 9])
    assert beliefs.acts[0] == pytest.approx(1 / 3)


@pytest.mark.parametrize("deadline", [False, True])
def test_worlds_are_dealt_by_it(deadline: bool) -> None:
    state = table("S C B | M", "C B M | S", talk=True, beats=1)
    for text in ("am mole", "pass", "is 1 sniper", "urge 1", "am sniper", "pass"):
        state.play(text)
    if deadline:
        hold(state)
    view = state.view(2)
    expected = {
        (tuple(card.role for card in deal.cards), tuple(card.role for card in deal.centre)): share
        for deal, share in posterior(view_fields(state, 2), ODD).items()
    }
    count = 40000
    met = dealt_worlds(view, Belief(ODD), count)
    assert met.keys() <= expected.keys()
    often = [cards for cards, share in expected.items() if share * count > 8]
    counts = [met[cards] for cards in often]
    shares = [expected[cards] * count for cards in often]
    assert len(often) > 30
    assert sum(shares) > 0.98 * count
    distance = sum((got - share) ** 2 / share for got, share in zip(counts, shares, strict=True))
    assert scipy.stats.chi2.sf(distance, len(often)) > 1e-4


def dealt_worlds(view: View, belief: Belief, count: int) -> Counter[Cards]:
    return Counter(cards_of(view.sample(key, belief)) for key in range(count))


def test_a_world_of_a_belief_agrees_with_the_view() -> None:
    belief = Belief()
    for state, chance in positions(30, seed=61, share=0.1):
        view = state.view(chance.randrange(state.players))
        world = view.sample(chance.randrange(1 << 64), belief)
        assert world.view(view.seat) == view


def test_without_any_likelihood_it_deals_as_the_game_does() -> None:
    view = table("S C B | M", "C B M | S").view(0)
    even = dealt_worlds(view, Belief(EVEN), 144 * 30)
    assert len(even) == 144
    assert scipy.stats.chisquare(list(even.values())).pvalue > 1e-4


def test_what_the_table_believes_of_a_seat() -> None:
    """With `public` its own card is not used: the belief is that of any other seat without
    knowledge."""
    state = table("S C M | B", "S C M | B", talk=True, opener=0)
    state.play("am mole")
    view = state.view(0)
    assert Belief().beliefs(view).roles[0][Role.SNIPER] == pytest.approx(1)
    public = Belief().beliefs(view, public=True)
    assert public.roles[0] == pytest.approx([1 / 6, 1 / 6, 1 / 2, 1 / 6, 0])
    assert public == Belief().beliefs(state.view(4), public=True)
    assert public.good == [0] * 6


def test_at_a_deadline_the_table_knows_that_somebody_acts() -> None:
    state = table("S C X | M", "S C X | M", saboteurs=True, beats=1)
    shoot(state, 3, 4)
    hold(state)
    assert state.phase == "deadline"
    for seat in range(6):
        public = Belief(EVEN).beliefs(state.view(seat), public=True)
        assert sum(public.acts) >= 1
        assert public == Belief(EVEN).beliefs(state.view((seat + 1) % 6), public=True)


def test_a_search_by_a_belief() -> None:
    """The belief uses statements: after `am mole` of a Blue seat, the Sniper shoots one of the
    others."""
    state = table("S C M | B", "S C M | B", talk=True, opener=3, beats=1)
    for text in ("am mole", *["pass"] * 5):
        state.play(text)
    hold(state)
    if state.actor != 0:
        state = State.from_fields({**state.fields(), "ordered": 0})
    sure = Belief({**EVEN, "am mole": (1.0, 1.0, 6.0, 1.0, 1.0)}, cap=6)
    params = SearchParams(belief=sure)
    result = search(state.view(0), Limit(iterations=2000), 1, params)
    visits = {entry.action: entry.visits for entry in result.actions}
    texts = dict(zip(state.legal_texts(), visits.values(), strict=True))
    assert texts["shoot 4"] < min(texts["shoot 5"], texts["shoot 6"])
    again = [
        search(state.view(0), Limit(iterations=300), 1, params, threads=threads)
        for threads in (1, 2)
    ]
    assert again[0] == again[1]


def test_of_a_game_that_is_over_all_is_known() -> None:
    state = State.deal(Settings(6), 1)
    state.playout(1)
    beliefs = Belief().beliefs(state.view(2))
    for seat, role in enumerate(state.hidden()["roles"]):
        assert beliefs.roles[seat][ROLES.index(role)] == 1


def test_each_act_is_capped() -> None:
    far = Belief({**EVEN, "am mole": (1.0, 1.0, 1e6, 1.0, 1.0)}, cap=5)
    assert far.likelihoods["talk; bodyguards"]["am mole"] == pytest.approx((0.2, 0.2, 1, 0.2, 0.2))
    assert prod(far.likelihoods["talk; bodyguards"]["pass"]) == 1


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"likelihoods": {}}, "is missing or unknown; expected pass, am sniper"),
        ({"likelihoods": {**EVEN, "wink": (1,) * 5}}, "'wink' is missing or unknown"),
        ({"likelihoods": {**EVEN, "pass": (1, 1, 1)}}, "'pass' has .*; expected 5 figures above 0"),
        ({"likelihoods": {**EVEN, "pass": (1, 1, 0, 1, 1)}}, "expected 5 figures above 0"),
        ({"cap": 0.5}, "cap: 0.5; expected 1 to 6"),
        ({"cap": 6.5}, "cap: 6.5; expected 1 to 6"),
        ({"repeated": 2}, "repeated: 2; expected 0 to 1"),
    ],
)
def test_parameters_are_checked(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Belief(**wrong)
