"""A position as bytes: `State.from_bytes` and `View.from_bytes`, which pickle uses too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

from views.games import PLAYERS, STYLES, choose, collection, decisions, house, recruiters, second

from covert_engine.covert import CompiledSet, FieldsError, State, StateError, View, ViewError
from covert_engine.covert.exchange.fields import VERSION
from covert_engine.input.sealed import seal
from fuzz.laws import check_view
from fuzz.refusals import check_refusal
from fuzz.trees import changed

__all__ = ["mutate", "seeds", "try_one"]

SETS = (house(), second(), recruiters())
STEP = 97  # every so many states of a game are seeds
EVERY = 8  # of the views at hand one is a seed, and a world of it another
MOVES = 20  # played on in a state, at most
SHARE_PLAYED_ON = 0.2  # of mutations: another position of some game
SHARE_FORGED = 0.1  # text that is not what JSON's writer writes, under a digest that fits
SHARE_BROKEN = 0.05  # another first line
HEADS = (b"covert-state", b"covert-view", b"covert", b"1", b"2", b"01", b"", b" ", b"\r", b"x" * 99)
TEXTS = (b"[" * 3000, b"{", b'"', b"\\ud800", b"\xff", b"\0", b"NaN", b"1e999", b"9" * 5000, b",")


def seeds() -> Iterator[bytes]:
    """Yield games from beginning to end, views of each sort, and worlds dealt from views."""
    for cards in (house(), second()):
        for players in PLAYERS:
            for style in STYLES:
                for number, state in enumerate(decisions(cards, players, 2, style)):
                    if number % STEP == 0 or state.over:
                        yield state.to_bytes()
    for number, view in enumerate(collection()[::EVERY]):
        yield view.to_bytes()
        yield view.sample(number).to_bytes()
    for state in _unpaid():
        yield state.to_bytes()
        yield state.view(state.actor or 0).to_bytes()


def _unpaid() -> Iterator[State]:
    """Yield worlds in which a seat cannot pay for the mission it has named."""
    for state in decisions(house(), 3, 2, "missions"):
        if state.decision == "payment":
            for seat in {0, 1, 2} - {state.actor}:
                world = state.view(seat).sample(0)
                if not world.legal_actions():
                    yield world


def try_one(data: bytes) -> bool:
    """Try it as it is, and under a first line that fits: a seal would keep out all that is
    changed."""
    fitting = _sealed(*_parts(data))
    taken = [_try_one(tree) for tree in dict.fromkeys((data, fitting))]
    return any(taken)


def _try_one(data: bytes) -> bool:
    """Check that it is refused as a state and as a view, or is one of them, itself again and of
    use."""
    cards = _cards_of(data)
    taken = 0
    try:
        state = State.from_bytes(cards, data)
    except StateError as error:
        check_refusal(error)
    else:
        _check_line("state", data)
        _check_state(state, Random(data))
        taken += 1
    try:
        view = View.from_bytes(cards, data)
    except ViewError as error:
        check_refusal(error)
    else:
        _check_line("view", data)
        _check_seen(view)
        taken += 1
    assert taken < 2
    return taken == 1


def _check_line(kind: str, data: bytes) -> None:
    """Check that nothing was overlooked in the first line."""
    assert (kind, data) == (_parts(data)[0], _sealed(*_parts(data)))


def _check_state(state: State, random: Random) -> None:
    """Check that it is itself again, in order, and plays on to its end as any other."""
    assert state.check() == []
    data = state.to_bytes()
    again = State.from_bytes(state.cards, data)
    assert again == state
    assert again.to_bytes() == data
    for seat in range(state.players):
        _check_worlds(state.view(seat))
    _check_end(state.copy(), again, random.getrandbits(64))
    for _ in range(MOVES):
        legal = state.legal_actions()
        assert set(state.legal_actions(canonical=True)) <= set(legal)
        if not legal:
            break
        state.play(random.choice(legal))
    assert state.check() == []


def _check_end(state: State, again: State, key: int) -> None:
    """Check that both end alike; only where a seat cannot pay for its mission a game stands
    still."""
    assert state.playout(key) == again.playout(key)
    assert again == state
    assert state.check() == []
    assert len(state.scores()) == len(state.value()) == state.players
    if not state.over:
        assert state.decision == "payment"
        assert not state.legal_actions()


def _check_worlds(view: View) -> None:
    """Check that the view is itself again, and that its worlds show it."""
    data = view.to_bytes()
    again = View.from_bytes(view.cards, data)
    assert again == view
    assert again.to_bytes() == data
    assert again.digest() == view.digest()
    world = view.sample(int.from_bytes(view.digest()[:8], "little"))
    assert world.check() == []
    assert world.view(view.seat) == view
    assert State.from_bytes(world.cards, world.to_bytes()) == world


def _check_seen(view: View) -> None:
    """Check the laws of views; a mission that its seat cannot pay for is a search's alone."""
    _check_worlds(view)
    if view.actor != view.seat or view.legal_actions():
        check_view(view)
        return
    try:
        View.from_fields(view.cards, view.fields())
    except ViewError as error:
        check_refusal(error)
    else:
        raise AssertionError("a view without a legal action came in from outside")


