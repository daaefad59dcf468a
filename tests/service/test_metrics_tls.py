"""The figures of a server with certificates are read over TLS, by those who may."""

from __future__ import annotations

import logging
import socket
import ssl
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.core import GaugeMetricFamily, Metric
from service.authorities import Authority
from service.server import Serving, eventually

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


@pytest.mark.parametrize("over_tls", [False, True])
def test_a_client_that_says_nothing_is_not_kept(
    authority: Authority, monkeypatch: pytest.MonkeyPatch, over_tls: bool
) -> None:
    monkeypatch.setattr("covert_server.metrics_port.PATIENCE", 0.2)
    tls = authority.certify() if over_tls else None
    with Serving(replace(SETTINGS, tls=tls)) as serving, silent(serving) as connection:
        assert connection.recv(1) == b""


@pytest.mark.parametrize("over_tls", [False, True])
def test_a_client_that_says_a_little_now_and_then_is_not_kept(
    authority: Authority, monkeypatch: pytest.MonkeyPatch, over_tls: bool
) -> None:
    monkeypatch.setattr("covert_server.metrics_port.WHOLE", 0.5, raising=False)
    tls = authority.certify() if over_tls else None
    with Serving(replace(SETTINGS, tls=tls)) as serving, silent(serving) as connection:
        hello = iter(b"\x16\x03\x01\x02\x00" if over_tls else b"GET /")

        def is_cut_off() -> bool:
            time.sleep(0.2)
            connection.sendall(bytes([next(hello, ord("a"))]))
            return False

        with pytest.raises(ConnectionError):
            eventually(is_cut_off)


def fails(_: Any) -> Iterable[Metric]:
    raise TimeoutError


def is_much(_: Any) -> Iterable[Metric]:
    return [GaugeMetricFamily("much", "x" * 20_000_000, 1)]


def test_figures_that_cannot_be_read_are_a_line_of_the_log(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("covert_server.metrics._Pools.collect", fails)
    with Serving(SETTINGS) as serving:
        response = httpx.get(serving.metrics, timeout=60)
    assert response.status_code == 500
    assert response.text == "the metrics cannot be read now; the server's log says why\n"
    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.ERROR] == [
        "metrics not read"
    ]
    assert "Traceback" not in capfd.readouterr().err


def test_a_client_that_takes_no_figures_is_not_written_about(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("covert_server.metrics_port.PATIENCE", 0.2)
    monkeypatch.setattr("covert_server.metrics._Pools.collect", is_much)
    with Serving(SETTINGS) as serving, silent(serving) as connection:
        connection.sendall(b"GET /metrics HTTP/1.0\r\n\r\n")
        time.sleep(0.5)
        with suppress(ConnectionError):
            while connection.recv(1 << 20):
                pass
    assert capfd.readouterr().err == ""


def test_the_name_service_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(name: str = "") -> str:
        raise AssertionError(f"asked for the name of {name}")

    monkeypatch.setattr(socket, "getfqdn", ask)
    with Serving(SETTINGS) as serving:
        assert answers(serving.metrics)


def test_clients_too_many_are_closed_and_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("covert_server.metrics_port.MOST", 2, raising=False)
    with Serving(SETTINGS) as serving, silent(serving), silent(serving) as second:
        with silent(serving) as third:
            third.settimeout(60)
            assert third.recv(1) == b""
        second.close()
        eventually(lambda: answers(serving.metrics))


def answers(address: str) -> bool:
    try:
        return "covertbots_running" in httpx.get(address, timeout=60).text
    except httpx.TransportError:
        return False
