"""Curves that `covert-bots train` draws, and requests that it refuses before it plays."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import click
import pytest
from command.shell import REPOSITORY, mistake

from covert_bots.covert.training.train import Schedule, Trained
from covert_command.covert.learning_curve import draw
from covert_command.covert.train import _facts
from covert_command.options.cluster import pool_of
from covert_command.terminal.mistakes import Mistake
from covert_engine.covert.cards import house_set, load_card_set

MADE = REPOSITORY / "engine/covert_engine/covert/evaluation/data"


def test_the_curve_shows_the_errors_of_each_generation(tmp_path: Path) -> None:
    """The errors are those of the weights in the package; the SVG has its words as comments."""
    files = {"policy": "policy.json", "points": "points.json", "network": "value.json"}
    facts = {name: json.loads((MADE / file).read_text())["errors"] for name, file in files.items()}
    file = tmp_path / "curve.svg"
    draw(facts, file)
    text = file.read_text(encoding="utf-8")
    shown = ["generation 1", "generation 3", "network", "2 players", "4 players"]
    assert [part for part in shown if f"<!-- {part} -->" not in text] == []
    assert "generation 4" not in text


def test_the_command_of_the_weights_names_cards_that_are_not_the_house_set() -> None:
    nothing = Trained([], b"", {}, {}, {})
    second = load_card_set(REPOSITORY / "tests/data/second.toml")
    assert _facts(house_set(), Schedule(), nothing)["command"].endswith("--seed 1")
    assert _facts(second, Schedule(), nothing)["command"].endswith("--seed 1 --cards FILE")


def test_a_process_that_was_ended_from_outside_is_named() -> None:
    """The system ends a process when memory runs out."""
    with (
        click.Context(click.Command("train")),
        pytest.raises(Mistake, match="--workers: 1; one of these processes was killed"),
        pool_of("local", None, 1) as pool,
    ):
        pool.submit(os.kill, pool.submit(os.getpid).result(), signal.SIGKILL).result()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--plot", "curve.txt"), "--plot: curve.txt; expected a name that ends in .svg, .png or"),
        (("--plot", "nowhere/curve.svg"), "--plot: nowhere is not a folder"),
        (("--game", "covert-action", "--plot", "curve.svg"), "--plot: not in Covert Action"),
        (("--games", "1,2"), "--games: '1,2'; expected three whole numbers, not all 0, such as"),
    ],
)
def test_a_mistake_is_named_before_anything_is_played(
    words: tuple[str, ...], expected: str, tmp_path: Path
) -> None:
    assert expected in mistake("train", str(tmp_path / "weights"), *words)
    assert not (tmp_path / "weights").exists()
