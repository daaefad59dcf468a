from __future__ import annotations

from collections.abc import Iterator

import pytest
from service.serving import Serving

from covert_server.settings import Settings
from covertbots.client import Client


@pytest.fixture(scope="module")
def serving() -> Iterator[Serving]:
    """A server with two workers, for the tests of one module."""
    with Serving(Settings(workers=2, replica="test")) as serving:
        yield serving


@pytest.fixture
def client(serving: Serving) -> Iterator[Client]:
    with Client(serving.target) as client:
        yield client
