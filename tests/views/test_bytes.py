"""Positions kept as bytes, copied and pickled: they come back the same, and go on the same."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from math import sqrt
from typing import Any

import pytest

from covert_engine.covert import (
    CovertError,
    FieldsError,
    HandMade,
    State,
    StateError,
    View,
    ViewError,
    compile,
    house_set,
)
from covert_engine.covert.evaluation.weights import FIRST_VALUE_WEIGHTS, VALUE_WEIGHTS
from covert_engine.search import UNIFORM
from toys import kuhn

from .games import PLAYERS, STYLES, collection, decisions, house, recruiters, second


def states(step: int = 149) -> Iterator[State]:
    for cards in (house(), second(), recruiters()):
        for players in PLAYERS:
            for style in STYLES:
                game = enumerate(decisions(cards, players, 2, style))
                yield from (state for number, state in game if number % step == 0 or state.over)


def worlds() -> Iterator[State]:
    """Yield worlds of a search: some stand where a window opens, or where a seat cannot pay."""
    yield from (view.sample(number) for number, view in enumerate(collection()))


# There and back.


def test_a_state_comes_back_from_bytes() -> None:
    for state in (*states(), *worlds()):
        data = state.to_bytes()
        again = State.from_bytes(state.cards, data)
        assert again == state
        assert again.to_bytes() == data
        assert again.fields() == state.fields()


def test_a_view_comes_back_from_bytes() -> None:
    for world in worlds():
        for seat in range(world.players):
            view = world.view(seat)
            again = View.from_bytes(view.cards, view.to_bytes())
            assert bytes(again) == bytes(view)
            assert again == view


def carried(state: State) -> list[State]:
    """Return the state by each way out and back, none of them to the same object."""
    ways = [
        State.from_bytes(state.cards, state.to_bytes()),
        State.from_fields(state.cards, json.loads(json.dumps(state.fields()))),
        copy.copy(state),
        copy.deepcopy(state),
        state.copy(),
        *(pickle.loads(pickle.dumps(state, protocol)) for protocol in range(2, 6)),
    ]
    assert all(copied is not state and copied == state for copied in ways)
    return ways


def test_a_carried_state_goes_on_the_same() -> None:
    """With the same chance: dice, draws and shuffles to the end of the game."""
    for cards, players, at in ((house(), 2, 5), (house(), 4, 60), (second(), 3, 400)):
        state = next(islice(decisions(cards, players, 9, "missions"), at, None)).copy()
        others = carried(state)
        rng = random.Random(at)
        while not state.over:
            action = rng.choice(state.legal_actions())
            for copied in (state, *others):
                copied.play(action)
        assert all(other == state and other.scores() == state.scores() for other in others)


def test_a_copy_is_played_on_by_itself() -> None:
    state = State.deal(house(), 3, 4)
    before = state.to_bytes()
    for copied in carried(state):
        copied.play(copied.legal_actions()[0])
        assert copied != state
    assert state.to_bytes() == before


def test_a_view_is_copied_and_pickled() -> None:
    for view in collection()[::20]:
        assert copy.copy(view) is view
        assert copy.deepcopy(view) is view
        for protocol in range(2, 6):
            again = pickle.loads(pickle.dumps(view, protocol))
            assert again == view
            assert again.digest() == view.digest()
            assert again.legal_actions() == view.legal_actions()


def test_what_is_pickled_together_shares_its_card_set() -> None:
    state = State.deal(house(), 2, 1)
    together = (state.cards, state, state.view(1))
    cards_again, state_again, view_again = pickle.loads(pickle.dumps(together))
    assert state_again.cards is cards_again
    assert view_again.cards is cards_again


# What a view's bytes hold.


def test_equal_views_give_equal_bytes() -> None:
    """Nothing in them tells apart two worlds that the seat cannot tell apart."""
    different = 0
    for number, view in enumerate(collection()):
        if view.actor is None:
            continue
        world, other_world = (view.sample(2 * number + i) for i in range(2))
        different += world.to_bytes() != other_world.to_bytes()
        assert world.view(view.seat).to_bytes() == other_world.view(view.seat).to_bytes()
        assert world.view(view.seat).to_bytes() == view.to_bytes()
    assert different > 100


def test_equal_states_of_different_pasts_are_equal() -> None:
    """The cards that lay in a deck before are no part of a state."""
    state = next(islice(decisions(house(), 3, 1, "missions"), 300, None))
    again = State.from_bytes(state.cards, state.to_bytes())
    assert bytes(again) != bytes(state)
    assert again == state
    assert again != State.from_bytes(state.cards, State.deal(house(), 3, 1).to_bytes())
    assert State.deal(house(), 3, 1) != State.deal(
        compile(house_set(), {"swaps_first": False}), 3, 1
    )
    assert state != "a state"


# What is refused.


def kept() -> list[tuple[Any, bytes, type[FieldsError]]]:
    state = next(islice(decisions(house(), 3, 5, "missions"), 200, None))
    return [
        (State, state.to_bytes(), StateError),
        (View, state.view(1).to_bytes(), ViewError),
    ]


def refused(kind: Any, data: bytes, error: type[FieldsError], cards: Any = None) -> FieldsError:
    with pytest.raises(error) as raised:
        kind.from_bytes(cards or house(), data)
    assert isinstance(raised.value, CovertError)
    assert raised.value.violations
    return raised.value


@pytest.mark.parametrize("place", [0, 1])
def test_bytes_of_another_sort_are_refused(place: int) -> None:
    kind, data, error = kept()[place]
    _, other, _ = kept()[1 - place]
    name = kind.__name__.lower()
    assert f"expected 'covert-{name}'" in str(refused(kind, other, error))
    assert f"expected 'covert-{name}'" in str(refused(kind, b"", error))
    assert "changed" in str(refused(kind, data.replace(b"\n", b" more\n", 1), error))
    newer = data.replace(b" 2 ", b" 3 ", 1)
    assert str(refused(kind, newer, error)) == "bytes: are of version b'3'; expected 2"
    assert "card_set" in str(refused(kind, data, error, second()))
    options = compile(house_set(), {"circle_wraps": False})
    assert "circle_wraps" in str(refused(kind, data, error, options))
    with pytest.raises(TypeError):
        kind.from_bytes(house(), data.decode())


@pytest.mark.parametrize("place", [0, 1])
def test_bytes_cut_off_or_changed_are_refused(place: int) -> None:
    kind, data, error = kept()[place]
    rng = random.Random(6)
    for _ in range(100):
        refused(kind, data[: rng.randrange(len(data))], error)
        at = rng.randrange(len(data))
        refused(kind, data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :], error)
    assert kind.from_bytes(house(), bytearray(data)).to_bytes() == data


def sealed(head: bytes, text: bytes) -> bytes:
    return b" ".join([*head.split(b" ")[:2], sha256(text).hexdigest().encode()]) + b"\n" + text


def lists_and_fields(tree: Any) -> Iterator[tuple[Any, Any]]:
    for name, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
        yield tree, name
        if isinstance(value, (dict, list)):
            yield from lists_and_fields(value)


@pytest.mark.parametrize("place", [0, 1])
def test_forged_bytes_are_refused_or_a_game_in_order(place: int) -> None:
    """One value replaced, and the digest made to fit: an error that names a field, no crash."""
    kind, data, error = kept()[place]
    head, _, text = data.partition(b"\n")
    rng = random.Random(7)
    accepted = 0
    for _ in range(400):
        fields = json.loads(text)
        holder, name = rng.choice(list(lists_and_fields(fields)))
        holder[name] = rng.choice([0, 1, 2, 5, 40, 63, 64, 255, 1 << 70, -1, None, "", [], {}, [0]])
        try:
            forged = kind.from_bytes(house(), sealed(head, json.dumps(fields).encode()))
        except error:
            continue
        accepted += 1
        world = forged if kind is State else forged.sample(1)
        assert world.check() == []
        world.playout(accepted)
        assert world.check() == []
    assert 3 < accepted < 130


@pytest.mark.parametrize("text", [b"", b"[", b"[" * 100_000, b"[]", b'"x"', b"{}", b"\xff", b"NaN"])
@pytest.mark.parametrize("place", [0, 1])
def test_forged_bytes_that_are_no_fields_are_refused(place: int, text: bytes) -> None:
    kind, data, error = kept()[place]
    refused(kind, sealed(data, text), error)


LONG = "x" * 5000
FAR = 10**5000  # Python writes out no such number


@pytest.mark.parametrize(
    "spoilt",
    [
        {"\ud800": 1},
        {"\n": 1},
        {LONG: 1},
        {"": 1},
        {"seed": LONG},
        {"seed": [[LONG]]},
        {"seed": FAR},
        {"round": FAR},
        {"kept": FAR},
        {"tiles": [[FAR]]},
        {"card_set": FAR},
    ],
)
@pytest.mark.parametrize("place", [0, 1])
def test_what_is_said_of_odd_values_can_be_read(place: int, spoilt: Any) -> None:
    kind, data, error = kept()[place]
    fields = {**json.loads(data.partition(b"\n")[2]), **spoilt}
    with pytest.raises(error) as raised:
        kind.from_fields(house(), fields)
    for field, said in raised.value.violations:
        assert field
        assert f"{field}: {said}".isprintable()
        assert len(field) + len(said) < 1000


def swap_hands(fields: Any) -> None:
    hands = fields["hands"]
    hands[0], hands[1] = hands[1], hands[0]


@pytest.mark.parametrize(
    ("spoil", "field"),
    [
        (lambda fields: fields["view"].update(round=61), "view.round"),
        (lambda fields: fields.update(seed=1 << 64), "seed"),
        (lambda fields: fields.update(decision="think"), "decision"),
        (lambda fields: fields.update(to_decide=3), "to_decide"),
        (lambda fields: fields.update(hands=[]), "hands"),
        (lambda fields: fields["hands"][1].update(tokens=[0]), "hands[1].tokens"),
        (lambda fields: fields["agency_deck"].append(49), "agency_deck"),
        (lambda fields: fields["code_decks"][1].append(41), "code_decks[1]"),
        (lambda fields: fields["agency_known_by"][4].append(9), "agency_known_by[4]"),
        (lambda fields: fields["mission_lots"].append(1), "mission_lots"),
        (lambda fields: fields.update(search=[1]), "search"),
        (lambda fields: fields.update(kept=3), "kept"),
        (lambda fields: fields.update(bag=[0] * 8), "bag[0]"),
        (lambda fields: fields.update(secret=1), "secret"),
        (lambda fields: fields["view"]["players"][0].update(supply=3), "view"),
        (swap_hands, "agency_known["),
        (lambda fields: fields["agency_deck"].reverse(), None),
    ],
)
def test_fields_that_no_state_has_are_refused(spoil: Any, field: str | None) -> None:
    state = State.deal(house(), 3, 8)
    state.play(state.legal_actions()[0])
    fields: Any = state.fields()
    spoil(fields)
    if field is None:  # another state, but a state
        assert State.from_fields(house(), fields) != state
        return
    with pytest.raises(StateError) as raised:
        State.from_fields(house(), fields)
    assert any(name.startswith(field) for name, _ in raised.value.violations), (
        raised.value.violations
    )


def test_what_is_hidden_must_agree_with_what_is_seen() -> None:
    """The equipment on top of a code deck lies open."""
    state = next(islice(decisions(house(), 3, 5, "missions"), 200, None))
    fields: Any = state.fields()
    codes = house().source.codes
    deck = fields["code_decks"][0]
    at = next(
        i for i, c in enumerate(deck) if codes[c - 1].equipment != codes[deck[0] - 1].equipment
    )
    deck[0], deck[at] = deck[at], deck[0]
    with pytest.raises(StateError, match="view: is not what seat 0 sees of the rest"):
        State.from_fields(house(), fields)


# A state judged and played out.


def test_a_playout_ends_the_game_and_is_a_function_of_its_key() -> None:
    for state in states(199):
        first, same, other = (state.copy() for _ in range(3))
        assert first.playout(5) == same.playout(5)
        other.playout(6)
        assert first.over
        assert first == same
        assert first.check() == []
        assert (first != other) == (not state.over)
    with pytest.raises(ValueError, match="key"):
        state.playout(-1)


def test_values_are_utilities_and_estimates_add_up() -> None:
    for state in states():
        values = HandMade().value(state)
        scores, chances = HandMade().estimate(state)
        assert len(values) == len(scores) == len(chances) == state.players
        assert all(0 < value < 1 for value in values)
        assert sum(chances) == pytest.approx(1)
        priors = HandMade().priors(state)
        assert len(priors) == len(state.legal_actions())
        assert state.over or sum(priors) == pytest.approx(1)
        assert len(HandMade().priors(state, canonical=True)) == len(
            state.legal_actions(canonical=True)
        )
        assert UNIFORM.priors(state) == [1 / max(1, len(priors))] * len(priors)
        assert state.over or UNIFORM.value(state) == [0.5] * state.players


def squashed(margin: float, scale: float) -> float:
    x = margin / (scale * sqrt(3))
    return 1 / 2 + x / (2 * sqrt(1 + x * x))


def rounds_left(state: State, rounds_a_mission: float) -> float:
    """Return the number of rounds that the value expects after this one."""
    table = state.fields()["view"]
    most = max(len(player["completed_missions"]) for player in table["players"])
    return 0 if table["final_round"] else max(0, (6 - most) * rounds_a_mission - 0.4)


def scale(state: State, name: str) -> float:
    """Return the margin worth 3/4 before the end: `margin` or `win_margin`."""
    base, by_players = VALUE_WEIGHTS[name], VALUE_WEIGHTS[f"{name}_a_round"]
    rounds_a_mission = VALUE_WEIGHTS["rounds_a_mission"]
    assert isinstance(base, float)
    assert isinstance(by_players, tuple)
    assert isinstance(rounds_a_mission, float)
    return base + by_players[state.players - 2] * rounds_left(state, rounds_a_mission)


def even(state: State) -> float:
    """Return the margin worth a half before the end."""
    if state.players == 2:
        return 0
    base, more = VALUE_WEIGHTS["behind"], VALUE_WEIGHTS["behind_a_round"]
    rounds_a_mission = VALUE_WEIGHTS["rounds_a_mission"]
    assert isinstance(base, tuple)
    assert isinstance(more, tuple)
    assert isinstance(rounds_a_mission, float)
    rounds, several = rounds_left(state, rounds_a_mission), state.players - 3
    return (base[several] + more[several] * rounds) * scale(state, "margin")


def test_values_are_what_their_formula_says() -> None:
    assert squashed(12, 12) == pytest.approx(3 / 4)
    for state in states():
        points, chances = HandMade().estimate(state)
        margins = [own - max(points[:seat] + points[seat + 1 :]) for seat, own in enumerate(points)]
        if state.over:
            won = state.winners()
            assert points == state.scores()
            assert chances == pytest.approx(
                [(seat in won) / len(won) for seat in range(state.players)]
            )
            expected = [
                2 / 5 * squashed(copied, 12) + 3 / 5 * chance
                for copied, chance in zip(margins, chances, strict=True)
            ]
        else:
            worth = scale(state, "margin")
            expected = [squashed(margin - even(state), worth) for margin in margins]
            utilities = [squashed(margin, scale(state, "win_margin")) for margin in margins]
            odds = [copied / (1 - copied) for copied in utilities]
            assert chances == pytest.approx([copied / sum(odds) for copied in odds], abs=1e-5)
        assert HandMade().value(state) == pytest.approx(expected, abs=1e-5)


def test_another_evaluator_judges_otherwise() -> None:
    state = next(islice(decisions(house(), 3, 2, "missions"), 100, None))
    first = HandMade(FIRST_VALUE_WEIGHTS)
    assert first.value(state) != HandMade().value(state)
    assert first.estimate(state) != HandMade().estimate(state)
    poker = kuhn.deal(0, 1).table().evaluator
    for judge in (poker.value, poker.estimate, poker.priors):
        with pytest.raises(ValueError, match="state: of 'covert'; expected one of 'kuhn'"):
            judge(state)


def test_a_position_and_a_view_equal_nothing_else() -> None:
    state = State.deal(house(), 2, 1)
    view = state.view(0)
    others: list[Any] = [state.view(1), bytes(state), state.fields(), bytes(view), view.fields(), 3]
    assert not any(state == other or other == state for other in [*others, view])
    assert not any(view == other or other == view for other in [*others, state])
