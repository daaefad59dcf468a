"""Plots with a row for each bot: its name above, and marks that have the plot's whole width.

Names are long texts, and many; so they never have to share a line with what is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter

from covert_bots.arena.report.drawing import FAINT, FIRST, INK, SECOND, WIDTH
from covert_bots.arena.report.text import shortened
from covert_bots.arena.standings import Spread
from covert_bots.arena.statistics.elo import Interval

ROW = 0.46  # inches
EDGES = 0.75  # inches of axis, label and title
PAD = 0.04  # inches to the left and right of a panel
PAD_OF_PANELS = 0.1  # where there are several: their figures are not to meet
NAME = 56  # characters of a name that fit across a plot
NAME_SIZE = 9.0
NAME_ABOVE = 0.15  # rows
WIDEST_RATIO = 20  # of the figures of a plot, above which its axis is logarithmic
STEPS = [1, 2, 2.5, 5, 10]  # of the figures of an axis of percents, times a power of ten
TICKS_RATIO = 500  # from which on such an axis has a figure for powers of ten alone
LEAST_FIGURE = 1e-4  # what nothing is on such an axis
BINS = 40  # of a histogram at most


def _rows(names: Sequence[str], panels: int = 1) -> tuple[Figure, list[Axes]]:
    pad = PAD_OF_PANELS if panels > 1 else PAD
    figure = Figure(
        figsize=(WIDTH, ROW * len(names) + EDGES), layout=ConstrainedLayoutEngine(w_pad=pad)
    )
    grid = figure.subplots(1, panels, sharey=True, squeeze=False)
    for axes in grid[0]:
        axes.spines["left"].set_visible(False)
        axes.tick_params(axis="y", left=False, labelleft=False)
        axes.grid(axis="x")
    first: Axes = grid[0][0]
    first.set_ylim(len(names) - 0.55, -0.65)
    for row, name in enumerate(names):
        label = first.text(
            0,
            row - NAME_ABOVE,
            shortened(name, NAME),
            transform=first.get_yaxis_transform(),
            size=NAME_SIZE,
            va="bottom",
        )
        label.set_in_layout(False)  # it may reach over other panels
    return figure, list(grid[0])


def interval_rows(
    names: Sequence[str],
    panels: Sequence[tuple[str, Sequence[Interval | None], float]],
    label: str,
    percent: bool = False,
) -> Figure:
    """Draw values with their intervals; a panel has a title, an interval for each name, and the
    value that is neither good nor bad. Intervals without an end are left out, the value is not."""
    figure, grid = _rows(names, len(panels))
    scale = 100 if percent else 1
    for axes, (title, intervals, even) in zip(grid, panels, strict=True):
        axes.axvline(scale * even, color=INK, linewidth=0.8, dashes=(4, 3))
        if title:
            axes.set_title(title)
        for row, interval in enumerate(intervals):
            if interval is None or not isfinite(interval.mean):
                continue
            low, mean, high = (
                scale * value for value in (interval.low, interval.mean, interval.high)
            )
            if isfinite(low) and isfinite(high):
                if percent:
                    low, high = max(0.0, low), min(100.0, high)
                axes.plot([low, high], [row, row], color=FIRST, linewidth=2.2)
                axes.plot([low, low, high, high], [row] * 4, "|", color=FIRST, markersize=7)
            axes.plot([mean], [row], "o", color=FIRST, markersize=6)
        if percent:
            reach = 100.0 if len(panels) > 1 else _reach(intervals, even)
            axes.set_xlim(-0.03 * reach, 1.03 * reach)
            axes.xaxis.set_major_locator(MaxNLocator(4 // len(panels) + 1, steps=STEPS))
    figure.supxlabel(label, size="medium")
    return figure


def _reach(intervals: Sequence[Interval | None], even: float) -> float:
    """Return the end of an axis of percents: it shows all, the fair share near its middle."""
    ends = [
        interval.high for interval in intervals if interval is not None and isfinite(interval.high)
    ]
    return 100 * min(1.0, max([2 * even, *ends]))


def spread_rows(names: Sequence[str], spreads: Sequence[Spread | None], label: str) -> Figure:
    """Draw the 5%, 50% and 95% points of a figure that is never below 0."""
    figure, (axes,) = _rows(names)
    ends = [end for spread in spreads if spread is not None for end in (spread.low, spread.high)]
    wide = bool(ends) and max(ends) > WIDEST_RATIO * max(min(ends), LEAST_FIGURE)
    if wide:
        axes.set_xscale("log")
        _plain_ticks(axes, max(ends) / max(min(ends), LEAST_FIGURE))
    for row, spread in enumerate(spreads):
        if spread is None:
            continue
        least = LEAST_FIGURE if wide else 0.0
        low, middle, high = (
            max(least, value) for value in (spread.low, spread.middle, spread.high)
        )
        axes.plot([low, high], [row, row], color=FIRST, linewidth=2.2, solid_capstyle="butt")
        axes.plot([low, high], [row, row], "|", color=FIRST, markersize=7)
        axes.plot([middle], [row], "o", color=FIRST, markersize=6)
    if not wide:
        axes.set_xlim(left=0)
    axes.set_xlabel(label)
    return figure


def _plain_ticks(axes: Axes, ratio: float) -> None:
    """Write plain figures on a logarithmic axis, as many as there is room for."""
    steps = (1.0, 2.0, 5.0) if ratio < TICKS_RATIO else (1.0,)
    axes.xaxis.set_major_locator(LogLocator(subs=steps))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_minor_formatter(NullFormatter())


def histogram_rows(names: Sequence[str], values: Sequence[Sequence[int]], label: str) -> Figure:
    """Draw the frequency of each whole number, the most frequent one as high as the row."""
    figure, (axes,) = _rows(names)
    everything = [value for some in values for value in some]
    low, high = (min(everything), max(everything)) if everything else (0, 1)
    step = -(-(high - low + 1) // BINS)
    for row, some in enumerate(values):
        axes.axhline(row + 0.42, color=FAINT, linewidth=0.5)
        if not some:
            continue
        counts: dict[int, int] = {}
        for value in some:
            counts[(value - low) // step] = counts.get((value - low) // step, 0) + 1
        most = max(counts.values())
        axes.bar(
            [low + step * (place + 0.5) - 0.5 for place in counts],
            [-0.55 * count / most for count in counts.values()],
            width=step * 0.9,
            bottom=row + 0.42,
            color=FIRST,
        )
        middle = sorted(some)[len(some) // 2]
        axes.plot([middle, middle], [row + 0.42, row - 0.13], color=SECOND, linewidth=1.8)
    axes.set_xlabel(label)
    return figure
