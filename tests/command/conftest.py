"""What several tests of the commands look at."""

from __future__ import annotations

import pytest
from command.running import run
from command.small_tournament import RUN


@pytest.fixture(scope="session")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The ledger of a small tournament of two bots."""
    path = str(tmp_path_factory.mktemp("arena") / "games.ledger")
    done = run(*RUN, "--ledger", path)
    assert done.returncode == 0, done.stderr
    return path
