"""Worlds are exactly those that agree with a view, all equally likely (rules 4.5).

The model lists what agrees, arrangement by arrangement.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from math import comb, prod

import pytest
import scipy  # its parts are imported when they are first used

from covert_action.engine.tables import choose, hold, outcome, shoot, table
from covert_action.engine_game import view_fields
from covert_action.model.worlds import worlds
from covert_engine.covert_action import Settings, State

Cards = tuple[tuple[str, ...], tuple[str, ...]]


def agreeing(state: State, seat: int) -> set[Cards]:
    """Return all arrangements that agree with the view of a seat."""
    return {
        (tuple(card.role for card in deal.cards), tuple(card.role for card in deal.centre))
        for deal in worlds(view_fields(state, seat))
    }


def cards_of(world: State) -> Cards:
    hidden = world.hidden()
    return tuple(hidden["roles"]), tuple(hidden["centre"])


def check_evenly_dealt(state: State, seat: int, each: int = 30) -> None:
    """Check that all arrangements that agree are dealt equally often, and no others."""
    expected, view = agreeing(state, seat), state.view(seat)
    assert view.arrangements() == len(expected)
    met = Counter(cards_of(view.sample(key)) for key in range(each * len(expected)))
    assert met.keys() <= expected
    if len(expected) > 1:
        counts = [met[cards] for cards in expected]
        assert scipy.stats.chisquare(counts).pvalue > 1e-4


ARRANGEMENTS = {
    # the table of 9.2: (players, teams, saboteurs), then for a seat, and for one with a Bodyguard
    (4, 2, False): (12, None),
    (5, 2, False): (12, None),
    (6, 2, False): (144, 144),
    (6, 2, True): (144, None),
    (8, 2, False): (720, 1440),
    (8, 2, True): (2880, 2880),
    (9, 3, False): (3456, 3456),
    (9, 3, True): (3456, None),
    (12, 3, False): (43200, 86400),
    (12, 3, True): (345600, 345600),
}


@pytest.mark.parametrize(("key", "counts"), ARRANGEMENTS.items(), ids=str)
def test_there_are_as_many_arrangements_as_the_rules_say(
    key: tuple[int, int, bool], counts: tuple[int, int | None]
) -> None:
    players, teams, saboteurs = key
    met: dict[str, int] = {}
    for seed in range(20):
        state = State.deal(Settings(players, teams=teams, saboteurs=saboteurs), seed)
        for seat, role in enumerate(state.hidden()["roles"]):
            met.setdefault(role, state.view(seat).arrangements())
    bodyguard = met.pop("bodyguard", None)
    assert set(met.values()) == {counts[0]}
    assert bodyguard == counts[1]


@pytest.mark.parametrize(("players", "seat"), [(4, 0), (4, 3), (5, 0), (5, 4)])
def test_all_arrangements_are_dealt_at_the_deal(players: int, seat: int) -> None:
    check_evenly_dealt(State.deal(Settings(players), 5), seat, 100)


def test_all_arrangements_are_dealt_with_six_and_nine() -> None:
    check_evenly_dealt(State.deal(Settings(6, saboteurs=True), 5), 2)
    check_evenly_dealt(State.deal(Settings(6), 6), 0)
    check_evenly_dealt(State.deal(Settings(9, teams=3), 7), 4, 10)


def test_after_a_misfire() -> None:
    for cards in (
        ("X C S | M", "S C M | X"),
        ("S C X | M", "S C X | M"),
        ("X B C S | M", "S B C M | X"),
    ):
        for target, inherits in product(range(2, 7), (True, False)):
            state = table(*cards, saboteurs=True, cleaner_inherits=inherits)
            shooter = cards[0].split().index("X") + 1
            if target == shooter or outcome(shoot(state, shooter, target)) != "misfire":
                continue
            for seat in range(0, state.players, 3):
                check_evenly_dealt(state, seat, 20)


@pytest.mark.parametrize("inherits", [False, True])
def test_after_the_sniper_has_gone(inherits: bool) -> None:
    """The result of a second misfire, and the deadline, depend on a Cleaner who may act then."""
    state = table(
        "S C X | M",
        "S C X | M",
        saboteurs=True,
        cleaner_inherits=inherits,
        beats=1,
        deadline="order",
    )
    assert outcome(shoot(state, 6, 1)) == "misfire"
    other = state.copy()
    hold(other)
    for seat in range(6):
        check_evenly_dealt(state, seat, 20)
        check_evenly_dealt(other, seat, 20)
    assert outcome(shoot(state, 3, 2)) == ("coup" if inherits else "misfire")
    for seat in range(6):
        check_evenly_dealt(state, seat, 20)


def test_all_rows_of_a_large_team_are_dealt() -> None:
    """There are 120, with a Sniper, a Cleaner, a Mole, a Bodyguard and a Saboteur."""
    state = State.deal(Settings(8, saboteurs=True), 3)
    fields = state.fields()
    viewer = 0
    team = fields["players"][viewer]["team"]
    others = [seat for seat, player in enumerate(fields["players"]) if player["team"] != team]
    view = state.view(viewer)
    met: Counter[tuple[str, ...]] = Counter()
    for key in range(120 * 40):
        roles = view.sample(key).hidden()["roles"]
        met[tuple(roles[seat] for seat in others)] += 1
    assert len(met) == 120
    assert scipy.stats.chisquare(list(met.values())).pvalue > 1e-4


def test_after_a_team_out() -> None:
    met = 0
    for shooter in range(1, 10):
        for target in (3, 9):
            state = table("S C M | B", "S C M | B", "S M B | C", alternate=True)
            if shooter == target or shooter - 1 not in state.deciders:
                continue
            if outcome(shoot(state, shooter, target)) == "team_out":
                for seat in (0, 4):
                    check_evenly_dealt(state, seat, 10)
                met += 1
    assert met > 7


@pytest.mark.parametrize("cards", [("S C B | M", "C B M | S"), ("C B M | S", "S C M | B")], ids=str)
def test_at_a_deadline(cards: tuple[str, str]) -> None:
    """By 4.5 d a seat that is not ordered knows that some other seat acts as Sniper."""
    for seed in range(2):
        state = table(*cards, beats=1, seed=seed)
        hold(state)
        assert state.phase == "deadline"
        for seat in range(6):
            check_evenly_dealt(state, seat, 30)


def test_the_ordered_seat_of_a_world_is_any_other_seat_that_acts() -> None:
    state = table("S C B | M", "C B M | S", beats=1)
    hold(state)
    view = state.view(2)
    met: Counter[int | None] = Counter()
    for key in range(3000):
        world = view.sample(key)
        acting = world.hidden()["act_as_sniper"]
        assert world.actor in acting
        assert world.actor != 2
        met[acting.index(world.actor)] += len(acting) == 2 and 2 not in acting
    assert abs(met[0] - met[1]) < 5 * (met[0] + met[1]) ** 0.5


def test_at_a_deadline_after_a_team_out() -> None:
    fewer = 0
    for seed in range(2):
        state = table("S C M | B", "S C M | B", "S M B | C", alternate=True, beats=1, seed=seed)
        shoot(state, 5, 1)
        before = [state.view(seat).arrangements() for seat in range(9)]
        hold(state)
        assert state.phase == "deadline"
        for seat in range(9):
            check_evenly_dealt(state, seat, 15)
            fewer += state.view(seat).arrangements() < before[seat]
    assert fewer


def test_in_games_of_all_sorts() -> None:
    chance = random.Random(3)
    met = 0
    for _ in range(40):
        players = chance.choice([4, 5, 6, 7])
        settings = Settings(
            players,
            saboteurs=players > 5 and chance.random() < 0.7,
            cleaner_inherits=chance.random() < 0.5,
            talk=False,
            beats=chance.randint(1, 2),
        )
        state = State.deal(settings, chance.randrange(1 << 64))
        while not state.over and state.round < 4:
            if chance.random() < 0.05:
                check_evenly_dealt(state, chance.randrange(players), 15)
                met += 1
            seat, text = choose(state, chance, 0.8)
            state.play(text, seat=seat)
    assert met > 30


# Plan cards.


def hands_of(world: State, seat: int) -> tuple[tuple[int, ...], ...]:
    types = world.hidden()["types"]
    return tuple(tuple(hand) for other, hand in enumerate(types) if other != seat)


def ways(left: tuple[int, ...], hand: tuple[int, ...]) -> int:
    """Count the ways in which single cards make up a hand."""
    return prod(comb(have, take) for have, take in zip(left, hand, strict=True))


def all_hands(left: tuple[int, ...], sizes: list[int]) -> dict[tuple[tuple[int, ...], ...], int]:
    """Return every deal of hands of these sizes of which none has all four types, with its ways."""
    if not sizes:
        return {(): 1}
    deals = {}
    for hand in product(*(range(min(have, sizes[0]) + 1) for have in left)):
        if sum(hand) != sizes[0] or min(hand) > 0:
            continue
        rest = tuple(have - take for have, take in zip(left, hand, strict=True))
        for others, count in all_hands(rest, sizes[1:]).items():
            deals[(hand, *others)] = ways(left, hand) * count
    return deals


@pytest.mark.parametrize(
    "hands",
    [
        [[2, 0, 0, 0], [1, 1, 1, 0], [0, 2, 2, 0], [0, 0, 0, 1]],
        [[1, 1, 0, 0], [4, 4, 0, 0], [0, 1, 0, 1], [0, 0, 0, 0]],
        [[9, 9, 6, 0], [1, 1, 0, 5], [0, 0, 4, 2], [0, 0, 0, 0]],
        [[8, 9, 9, 0], [2, 1, 1, 0], [0, 0, 0, 8], [0, 0, 0, 0]],
    ],
    ids=["small", "large", "two large", "few of three types"],
)
def test_plan_cards_are_dealt_evenly(hands: list[list[int]]) -> None:
    state = table("S C | M", "S M | C", hands=hands, round=40)
    view = state.view(0)
    left = tuple(10 - own for own in hands[0])
    expected = all_hands(left, [sum(hand) for hand in hands[1:]])
    total = sum(expected.values())
    worlds = 6000
    met = Counter(hands_of(view.sample(key), 0) for key in range(worlds))
    assert met.keys() <= expected.keys()
    counts: list[float] = []
    shares: list[float] = []
    rare = [0.0, 0.0]
    for deal, number in expected.items():
        share = number / total * worlds
        if share < 8:
            rare[0] += met[deal]
            rare[1] += share
        else:
            counts.append(met[deal])
            shares.append(share)
    counts.append(rare[0])
    shares.append(rare[1])
    kept = [(count, share) for count, share in zip(counts, shares, strict=True) if share > 0]
    assert scipy.stats.chisquare(*zip(*kept, strict=True)).pvalue > 1e-4


def test_the_order_of_the_deck_is_any() -> None:
    hands = [[2, 0, 1, 0], [1, 1, 1, 0], [0, 1, 0, 2], [0, 0, 0, 1]]
    view = table("S C | M", "S M | C", hands=hands, round=9).view(0)
    for place in (0, 29):
        met = Counter(view.sample(key).hidden()["deck"][place] for key in range(4000))
        expected = [4000 * count / 37 for count in (8, 10, 9, 10)]
        assert scipy.stats.chisquare([met[letter] for letter in "PLAN"], expected).pvalue > 1e-4


def test_a_seat_that_drew_in_mid_round_may_have_had_three_types_before() -> None:
    """4.5 f counts the cards held when the round began."""
    hands = [[0] * 4 for _ in range(9)]
    hands[5] = [1, 1, 1, 0]
    deck = "N" + "P" * 9 + "L" * 9 + "A" * 9 + "N" * 9
    state = table(
        "S C M | B", "S C M | B", "S M B | C", alternate=True, hands=hands, deck=deck, round=9
    )
    shoot(state, 5, 7)
    assert not state.over
    view = state.view(0)
    complete = sum(min(view.sample(key).hidden()["types"][5]) > 0 for key in range(3000))
    assert complete > 0
    # three different types of 40 cards, none of which the viewer holds, and then the fourth
    assert abs(complete / 3000 - 4 * 10**3 / 9880 * 10 / 37) < 0.02


def test_hands_too_large_to_come_by_chance_are_dealt_at_once() -> None:
    hands = [[0, 0, 0, 3], [10, 10, 4, 0], [0, 0, 5, 7], [0, 0, 0, 0]]
    view = table("S C | M", "S M | C", hands=hands, round=60).view(0)
    for key in range(300):
        types = view.sample(key).hidden()["types"]
        assert all(min(hand) == 0 for hand in types[1:])
