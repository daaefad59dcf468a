"""TLS from files, on both ports; what is new in the files holds for the next connection.

Whether the files have changed is looked up at every new connection, so a renewed certificate needs
no restart and no signal. Files that cannot be used, such as a certificate whose key has not been
written yet, change nothing: the ones before stay in force, and the log says so.
"""

from __future__ import annotations

import logging
import ssl
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import grpc

__all__ = ["Tls", "TlsError", "TlsFiles"]

log = logging.getLogger(__name__)


class TlsError(ValueError):
    """Files that TLS cannot use."""


@dataclass(frozen=True)
class TlsFiles:
    """Where certificates are, all in PEM."""

    certificate: Path
    """The server's certificate, and those between it and its authority."""
    key: Path
    """Its private key, without a password."""
    client_authority: Path | None = None
    """Authorities of the clients' certificates; None if clients need none."""

    def stamps(self) -> tuple[tuple[int, int, int] | None, ...]:
        """What changes if a file does; None stands for a file that is not there."""
        return tuple(_stamp(path) for path in self._all())

    def read(self) -> _Loaded:
        """What the files hold; TlsError if that cannot be used."""
        stamps = self.stamps()
        try:
            certificate, key, *authority = (path.read_bytes() for path in self._all())
        except OSError as error:
            raise TlsError(f"{error.filename}: {error.strerror}") from None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        # A session that goes on would not be checked against the present files.
        context.num_tickets = 0
        context.set_alpn_protocols(["http/1.1"])
        try:
            context.load_cert_chain(self.certificate, self.key, _no_password)
        except ssl.SSLError as error:
            wrong = f"{self.certificate}, {self.key}: {_reason(error)}"
            raise TlsError(f"{wrong}; expected a certificate and its key, in PEM") from None
        if self.client_authority is not None:
            context.verify_mode = ssl.CERT_REQUIRED
            try:
                context.load_verify_locations(self.client_authority)
            except ssl.SSLError as error:
                wrong = f"{self.client_authority}: {_reason(error)}; expected certificates in PEM"
                raise TlsError(wrong) from None
        configuration = grpc.ssl_server_certificate_configuration([(key, certificate)], *authority)
        return _Loaded(stamps, context, configuration)

    def _all(self) -> list[Path]:
        return [one for one in (self.certificate, self.key, self.client_authority) if one]


@dataclass(frozen=True)
class _Loaded:
    """The files as they were read."""

    stamps: tuple[tuple[int, int, int] | None, ...]
    context: ssl.SSLContext
    configuration: grpc.ServerCertificateConfiguration


class Tls:
    """The certificates in force. May be used in any thread."""

    def __init__(self, files: TlsFiles) -> None:
        """TlsError if the files cannot be used."""
        self._files = files
        self._lock = Lock()
        self._loaded = files.read()
        self._seen = self._loaded.stamps  # of the files that were tried last
        self._given = self._loaded  # what gRPC was given last
        # Each connection begins with this context, and takes the newest one with its first message.
        self.context = self._loaded.context
        """For connections over HTTP."""
        self.context.sni_callback = self._take_newest
        mutual = files.client_authority is not None
        self.credentials = grpc.dynamic_ssl_server_credentials(
            self._loaded.configuration,
            self._newest_for_grpc,  # type: ignore[arg-type]  # None is documented
            mutual,
        )
        """For connections over gRPC."""

    def _newest(self) -> _Loaded:
        with self._lock:
            stamps = self._files.stamps()
            if stamps != self._seen:
                self._seen = stamps
                try:
                    self._loaded = self._files.read()
                except TlsError as error:
                    fields = {"error": str(error)}
                    log.error("certificates not taken", extra={"fields": fields})
                else:
                    log.info("certificates taken")
            return self._loaded

    def _newest_for_grpc(self) -> grpc.ServerCertificateConfiguration | None:
        """What gRPC asks for at each connection; None if it has it already."""
        newest = self._newest()
        if newest is self._given:
            return None
        self._given = newest
        return newest.configuration

    def _take_newest(
        self, connection: ssl.SSLSocket | ssl.SSLObject, name: str | None, begun: ssl.SSLContext
    ) -> None:
        """Hears of each connection over HTTP, whatever name it asks for."""
        newest = self._newest().context
        if newest is not begun:
            connection.context = newest


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _no_password() -> str:
    raise TlsError("the key has a password; expected one without")


def _reason(error: ssl.SSLError) -> str:
    """What OpenSSL has to say, in words."""
    return (error.reason or "not understood").replace("_", " ").lower()
