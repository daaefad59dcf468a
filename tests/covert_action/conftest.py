"""The implementations of Covert Action that the tests of its rules run on."""

from __future__ import annotations

from typing import cast

import pytest

from covert_action.engine_game import EngineGame
from covert_action.model.game import Game
from covert_action.protocol import New

IMPLEMENTATIONS = {"model": Game, "engine": EngineGame}


@pytest.fixture(params=list(IMPLEMENTATIONS))
def new(request: pytest.FixtureRequest) -> New:
    return cast(New, IMPLEMENTATIONS[request.param])
