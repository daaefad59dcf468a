"""Mistakes that a bot tells of can be told to another process, as a pool of workers does."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from covert_bots import BotSpecError, make
from covert_bots.covert.game_setup import SetupError, read_setup
from covert_engine.covert import State, compile, house_set
from covert_engine.search import SearchError

VIEW = State.deal(compile(house_set()), 2, 1).view(0)


@pytest.mark.parametrize(
    "mistake",
    [
        lambda: make("ismcst"),
        lambda: make("ismcts:depth=1"),
        lambda: make("ismcts").suggest(VIEW, seed=-1),
        lambda: make("ismcts").suggest(VIEW, only=[5]),
        lambda: read_setup({"dice": 7}, house_set(), 2),
    ],
)
def test_an_error_is_the_same_in_another_process(mistake: Callable[[], Any]) -> None:
    with pytest.raises((BotSpecError, SearchError, SetupError)) as caught:
        mistake()
    error = caught.value
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
