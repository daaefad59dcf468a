"""A server answers to its own names and to known pages, and its health check to anybody."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from service.server import Serving, eventually
from service.test_http_lifecycle import SUGGEST, begin
from service.web import Web, error_of

from covert_server.settings import Settings

WITH_HTTP = Settings(workers=1, http_address="127.0.0.1:0")
LIST = "/covertbots.v1.Opponent/ListBots"
INFO = "/covertbots.v1.Opponent/GetInfo?encoding=json&message={}"


def status(web: Web, host: str) -> int:
    """Return the status of a request that names this host."""
    return web.http.post(LIST, json={}, headers={"host": host}).status_code


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    with Serving(WITH_HTTP) as serving, Web(serving) as web:
        yield web


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST:8080", "localhost.", "127.0.0.1", "127.0.0.1:80", "[::1]:80", "[::1]"],
)
def test_an_open_server_on_this_machine_answers_to_its_names(web: Web, host: str) -> None:
    assert status(web, host) == 200


@pytest.mark.parametrize(
    "host",
    ["rebound.example", "rebound.example:8080", "192.0.2.7", "localhost.example", "::", "x:y"],
)
def test_it_answers_to_no_other(web: Web, host: str) -> None:
    response = web.http.post(LIST, json={}, headers={"host": host})
    assert response.status_code == 421
    assert response.json() == {
        "code": "permission_denied",
        "message": f"host: {host!r} is not served here; expected 127.0.0.1 or localhost, or a "
        "server with --http-host for it",
    }


def test_hosts_that_are_named_are_answered_to(tmp_path: Path) -> None:
    hosts = ("Bots.example.org", "192.0.2.7")
    with Serving(replace(WITH_HTTP, http_hosts=hosts)) as serving, Web(serving) as web:
        for host in ("bots.example.org:443", "192.0.2.7", "localhost"):
            assert status(web, host) == 200
        assert status(web, "rebound.example") == 421
    tokens = tmp_path / "tokens.toml"
    tokens.touch()
    with Serving(replace(WITH_HTTP, tokens=tokens)) as serving, Web(serving) as web:
        assert status(web, "bots.example.org") == 401
    with Serving(replace(WITH_HTTP, http_hosts=("*",))) as serving, Web(serving) as web:
        assert status(web, "rebound.example") == 200


def test_a_server_for_other_machines_answers_to_any_name() -> None:
    with Serving(replace(WITH_HTTP, http_address="0.0.0.0:0")) as serving, Web(serving) as web:
        assert status(web, "bots.example.org") == 200
    hosts = replace(WITH_HTTP, http_address="0.0.0.0:0", http_hosts=("bots.example.org",))
    with Serving(hosts) as serving, Web(serving) as web:
        assert status(web, "bots.example.org") == 200
        assert status(web, "rebound.example") == 421


def said(caplog: pytest.LogCaptureFixture, words: str) -> list[dict[str, Any]]:
    return [vars(entry)["fields"] for entry in caplog.records if entry.message == words]


@pytest.mark.parametrize("origins", [(), ("https://example.org",)])
def test_the_log_names_a_page_that_was_kept_out_once_a_minute(
    origins: tuple[str, ...], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr("covert_server.connect.app.SELDOM", 1.0)
    with Serving(replace(WITH_HTTP, http_origins=origins)) as serving, Web(serving) as web:
        own = serving.url  # a page that came from the server itself, or from a proxy before it
        for origin in (own, *origins, "https://a.example", "https://b.example"):
            web.post("Opponent/ListBots", origin=origin)
        assert said(caplog, "refused origin") == [{"origin": "https://a.example", "times": 1}]
        web.post("Opponent/ListBots", origin="https://c.example")
        eventually(lambda: len(said(caplog, "refused origin")) > 1)
        assert said(caplog, "refused origin")[1:] == [{"origin": "https://c.example", "times": 2}]


def test_the_log_names_a_host_that_was_kept_out(web: Web, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    with Serving(WITH_HTTP) as serving, Web(serving) as fresh:
        for _ in range(3):
            assert status(fresh, "rebound.example") == 421
    assert said(caplog, "refused host") == [{"host": "rebound.example", "times": 1}]


# Health, for those who can only GET.


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_can_be_read_with_get_by_anybody(tmp_path: Path, path: str) -> None:
    tokens = tmp_path / "tokens.toml"
    tokens.touch()
    for settings in (WITH_HTTP, replace(WITH_HTTP, tokens=tokens)):
        with Serving(settings) as serving, Web(serving) as web:
            response = web.http.get(path, headers={"host": "192.0.2.7:8080"})
            assert (response.status_code, response.json()) == (200, {"status": "SERVING"})
            assert response.headers["cache-control"] == "no-store"
            head = web.http.head(path)
            assert (head.status_code, head.content) == (200, b"")
            wrong = web.http.post(path, json={})
            assert wrong.status_code == 405
            assert wrong.headers["allow"] == "GET, HEAD"


@contextmanager
def stopping(serving: Serving, grace: float, lame_duck: float) -> Iterator[None]:
    """Let a server stop while the block lasts, and then in a hurry."""
    stop = serving.server.stop
    thread = threading.Thread(target=lambda: serving.do(stop(grace, lame_duck)))
    thread.start()
    eventually(lambda: httpx.get(f"{serving.url}/healthz").status_code == 503)
    yield
    serving.read(serving.server.hurry)
    thread.join()


def test_health_says_in_the_lame_duck_time_that_the_server_leaves() -> None:
    """Calls are still answered, GetInfo like any other."""
    with Serving(WITH_HTTP) as serving, stopping(serving, grace=0.0, lame_duck=600.0):
        response = httpx.get(f"{serving.url}/readyz")
        assert (response.status_code, response.json()) == (503, {"status": "NOT_SERVING"})
        assert httpx.head(f"{serving.url}/healthz").status_code == 503
        assert httpx.get(f"{serving.url}{INFO}").status_code == 200


def test_health_is_answered_until_the_last_search_has_ended() -> None:
    """It is answered over new connections too, when calls are refused."""
    with Serving(WITH_HTTP) as serving:
        running = begin(serving, SUGGEST)
        eventually(lambda: serving.running == 1)
        with stopping(serving, grace=600.0, lame_duck=0.0):
            refused = httpx.get(f"{serving.url}{INFO}")
            assert refused.status_code == 503
            assert error_of(refused)[1]["ErrorInfo"]["reason"] == "SHUTTING_DOWN"
            assert httpx.get(f"{serving.url}/healthz").json() == {"status": "NOT_SERVING"}
            assert serving.running == 1
        running.close()
