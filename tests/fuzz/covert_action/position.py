"""A position as bytes: `State.from_bytes` and `View.from_bytes`, which pickle uses too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

from covert_engine.covert_action import State, StateError, View, ViewError
from covert_engine.covert_action.exchange.fields import VERSION
from covert_engine.input.errors import FieldsError
from covert_engine.input.sealed import seal
from fuzz.covert_action.games import collection, states
from fuzz.covert_action.laws import check_game, check_view
from fuzz.refusals import check_refusal
from fuzz.trees import changed

__all__ = ["mutate", "seeds", "try_one"]

KINDS = ("covert-action-state", "covert-action-view")
EVERY = 3  # of the views at hand one is a seed, and a world of it another
SHARE_PLAYED_ON = 0.2  # of mutations: another position of some game


def seeds() -> Iterator[bytes]:
    """Yield positions of games, views of them, and worlds dealt from views."""
    for state in states():
        yield state.to_bytes()
    for number, view in enumerate(collection()[::EVERY]):
        yield view.to_bytes()
        yield view.sample(number).to_bytes()


def try_one(data: bytes) -> bool:
    """Try it as it is, and under a first line that fits: a seal would keep out all that is
    changed."""
    kind, text = _parts(data)
    fitting = f"{kind} {VERSION} {sha256(text).hexdigest()}\n".encode() + text
    taken = [_try_one(tree) for tree in dict.fromkeys((data, fitting))]
    return any(taken)


def _try_one(data: bytes) -> bool:
    """Check that it is refused as a state and as a view, or is one of them, itself again and of
    use."""
    taken = 0
    try:
        state = State.from_bytes(data)
    except StateError as error:
        check_refusal(error)
    else:
        _check_state(state, Random(data))
        taken += 1
    try:
        view = View.from_bytes(data)
    except ViewError as error:
        check_refusal(error)
    else:
        check_view(view)
        taken += 1
    assert taken < 2
    return taken == 1


def _check_state(state: State, random: Random) -> None:
    """Check that it is itself again, that its views are in order, and that it plays on to its end
    as its copy does."""
    again = State.from_bytes(state.to_bytes())
    assert again == state
    for seat in range(state.players):
        view = state.view(seat)
        assert View.from_bytes(view.to_bytes()) == view
        assert view.sample(random.getrandbits(64)).view(seat) == view
    key = random.getrandbits(64)
    copy = state.copy()
    if state.deciders:
        assert copy.playout(key) == again.playout(key)
        assert copy == again
        assert copy.over
    check_game(state, random)


def mutate(data: bytes, random: Random) -> bytes | None:
    """Return other fields under a digest that fits, or the game some moves later."""
    kind, text = _parts(data)
    if random.random() < SHARE_PLAYED_ON:
        other = _played_on(data, random)
        if other is not None:
            return other
    try:
        tree = json.loads(text)
        return seal(kind, VERSION, changed(tree, _trees(kind), random))
    except (ValueError, TypeError, RecursionError):
        return None


def _parts(data: bytes) -> tuple[str, bytes]:
    head, _, text = data.partition(b"\n")
    return KINDS[head.startswith(KINDS[1].encode())], text


def _played_on(data: bytes, random: Random) -> bytes | None:
    """Return the game some moves later, or another world or view of it."""
    try:
        if _parts(data)[0] == KINDS[1]:
            state = View.from_bytes(data).sample(random.getrandbits(64))
        else:
            state = State.from_bytes(data)
    except FieldsError:
        return None
    for _ in range(random.choice((0, 1, 5, 50))):
        if state.over or not state.deciders:
            break
        seat = random.choice(state.deciders)
        state.play(random.choice(state.legal_actions(seat=seat)), seat=seat)
    view = state.view(random.randrange(state.players))
    made = random.choice((state, view, view.sample(random.getrandbits(64))))
    return made.to_bytes()


@cache
def _trees(kind: str) -> list[Any]:
    return [json.loads(text) for name, text in map(_parts, list(seeds())[::5]) if name == kind]
