"""The file of a game record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from views.games import PLAYERS, STYLES, choose, house, second

from covert_bots.covert.words.change import open_deeds
from covert_bots.covert.words.events import events_between
from covert_bots.players.message_fields import message_from_fields
from covert_command.covert.record_file import read_record
from covert_command.terminal.mistakes import Mistake, message_of
from covert_engine.covert import CompiledSet, Record, RecordError, State
from covert_engine.input.errors import CovertError
from covertbots.v1.covert_pb2 import CovertEvent
from covertbots.v1.covert_view_pb2 import CovertView
from fuzz.laws import check_game
from fuzz.mutations import changed_lines
from fuzz.notation import mutated_text
from fuzz.scratch import file_with

__all__ = ["mutate", "seeds", "try_one"]

LENGTHS = (0, 3, 40, 120, 250)  # actions of a seed
WATCHED = 4  # last actions, which are also shown as a referee reports them
LONGEST = 400  # actions that a mutated record grows to
SHARE_PLAYED_ON = 0.5  # of mutations: actions that are legal after those of the record


def seeds() -> Iterator[bytes]:
    """Yield games of all sizes, broken off here and there."""
    for cards in (house(), second()):
        for players in PLAYERS:
            for number, style in enumerate(STYLES):
                random = Random(f"{players} {style}")
                state = State.deal(cards, players, number)
                actions: list[int] = []
                for length in LENGTHS:
                    actions += _played(state, length - len(actions), style, random)
                    record = Record(
                        cards.source.digest, players, number, cards.options, tuple(actions)
                    )
                    yield record.format(cards).encode()


def try_one(data: bytes) -> bool:
    """Check that it is a mistake in a line, or a record that is itself again and replays up to the
    first action that is not legal."""
    cards = _cards_of(data)
    try:
        record = read_record(file_with(data), cards.source)
    except Mistake as mistake:
        assert message_of(mistake)
        return False
    assert Record.parse(record.format(cards), cards) == record
    try:
        state = record.replay(cards)
    except RecordError as error:
        assert str(error).startswith("action ")
        return False
    assert state == record.replay(cards.source)
    _watch(record, cards)
    check_game(state, Random(record.seed))
    return True


def _watch(record: Record, cards: CompiledSet) -> None:
    """Play the last actions once more, with all that each seat sees and reads about them."""
    state = replace(record, actions=record.actions[:-WATCHED]).replay(cards)
    known = [state.view(seat).fields() for seat in range(state.players)]
    for action in record.actions[-WATCHED:]:
        seen, done = state.play_witnessed(action)
        assert done
        for seat, views in enumerate(seen):
            for view, deeds in views:
                fields: Any = view.fields()
                assert message_from_fields(CovertView, fields)
                for event in events_between(known[seat], fields, cards.source, open_deeds(deeds)):
                    assert message_from_fields(CovertEvent, event.details())
                known[seat] = fields


def mutate(data: bytes, random: Random) -> bytes | None:
    """Return a record with lines changed, or the same game played on."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    if random.random() < SHARE_PLAYED_ON:
        longer = _played_on(text, _cards_of(data), random)
        if longer is not None:
            return longer
    return changed_lines(text, _others(), mutated_text, random)


def _played_on(text: str, cards: CompiledSet, random: Random) -> bytes | None:
    """Return another game from some place in this one on."""
    try:
        record = Record.parse(text, cards)
        kept = record.actions[: random.randint(0, min(len(record.actions), LONGEST))]
        record = replace(record, actions=kept, seed=record.seed ^ (not kept))
        state = record.replay(cards)
    except CovertError:
        return None
    more = _played(state, random.choice((1, 5, 50, 150)), random.choice(list(STYLES)), random)
    return replace(record, actions=(*kept, *more)).format(cards).encode()


def _played(state: State, actions: int, style: str, random: Random) -> list[int]:
    played: list[int] = []
    while len(played) < actions and not state.over:
        played.append(choose(random, state.legal_actions(), style))
        state.play(played[-1])
    return played


def _cards_of(data: bytes) -> CompiledSet:
    return second() if second().digest.hex().encode() in data else house()


@cache
def _others() -> list[list[str]]:
    return [seed.decode().split("\n") for seed in seeds()]
