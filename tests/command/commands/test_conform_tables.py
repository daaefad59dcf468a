"""`covert-bots conform` at a server with tables: each broken promise is noticed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from command.faulty import check_noticed, other_status, set_on
from service.server import Serving

from covert_command.servers.called import RefusedError
from covert_server.settings import Settings
from covertbots.v1 import tables_pb2 as v1


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    place = str(tmp_path_factory.mktemp("tables") / "tables.db")
    with Serving(Settings(workers=1, tables=place)) as serving:
        yield serving


def news_of_the_table(_: Any, answer: Any) -> None:
    """Leave out the first of some news."""
    if not isinstance(answer, RefusedError) and len(answer.news) > 1:
        del answer.news[0]


def repeat_token(request: Any, answer: Any) -> Any:
    if isinstance(answer, RefusedError):
        details = [("google.rpc.ErrorInfo", answer.info.SerializeToString())]
        return RefusedError(answer.code, f"wrong: {request.token}", details)
    return None


def play_anything(_: Any, answer: Any) -> Any:
    return v1.ActResponse() if isinstance(answer, RefusedError) else None


FAULTS: list[tuple[str, str, Callable[[Any, Any], Any], str]] = [
    ("a table is made", "CreateTable", set_on("invitation", ""), "invitation is empty"),
    ("a table is made", "GetTable", set_on("table.seeded", False), "seeded is false"),
    ("a table is made", "GetTable", set_on("table.status", 1), "status is TABLE_STATUS_OPEN"),
    ("a table is made", "Act", set_on("table.news", 1), "no news to its own seat"),
    ("an action at a table", "Act", play_anything, "Act accepts an invalid request"),
    ("an action at a table", "Act", other_status("UNKNOWN"), "at an old number gets"),
    ("a table is closed", "Act", play_anything, "Act accepts an invalid request"),
    ("a table is closed", "Act", repeat_token, "Act repeats a token"),
    ("a table is closed", "GetTable", set_on("info.reason", "WRONG"), "expected TOKEN_WRONG"),
    ("news of a table", "GetTable", news_of_the_table, "news are numbered ["),
    ("news of a table", "WatchTable", set_on("ended", True), "in the middle of the game"),
    ("hints at a table", "GetTable", set_on("table.hints", 2), "hints are HINT_POLICY_OWN_SEAT"),
    ("hints at a table", "WatchHint", lambda *_: [v1.WatchTableResponse()], "gives a hint"),
]


@pytest.mark.parametrize(
    ("promise", "method", "change", "why"),
    FAULTS,
    ids=[f"{fault[0]}: {fault[3]}" for fault in FAULTS],
)
def test_a_broken_promise_is_noticed(
    serving: Serving, promise: str, method: str, change: Callable[[Any, Any], Any], why: str
) -> None:
    check_noticed(serving, promise, method, change, why)
