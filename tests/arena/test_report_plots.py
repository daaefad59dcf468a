"""The plots of a report can be read: with many bots, long names, and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from html import unescape
from typing import Any

import pytest
from arena.sequential import fed
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from covert_bots.arena.report.drawing import svg
from covert_bots.arena.report.plots import matrix, sprt_path
from covert_bots.arena.report.rows import histogram_rows, interval_rows, spread_rows
from covert_bots.arena.standings import Spread
from covert_bots.arena.statistics.elo import Interval
from covert_bots.arena.statistics.sprt import Hypotheses

PIXELS_OF_A_POINT = 4 / 3
LEAST_PIXELS = 11  # of text, on a page that is wide enough
PHONE = 360 - 32  # pixels of a narrow screen, less the page's edges
LEAST_ON_PHONE = 7.5


@cache
def plots_of(many: int) -> dict[str, tuple[Figure, str]]:
    """Return each kind of plot of so many bots, and its SVG, drawn as it is for a page."""
    names = [f"{n} ismcts:iterations={n}000,lanes=2,horizon=12,uniform=0.25" for n in range(many)]
    intervals = [Interval(30.0 * n, 30.0 * n - 90, 30.0 * n + 90) for n in range(many)]
    shares = [Interval(0.5, 0.4, 0.6)] * many
    spreads = [Spread(0.01 * 3**n, 0.02 * 3**n, 0.03 * 3**n) for n in range(min(many, 8))]
    spreads += [spreads[0]] * (many - len(spreads))
    panels = [(f"{players} players", shares, 1 / players) for players in (2, 3, 4)]
    columns = [str(place) for place in range(1, many + 1)]
    test = fed(Hypotheses(-2.5, 17.5), [0.5, 1.0, 0.0, 0.5] * 40)
    drawers = {
        "elo": lambda: interval_rows(names, [("", intervals, 0.0)], "Elo"),
        "players": lambda: interval_rows(names, panels, "wins, %", percent=True),
        "time": lambda: spread_rows(names, spreads, "CPU ms a decision"),
        "points": lambda: histogram_rows(names, [[n, n + 9, 90] for n in range(many)], "points"),
        "superiority": lambda: matrix(names, columns, lambda row, column: (0.9, ">99")),
        "sprt": lambda: sprt_path(test),
    }
    return {kind: _drawn(kind, draw) for kind, draw in drawers.items()}


def _drawn(kind: str, draw: Callable[[], Figure]) -> tuple[Figure, str]:
    figures = []

    def kept() -> Figure:
        figures.append(draw())
        return figures[0]

    drawing = svg(kind, kind, kept)
    return figures[0], drawing


@pytest.mark.parametrize("many", [2, 8, 20])
def test_texts_of_a_plot_lie_in_it_and_apart(many: int) -> None:
    for kind, (figure, drawing) in plots_of(many).items():
        canvas: Any = FigureCanvasAgg(figure)
        canvas.draw()
        texts = [text for text in figure.findobj(Text) if isinstance(text, Text)]
        written = {unescape(text) for text in re.findall(r">([^<>]+)</text>", drawing)}
        shown = [text for text in texts if text.get_visible() and text.get_text() in written]
        boxes = [text.get_window_extent(canvas.get_renderer()) for text in shown]
        assert len(boxes) > 4, kind
        for place, (text, box) in enumerate(zip(shown, boxes, strict=True)):
            assert box.x0 > -1, (kind, text)
            assert box.x1 < figure.bbox.x1 + 1, (kind, text)
            overlapped = box.padded(-0.5).count_overlaps(boxes[:place])
            assert overlapped == 0, (kind, text)


@pytest.mark.parametrize("many", [2, 8, 20])
def test_texts_of_a_plot_are_large_enough(many: int) -> None:
    for kind, (_, drawing) in plots_of(many).items():
        sizes = list(map(float, re.findall(r"font(?:-size)?: ([\d.]+)px", drawing)))
        box = re.search(r'viewBox="0 0 ([\d.]+) ', drawing)
        shown = re.search(r"width: (\d+)pt", drawing)
        assert sizes
        assert box
        assert shown
        width = float(shown[1]) * PIXELS_OF_A_POINT
        assert min(sizes) * width / float(box[1]) >= LEAST_PIXELS, kind
        if 'class="wide"' not in drawing:  # a wide one is not made smaller: it is scrolled
            assert min(sizes) * PHONE / float(box[1]) >= LEAST_ON_PHONE, kind
