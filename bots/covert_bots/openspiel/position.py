"""A position of a game, and what each seat remembers of the way to it."""

from __future__ import annotations

from functools import reduce
from hashlib import blake2b
from typing import Any

from covert_bots.openspiel.rules import Rules
from covert_engine.search import SearchView

DIGEST_BYTES = 16


class Position:
    """A state of the engine with the memory of each seat. It never changes, so its copy is itself.

    A memory is a digest of all that a seat has seen and done, in order. Seats with equal memories
    have equal views; equal views may have come about in different ways.
    """

    __slots__ = ("_before", "_memories", "rules", "state")

    def __init__(
        self,
        rules: Rules,
        state: Any,
        memories: tuple[bytes, ...] | None = None,
        before: tuple[Position, int] | None = None,
    ) -> None:
        self.rules = rules
        self.state = state
        self._memories = memories
        self._before = before

    @classmethod
    def first(cls, rules: Rules, state: Any) -> Position:
        """Return a position whose seats remember only what they see now."""
        seats = range(rules.encoding.players)
        return cls(rules, state, tuple(_digest(b"", state.view(seat).digest()) for seat in seats))

    def after(self, number: int) -> Position:
        """Return the position after the action of this number; IllegalActionError if it is not
        legal."""
        state = self.state.copy()
        self.rules.encoding.play(state, number)
        return Position(self.rules, state, before=(self, number))

    def view(self, seat: int) -> SearchView:
        """Return what a seat may know."""
        view: SearchView = self.state.view(seat)
        return view

    def memory(self, seat: int) -> bytes:
        """Return the digest of all that a seat has seen and done."""
        return self.memories[seat]

    @property
    def memories(self) -> tuple[bytes, ...]:
        """The memory of each seat. It takes time, so it is worked out when it is asked for."""
        way: list[Position] = []
        position = self
        while position._memories is None:
            way.append(position)
            assert position._before is not None
            position = position._before[0]
        for later in reversed(way):
            assert later._before is not None
            later._memories = _remembered(*later._before)
            later._before = None
        assert self._memories is not None
        return self._memories

    def world(self, seat: int, key: int) -> Position:
        """Return a world that a seat cannot tell from this position, dealt by `key`. The seat has
        the memory that it has here, the others remember only what they see now."""
        dealt = Position.first(self.rules, self.state.view(seat).sample(key))
        memories = list(dealt.memories)
        memories[seat] = self.memory(seat)
        return Position(self.rules, dealt.state, tuple(memories))

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.rules, self.state.to_bytes(), self.memories)


def _remembered(before: Position, number: int) -> tuple[bytes, ...]:
    """Return the memories after an action: the seat that acts remembers it, and each seat what it
    sees."""
    state, actor = before.state.copy(), before.state.actor
    memories = list(before.memories)
    memories[actor] = _digest(memories[actor], b"%d" % number)
    seen = before.rules.play(state, before.rules.encoding.action(number, actor))
    return tuple(reduce(_digest, news, old) for old, news in zip(memories, seen, strict=True))


def _digest(memory: bytes, news: bytes) -> bytes:
    return blake2b(news, digest_size=DIGEST_BYTES, key=memory).digest()


def _restored(rules: Rules, data: bytes, memories: tuple[bytes, ...]) -> Position:
    return Position(rules, rules.read(data), memories)
