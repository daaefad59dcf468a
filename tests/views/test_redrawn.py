"""Chance still to come, drawn anew: what a seat knows stays, and all else is equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from itertools import permutations
from typing import Any

import pytest
import scipy  # its parts are imported when they are first used

from covert_engine.covert import HandMade, Kind, State, house_set, unpack
from covert_engine.search import UNIFORM

from .games import PLAYERS, STYLES, decisions, house, second
from .test_uniform import UNLIKELY

EACH = 19  # decisions of a game between two that are looked at
KEYS_A_CELL = 60
SETS = {"house": house, "second": second}


def written(state: State) -> Any:
    """Return the fields of a state, to be walked by names."""
    return state.fields()


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("cards", SETS)
def test_every_seat_sees_what_it_saw(cards: str, players: int, style: str) -> None:
    seen = 0
    for number, state in enumerate(decisions(SETS[cards](), players, 1, style)):
        if number % EACH:
            continue
        other = state.redrawn(number)
        assert other.check() == []
        assert other.actor == state.actor
        assert all(other.view(seat) == state.view(seat) for seat in range(players))
        before, after = written(state), written(other)
        assert after["seed"] != before["seed"]
        for name in ("hands", "bag", "search", "agency_known_by", "agency_lots", "mission_lots"):
            assert after[name] == before[name]
        for cards, redrawn in zip(before["code_decks"], after["code_decks"], strict=True):
            assert sorted(cards) == sorted(redrawn)
        seen += 1
    assert seen > 20


def agrees(state: State, expected: Counter[Hashable], looked_at: Callable[[Any], Hashable]) -> bool:
    """Return True if redrawn states look as often like this or that as expected."""
    number = KEYS_A_CELL * len(expected)
    counts = Counter(looked_at(written(state.redrawn(key))) for key in range(number))
    assert set(counts) == set(expected)
    total = sum(expected.values())
    likely = [number * expected[cell] / total for cell in expected]
    return bool(
        scipy.stats.chisquare([counts[cell] for cell in expected], likely).pvalue > UNLIKELY
    )


def below_what_is_known(deck: str) -> tuple[State, list[int]]:
    """Return a state with four cards in the deck that no seat knows, and some that one knows; and
    where the four lie."""
    for state in decisions(house(), 4, 1, "random"):
        fields = written(state)
        known = fields[f"{deck}_known_by"]
        cards = fields[f"{deck}_deck"]
        places = [place for place, card in enumerate(cards) if not known[card - 1]]
        if len(places) == 4 < len(cards):
            return state, places
    raise AssertionError("no such position")


@pytest.mark.parametrize("deck", ["agency", "mission"])
@pytest.mark.parametrize("two_lots", [False, True])
def test_cards_that_no_seat_knows_change_places_within_their_lot(deck: str, two_lots: bool) -> None:
    state, places = below_what_is_known(deck)
    fields = written(state)
    cards = [fields[f"{deck}_deck"][place] for place in places]
    lots = fields[f"{deck}_lots"]
    if two_lots:  # as after a Search that the old deck was too small for
        state = with_a_new_lot(fields, deck, places[:2])
    expected: Counter[Hashable] = Counter(
        order
        for order in permutations(cards)
        if [lots[card - 1] for card in order] == [lots[card - 1] for card in cards]
    )
    assert len(expected) == (4 if two_lots else 24)
    assert agrees(
        state, expected, lambda fields: tuple(fields[f"{deck}_deck"][place] for place in places)
    )


def with_a_new_lot(fields: Any, deck: str, places: list[int]) -> State:
    """Return the state, but that the cards at these places of the deck were shuffled apart."""
    new = max(fields[f"{deck}_lots"]) + 1
    seen = fields["view"][f"{deck}_deck"]
    cards = sorted(fields[f"{deck}_deck"][place] for place in places)
    for card in cards:
        fields[f"{deck}_lots"][card - 1] = new
        for entry in seen["unseen"]:
            entry["cards"] = [left for left in entry["cards"] if left != card]
    for place in places:
        seen["places"][place]["lot"] = new
    seen["unseen"].append({"lot": new, "cards": cards})
    return State.from_fields(house(), fields)


def test_a_code_on_top_is_one_of_its_equipment_and_the_others_lie_anywhere() -> None:
    state = next(state for state in decisions(house(), 2, 1, "random") if state.round == 1)
    equipment = [code.equipment for code in house_set().codes]
    sizes = []
    for number, codes in enumerate(written(state)["code_decks"]):
        like_top = [code for code in codes if equipment[code - 1] == equipment[codes[0] - 1]]
        sizes.append(len(like_top))
        expected: Counter[Hashable] = Counter(
            (top, lowest) for top in like_top for lowest in codes if lowest != top
        )

        def ends(fields: Any, number: int = number) -> tuple[int, int]:
            deck = fields["code_decks"][number]
            return deck[0], deck[-1]

        assert agrees(state, expected, ends)
    assert max(sizes) > 1


def test_a_roll_is_what_it_would_be_had_chance_been_another_before_it() -> None:
    rolls, before = 0, State.deal(house(), 3, 1)
    faces: Counter[int] = Counter()
    for state in decisions(house(), 3, 1, "missions"):
        if state.round in (2, 3, 4) and state.round != before.round:
            rolls += 1
            for key in range(200):
                other = written(state.redrawn(key, dice=True))["view"]["players"]
                assert [len(player["dice"]) for player in other] == [5, 5, 5]
                faces.update(face for player in other for face in player["dice"])
                earlier = before.redrawn(key)
                earlier.play(played_between(before, state))
                assert written(earlier)["view"]["players"][0]["dice"] == other[0]["dice"]
                same = written(state.redrawn(key))
                for player, rolled in zip(same["view"]["players"], other, strict=True):
                    player["dice"] = rolled["dice"]
                assert same == written(state.redrawn(key, dice=True))
        before = state.copy()
    assert rolls == 3
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert scipy.stats.chisquare(list(faces.values())).pvalue > UNLIKELY


def played_between(before: State, after: State) -> int:
    """Return the action that leads from one state to the next."""
    for action in before.legal_actions():
        state = before.copy()
        state.play(action)
        if state == after:
            return action
    raise AssertionError("no such action")


def test_a_roll_is_another_only_where_it_is_the_latest_event() -> None:
    state = State.deal(house(), 2, 1)
    with pytest.raises(ValueError, match="dice: round 0 does not begin here"):
        state.redrawn(1, dice=True)
    while state.phase == "setup":
        state.play(state.legal_actions()[0])
    state.redrawn(1, dice=True)
    state.play(
        next(action for action in state.legal_actions() if unpack(action).kind == Kind.PLACE)
    )
    with pytest.raises(ValueError, match="dice: round 1 does not begin here"):
        state.redrawn(1, dice=True)


def test_what_is_drawn_is_a_function_of_the_key() -> None:
    state = State.deal(house(), 2, 1)
    assert state.redrawn(5) == state.redrawn(5) != state.redrawn(6)
    for key in (-1, 1 << 64):
        with pytest.raises(ValueError, match=f"key: {key} is not within"):
            state.redrawn(key)
        with pytest.raises(ValueError, match=f"key: {key} is not within"):
            HandMade().simulate(state, key)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_simulation_plays_the_rest_of_the_round(players: int) -> None:
    for number, state in enumerate(decisions(house(), players, 2, "missions")):
        if number % 40 or state.over:
            continue
        for rounds in (1, 2):
            first, second = state.copy(), state.copy()
            played = HandMade().simulate(first, number, rounds)
            assert played == HandMade().simulate(second, number, rounds) > 0
            assert first == second
            assert first.check() == []
            assert first.over or first.round == max(1, state.round) + rounds
            assert first.actor is None or len(first.legal_actions()) > 1


@pytest.mark.parametrize("players", PLAYERS)
def test_a_simulation_of_no_rounds_plays_to_the_end(players: int) -> None:
    state = State.deal(house(), players, 4)
    assert HandMade().simulate(state.copy(), 1, 0) == HandMade().simulate(state, 1, 1000) > 100
    assert state.over
    with pytest.raises(ValueError, match=r"rounds: -1 is not within 0\.\."):
        HandMade().simulate(state, 1, -1)


def test_simulations_differ_and_play_better_than_chance() -> None:
    """Ten rounds of the policy complete missions, which ten rounds of chance do not."""
    scores, ends = [], set()
    for key in range(20):
        state = State.deal(house(), 2, 3)
        HandMade().simulate(state, key, 6)
        scores.append(max(state.scores()))
        ends.add(bytes(state))
        even = State.deal(house(), 2, 3)
        UNIFORM.simulate(even, key, 6)
        assert max(even.scores()) < 10
    assert len(ends) == 20
    assert min(scores) >= 10
