"""TLS on both ports, with and without client certificates, which are renewed while the server
runs."""

from __future__ import annotations

import logging
import socket
import ssl
from codecs import BOM_UTF8
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import grpc
import httpx
import pytest
from service.authorities import Authority
from service.server import Serving, eventually

from covert_server.access.files import AccessFileError
from covert_server.access.tls import Tls, TlsFiles
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError

LIST = "/covertbots.v1.Opponent/ListBots"
PLAIN = Settings(workers=1, http_address="127.0.0.1:0")


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


def over_grpc(serving: Serving, trusted: Authority, client: TlsFiles | None = None) -> bool:
    """Return True if a client is answered over gRPC."""
    credentials = trusted.credentials(client)
    with Client(serving.target, credentials=credentials, patience=0) as caller:
        try:
            return bool(caller.list_bots().bots)
        except ServiceError as error:
            if error.code is grpc.StatusCode.UNAVAILABLE:
                return False
            raise


def over_http(serving: Serving, trusted: Authority, client: TlsFiles | None = None) -> bool:
    """Return True if a client is answered over HTTP."""
    context = ssl.create_default_context(cafile=trusted.file)
    if client is not None:
        context.load_cert_chain(client.certificate, client.key)
    url = serving.url.replace("http://", "https://")
    try:
        response = httpx.post(f"{url}{LIST}", json={}, verify=context)
    except httpx.TransportError:
        return False
    return response.status_code == 200


BOTH = pytest.mark.parametrize("answered", [over_grpc, over_http])
Answered = Callable[..., bool]


@BOTH
def test_only_clients_that_trust_the_authority_can_call(
    authority: Authority, answered: Answered
) -> None:
    stranger = Authority(authority.file.parent, "stranger")
    with Serving(replace(PLAIN, tls=authority.certify())) as serving:
        assert answered(serving, authority)
        assert not answered(serving, stranger)


def agreed(address: str, trusted: Authority, newest: ssl.TLSVersion, speaks: str) -> str | None:
    """Return the version of TLS that a client gets which speaks none after `newest`; None for
    none."""
    context = ssl.create_default_context(cafile=trusted.file)
    context.maximum_version = newest
    context.set_alpn_protocols([speaks])
    host, _, port = address.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        try:
            with context.wrap_socket(connection, server_hostname=host) as secured:
                return secured.version()
        except ssl.SSLError:
            return None


def test_tls_is_1_3_over_http_and_1_2_or_1_3_over_grpc(authority: Authority) -> None:
    older, newer = ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3
    with Serving(replace(PLAIN, tls=authority.certify())) as serving:
        http = serving.url.removeprefix("http://")
        assert agreed(http, authority, newer, "http/1.1") == "TLSv1.3"
        assert agreed(http, authority, older, "http/1.1") is None
        assert agreed(serving.target, authority, newer, "h2") == "TLSv1.3"
        assert agreed(serving.target, authority, older, "h2") == "TLSv1.2"


def test_clear_text_is_not_answered(authority: Authority) -> None:
    with Serving(replace(PLAIN, tls=authority.certify())) as serving:
        with Client(serving.target, patience=0) as client, pytest.raises(ServiceError) as caught:
            client.list_bots()
        assert caught.value.code is grpc.StatusCode.UNAVAILABLE
        with pytest.raises(httpx.TransportError):
            httpx.post(f"{serving.url}{LIST}", json={})


@BOTH
def test_clients_need_a_certificate_if_the_server_says_so(
    authority: Authority, answered: Answered
) -> None:
    stranger = Authority(authority.file.parent, "stranger")
    files = replace(authority.certify(), client_authority=authority.file)
    with Serving(replace(PLAIN, tls=files)) as serving:
        assert not answered(serving, authority)
        assert not answered(serving, authority, stranger.certify("theirs"))
        assert answered(serving, authority, authority.certify("ours"))


@BOTH
@pytest.mark.usefixtures("read_at_once")
def test_a_new_certificate_holds_for_the_next_connection(
    authority: Authority, answered: Answered
) -> None:
    files = authority.certify()
    successor = Authority(authority.file.parent, "successor")
    with Serving(replace(PLAIN, tls=files)) as serving:
        assert answered(serving, authority)
        assert successor.certify() == files  # into the same files
        assert answered(serving, successor)
        assert not answered(serving, authority)


@BOTH
@pytest.mark.usefixtures("read_at_once")
def test_new_authorities_of_clients_hold_for_the_next_connection(
    authority: Authority, answered: Answered
) -> None:
    other = Authority(authority.file.parent, "other")
    trusted = authority.file.parent / "clients.pem"
    trusted.write_bytes(authority.file.read_bytes())
    files = replace(authority.certify(), client_authority=trusted)
    ours, theirs = authority.certify("ours"), other.certify("theirs")
    with Serving(replace(PLAIN, tls=files)) as serving:
        assert answered(serving, authority, ours)
        assert not answered(serving, authority, theirs)
        trusted.write_bytes(other.file.read_bytes())
        assert answered(serving, authority, theirs)
        assert not answered(serving, authority, ours)


