"""Authorities for tests, and certificates of theirs in files."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import grpc
import trustme

from covert_server.access.tls import TlsFiles

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
HOSTS = ("localhost", "127.0.0.1")


class Authority:
    """An authority that certifies anybody, in a folder of its own."""

    def __init__(self, folder: Path, name: str = "ca") -> None:
        self._folder = folder
        self._ca = trustme.CA(organization_name=name)
        self.file = folder / f"{name}.pem"
        """Its own certificate."""
        self._ca.cert_pem.write_to_path(str(self.file))

    def certify(self, name: str = "server", not_after: datetime | None = None) -> TlsFiles:
        """Return a new certificate for this machine and its key, in files of that name."""
        files = TlsFiles(self._folder / f"{name}.pem", self._folder / f"{name}.key")
        made = self._ca.issue_cert(*HOSTS, not_before=LONG_AGO, not_after=not_after)
        files.key.write_bytes(made.private_key_pem.bytes())
        files.certificate.write_bytes(b"".join(pem.bytes() for pem in made.cert_chain_pems))
        return files

    def credentials(self, client: TlsFiles | None = None) -> grpc.ChannelCredentials:
        """Return the credentials of a gRPC client that trusts this authority."""
        root = self.file.read_bytes()
        if client is None:
            return grpc.ssl_channel_credentials(root)
        key, certificate = client.key.read_bytes(), client.certificate.read_bytes()
        return grpc.ssl_channel_credentials(root, key, certificate)
