"""Links to a table, as the page has them. What is secret stands in the fragment, after `#`: that is
sent to no server."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from covert_command.terminal.dialogue import typed_line
from covert_command.terminal.mistakes import Mistake

JOIN, SEAT = "join", "table"
FRAGMENT = re.compile(rf"/?({JOIN}|{SEAT})/([A-Za-z0-9_-]{{1,64}})/([A-Za-z0-9_-]{{1,200}})")
SCHEMES = ("http", "https", "grpc")
EXPECTED = (
    "expected a link from the page, such as http://HOST:PORT/#/join/TABLE/INVITATION or "
    "http://HOST:PORT/#/table/TABLE/TOKEN"
)


class TableLink(NamedTuple):
    """A link to a table."""

    address: str
    """The server: `http://`, `https://` or `grpc://`, with host, port and path."""
    kind: str
    """`join` for an invitation, `table` for a seat."""
    table: str
    """The table's name."""
    secret: str
    """The invitation, or the token of the seat."""

    def of_seat(self, token: str) -> TableLink:
        """Return the link that leads back to a seat."""
        return self._replace(kind=SEAT, secret=token)

    def __str__(self) -> str:
        return f"{self.address}/#/{self.kind}/{self.table}/{self.secret}"


def read_link(text: str) -> TableLink:
    """Read a link; an empty one is asked for. Mistake if it is none. A mistake repeats nothing of
    it, for it may hold a token."""
    wrong = Mistake(f"--table: not a link to a table; {EXPECTED}")
    text = text or typed_line("Link: ")
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError:  # such as a port that is no number
        raise wrong from None
    match = FRAGMENT.fullmatch(unquote(parts.fragment))
    known = parts.scheme in SCHEMES and parts.hostname and parts.username is None
    if match is None or not known or parts.query:
        raise wrong
    if parts.scheme == "grpc" and (port is None or parts.path.strip("/")):
        raise Mistake("--table: a link that begins with grpc:// needs a port, and has no path")
    path = parts.path.rstrip("/").removesuffix("/index.html")
    return TableLink(f"{parts.scheme}://{parts.netloc}{path}", *match.groups())
