"""The actions of a host, played in order, and all that is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from covert_engine.reading.errors import IllegalActionError, NotationError
from covert_server.games import Problems
from covert_server.status import MOST_PROBLEMS, FieldError
from covertbots.v1 import action_pb2

__all__ = ["HINTS", "play_in_order", "told"]

HINTS = 4  # of a list; to look for more takes a server longer than all else in a request


def play_in_order(
    actions: Sequence[action_pb2.Action],
    path: str,
    read: Callable[[str], int],
    play: Callable[[action_pb2.Action, int], None] | None,
    problems: Problems,
) -> None:
    """Plays the actions of a list, which stands at `path`, up to the first that is wrong; from then
    on, and without `play`, it is only said which texts are no actions, for what may be played
    depends on what was.

    `play` raises FieldError with a field of the action, or IllegalActionError.
    """
    before = len(problems)
    for index, message in enumerate(actions):
        if len(problems) - before >= MOST_PROBLEMS:
            return
        try:
            action = read(message.text)
            if play is not None:
                play(message, action)
        except FieldError as error:
            problems += ((f"{path}[{index}].{field}", wrong) for field, wrong in error.violations)
            play = None
        except NotationError as error:
            problems.append((f"{path}[{index}].text", told(error, len(problems) - before)))
            play = None
        except IllegalActionError as error:
            problems.append((f"{path}[{index}].text", str(error)))
            play = None


def told(error: NotationError, before: int) -> str:
    """What is said of a text that is no action, where so many of its list are wrong before it."""
    return str(error) if before < HINTS else error.wrong
