from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from service.server import Serving
from tables.postgres import Postgres, program, running_postgres

from covert_server.settings import Settings
from covertbots.v1.tables_pb2_grpc import TablesStub


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Yield a server of PostgreSQL."""
    if program("initdb") is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    with running_postgres() as running:
        yield running


@pytest.fixture(scope="module", params=["a file", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return where a server keeps its tables: in a file, and then in a database."""
    if request.param == "postgres":
        server: Postgres = request.getfixturevalue("postgres")
        return server.new_database()
    folder: Path = tmp_path_factory.mktemp("tables")
    return str(folder / "tables.db")


@pytest.fixture(scope="module")
def serving(place: str) -> Iterator[Serving]:
    """Yield a server that keeps tables, for the tests of one module."""
    settings = Settings(workers=2, tables=place, http_address="127.0.0.1:0")
    with Serving(settings) as serving:
        yield serving


@pytest.fixture
def stub(serving: Serving) -> Iterator[TablesStub]:
    with grpc.insecure_channel(serving.target) as channel:
        yield TablesStub(channel)
