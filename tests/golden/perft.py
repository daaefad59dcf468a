"""Perft: how many ways to play on there are from a position, and how much each seat tells apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from covert_engine.covert import CompiledSet, Record, State, format_action


@dataclass(frozen=True)
class Position:
    """A game of the collection after so many decisions, and how far to look from there."""

    game: str
    decisions: int
    depth: int


@dataclass(frozen=True)
class Count:
    """The results of all sequences of one length; a game that ends before counts in no longer
    one."""

    sequences: int
    states: int
    views: tuple[int, ...]  # distinct ones, by seat


def perft(root: State, depth: int) -> tuple[list[Count], dict[int, int]]:
    """Return the counts of each depth, and at the last the sequences by their first action."""
    level = [(action, _after(root, action)) for action in root.legal_actions()]
    counts = [_count([state for _, state in level])]
    for _ in range(depth - 1):
        level = [
            (first, _after(state, action))
            for first, state in level
            for action in state.legal_actions()
        ]
        counts.append(_count([state for _, state in level]))
    return counts, Counter(first for first, _ in level)


def _after(state: State, action: int) -> State:
    child = state.copy()
    child.play(action)
    return child


def _count(states: list[State]) -> Count:
    different = {bytes(state): state for state in states}.values()
    seats = range(states[0].players) if states else ()
    views = (len({state.view(seat).digest() for state in different}) for seat in seats)
    return Count(len(states), len(different), tuple(views))


def replay(record: Record, cards: CompiledSet, decisions: int) -> State:
    return replace(record, actions=record.actions[:decisions]).replay(cards)


def position_lines(position: Position, state: State) -> Iterator[str]:
    """Yield the lines of one position."""
    counts, by_first = perft(state, position.depth)
    yield (
        f"{position.game} after {position.decisions} decisions: round {state.round}, "
        f"{state.phase}, seat {state.actor}, {state.decision}"
    )
    for depth, count in enumerate(counts, 1):
        views = " ".join(map(str, count.views))
        yield (
            f"  depth {depth}: {count.sequences} sequences, {count.states} states, "
            f"views by seat {views}"
        )
    for action, sequences in by_first.items():
        yield f"    {format_action(action, state.cards)}: {sequences}"
