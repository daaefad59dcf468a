"""nginx, HAProxy and Envoy, run with the files of `deploy/`, before servers of this machine."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Protocol

import httpx
import pytest
from service.authorities import Authority
from service.server import eventually

from covert_server.access.tls import TlsFiles

DEPLOY = Path(__file__).parents[2] / "deploy"
# Envoy comes with the extra `test`; Debian's proxies are in folders of root.
PLACES = os.pathsep.join(
    [str(Path(sys.executable).parent), os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"]
)
SERVER = re.compile(r"^.*(?:50051|8080).*$", re.MULTILINE)
LONGEST = 30.0  # seconds until it serves
NGINX = """
daemon off;
pid {folder}/pid;
{user}
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {file};
}}
"""


def _run_nginx(program: str, file: Path) -> list[str]:
    whole = file.with_name("nginx.conf")
    user = "user root;" if os.geteuid() == 0 else ""
    whole.write_text(NGINX.format(folder=file.parent, file=file, user=user))
    return [program, "-p", str(file.parent), "-e", "stderr", "-c", str(whole)]


class Kind(NamedTuple):
    """A proxy program, and the way to run it with its file."""

    program: str
    file: str
    listens: str
    """The words by which it listens in its file."""
    listens_here: str
    """The words by which it listens on a port of this machine."""
    run: Callable[[str, Path], list[str]]


KINDS = {
    "nginx": Kind(
        "nginx", "nginx/covert-bots.conf", "listen 443", "listen 127.0.0.1:{}", _run_nginx
    ),
    "haproxy": Kind(
        "haproxy",
        "haproxy/haproxy.cfg",
        "bind :443",
        "bind 127.0.0.1:{}",
        lambda program, file: [program, "-db", "-f", str(file)],
    ),
    "envoy": Kind(
        "envoy",
        "envoy/envoy.yaml",
        "address: 0.0.0.0, port_value: 443",
        "address: 127.0.0.1, port_value: {}",
        lambda program, file: [
            *(program, "--config-path", str(file), "--use-dynamic-base-id"),
            *("--concurrency", "1", "--log-level", "error"),
        ],
    ),
}


class Served(Protocol):
    """A server that a proxy is before."""

    target: str
    """Host and port, over gRPC."""
    url: str
    """The address of the HTTP port."""


class Proxy:
    """A proxy before some servers while its `with` block lasts; skips the test where it is not
    installed."""

    def __init__(
        self,
        kind: str,
        servers: Sequence[Served],
        authority: Authority,
        folder: Path,
        instead: Mapping[str, str] | None = None,
    ) -> None:
        """Take `instead`: parts of the file, each with what stands in its place."""
        self._kind = KINDS[kind]
        program = shutil.which(self._kind.program, path=PLACES)
        if program is None:
            pytest.skip(f"{self._kind.program} is not installed")
        self._authority = authority
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        folder.mkdir()
        file = folder / Path(self._kind.file).name
        file.write_text(self._text(servers, authority.certify(folder.name), folder, instead or {}))
        self._file, self._whole = file, file.read_text()
        self._command = self._kind.run(program, file)
        self._log = folder / "log"

    @property
    def target(self) -> str:
        """Host and port, over gRPC."""
        return f"localhost:{self.port}"

    @property
    def url(self) -> str:
        """The address of the HTTP port, with the path before the names of methods."""
        return f"https://localhost:{self.port}/covert"

    @property
    def context(self) -> ssl.SSLContext:
        """The context of a client that trusts the proxy."""
        return ssl.create_default_context(cafile=self._authority.file)

    def __enter__(self) -> Proxy:
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log)
        with httpx.Client(verify=self.context, trust_env=False) as http:
            try:
                eventually(lambda: self._serves(http), LONGEST)
            except BaseException:
                self.__exit__(None, None, None)
                raise AssertionError(self._log.read_text(errors="replace")) from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._process.terminate()
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def take_out(self, server: Served) -> None:
        """Have nginx send no more calls to a server, as docs/proxies.md has it."""
        ports = "|".join(address.rpartition(":")[2] for address in (server.target, server.url))
        self._reload(
            re.sub(rf"(server 127\.0\.0\.1:(?:{ports})\b[^;]*);", r"\1 down;", self._whole)
        )

    def put_back(self) -> None:
        """Have nginx send calls to all servers again."""
        self._reload(self._whole)

    def _reload(self, text: str) -> None:
        assert self._kind.program == "nginx"
        assert text != self._file.read_text()
        before = self.workers()
        self._file.write_text(text)
        self._process.send_signal(signal.SIGHUP)
        eventually(lambda: bool(self.workers() - before), LONGEST)

    def workers(self) -> set[str]:
        """Return the ids of nginx's processes that answer."""
        number = self._process.pid
        return set(Path(f"/proc/{number}/task/{number}/children").read_text().split())

    def _serves(self, http: httpx.Client) -> bool:
        assert self._process.poll() is None
        grpc = {"content-type": "application/grpc", "te": "trailers"}
        try:
            healthy = http.get(f"{self.url}/healthz").status_code == 200
            path = "/grpc.health.v1.Health/Check"
            calls = http.post(f"https://localhost:{self.port}{path}", content=b"", headers=grpc)
        except httpx.TransportError:
            return False
        return healthy and calls.status_code not in (502, 503, 504)

    def _text(
        self, servers: Sequence[Served], files: TlsFiles, folder: Path, instead: Mapping[str, str]
    ) -> str:
        """Return the file of `deploy/` with the ports and paths of this machine."""
        text = (DEPLOY / self._kind.file).read_text(encoding="utf-8")
        both = folder / "both.pem"
        both.write_bytes(files.certificate.read_bytes() + files.key.read_bytes())
        paths = {
            self._kind.listens: self._kind.listens_here.format(self.port),
            "/etc/haproxy/covert-bots.pem": str(both),
            "/etc/ssl/covert-bots.pem": str(files.certificate),
            "/etc/ssl/private/covert-bots.key": str(files.key),
        }
        for old, new in paths.items():
            assert old in text or old.startswith("/etc/"), old
            text = text.replace(old, new)
        for old, new in instead.items():
            assert old in text, old
            text = text.replace(old, new)

        def each(line: re.Match[str]) -> str:
            return "\n".join(
                line[0]
                .replace("50051", serving.target.rpartition(":")[2])
                .replace("8080", serving.url.rpartition(":")[2])
                .replace("first", f"server{number}")
                for number, serving in enumerate(servers)
            )

        return SERVER.sub(each, text)
