"""The examples of section 8 of the rules. Seats count from 1, as they do there."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from covert_action.engine.tables import drawing, hold, outcome, shoot, table
from covert_engine.covert_action import State, View

E1 = ("S C B | M", "C B M | S")


def share(view: View, event: str, seat: int) -> Fraction:
    """Return the share of all arrangements in which a seat holds a card or, with `acts`, acts as
    Sniper. It is counted over enough worlds to meet all of them."""
    found = {}
    for key in range(60 * view.arrangements()):
        hidden = view.sample(key).hidden()
        cards = (tuple(hidden["roles"]), tuple(hidden["centre"]))
        acts = seat - 1 in hidden["act_as_sniper"]
        found[cards] = acts if event == "acts" else hidden["roles"][seat - 1] == event
    assert len(found) == view.arrangements()
    return Fraction(sum(found.values()), len(found))


def expected_of_e1(shooter: int, target: int) -> tuple[str, list[int]]:
    if (shooter, target) == (1, 4):
        return "success", [1, 2, 3, 6]
    if shooter == 4 and target in (1, 6):
        return "success", [4, 5]
    return "fail", [4, 5] if shooter <= 3 else [6, 1, 2, 3]


@pytest.mark.parametrize("shooter", [1, 2, 3, 4, 5])
def test_e1(shooter: int) -> None:
    for target in range(1, 7):
        if target == shooter:
            continue
        events = shoot(table(*E1), shooter, target)
        kind, draws = expected_of_e1(shooter, target)
        assert outcome(events) == kind, (shooter, target)
        assert drawing(events) == draws, (shooter, target)


def test_e1_the_mole_cannot_shoot() -> None:
    assert table(*E1).deciders == [0, 1, 2, 3, 4]


def test_e2() -> None:
    state = table("S C M | B", "S C M | B", "S M B | C", alternate=True)
    events = shoot(state, 5, 7)
    assert (outcome(events), drawing(events)) == ("team_out", [6])
    out = [seat + 1 for seat, player in enumerate(state.fields()["players"]) if not player["is_in"]]
    assert out == [4, 5, 6, 7]
    events = shoot(state, 1, 8)
    assert (outcome(events), drawing(events)) == ("fail", [3, 9])


def test_e3() -> None:
    state = table("S C M B | X", "S C B X | M", "S M B X | C", saboteurs=True)
    events = shoot(state, 8, 6)
    assert outcome(events) == "misfire"
    assert [event["seat"] + 1 for event in events if event["kind"] == "out"] == [6, 8]
    events = shoot(state, 9, 1)
    assert (outcome(events), drawing(events)) == ("success", [9, 11, 12, 3])


def played_e4(seed: int, fourth: str) -> tuple[State, list[int]]:
    state = table(*E1, seed=seed)
    for seat, text in enumerate(["shoot 4", "hold", "hold", fourth, "hold"]):
        events = state.play_watched(text, seat=seat)
    return state, drawing(events)


def test_e4() -> None:
    met: Counter[int] = Counter()
    for seed in range(40):
        state, draws = played_e4(seed, "shoot 1")
        if draws[0] == 1:
            assert draws == [1, 2, 3, 6]
            held, _ = played_e4(seed, "hold")
            assert [state.view(seat) for seat in range(6)] == [held.view(seat) for seat in range(6)]
        else:
            assert draws == [4, 5]
        met[draws[0]] += 1
    assert 10 < met[1] < 30


def test_e5_sniper() -> None:
    view = table("S C M | B", "S C M | B").view(0)
    assert view.arrangements() == 144
    assert [share(view, "acts", seat) for seat in (4, 5, 6)] == [Fraction(1, 3)] * 3
    assert [share(view, "mole", seat) for seat in (2, 3)] == [Fraction(1, 3)] * 2


def test_e5_cleaner() -> None:
    view = table("C S M | B", "S C M | B").view(0)
    assert share(view, "acts", 1) == Fraction(1, 3)
    other = Fraction(0)
    own = Fraction(0)
    found = {}
    for key in range(60 * view.arrangements()):
        world = view.sample(key)
        found[bytes(world)[:1], str(world.hidden()["roles"]), str(world.hidden()["centre"])] = world
    for world in found.values():
        other += outcome(shoot(world.copy(), 1, 4)) == "success"
        own += outcome(shoot(world.copy(), 1, 2)) == "success"
    assert (other / len(found), own / len(found)) == (Fraction(1, 9), Fraction(1, 6))


def test_e7() -> None:
    state = table("X C S | M", "S C M | X", saboteurs=True)
    events = shoot(state, 1, 2)
    assert outcome(events) == "misfire"
    for seat in range(6):
        for key in range(50):
            hidden = state.view(seat).sample(key).hidden()
            assert hidden["roles"][2] == "sniper"
            assert hidden["centre"][0] == "mole"
    coup = shoot(table("X C M | S", "S C M | X", saboteurs=True), 1, 2)
    assert (outcome(coup), drawing(coup)) == ("coup", [1])


@pytest.mark.parametrize(("inherits", "second"), [(True, "success"), (False, "fail")])
def test_e8(inherits: bool, second: str) -> None:
    state = table("S C X | M", "S C X | M", saboteurs=True, cleaner_inherits=inherits)
    assert outcome(shoot(state, 3, 4)) == "misfire"
    assert (4 in state.hidden()["act_as_sniper"]) == inherits
    assert outcome(shoot(state, 1, 5)) == second


def test_e9() -> None:
    view = table("C S M", "S C | M").view(0)
    assert view.arrangements() == 12
    assert share(view, "acts", 1) == 0
    assert [share(view, "acts", seat) for seat in (4, 5)] == [Fraction(1, 2)] * 2


@pytest.mark.parametrize(
    ("second", "winners"), [([1, 1, 1, 0], [5]), ([1, 1, 2, 0], [2, 5])], ids=["PLA", "APLA"]
)
def test_e10(second: list[int], winners: list[int]) -> None:
    fifth = [2, 1, 1, 0]
    hands = [[0] * 4, second, [0] * 4, [0] * 4, fifth, [0] * 4]
    rest = [10 - one - other for one, other in zip(second, fifth, strict=True)]
    deck = "NNNN" + "P" * rest[0] + "L" * rest[1] + "A" * rest[2] + "N" * 6
    state = table("C M B | S", "S C B | M", hands=hands, deck=deck, round=9)
    events = shoot(state, 4, 1)
    assert (outcome(events), drawing(events)) == ("success", [4, 5, 6, 2])
    assert state.over
    assert [seat + 1 for seat in state.winners()] == winners


def test_e11() -> None:
    hands = [[7, 0, 0, 0], [0, 7, 0, 0], [0, 0, 7, 0], [0, 0, 0, 7], [3, 3, 0, 0], [0, 0, 3, 1]]
    state = table("C M S | B", "M S C | B", hands=hands, deck="NN", round=40)
    events = shoot(state, 3, 5)
    assert outcome(events) == "success"
    assert drawing(events) == [3, 4]
    assert state.over
    assert state.scores() == [1, 1, 2, 1, 2, 2]
    assert [seat + 1 for seat in state.winners()] == [3]  # 8 cards, 5 has 6, 6 has 4


def test_e12() -> None:
    met: Counter[int] = Counter()
    for seed in range(200):
        state = table(*E1, beats=1, seed=seed)
        events = hold(state)
        assert [event["kind"] for event in events] == ["window_closes", "deadline_comes"]
        assert state.phase == "deadline"
        ordered = state.actor
        assert ordered in (0, 3)
        met[ordered] += 1
        view = state.view(ordered)
        assert view.actor == ordered
        assert "hold" not in state.legal_texts()
        for key in range(20):
            assert ordered in view.sample(key).hidden()["act_as_sniper"]
        for seat in {0, 1, 2, 3, 4, 5} - {ordered}:
            assert state.view(seat).actor is None
    assert 70 < met[0] < 130


def test_e12_whom_it_orders_changes_no_other_view() -> None:
    views: dict[int, list[View]] = {}
    for seed in range(20):
        state = table(*E1, beats=1, seed=seed)
        hold(state)
        views.setdefault(state.actor or 0, [state.view(seat) for seat in range(6)])
    assert set(views) == {0, 3}
    for seat in (1, 2, 4, 5):
        assert views[0][seat] == views[3][seat]
    assert views[0][0] != views[3][0]
