"""The file of a game record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, partial
from random import Random

from views.games import STYLES

from covert_engine.input.errors import CovertError, RecordError
from fuzz.game import Game
from fuzz.mutations import changed_lines
from fuzz.notation import mutated_text

__all__ = ["Record"]

LONGEST = 400  # actions that a mutated record grows to
SHARE_PLAYED_ON = 0.5  # of mutations: actions that are legal after those of the record


class Record:
    """The door of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def seeds(self) -> Iterator[bytes]:
        return self.game.records()

    def try_one(self, data: bytes) -> bool:
        """Check that it is refused in a line, or a record that is itself again and replays up to
        the first action that is not legal."""
        read = self.game.read_record(data)
        if read is None:
            return False
        record, cards = read
        assert self.game.parse_record(self.game.format_record(record, cards))[0] == record
        try:
            state = self.game.replay(record, cards)
        except RecordError as error:
            assert str(error).startswith("action ")
            return False
        self.game.check_record(record, cards)
        self.game.check_game(state, Random(record.seed))
        return True

    def mutate(self, data: bytes, random: Random) -> bytes | None:
        """Return a record with lines changed, or the same game played on."""
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return None
        if random.random() < SHARE_PLAYED_ON:
            longer = self._played_on(text, random)
            if longer is not None:
                return longer
        return changed_lines(text, self._others, partial(mutated_text, self.game), random)

    def _played_on(self, text: str, random: Random) -> bytes | None:
        """Return another game from some place in this one on."""
        try:
            record, cards = self.game.parse_record(text)
            kept = record.actions[: random.randint(0, min(len(record.actions), LONGEST))]
            record = replace(record, actions=kept, seed=record.seed ^ (not kept))
            state = self.game.replay(record, cards)
        except CovertError:
            return None
        actions, style = list(kept), random.choice(list(STYLES))
        for _ in range(random.choice((1, 5, 50, 150))):
            action = self.game.play(state, random, style)
            if action is None:
                break
            actions.append(action)
        longer = replace(record, actions=tuple(actions))
        return self.game.format_record(longer, cards).encode()

    @cached_property
    def _others(self) -> list[list[str]]:
        return [seed.decode().split("\n") for seed in self.seeds()]
