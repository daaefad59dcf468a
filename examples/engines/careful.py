"""An engine for Covert in plain Python: it prefers what brings points, else chooses at random.

covert-bots arena run --bots 'engine:python examples/engines/careful.py,random' --blocks 20
"""

import json
import random
import sys
from typing import Any

# Kinds of actions, the best first; all others come last.
PREFERRED = ["KIND_COMPLETE", "KIND_CLAIM", "KIND_TAKE_AGENCY", "KIND_TAKE_MISSION", "KIND_PLACE"]


def rank(action: dict[str, Any]) -> int:
    """Return the place of an action in the list of preferences."""
    kind = action.get("covert", {}).get("kind", "")
    return PREFERRED.index(kind) if kind in PREFERRED else len(PREFERRED)


def say(kind: str, **body: object) -> None:
    """Write a line, and send it off at once."""
    print(json.dumps({kind: body}), flush=True)


def main() -> None:
    chance = random.Random()
    for line in sys.stdin:
        ((kind, body),) = json.loads(line).items()
        if kind == "hello":
            say("hello", name="careful", views="none")  # it looks at the actions alone
        elif kind == "game":
            chance.seed(body["seed"])  # the same seed gives the same game
            say("game")
        elif kind == "view":
            actions = body["actions"]
            chance.shuffle(actions)
            say("action", text=min(actions, key=rank)["text"])
        elif kind == "bye":
            break


main()
