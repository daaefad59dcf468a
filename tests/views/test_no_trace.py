"""What cannot be seen leaves no trace: unseen refusals (rules 10.9), hidden cards and tokens."""

from __future__ import annotations

from itertools import product

import pytest

from .games import PLAYERS
from .twins import WINDOWS, some_twins

ABILITIES = ("espionage", "first")
COUNT = 4


@pytest.mark.parametrize(("players", "ability"), product(PLAYERS, ABILITIES))
def test_games_that_differ_in_unseen_refusals_alone_look_the_same(
    players: int, ability: str
) -> None:
    """Every observer's stream of views is the same byte for byte, though in one game the holder was
    asked, and refused, and in the other he was not."""
    for pair in some_twins(players, ability, "random", COUNT):
        for seat in pair.observers:
            streams = [[bytes(view) for view in game.seen[seat]] for game in (pair.first, pair.second)]
            assert len(streams[0]) > 20
            assert streams[0] == streams[1]
