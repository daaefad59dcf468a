"""TLS from files, on both ports; changed files apply to the next connection.

Each new connection checks the files for changes, so a renewed certificate needs no restart and no
signal.
"""

from __future__ import annotations

import ssl
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import grpc

from covert_server.access.files import AccessFileError, ReadAgain, pem

# Of OpenSSL: a certificate is verified without a look at the time.
NO_CHECK_TIME = ssl.VerifyFlags(0x200000)


@dataclass(frozen=True)
class TlsFiles:
    """Paths of certificates, all in PEM."""

    certificate: Path
    """The server's certificate, and those between it and its authority."""
    key: Path
    """Its private key, without a password."""
    client_authority: Path | None = None
    """Authorities of the clients' certificates; None if clients need none."""

    @property
    def all(self) -> list[Path]:
        """The paths that are set."""
        return [path for path in (self.certificate, self.key, self.client_authority) if path]

    def read(self) -> Held:
        """Read the files; AccessFileError if they are unusable."""
        try:
            certificate, key, *authority = map(pem, self.all)
        except OSError as error:
            raise AccessFileError(f"{error.filename}: {error.strerror}") from None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        # A resumed session would not be checked against the present files.
        context.num_tickets = 0
        context.set_alpn_protocols(["http/1.1"])
        try:
            context.load_cert_chain(self.certificate, self.key, _no_password)
        except ssl.SSLError as error:
            wrong = f"{self.certificate}, {self.key}: {_reason(error)}"
            raise AccessFileError(f"{wrong}; expected a certificate and its key, in PEM") from None
        valid_until = _valid_until(context, self.certificate)
        if self.client_authority is not None:
            context.verify_mode = ssl.CERT_REQUIRED
            try:
                context.load_verify_locations(self.client_authority)
            except ssl.SSLError as error:
                wrong = f"{self.client_authority}: {_reason(error)}; expected certificates in PEM"
                raise AccessFileError(wrong) from None
        configuration = grpc.ssl_server_certificate_configuration([(key, certificate)], *authority)
        return Held(context, configuration, valid_until)


@dataclass(frozen=True)
class Held:
    """The contents of the files."""

    context: ssl.SSLContext
    configuration: grpc.ServerCertificateConfiguration
    valid_until: float | None
    """The time at which the certificate expires, as `time.time` reads; None if it is not told."""


class Tls:
    """The certificates in force."""

    def __init__(self, files: TlsFiles) -> None:
        """Raise AccessFileError if the files are unusable."""
        self._files = ReadAgain("certificates", files.all, files.read)
        first = self._files.newest()
        self._given = first  # gRPC's latest
        # Each connection begins with this context, and takes the newest one with its first message.
        self.context = first.context
        """For connections over HTTP."""
        self.context.sni_callback = self._take_newest
        self.credentials = grpc.dynamic_ssl_server_credentials(
            first.configuration,
            self._newest_for_grpc,  # type: ignore[arg-type]  # None is documented
            files.client_authority is not None,
        )
        """For connections over gRPC."""

    @property
    def valid_until(self) -> float | None:
        """The time at which the certificate in force expires, as `time.time` reads."""
        return self._files.newest().valid_until

    def reload(self) -> None:
        """Read the files now."""
        self._files.reload()

    def _newest_for_grpc(self) -> grpc.ServerCertificateConfiguration | None:
        """Return the configuration for gRPC, which asks at each connection in a thread of its own;
        None if unchanged."""
        newest = self._files.newest()
        if newest is self._given:
            return None
        self._given = newest
        return newest.configuration

    def _take_newest(
        self, connection: ssl.SSLSocket | ssl.SSLObject, name: str | None, begun: ssl.SSLContext
    ) -> None:
        """Give the newest context to a connection over HTTP, whatever name it asks for."""
        newest = self._files.newest().context
        if newest is not begun:
            connection.context = newest


def _valid_until(context: ssl.SSLContext, certificate: Path) -> float | None:
    """Return the time at which the certificate of a context expires.

    Python tells it of the peer of a connection alone, so here a client trusts the certificate
    itself, whatever the time, and begins a connection in memory.
    """
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname = False
    trusting.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN | NO_CHECK_TIME
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = trusting.wrap_bio(back, there)
    server = context.wrap_bio(there, back, server_side=True)
    try:
        trusting.load_verify_locations(certificate)
        for end in (client, server, client):
            with suppress(ssl.SSLWantReadError):
                end.do_handshake()
        written = (client.getpeercert() or {})["notAfter"]
    except (ssl.SSLError, KeyError, ValueError):  # such as one that is not meant for servers
        return None
    return float(ssl.cert_time_to_seconds(str(written)))


def _no_password() -> str:
    raise AccessFileError("the key has a password; expected one without")


def _reason(error: ssl.SSLError) -> str:
    """Return OpenSSL's reason in words."""
    return (error.reason or "not understood").replace("_", " ").lower()
