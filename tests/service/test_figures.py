"""The figures of several processes at one port, when some cannot be read."""

from __future__ import annotations

import asyncio
import socket
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import httpx
import pytest

from covert_server.access.connections import Connections
from covert_server.connect.metrics_port import metrics_port
from covert_server.processes.figures import all_figures

PAGE = (
    b"# HELP covertbots_running Searches.\n# TYPE covertbots_running gauge\ncovertbots_running 3\n"
)
ANSWER = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(PAGE)


@contextmanager
def answering(answer: bytes) -> Iterator[int]:
    """Answer every connection with these bytes and end it; yield the port."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer_all() -> None:
            with suppress(OSError):  # it is closed
                while True:
                    connection, _ = server.accept()
                    with connection:
                        connection.recv(1 << 16)
                        connection.sendall(answer)

        thread = threading.Thread(target=answer_all, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
        thread.join()


@pytest.fixture
def read() -> Callable[..., str]:
    """Return the page with the figures of the processes at these ports."""

    async def page(*of_processes: int) -> str:
        ports = dict(enumerate(of_processes))
        connections = Connections(each=10, most=10)
        figures = metrics_port(all_figures(lambda: ports, lambda: 0), "127.0.0.1:0", connections)
        address = f"http://127.0.0.1:{await figures.start()}/metrics"
        async with httpx.AsyncClient(trust_env=False, timeout=60) as client:
            text = (await client.get(address)).text
        await figures.stop()
        return text

    return lambda *of_processes: asyncio.run(page(*of_processes))


def test_no_proxy_is_asked_for_them(
    read: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(urllib.request, "_opener", None)  # it may know those of before
    with answering(ANSWER + PAGE) as port:
        text = read(port)
    assert 'covertbots_running{process="0"} 3.0' in text
    assert "covertbots_processes 1.0" in text


@pytest.mark.parametrize("broken", [b"", b"!\r\n\r\n", ANSWER + PAGE[:20]])
def test_those_of_a_process_that_ends_in_its_answer_are_missing(
    broken: bytes, read: Callable[..., str]
) -> None:
    with answering(broken) as ended, answering(ANSWER + PAGE) as port:
        text = read(ended, port)
    assert 'covertbots_running{process="1"} 3.0' in text
    assert 'process="0"' not in text
    assert "covertbots_processes 1.0" in text
