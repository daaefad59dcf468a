"""A view as plain text for people and language models: the parts that all games share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

WIDTH = 100  # columns


def plain_text(
    heading: str,
    table: Iterable[str],
    actions: Iterable[tuple[str, str]],
    events: Sequence[str] = (),
) -> str:
    """Return the heading, what happened, the lines of the table and the legal actions, each with
    its notation and its words, as lines of at most `WIDTH` columns."""
    lines = [heading]
    if events:
        lines += ["", "What happened:", *(f"- {words}" for words in events)]
    lines += ["", *table]
    numbered = [f"{number}. {text}: {words}" for number, (text, words) in enumerate(actions, 1)]
    if numbered:
        lines += ["", "Your legal actions:", *numbered]
    return "\n".join(piece for line in lines for piece in (_wrapped(line) or [""]))


def _wrapped(line: str) -> list[str]:
    """Break a line between words; what follows is indented."""
    return wrap(
        line,
        WIDTH,
        drop_whitespace=True,
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
