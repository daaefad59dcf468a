"""The files of the page, read once and served to browsers."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

ASSETS = Path(__file__).parent / "assets"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
}
START = "index.html"
# A page that calls its own server and nobody else. `data:` for an icon that is empty.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@dataclass(frozen=True)
class PageFile:
    """A file, and what goes with it."""

    data: bytes
    packed: bytes
    """The same, as gzip."""
    content_type: str

    @property
    def tag(self) -> str:
        """The name of this content, so that a browser that has it need not load it again."""
        return f'"{sha256(self.data).hexdigest()[:32]}"'

    @property
    def headers(self) -> tuple[tuple[str, str], ...]:
        """The headers of each answer with the file."""
        return (
            ("content-type", self.content_type),
            ("etag", self.tag),
            ("cache-control", "no-cache"),
            ("vary", "accept-encoding"),
            ("content-security-policy", POLICY),
            ("referrer-policy", "no-referrer"),
            ("x-content-type-options", "nosniff"),
        )


@cache
def page_files() -> dict[str, PageFile]:
    """Return the files by their paths in an address; the first is also at `/`."""
    files = {
        f"/{path.name}": PageFile(data, gzip.compress(data, mtime=0), TYPES[path.suffix])
        for path in sorted(ASSETS.iterdir())
        if path.suffix in TYPES and (data := path.read_bytes())
    }
    return {"/": files[f"/{START}"], **files}
