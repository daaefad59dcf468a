"""The implementation of Covert Action that the tests of its rules run on.

It is the engine: `test_against_model.py` compares it with the model, decision by decision.
"""

from __future__ import annotations

import pytest

from covert_action.engine_game import EngineGame
from covert_action.protocol import New


@pytest.fixture
def new() -> New:
    return EngineGame
