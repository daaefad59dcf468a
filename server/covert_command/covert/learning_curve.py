"""The learning curve of a training: errors on held-out games, before and after each fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

WIDTH, HEIGHT = 6.4, 2.6  # inches of a panel
COLOURS = {"2": "#1f5fa8", "3": "#c25b12", "4": "#3b7d3b"}  # by number of players
GREY = "#777777"
APART = 0.16  # of a generation, between numbers of players
VALUES = {
    "utility": "utility,\nroot mean square",
    "chance": "chance to win,\ncross-entropy, nats",
    "score": "final score, points,\nroot mean square",
}


def draw(facts: dict[str, Any], file: Path) -> None:
    """Write the curve, in the format of the file's ending; `facts` as `train --json` prints
    them."""
    figure = Figure(figsize=(WIDTH, HEIGHT * (1 + len(VALUES))), layout="constrained")
    panels = figure.subplots(1 + len(VALUES), sharex=True)
    _policy(panels[0], facts["policy"])
    stages = [*facts["points"], facts["network"]]
    for panel, (name, label) in zip(panels[1:], VALUES.items(), strict=True):
        _values(panel, stages, name)
        panel.set_ylabel(label)
    figure.legend(*panels[1].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    for panel in panels:
        panel.grid(alpha=0.3)
        panel.spines[["top", "right"]].set_visible(False)
    names = [f"generation {number}" for number in range(1, len(stages))]
    panels[-1].set_xticks(range(len(stages)), [*names, "network"])
    figure.suptitle("Errors on held-out games, before a fit (hollow) and after it", fontsize=11)
    figure.savefig(file)


def _fall(panel: Axes, at: float, before: float, after: float, colour: str, label: str) -> None:
    panel.plot([at, at], [before, after], color=colour)
    panel.plot([at], [before], "o", color=colour, markerfacecolor="white")
    panel.plot([at], [after], "o", color=colour, label=label)


def _policy(panel: Axes, generations: list[dict[str, float]]) -> None:
    held_out = [(at, errors) for at, errors in enumerate(generations) if errors["positions"]]
    for number, (at, errors) in enumerate(held_out):
        label, least = ("_", "_") if number else ("policy", "lower bound")
        _fall(panel, at, errors["before"], errors["after"], COLOURS["2"], label)
        panel.plot([at], [errors["least"]], "_", markersize=16, color=GREY, label=least)
    panel.set_ylabel("policy,\ncross-entropy, nats")
    panel.set_ylim(bottom=0)
    if held_out:
        panel.legend(loc="lower left")


def _values(panel: Axes, stages: list[dict[str, dict[str, float]]], name: str) -> None:
    power = 1.0 if name == "chance" else 0.5
    for at, by_players in enumerate(stages):
        for players, errors in by_players.items():
            before, after = (errors[key] ** power for key in (f"{name}_before", name))
            label = f"{players} players" if at == 0 else "_"
            place = at + APART * (int(players) - 3)
            _fall(panel, place, before, after, COLOURS[players], label)
