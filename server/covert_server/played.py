"""The actions of a host, played in order, and their mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TypeAlias

from covert_engine.input.errors import IllegalActionError, NotationError
from covert_server.calls.status import MOST_PROBLEMS, FieldError
from covert_server.games import Problems
from covertbots.v1 import action_pb2

HINTS = 4  # per list: hints are the slowest part of reading a request
MOST_LISTED = 12  # legal actions

Listing: TypeAlias = Callable[[], Iterable[action_pb2.Action]]


class LegalActions:
    """The legal actions at a mistake, for the hints in its message."""

    def __init__(self, listing: Listing) -> None:
        """`listing` is called at most once, at a mistake; it is empty where no actions are
        known."""
        self._listing = listing

    @cached_property
    def _all(self) -> list[action_pb2.Action]:
        return list(self._listing())

    def illegal(self, text: str, before: int) -> str:
        """Return the problem of an illegal action, with `before` mistakes before it in its list."""
        wrong = f"{text!r} is not legal here"
        if before >= HINTS or not self._all:
            return wrong
        texts = [action.text for action in self._all]
        more = f" and {len(texts) - MOST_LISTED} more" if len(texts) > MOST_LISTED else ""
        return f"{wrong}; legal: {', '.join(texts[:MOST_LISTED])}{more}"

    def unread(self, message: action_pb2.Action, error: NotationError, before: int) -> str:
        """Return the problem of an unreadable text, with `before` mistakes before it in its
        list."""
        if before >= HINTS:
            return error.wrong
        if message.text.strip():
            meant = self._with_words(message.text)
            if meant is None:
                return str(error)
            return f"{message.text!r} are the words of an action; expected its text, {meant!r}"
        operands = message.WhichOneof("operands")
        if operands is not None:
            meant, said = self._with_operands(message, operands), "operands say"
        elif message.words:
            meant, said = self._with_words(message.words), "words say"
        else:
            return str(error)
        expected = "the text of an action" if meant is None else f"{meant!r}, as its {said}"
        return f"is empty, and only the text of an action is read; expected {expected}"

    def _with_words(self, words: str) -> str | None:
        wanted = _plain(words)
        return next((action.text for action in self._all if _plain(action.words) == wanted), None)

    def _with_operands(self, message: action_pb2.Action, operands: str) -> str | None:
        """Return the text of the only action that has all these operands; None without one."""
        operand_values = getattr(message, operands).ListFields()
        texts = {
            action.text
            for action in self._all
            if all(
                getattr(getattr(action, operands), field.name) == value
                for field, value in operand_values
            )
        }
        return texts.pop() if len(texts) == 1 and operand_values else None


NOT_KNOWN = LegalActions(tuple)


def play_in_order(
    actions: Sequence[action_pb2.Action],
    path: str,
    read: Callable[[str], int],
    play: Callable[[action_pb2.Action, int], None] | None,
    listing: Listing,
    problems: Problems,
) -> None:
    """Play the actions of a list, which stands at `path`, up to the first mistake. After it, and
    without `play`, only texts that are no actions are reported: legality depends on the earlier
    actions.

    `play` raises FieldError with a field of the action, or IllegalActionError; `listing` returns
    the actions that are legal after those played.
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
            legal = NOT_KNOWN if play is None else LegalActions(listing)
            wrong = legal.unread(message, error, len(problems) - before)
            problems.append((f"{path}[{index}].text", wrong))
            play = None
        except IllegalActionError as error:
            problems.append((f"{path}[{index}].text", str(error)))
            play = None


def _plain(words: str) -> str:
    """Return words without case, extra spaces and the final full stop."""
    return " ".join(words.split()).rstrip(".").casefold()
