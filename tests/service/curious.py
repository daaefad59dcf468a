"""An engine that plays as long as it knows one seat alone: `python curious.py`.

`python curious.py FILE` says in place of an answer which members a question has, a digest of the
view, and whether the file could be read. `python curious.py --stumbles FILE` makes the file and
ends at its first question; with the file there it plays.
"""

import json
import os
import sys
from hashlib import sha256
from typing import Any


def digest(view: dict[str, Any]) -> str:
    """Return the beginning of a digest of a view in JSON."""
    return sha256(json.dumps(view, sort_keys=True).encode()).hexdigest()[:8]


def readable(path: str) -> str:
    """Return what comes of reading a file."""
    try:
        with open(path, "rb") as file:
            return f"{len(file.read())} bytes"
    except OSError as error:
        return type(error).__name__


def main(*paths: str) -> None:
    """Answer."""
    seats = set()
    mark = paths[1] if paths[:1] == ("--stumbles",) else ""
    paths = () if mark else paths
    for line in sys.stdin:
        ((kind, body),) = json.loads(line).items()
        answer: dict[str, Any] = {kind: {}}
        if kind == "game":
            seats.add(body["seat"])
        elif kind == "view":
            if mark and not os.path.exists(mark):
                os.close(os.open(mark, os.O_CREAT))
                sys.exit(3)
            answer = {"action": {"text": body["actions"][0]["text"]}}
            if paths or len(seats) > 1:
                files = map(readable, paths)
                said = f"{sorted(seats)} {sorted(body)} {digest(body['view'])} {' '.join(files)}"
                answer = {"error": {"message": said}}
        if kind in ("hello", "game", "view"):
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
