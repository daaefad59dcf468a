"""A position as bytes: `State.from_bytes` and `View.from_bytes`, which pickle uses too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

from views.games import STYLES

from covert_engine.input.errors import FieldsError
from covert_engine.input.sealed import seal
from fuzz.game import Game
from fuzz.refusals import check_refusal
from fuzz.trees import changed

__all__ = ["Position"]

SHARE_PLAYED_ON = 0.2  # of mutations: another position of some game
SHARE_FORGED = 0.1  # text that is not what JSON's writer writes, under a digest that fits
SHARE_BROKEN = 0.05  # another first line
HEADS = (b"covert-state", b"covert-view", b"covert", b"1", b"2", b"01", b"", b" ", b"\r", b"x" * 99)
TEXTS = (b"[" * 3000, b"{", b'"', b"\\ud800", b"\xff", b"\0", b"NaN", b"1e999", b"9" * 5000, b",")


class Position:
    """The door of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def seeds(self) -> Iterator[bytes]:
        """Yield games from beginning to end, views of each sort, and worlds dealt from views."""
        for state in self.game.states():
            yield state.to_bytes()
            if not state.over and not state.legal_actions():
                yield state.view(state.actor or 0).to_bytes()
        for number, view in enumerate(self.game.views()):
            yield view.to_bytes()
            yield view.sample(number).to_bytes()

    def try_one(self, data: bytes) -> bool:
        """Try it as it is, and under a first line that fits: a seal would keep out all that is
        changed."""
        taken = [self._try_one(each) for each in dict.fromkeys((data, self._sealed(data)))]
        return any(taken)

    def _try_one(self, data: bytes) -> bool:
        """Check that it is refused as a state and as a view, or is one of them, itself again and of
        use."""
        taken = []
        for kind, read, check in (
            ("state", self.game.state_of_bytes, self._check_state),
            ("view", self.game.view_of_bytes, self._check_view),
        ):
            try:
                position = read(data)
            except FieldsError as error:
                check_refusal(error)
            else:
                assert (kind, data) == (self._kind(data), self._sealed(data))
                check(position)
                taken.append(kind)
        assert len(taken) < 2
        return bool(taken)

    def _check_state(self, state: Any) -> None:
        """Check that it is itself again, in order, and plays on to its end as its copy does."""
        data = state.to_bytes()
        random = Random(data)
        again, copy, key = self.game.state_of_bytes(data), state.copy(), random.getrandbits(64)
        assert again == state
        assert again.to_bytes() == data
        for seat in range(state.players):
            self._check_bytes(state.view(seat))
        assert copy.playout(key) == again.playout(key)
        assert copy == again
        assert copy.over or not copy.legal_actions()
        self.game.check_game(state, random)

    def _check_view(self, view: Any) -> None:
        """Check the laws of views; one whose seat cannot pay what it has named is a search's
        alone."""
        self._check_bytes(view)
        if view.actor != view.seat or view.legal_actions():
            self.game.check_view(view)
            return
        try:
            self.game.view_of_fields(view.fields())
        except FieldsError as error:
            check_refusal(error)
        else:
            raise AssertionError("a view without a legal action came in from outside")

    def _check_bytes(self, view: Any) -> None:
        """Check that the view is itself again, and that its worlds show it."""
        again = self.game.view_of_bytes(view.to_bytes())
        assert again == view
        assert again.to_bytes() == view.to_bytes()
        assert again.digest() == view.digest()
        self.game.check_worlds(view, int.from_bytes(view.digest()[:8], "little"))

    def mutate(self, data: bytes, random: Random) -> bytes | None:
        """Return other fields under a digest that fits; now and then the seal itself is spoilt."""
        head, _, text = data.partition(b"\n")
        if random.random() < SHARE_PLAYED_ON:
            other = self._played_on(data, random)
            if other is not None:
                return other
        if random.random() < SHARE_BROKEN:
            words = head.split(b" ")
            way = random.randrange(3)
            place = random.randrange(len(words))
            words[place : place + (way > 0)] = [random.choice(HEADS)] if way < 2 else []
            return b" ".join(words) + b"\n" + text
        if random.random() < SHARE_FORGED:
            return self._sealed(head + b"\n" + _spliced(text, random))
        kind = self._kind(data)
        try:
            tree = changed(json.loads(text), self._trees(kind), random)
            return seal(f"{self.game.sealed}-{kind}", self.game.version, tree)
        except (ValueError, TypeError, RecursionError):
            return None

    def _kind(self, data: bytes) -> str:
        return "view" if data.startswith(f"{self.game.sealed}-view".encode()) else "state"

    def _sealed(self, data: bytes) -> bytes:
        """Return the same text under a first line that fits."""
        text = data.partition(b"\n")[2]
        head = f"{self.game.sealed}-{self._kind(data)} {self.game.version}"
        return f"{head} {sha256(text).hexdigest()}\n".encode() + text

    def _played_on(self, data: bytes, random: Random) -> bytes | None:
        """Return the game some moves later, or another world or view of it."""
        try:
            if self._kind(data) == "view":
                state = self.game.view_of_bytes(data).sample(random.getrandbits(64))
            else:
                state = self.game.state_of_bytes(data)
        except FieldsError:
            return None
        style = random.choice(list(STYLES))
        for _ in range(random.choice((0, 1, 5, 50))):
            if self.game.play(state, random, style) is None:
                break
        view = state.view(random.randrange(state.players))
        made = random.choice((state, view, view.sample(random.getrandbits(64))))
        return bytes(made.to_bytes())

    @cache  # noqa: B019
    def _trees(self, kind: str) -> list[Any]:
        seeds = [seed for seed in list(self.seeds())[::5] if self._kind(seed) == kind]
        return [json.loads(seed.partition(b"\n")[2]) for seed in seeds]


def _spliced(text: bytes, random: Random) -> bytes:
    """Return the text with a piece exchanged for another, or for what JSON's readers have stumbled
    over."""
    start = random.randint(0, len(text))
    end = min(len(text), start + random.choice((0, 0, 1, 2, 20)))
    other = random.randint(0, len(text))
    piece = random.choice((random.choice(TEXTS), text[other : other + 20], b""))
    return text[:start] + piece + text[end:]
