"""Makes the client that blocks from the client for asyncio, and checks that it is up to date.

    python proto/unasync.py            write `blocking.py` and `blocking_streams.py`
    python proto/unasync.py --check    write nothing; exit code 1 if they differ

What gRPC does in two ways is in `aio_calls.py` and `blocking_calls.py`, by hand and under the same
names. All else is written once, and loses its `async` and `await` here.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

CLIENT = Path(__file__).resolve().parent / "covertbots" / "client"
FILES = {
    "aio.py": "blocking.py",
    "aio_caller.py": "blocking_caller.py",
    "aio_streams.py": "blocking_streams.py",
    "aio_tables.py": "blocking_tables.py",
    "aio_arena.py": "blocking_arena.py",
}
CLASSES = (
    *("Client", "Analysis", "GameReview", "Hint", "Seat", "TableWatch", "TournamentWatch"),
    *("Caller", "Tables", "Arena"),
)
NAMES = {
    r"\basync (?=def |for |with )": "",
    r"\bawait ": "",
    r"\b__a(?=enter__|exit__|iter__|next__)": "__",
    rf"\b(Stop)?Async(?=Iterat|(?:{'|'.join(CLASSES)})\b)": r"\1",
    r"\ban asynchronous ": "an ",
    r"\baio_": "blocking_",
    r"\bgrpc\.aio\b": "grpc",
}
WORDS = {
    "aio_caller.py": {"; never held across an await": "", "Calls for asyncio that": "Calls that"},
    "aio.py": {
        "The client for asyncio: the same calls as `Client`, awaited.": (
            "The client whose calls block until they are answered. May be shared by threads."
        ),
        """\
A connection to a server, or several, as of `Client`; made and used on one event loop.

    Cancelling a task that awaits a call cancels the call, and its search stops.
""": """\
A connection to a server, or to each of several that it asks in turn.

    `target` is a host and a port; several are IP addresses with commas between, or one name that
    has them. `timeout` is the deadline, in seconds, of every call with one answer; None for no
    deadline. A call that no server could answer is made again for `patience` seconds, within its
    deadline, and if you say so `attempts` times at most; 0 seconds make each call once. With
    `credentials`, such as `grpc.ssl_channel_credentials()`, it speaks TLS, without them clear text.
    `token` says who calls, to a server that asks for it; in clear text others can read it. Each
    call carries the `metadata` too, such as `{"covertbots-class": "batch"}`.
""",
    },
    "aio_streams.py": {
        "calls for asyncio that": "calls that",
        "; never held across an await": "",
        "import AsyncIterator, Callable": "import Callable, Iterator",
        """Use it in `async with`, or call `close`, if you
    may leave the loop early: otherwise the search goes on.""": "Ends with its `with`.",
        """Use it in `async with`, or call
    `close`, if you may leave the loop early: otherwise its searches go on.""": (
            "Ends with its `with`."
        ),
        """Use it in `async with`, or call
    `close`, if you may leave the loop early: otherwise the search goes on.""": (
            "Ends with its\n    `with`."
        ),
        """Use it in `async with`, or call `close`, if
    you may leave the loop early: otherwise the server takes you for present.""": (
            "Ends with its `with`."
        ),
        """Use it in `async with`, or call `close`,
    if you may leave the loop early: otherwise the call goes on.""": "Ends with its `with`.",
    },
    "aio_tables.py": {", for asyncio": ""},
    "aio_arena.py": {", for asyncio": ""},
}
"""Replacements of single places, for which there is no rule."""


def blocking(name: str) -> str:
    """Return the code that blocks, made of a file of the client for asyncio."""
    code = (CLIENT / name).read_text(encoding="utf-8")
    for words, others in WORDS[name].items():
        if code.count(words) != 1:
            raise SystemExit(f"{name}: {words!r} is not there once")
        code = code.replace(words, others)
    for pattern, replacement in NAMES.items():
        code = re.sub(pattern, replacement, code)
    return f"# Made by proto/unasync.py of {name}: change it there.\n{code}"


def stale() -> list[str]:
    """Return the files that are not what this makes."""
    return [
        made
        for name, made in FILES.items()
        if (CLIENT / made).read_text(encoding="utf-8") != blocking(name)
    ]


def main() -> int:
    """The command."""
    if "--check" not in sys.argv[1:]:
        for name, made in FILES.items():
            (CLIENT / made).write_text(blocking(name), encoding="utf-8")
        return 0
    differing = stale()
    for made in differing:
        print(f"{made} is not what proto/unasync.py makes", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
