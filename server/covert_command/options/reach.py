"""The reach of a server: its host, and the certificate that a public one needs."""

from __future__ import annotations

from pathlib import Path

from covert_command.terminal.mistakes import Mistake
from covert_server.access.hosts import is_loopback
from covert_server.access.tls import TlsFiles
from covert_server.settings import Settings


def tls_files(
    certificate: Path | None, key: Path | None, authority: Path | None
) -> TlsFiles | None:
    """Return the files of a server's certificate; None for clear text. Mistake if one is
    missing."""
    given = {"--tls-cert": certificate, "--tls-key": key, "--tls-client-ca": authority}
    needed = {"--tls-cert", "--tls-key"}
    named = {name for name, path in given.items() if path is not None}
    if not named:
        return None
    if certificate is None or key is None:
        missing = " and ".join(sorted(needed - named))
        raise Mistake(f"{min(named)}: TLS needs a certificate and its key; expected {missing} too")
    return TlsFiles(certificate, key, authority)


def check_host(host: str, settings: Settings, insecure: bool) -> None:
    """Check a host; Mistake if it has no address, or if other machines can reach the server there
    without certificate and tokens."""
    try:
        if is_loopback(host) or insecure:
            return
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not a valid host name"
        expected = "expected a name or address of this machine"
        raise Mistake(f"--host: {host!r} has no address ({why}); {expected}") from error
    missing = [
        *(["--tls-cert and --tls-key"] if settings.tls is None else []),
        *(["--tokens"] if settings.tokens is None else []),
    ]
    if missing:
        raise Mistake(
            f"--host: other machines can reach {host!r}; expected {' and '.join(missing)}, or "
            "--insecure to let anyone in"
        )
