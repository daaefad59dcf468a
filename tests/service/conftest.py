from __future__ import annotations

from collections.abc import Iterator

import pytest
from service.server import Serving
from service.web import Web

from covert_server.settings import Settings
from covertbots.client import Client


@pytest.fixture(scope="module")
def serving() -> Iterator[Serving]:
    """Yield a server with two workers, for the tests of one module."""
    with Serving(Settings(workers=2, replica="test")) as serving:
        yield serving


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    """Yield a client over HTTP of a server with two workers, for the tests of one module."""
    settings = Settings(workers=2, replica="test", http_address="127.0.0.1:0")
    with Serving(settings) as serving, Web(serving) as web:
        yield web


@pytest.fixture
def client(serving: Serving) -> Iterator[Client]:
    with Client(serving.target) as client:
        yield client


@pytest.fixture
def brief_farewell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a server that stops give answers little time to leave."""
    for module in ("app", "connect.port"):
        monkeypatch.setattr(f"covert_server.{module}.FAREWELL", 0.2)


@pytest.fixture
def read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files of tokens and certificates be read as soon as they change."""
    monkeypatch.setattr("covert_server.access.files.SETTLED", 0.0)
