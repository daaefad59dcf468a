"""Pieces of a page. What comes in is other people's text: it is escaped here, and only here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

from matplotlib.figure import Figure

from covert_bots.arena.report.drawing import svg
from covert_bots.arena.report.text import printable
from covert_bots.arena.rounding import between as between
from covert_bots.arena.rounding import number as number

Drawn: TypeAlias = Callable[[], Figure]
MOST_NARROW = 2  # columns that a phone has room for, whatever is in them


@dataclass(frozen=True)
class Section:
    """A part of the report."""

    name: str  # unlike that of any other of the page
    title: str
    body: str  # HTML


def section(part: Section) -> str:
    """Return a section with its heading."""
    return f'<section id="{part.name}">\n<h2>{_text(part.title)}</h2>\n{part.body}\n</section>'


def paragraph(text: str, kind: str = "") -> str:
    """Return a paragraph of plain text."""
    return f"<p{_class(kind)}>{_text(text)}</p>"


def code(text: str) -> str:
    """Return lines to be copied."""
    return f"<pre>{escape(text)}</pre>"


def facts(pairs: Sequence[tuple[str, str | Sequence[str]]]) -> str:
    """Return a list of names, each with a text or several."""

    def texts(value: str | Sequence[str]) -> str:
        some = [value] if isinstance(value, str) else value
        return "".join(f"<dd>{_text(text)}</dd>" for text in some)

    return f"<dl>{''.join(f'<dt>{_text(name)}</dt>{texts(value)}' for name, value in pairs)}</dl>"


def table(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    words: int = 1,
    short: Sequence[str] = (),
) -> str:
    """Return a table; the first `words` columns are text, the others figures. Those with the heads
    `short` are not wrapped.

    Where a page is too narrow for its columns each row is a list, in which the heads stand before
    the cells.
    """

    def kind(place: int) -> str:
        text = "short" if head[place] in short else ""
        return _class(text if place < words else "figure")

    def line(cells: Sequence[str]) -> str:
        return "".join(
            f'<td{kind(place)} data-head="{_text(head[place])}">{_text(cell)}</td>'
            for place, cell in enumerate(cells)
        )

    heads = "".join(f"<th{kind(place)}>{_text(heading)}</th>" for place, heading in enumerate(head))
    body = "\n".join(f"<tr>{line(row)}</tr>" for row in rows)
    many = _class("many" if len(head) > MOST_NARROW else "")
    return f"<table{many}><thead><tr>{heads}</tr></thead>\n<tbody>{body}</tbody></table>"


def plot(name: str, title: str, caption: str, draw: Drawn) -> str:
    """Return a plot and its caption."""
    return f"<figure>{svg(name, title, draw)}\n<figcaption>{_text(caption)}</figcaption></figure>"


def percent(share: float) -> str:
    """Format a share in percent."""
    return number(share, ".1%")


def _text(text: str) -> str:
    return escape(printable(text))


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
