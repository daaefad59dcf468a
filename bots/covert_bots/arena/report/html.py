"""Pieces of a page. What comes in is other people's text: it is escaped here, and only here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import isfinite
from typing import TypeAlias

from matplotlib.figure import Figure

from covert_bots.arena.report.drawing import svg
from covert_bots.arena.report.text import printable

__all__ = [
    "Drawn",
    "Section",
    "between",
    "elo_words",
    "facts",
    "number",
    "paragraph",
    "percent",
    "plot",
    "section",
    "table",
]

Drawn: TypeAlias = Callable[[], Figure]
UNKNOWN = "unknown"


@dataclass(frozen=True)
class Section:
    """One part of the report."""

    name: str  # unlike that of any other of the page
    title: str
    body: str  # HTML


def section(found: Section) -> str:
    """The section with its heading."""
    return f'<section id="{found.name}">\n<h2>{_text(found.title)}</h2>\n{found.body}\n</section>'


def paragraph(text: str, kind: str = "") -> str:
    """Plain text."""
    return f"<p{_class(kind)}>{_text(text)}</p>"


def facts(pairs: Sequence[tuple[str, str | Sequence[str]]]) -> str:
    """Names and what they are, a text or several."""

    def texts(value: str | Sequence[str]) -> str:
        some = [value] if isinstance(value, str) else value
        return "".join(f"<dd>{_text(text)}</dd>" for text in some)

    return f"<dl>{''.join(f'<dt>{_text(name)}</dt>{texts(value)}' for name, value in pairs)}</dl>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> str:
    """A table; the first `words` columns are text, the others figures."""

    def line(cells: Sequence[str], tag: str) -> str:
        return "".join(
            f"<{tag}{_class('' if place < words else 'figure')}>{_text(cell)}</{tag}>"
            for place, cell in enumerate(cells)
        )

    body = "\n".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
    return (
        f'<div class="scroll"><table><thead><tr>{line(head, "th")}</tr></thead>\n'
        f"<tbody>{body}</tbody></table></div>"
    )


def plot(name: str, title: str, caption: str, draw: Drawn) -> str:
    """A plot, and the sentence that says what it shows and how to read it."""
    return (
        f'<figure><div class="scroll">{svg(name, title, draw)}</div>\n'
        f"<figcaption>{_text(caption)}</figcaption></figure>"
    )


def number(value: float, form: str = ".1f") -> str:
    """A figure, or that it is not known; what is rounded to nothing has no minus."""
    if not isfinite(value):
        return UNKNOWN
    text = format(value, form)
    return text if text.strip("-+0.%") else format(0.0, form)


def percent(share: float) -> str:
    """A share in percent."""
    return number(share, ".1%")


def between(low: float, high: float, form: str) -> str:
    """An interval."""
    if not (isfinite(low) and isfinite(high)):
        return UNKNOWN
    return f"{number(low, form)} to {number(high, form)}"


def elo_words(mean: float, low: float, high: float) -> str:
    """Elo and its interval."""
    return f"{number(mean, '+.0f')} ({between(low, high, '+.0f')})"


def _text(text: str) -> str:
    return escape(printable(text))


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
