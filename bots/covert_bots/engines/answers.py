"""The answers and errors of a bot, which may be any objects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from traceback import format_exception

LONGEST_TRACE = 4000  # characters shown, from its end
OURS = (
    "covert_bots.arena",
    "covert_bots.engines",
    "covert_command",
)  # modules with frames before those of a bot


def legal_one(answer: object, legal: list[int]) -> int | None:
    """Return the legal action that equals a bot's answer, such as a NumPy integer; None if none."""
    try:
        return legal[legal.index(answer)]  # type: ignore[arg-type]
    except Exception:  # not among them, or a comparison that raises, as with arrays
        return None


def wrong_answer(answer: object, legal: Sequence[int], where: str = "") -> str:
    """Describe the mistake in an illegal answer, with a hint at its likely cause."""
    expected = f"expected one of the {len(legal)} numbers in legal_actions()"
    hint = _meant(answer, len(legal))
    return f"{text_of(repr, answer)}{where}; {expected}{f' ({hint})' if hint else ''}"


def _meant(answer: object, actions: int) -> str:
    if answer is None:
        return "a path through choose without return?"
    if type(answer) is int and -actions <= answer < actions:
        return f"{answer} is a place in the list: return actions[{answer}]"
    if isinstance(answer, str):
        return "return the number, not its text"
    if isinstance(answer, tuple) and hasattr(answer, "kind"):
        return "return the number, not what unpack makes of it"
    return ""


def text_of(tell: Callable[[object], str], thing: object) -> str:
    """Return the `str` or `repr` of an object, which may raise anything."""
    try:
        return tell(thing)
    except Exception as error:
        return f"{type(thing).__name__} whose {tell.__name__} raises {type(error).__name__}"


def trace_of(error: BaseException) -> str:
    """Return the traceback of a bot's error, from the bot's own code on."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_globals.get("__name__", "").startswith(OURS):
        trace = trace.tb_next
    try:
        lines = format_exception(type(error), error, trace)
    except Exception:  # the error's own `__str__` may raise anything
        return ""
    return "".join(lines).encode(errors="replace").decode()[-LONGEST_TRACE:]