def mutate(data: bytes, random: Random) -> bytes | None:
    """Return other fields under a digest that fits; now and then the seal itself is corrupted."""
    kind, text = _parts(data)
    if random.random() < SHARE_PLAYED_ON:
        other = _played_on(data, random)
        if other is not None:
            return other
    if random.random() < SHARE_BROKEN:
        words = data.partition(b"\n")[0].split(b" ")
        way = random.randrange(3)
        place = random.randrange(len(words))
        words[place : place + (way > 0)] = [random.choice(HEADS)] if way < 2 else []
        return b" ".join(words) + b"\n" + text
    if random.random() < SHARE_FORGED:
        return _sealed(kind, _spliced(text, random))
    try:
        tree = json.loads(text)
        return seal(f"covert-{kind}", VERSION, changed(tree, _trees(kind), random))
    except (ValueError, TypeError, RecursionError):
        return None


def _parts(data: bytes) -> tuple[str, bytes]:
    head, _, text = data.partition(b"\n")
    return "view" if head.startswith(b"covert-view") else "state", text


def _sealed(kind: str, text: bytes) -> bytes:
    return f"covert-{kind} {VERSION} {sha256(text).hexdigest()}\n".encode() + text


def _spliced(text: bytes, random: Random) -> bytes:
    """Return the text with a piece exchanged for another, or for what JSON's readers have stumbled
    over."""
    start = random.randint(0, len(text))
    end = min(len(text), start + random.choice((0, 0, 1, 2, 20)))
    other = random.randint(0, len(text))
    piece = random.choice((random.choice(TEXTS), text[other : other + 20], b""))
    return text[:start] + piece + text[end:]


def _played_on(data: bytes, random: Random) -> bytes | None:
    """Return the game some moves later, or another world or view of it."""
    cards = _cards_of(data)
    kind, _ = _parts(data)
    try:
        if kind == "view":
            state = View.from_bytes(cards, data).sample(random.getrandbits(64))
        else:
            state = State.from_bytes(cards, data)
    except FieldsError:
        return None
    style = random.choice(list(STYLES))
    for _ in range(random.choice((0, 1, 5, 50))):
        legal = state.legal_actions()
        if legal:
            state.play(choose(random, legal, style))
    view = state.view(random.randrange(state.players))
    made = random.choice((state, view, view.sample(random.getrandbits(64))))
    return made.to_bytes()


def _cards_of(data: bytes) -> CompiledSet:
    return next((cards for cards in SETS if cards.digest.hex().encode() in data), house())


@cache
def _trees(kind: str) -> list[Any]:
    return [json.loads(text) for name, text in map(_parts, list(seeds())[::5]) if name == kind]
