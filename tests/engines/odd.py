"""An engine that takes the last action, with one fault: `python odd.py FAULT`."""

import json
import sys
import time
from typing import Any

LAST = -1
STALE = "an action of the game before"


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def burn(seconds: float) -> None:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def main(fault: str) -> None:
    events = 0
    game: dict[str, Any] = {}
    text = ""
    for line in sys.stdin:
        ((kind, body),) = json.loads(line).items()
        if fault == "strict" and "later" in body:
            say(json.dumps({"error": {"message": "later: not known"}}))
        elif fault == "short lines" and len(line) > 1 << 20:
            sys.exit(1)
        elif kind == "hello":
            say('{"hello":{"views":"none","events":true}}' if fault != "no hello" else "hello")
        elif kind == "game":
            if fault == "no game" or (fault == "two seats" and body["players"] > 2):
                say('{"error":{"message":"not this game"}}')
            elif fault == "one game" and game:
                sys.exit(1)
            else:
                game = body
                say('{"game":{}}')
        elif kind == "view":
            events = len(body["events"])
            if fault == "few events" and events > 5000:
                sys.exit(1)
            if fault == "slow" and "clock" in game:
                time.sleep(body["clock"]["left"][0] / 2 + 0.2)
            if fault == "burns" and game.get("clock", {}).get("of") == "cpu":
                burn(body["clock"]["left"][0] / 2 + 0.2)
            text = body["actions"][LAST]["text"]
            say(json.dumps({"action": {"text": "walk" if fault == "illegal" else text}}))
        elif kind == "stop":
            if fault == "answers stop":
                say(json.dumps({"action": {"text": text}}))
        elif kind == "bye" and fault != "stays":
            break


main(sys.argv[1])
