"""The text of a game record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

from covert_action.engine.tables import games
from covert_engine.covert_action import Record, RecordError, State
from covert_engine.input.errors import CovertError
from fuzz.covert_action.laws import check_game
from fuzz.covert_action.notation import mutated_text
from fuzz.mutations import changed_lines

__all__ = ["mutate", "seeds", "try_one"]

LENGTHS = (0, 3, 40, 150)  # actions of a seed
GAMES = 40
HOLDING = 0.9  # share of choices in windows
LONGEST = 400  # actions that a mutated record grows to
LONGEST_LINE = 1000  # characters of what is said of a record
SHARE_PLAYED_ON = 0.5  # of mutations: actions that are legal after those of the record


def seeds() -> Iterator[bytes]:
    """Yield games of all sizes, broken off here and there."""
    for number, (state, random) in enumerate(games(GAMES, seed=43)):
        record = Record(state.settings, number)
        state = record.replay()
        actions = _played(state, LENGTHS[number % len(LENGTHS)], random)
        seats = ("greedy",) * state.players if number % 3 else None
        yield replace(record, actions=tuple(actions), seats=seats).format().encode()


def try_one(data: bytes) -> bool:
    """Check that it is a RecordError in a line, or a record that is itself again and replays up to
    the first action that is not legal."""
    try:
        record = Record.parse(data.decode())
    except UnicodeDecodeError:
        return False
    except RecordError as error:
        assert 0 < len(str(error)) <= LONGEST_LINE
        assert str(error).isprintable()
        return False
    assert Record.parse(record.format()) == record
    try:
        state = record.replay()
    except RecordError as error:
        assert str(error).startswith("action ")
        return False
    assert state == record.replay()
    check_game(state, Random(record.seed))
    return True


def mutate(data: bytes, random: Random) -> bytes | None:
    """Return a record with lines changed, or the same game played on."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    if random.random() < SHARE_PLAYED_ON:
        longer = _played_on(text, random)
        if longer is not None:
            return longer
    return changed_lines(text, _others(), mutated_text, random)


def _played_on(text: str, random: Random) -> bytes | None:
    """Return another game from some place in this one on."""
    try:
        record = Record.parse(text)
        kept = record.actions[: random.randint(0, min(len(record.actions), LONGEST))]
        record = replace(record, actions=kept, seed=record.seed ^ (not kept))
        state = record.replay()
    except CovertError:
        return None
    more = _played(state, random.choice((1, 5, 50, 150)), random)
    return replace(record, actions=(*kept, *more)).format().encode()


def _played(state: State, count: int, random: Random) -> list[int]:
    """Play so many decisions, each by the seat that is next to decide; return the actions."""
    played: list[int] = []
    while len(played) < count and not state.over:
        legal = state.legal_actions()
        holds = state.phase == "window" and random.random() < HOLDING
        played.append(legal[0] if holds else random.choice(legal))
        state.play(played[-1])
    return played


@cache
def _others() -> list[list[str]]:
    return [seed.decode().split("\n") for seed in seeds()]
