"""Actions and views of Covert Action as numbers, under all settings."""

from __future__ import annotations

import numpy as np
import pytest
from encoding.laws import told_apart

from covert_action.encoding.plain_tensor import plain_tensor
from covert_action.engine.tables import COMBINATIONS, positions
from covert_engine.covert_action import Kind, Settings, State, format_action, parse_action, unpack
from covert_engine.covert_action.encoding import CovertActionEncoding
from covert_engine.encoding.field import places_of

DIGEST = "4fb18cec5dc62dd21915f51a067c98435ab823c6fd9c1c80e08aa1a1bbb2f5f6"
"""The digest for six players: where the index or the fields of the tensor change, the environments
need another version."""


def test_every_legal_action_has_a_number_and_the_other_way_round() -> None:
    kinds = set()
    for state, _ in positions(60, seed=21, share=0.3):
        encoding = CovertActionEncoding(state.settings)
        for seat in state.deciders:
            legal = state.legal_actions(seat=seat)
            numbers = encoding.legal(state.view(seat))
            assert [encoding.action(number, seat) for number in numbers] == legal
            assert [encoding.number(action, seat) for action in legal] == numbers
            if seat == state.actor:
                assert encoding.legal(state) == numbers
            kinds |= {unpack(action).kind for action in legal}
    assert kinds == set(Kind)


def test_every_number_is_an_action_that_is_legal_somewhere() -> None:
    """A talk and a window show them all: everybody is in, and nothing hangs on the cards."""
    for rest in COMBINATIONS:
        settings = Settings(**rest)
        encoding = CovertActionEncoding(settings)
        state, met = State.deal(settings, 1), set()
        while state.phase == "talk":
            met |= set(encoding.legal(state))
            state.play("pass")
        met |= set(encoding.legal(state))
        assert met == set(range(encoding.actions))
        for seat in range(settings.players):
            actions = [encoding.action(number, seat) for number in range(encoding.actions)]
            assert [encoding.number(action, seat) for action in actions] == sorted(met)
            assert [parse_action(format_action(action)) for action in actions] == actions


def test_actions_that_no_game_allows_have_no_number() -> None:
    encoding = CovertActionEncoding(Settings(6, talk=False))
    others = CovertActionEncoding(Settings(6))
    assert encoding.actions == 6
    for each, text in (
        (encoding, "pass"),
        (encoding, "urge 2"),
        (encoding, "shoot 1"),
        (encoding, "shoot 7"),
        (others, "am saboteur"),
        (others, "is 2 saboteur"),
        (others, "is 1 mole"),
    ):
        with pytest.raises(ValueError, match="expected one that the rules allow seat 0"):
            each.number(parse_action(text), 0)
    for action in (0, 7, 63, 255 << 6 | 6, 1 << 31, (1 << 32) - 1):
        with pytest.raises(ValueError, match=f"action: {action}; expected"):
            others.number(action)
    for seat in (-1, 6):
        with pytest.raises(ValueError, match=f"seat: {seat} is not within 0 and 5"):
            others.action(0, seat)


def test_the_tensor_is_what_the_view_says() -> None:
    written: set[str] = set()
    for state, chance in positions(60, seed=22, share=0.04):
        encoding = CovertActionEncoding(state.settings)
        tensor = np.full(encoding.floats, 7, np.float32)
        view = state.view(chance.randrange(state.players))
        encoding.write_tensor(view, tensor)
        for name, part in plain_tensor(view).items():
            own = tensor[places_of(encoding.fields)[name]]
            np.testing.assert_allclose(own, part.ravel(), atol=1e-6, err_msg=name)
            if own.any():
                written.add(name)
        assert tensor.min() >= 0
        assert tensor.max() <= 1
    assert written == {field.name for field in encoding.fields}


def test_a_seat_cannot_tell_worlds_apart_that_look_the_same() -> None:
    for state, chance in positions(60, seed=23, share=0.2):
        encoding = CovertActionEncoding(state.settings)
        assert list(told_apart(encoding, state, chance.randrange(1 << 64))) == []


def test_numbers_and_fields_are_those_of_this_version() -> None:
    assert CovertActionEncoding(Settings(6)).digest == DIGEST
    assert len({CovertActionEncoding(Settings(**rest)).digest for rest in COMBINATIONS}) > 20
