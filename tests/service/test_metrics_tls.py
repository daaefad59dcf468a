"""The figures of a server with certificates are read over TLS, by those who may."""

from __future__ import annotations

import logging
import socket
import ssl
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.core import Metric
from service.authorities import Authority
from service.server import Serving, eventually

from covert_server.access.guard import ClientLimits
from covert_server.access.tls import TlsFiles
from covert_server.settings import Settings

SETTINGS = Settings(workers=1, metrics_address="127.0.0.1:0")


def figures(serving: Serving, context: ssl.SSLContext) -> str:
    url = f"https://127.0.0.1:{serving.server.metrics_port}/metrics"
    return httpx.get(url, verify=context, timeout=60).text


def trusting(authority: Authority, client: TlsFiles | None = None) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=str(authority.file))
    if client is not None:
        context.load_cert_chain(client.certificate, client.key)
    return context


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


def test_the_figures_are_read_over_tls_and_not_otherwise(authority: Authority) -> None:
    with Serving(replace(SETTINGS, tls=authority.certify())) as serving:
        assert "covertbots_running" in figures(serving, trusting(authority))
        with pytest.raises(httpx.ConnectError):  # an authority that it does not know
            figures(serving, ssl.create_default_context())
        with pytest.raises(httpx.TransportError):
            httpx.get(serving.metrics, timeout=60)


def test_handshakes_that_fail_are_counted_and_no_other_connections(authority: Authority) -> None:
    """One client speaks clear text, one does not trust the certificate; a load balancer only looks
    whether the port is open."""
    name = 'covertbots_tls_handshakes_failed_total{port="http"} '
    settings = replace(SETTINGS, tls=authority.certify(), http_address="127.0.0.1:0")
    with Serving(settings) as serving:
        url = f"https://127.0.0.1:{serving.server.http_port}/healthz"

        def counted() -> float:
            text = figures(serving, trusting(authority))
            return float(next(a for a in text.splitlines() if a.startswith(name))[len(name) :])

        def gone() -> bool:
            return serving.read(lambda: serving.server._connections.present("http")) == 0

        assert httpx.get(url, verify=trusting(authority), timeout=60).status_code == 200
        with serving.connect():
            pass
        eventually(gone)
        assert counted() == 0
        with serving.connect() as clear:
            clear.sendall(b"GET / HTTP/1.1\r\n\r\n")
        eventually(lambda: counted() == 1)
        with pytest.raises(httpx.ConnectError):
            httpx.get(url, verify=ssl.create_default_context(), timeout=60)
        eventually(lambda: counted() == 2)


def test_they_say_when_the_certificate_expires_also_after_its_renewal(
    authority: Authority,
) -> None:
    def shown() -> float:
        name = "covertbots_certificate_expires_timestamp_seconds "
        text = figures(serving, trusting(authority))
        (value,) = (line for line in text.splitlines() if line.startswith(name))
        return float(value.removeprefix(name))

    soon, later = datetime(2031, 5, 17, tzinfo=UTC), datetime(2041, 5, 17, tzinfo=UTC)
    with Serving(replace(SETTINGS, tls=authority.certify(not_after=soon))) as serving:
        assert shown() == soon.timestamp()
        authority.certify(not_after=later)
        serving.server.reload()
        assert shown() == later.timestamp()


def test_clients_that_need_a_certificate_need_one_here_too(authority: Authority) -> None:
    files = replace(authority.certify(), client_authority=authority.file)
    with Serving(replace(SETTINGS, tls=files)) as serving:
        ours = trusting(authority, authority.certify("ours"))
        assert "covertbots_running" in figures(serving, ours)
        with pytest.raises(httpx.TransportError):
            figures(serving, trusting(authority))


def test_without_certificates_they_are_in_clear_text_on_this_machine() -> None:
    with Serving(SETTINGS) as serving:
        assert answers(serving.metrics)


def silent(serving: Serving) -> socket.socket:
    """Return a connection to the port of the figures that says nothing."""
    return socket.create_connection(("127.0.0.1", serving.server.metrics_port or 0), timeout=60)


def test_a_client_that_says_nothing_keeps_nobody_waiting(authority: Authority) -> None:
    with Serving(replace(SETTINGS, tls=authority.certify())) as serving, silent(serving):
        assert "covertbots_running" in figures(serving, trusting(authority))


def fails(_: Any) -> Iterable[Metric]:
    raise TimeoutError


def test_figures_that_cannot_be_read_are_a_line_of_the_log(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("covert_server.metrics._Present.collect", fails)
    with Serving(SETTINGS) as serving:
        response = httpx.get(serving.metrics, timeout=60)
    assert response.status_code == 500
    assert response.text == "the metrics cannot be read now; the server's log says why\n"
    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.ERROR] == [
        "metrics not read"
    ]
    assert "Traceback" not in capfd.readouterr().err


def test_clients_too_many_are_closed_and_make_room() -> None:
    settings = replace(SETTINGS, client_limits=ClientLimits(connections=2))
    with Serving(settings) as serving, silent(serving), silent(serving) as second:
        with silent(serving) as third:
            assert third.recv(1) == b""
        second.close()
        eventually(lambda: answers(serving.metrics))
        assert serving.figures()["covertbots_connections_closed_total metrics of_address"] > 0


def answers(address: str) -> bool:
    try:
        return "covertbots_running" in httpx.get(address, timeout=60).text
    except httpx.TransportError:
        return False
