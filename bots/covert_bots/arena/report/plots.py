"""Plots that are not rows of bots: matrices, the path of a test, the length of games."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from covert_bots.arena.report.drawing import FIRST, INK, PAGE, SECOND, WIDTH
from covert_bots.arena.report.text import shortened
from covert_bots.arena.statistics.sprt import FEWEST_BLOCKS, Sprt

CELL = 0.385  # inches
CELL_HEIGHT = 0.34
NAME = 23  # characters of a row's name
NAME_INCHES = 1.78
COLUMN_HEADS = 0.35  # inches
STRONGEST = 0.6  # opacity of a cell at the end of its scale; text on it stays readable
LENGTH_BINS = 30

Cell = tuple[float, str]  # -1 to 1, as a colour; and what is written there


def matrix(
    rows: Sequence[str], columns: Sequence[str], cell: Callable[[int, int], Cell | None]
) -> Figure:
    """Draw a table in colours: blue above 0, orange below, the stronger the further."""
    width = max(NAME_INCHES + CELL * len(columns), WIDTH)
    height = COLUMN_HEADS + CELL_HEIGHT * len(rows)
    figure = Figure(figsize=(width, height))
    axes = figure.add_axes(
        (NAME_INCHES / width, 0, 1 - NAME_INCHES / width, CELL_HEIGHT * len(rows) / height)
    )
    axes.axis("off")
    axes.set_xlim(0, len(columns))
    axes.set_ylim(len(rows), 0)
    for row in range(len(rows)):
        axes.annotate(
            shortened(rows[row], NAME),
            (0, row + 0.5),
            xytext=(-4, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            size=9,
        )
        for column in range(len(columns)):
            entry = cell(row, column)
            if entry is None:
                continue
            strength, text = entry
            axes.add_patch(
                Rectangle(
                    (column + 0.03, row + 0.04),
                    0.94,
                    0.92,
                    facecolor=FIRST if strength >= 0 else SECOND,
                    alpha=max(0.04, STRONGEST * abs(strength)),
                    linewidth=0,
                )
            )
            axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", size=9)
    for column, head in enumerate(columns):
        axes.text(column + 0.5, -0.25, head, ha="center", va="bottom", size=9)
    return figure


def sprt_path(test: Sprt) -> Figure:
    """Draw the LLR after each block, between the two bounds."""
    hypotheses = test.hypotheses
    figure = Figure(figsize=(WIDTH, 3.0), layout="constrained")
    axes = figure.subplots()
    blocks = range(len(test.path) + 1)
    axes.plot(blocks, [0.0, *test.path], color=FIRST, linewidth=1.5)
    axes.plot([len(test.path)], [test.llr], "o", color=FIRST, markersize=6)
    elo0, elo1 = f"{hypotheses.elo0:g}", f"{hypotheses.elo1:g}"
    for bound, words, side, away in (
        (hypotheses.upper, f"accepted: {elo1} Elo rather than {elo0}", "bottom", 3),
        (hypotheses.lower, f"rejected: {elo0} Elo rather than {elo1}", "top", -3),
    ):
        axes.axhline(bound, color=INK, linewidth=1.0, dashes=(4, 3))
        axes.annotate(
            words,
            (0, bound),
            xycoords=("axes fraction", "data"),
            xytext=(3, away),
            textcoords="offset points",
            va=side,
            size=9,
            bbox={"facecolor": PAGE, "edgecolor": "none", "alpha": 0.8, "pad": 0.5},
        )
    axes.axvspan(0, FEWEST_BLOCKS, color=INK, alpha=0.08, linewidth=0)
    axes.grid(axis="y")
    axes.margins(y=0.18)
    axes.set_xlim(left=0)
    axes.set_xlabel("blocks, in the order of the schedule")
    axes.set_ylabel("log-likelihood ratio")
    return figure


def lengths(rounds: Sequence[int], decisions: Sequence[int]) -> Figure:
    """Draw the numbers of games by rounds and by decisions."""
    figure = Figure(figsize=(WIDTH, 4.2), layout="constrained")
    upper, lower = figure.subplots(2, 1)
    for axes, values, label in (
        (upper, rounds, "rounds"),
        (lower, decisions, "decisions of all seats"),
    ):
        low, high = min(values), max(values)
        step = -(-(high - low + 1) // LENGTH_BINS)
        edges = [low - 0.5 + step * number for number in range((high - low) // step + 2)]
        axes.hist(values, bins=edges, color=FIRST, rwidth=0.9)
        axes.yaxis.get_major_locator().set_params(integer=True)
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.grid(axis="y")
        axes.set_xlabel(label)
        axes.set_ylabel("games")
    return figure
