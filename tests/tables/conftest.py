from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from service.server import Serving

from covert_server.settings import Settings
from covertbots.v1.tables_pb2_grpc import TablesStub


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Yield a server that keeps tables, for the tests of one module."""
    file: Path = tmp_path_factory.mktemp("tables") / "tables.db"
    settings = Settings(workers=2, tables=str(file), http_address="127.0.0.1:0")
    with Serving(settings) as serving:
        yield serving


@pytest.fixture
def stub(serving: Serving) -> Iterator[TablesStub]:
    with grpc.insecure_channel(serving.target) as channel:
        yield TablesStub(channel)
