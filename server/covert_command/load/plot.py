"""The curve of a server's answers, iterations and strength against its load."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from covert_command.load.levels import Level, figures

WIDTH, HEIGHT = 6.4, 2.3  # inches of a panel
BLUE, ORANGE, GREY = "#1f5fa8", "#c25b12", "#777777"


def draw(levels: Sequence[Level], axis: str, players: int, file: Path) -> None:
    """Writes it, in the format that the file's ending names."""
    matched = any(level.match for level in levels)
    figure = Figure(figsize=(WIDTH, HEIGHT * (3 if matched else 2)), layout="constrained")
    panels = figure.subplots(3 if matched else 2, sharex=True)
    _latency(panels[0], levels)
    _shares(panels[1], levels)
    if matched:
        _strength(panels[2], levels, players)
    for panel in panels:
        panel.grid(alpha=0.3)
        panel.spines[["top", "right"]].set_visible(False)
    panels[-1].set_xlabel(axis)
    panels[-1].margins(x=0.04)
    figure.savefig(file)


def _latency(panel: Axes, levels: Sequence[Level]) -> None:
    for name, colour in (("p50", BLUE), ("p99", ORANGE)):
        times = [(one.load, one.outcomes.latency_ms().get(name)) for one in levels]
        known = [(load, time) for load, time in times if time is not None]
        if known:
            panel.plot(*zip(*known, strict=True), "o-", color=colour, label=name)
    panel.set_ylabel("answer, ms")
    panel.set_ylim(bottom=0)
    panel.legend(loc="upper left")


def _shares(panel: Axes, levels: Sequence[Level]) -> None:
    lines = (("answered", "answered in time", BLUE), ("iterations", "iterations a move", ORANGE))
    for name, label, colour in lines:
        known = [(one.load, figures(one, levels[0]).get(name)) for one in levels]
        points = [(load, 100 * share) for load, share in known if share is not None]
        if points:
            panel.plot(*zip(*points, strict=True), "o-", color=colour, label=label)
    panel.set_ylabel("%")
    panel.set_ylim(bottom=0)
    panel.legend(loc="lower left")


def _strength(panel: Axes, levels: Sequence[Level], players: int) -> None:
    for one in levels:
        if one.match is not None:
            share = one.match.share
            panel.plot([one.load] * 2, [100 * share.low, 100 * share.high], color=BLUE)
            panel.plot([one.load], [100 * share.mean], "o", color=BLUE)
    panel.axhline(100 / players, color=GREY, linestyle="--", label="as strong as unloaded")
    panel.set_ylabel("wins, %")
    panel.set_ylim(0, 100)
    panel.legend(loc="lower left")
