"""The tensor of a view of Covert has the fields that are documented, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from views.games import collection, decisions, house, second

from covert_engine.covert import View
from covert_engine.covert.encoding import CovertEncoding
from covert_engine.encoding import Games
from covert_engine.encoding.field import places_of

from .plain import Array, PlainTensor

RARE = {"feet_used"}  # takes a foot, and two equal symbols to pay


def tensor_of(encoding: CovertEncoding, view: View) -> Array:
    tensor = np.full(encoding.floats, 7, np.float32)
    encoding.write_tensor(view, tensor)
    return tensor


@cache
def views() -> tuple[View, ...]:
    """Return a view of each sort, and some of what else is rare."""
    rare: dict[object, View] = {}
    for cards, players in product((house(), second()), (2, 4)):
        for state in decisions(cards, players, 5, "missions"):
            if state.actor is None:
                continue
            view = state.view(state.actor)
            fields: Any = view.fields()
            feet = fields.get("use", {}).get("feet_used", 0)
            rare.setdefault(
                (feet > 0, bool(fields["fresh_tokens"]), fields["turn"]["placed"]), view
            )
    return (*collection(), *rare.values())


def encodings() -> dict[tuple[bytes, int], CovertEncoding]:
    return {
        (bytes(view.cards.digest), view.players): CovertEncoding(view.cards, view.players)
        for view in views()
    }


def test_the_tensor_is_what_the_view_says() -> None:
    made = encodings()
    written: dict[CovertEncoding, Array] = {}
    for view in views():
        encoding = made[bytes(view.cards.digest), view.players]
        tensor, plain = tensor_of(encoding, view), PlainTensor(view).whole
        if not np.allclose(tensor, plain, atol=1e-6):
            differ = (np.abs(tensor - plain) > 1e-6).nonzero()[0]
            assert names_of(encoding, differ) == set(), f"{view.phase} {view.decision}"
        assert tensor.min() >= 0
        assert tensor.max() <= 1
        written[encoding] = written.get(encoding, 0) + tensor
    shown = {name for each, sums in written.items() for name in names_of(each, sums.nonzero()[0])}
    assert {field.name for each in written for field in each.fields} - shown <= RARE


def names_of(encoding: CovertEncoding, numbers: Iterable[int]) -> set[str]:
    """Return the fields in which these floats lie."""
    fields = places_of(encoding.fields)
    return {name for name, place in fields.items() for number in numbers if number in span(place)}


def span(place: slice) -> range:
    return range(place.start, place.stop)


def test_fields_follow_each_other_and_have_their_own_names() -> None:
    encoding = CovertEncoding(house(), 3)
    fields = places_of(encoding.fields)
    assert len(fields) == len(encoding.fields)
    starts = [place.start for place in fields.values()]
    assert [0, *(place.stop for place in fields.values())] == [*starts, encoding.floats]


def test_a_seat_is_first_in_its_own_tensor() -> None:
    encoding = CovertEncoding(house(), 3)
    state = next(iter(decisions(house(), 3, 1, "random")))
    seats = [tensor_of(encoding, state.view(seat)) for seat in range(3)]
    actor = places_of(encoding.fields)["actor"]
    assert [list(tensor[actor]) for tensor in seats] == [[1, 0, 0], [0, 0, 1], [0, 1, 0]]


def test_a_wrong_array_is_refused_by_name() -> None:
    encoding = CovertEncoding(house(), 2)
    state = next(iter(decisions(house(), 2, 1, "random")))
    for array, said in (
        (
            np.zeros(3, np.float32),
            r"tensor: an array of 3 float32; expected one of \d+ float32",
        ),
        (np.zeros(encoding.floats), " float64; expected"),
        (np.zeros(2 * encoding.floats, np.float32)[::2], "contiguous"),
        (b"x" * 4 * encoding.floats, "writable"),
        (None, "tensor: "),
    ):
        with pytest.raises(ValueError, match=said):
            encoding.write_tensor(state.view(0), array)
    with pytest.raises(ValueError, match="mask: an array of 3 int8; expected one of 1488 int8"):
        encoding.write_mask(state, np.zeros(3, np.int8))


def test_a_view_of_another_game_is_refused() -> None:
    encoding = CovertEncoding(house(), 2)
    for cards, players in ((second(), 2), (house(), 3)):
        state = next(iter(decisions(cards, players, 1, "random")))
        with pytest.raises(ValueError, match=f"of {players} players; expected one of 2"):
            encoding.write_tensor(state.view(0), np.zeros(encoding.floats, np.float32))
        with pytest.raises(ValueError, match="of another game"):
            encoding.legal(state)


def test_what_is_made_without_a_constructor_is_refused() -> None:
    empty = CovertEncoding.__new__(CovertEncoding)
    with pytest.raises(ValueError, match="of another game"):
        empty.legal(next(iter(decisions(house(), 2, 1, "random"))))
    with pytest.raises(TypeError, match="encoding: made without its constructor"):
        Games(empty, 1, masks=b"", seats=b"", rewards=b"", ended=b"")