@BOTH
@pytest.mark.usefixtures("read_at_once")
def test_files_that_cannot_be_used_change_nothing(
    authority: Authority, answered: Answered, caplog: pytest.LogCaptureFixture
) -> None:
    files = authority.certify()
    key = files.key.read_bytes()
    with Serving(replace(PLAIN, tls=files)) as serving, caplog.at_level(logging.INFO):
        files.key.write_bytes(authority.certify("another").key.read_bytes())
        assert answered(serving, authority)
        files.key.unlink()
        assert answered(serving, authority)
        assert answered(serving, authority)
        files.key.write_bytes(key)
        assert answered(serving, authority)
    said = [line.getMessage() for line in caplog.records if "certificates" in line.getMessage()]
    assert said == ["certificates not reloaded"] * 2 + ["certificates reloaded"]


def test_what_is_wrong_with_files(authority: Authority) -> None:
    files = authority.certify()
    another = authority.certify("another")
    with pytest.raises(AccessFileError, match=r"another\.key: key values mismatch; expected"):
        Tls(replace(files, key=another.key))
    with pytest.raises(AccessFileError, match=r"server\.key: .*expected certificates in PEM"):
        Tls(replace(files, client_authority=files.key))
    with pytest.raises(AccessFileError, match="nowhere: No such file"):
        Tls(replace(files, certificate=Path("nowhere")))
    files.certificate.write_text("no certificate")
    with pytest.raises(AccessFileError, match="expected a certificate and its key, in PEM"):
        Tls(files)


def test_a_key_with_a_password(authority: Authority) -> None:
    from cryptography.hazmat.primitives import serialization

    files = authority.certify()
    key = serialization.load_pem_private_key(files.key.read_bytes(), None)
    locked = serialization.BestAvailableEncryption(b"secret")
    form = serialization.PrivateFormat.PKCS8
    files.key.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, locked))
    with pytest.raises(AccessFileError, match="the key has a password"):
        Tls(files)


def test_tls_sessions_are_not_resumed(authority: Authority) -> None:
    """A session resumed from before would let in a client that has been locked out."""
    context = ssl.create_default_context(cafile=authority.file)
    request = f"POST {LIST} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    with Serving(replace(PLAIN, tls=authority.certify())) as serving:
        session: ssl.SSLSession | None = None
        for _ in range(2):
            plain = serving.connect()
            with context.wrap_socket(
                plain, server_hostname="localhost", session=session
            ) as secured:
                secured.sendall(f"{request}content-length: 2\r\n\r\n{{}}".encode())
                assert secured.recv(100).startswith(b"HTTP/1.1 200")
                assert not secured.session_reused
                session = secured.session


def test_no_http_over_tls_is_refused_and_no_fault_of_the_server(
    authority: Authority, caplog: pytest.LogCaptureFixture
) -> None:
    """This holds even if its client never closes the connection, and the deadline passes
    meanwhile."""
    context = ssl.create_default_context(cafile=authority.file)
    lines = [
        "POST /grpc.health.v1.Health/Check HTTP/1.1",
        "host: localhost",
        "connect-timeout-ms: 50",
    ]
    lines += ["content-type: application/json", "transfer-encoding: chunked", "", "no length"]
    with Serving(replace(PLAIN, tls=authority.certify())) as serving, caplog.at_level(logging.INFO):
        app = serving.server.http_app
        assert app is not None
        with context.wrap_socket(serving.connect(), server_hostname="localhost") as secured:
            secured.sendall("\r\n".join([*lines, ""]).encode())
            assert secured.recv(100).startswith(b"HTTP/1.1 400")
            eventually(lambda: app.in_progress == 0)
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


def test_a_mark_before_a_certificate_does_no_harm(authority: Authority) -> None:
    """Some editors write a byte order mark; OpenSSL skips it, and gRPC does not."""
    files = authority.certify()
    for file in (files.certificate, files.key):
        file.write_bytes(BOM_UTF8 + file.read_bytes())
    context = ssl.create_default_context(cafile=authority.file)
    with Serving(replace(PLAIN, tls=files)) as serving:
        port = serving.target.rpartition(":")[2]
        with Client(f"localhost:{port}", credentials=authority.credentials()) as client:
            assert client.list_bots().bots
        url = f"https://localhost:{serving.url.rpartition(':')[2]}"
        assert httpx.get(f"{url}/healthz", verify=context).status_code == 200
