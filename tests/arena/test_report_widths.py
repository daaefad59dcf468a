"""Nothing of a report is cut off on a phone, in a small window or in a wide one, by Chromium."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import partial
from html import escape, unescape
from pathlib import Path

import pytest
from arena.sequential import fed
from arena.tournaments import plan_of, won

from covert_bots.arena.attempt import Failure, failed
from covert_bots.arena.plan import Format
from covert_bots.arena.report import Tournament, write_reports
from covert_bots.arena.standings import standings
from covert_bots.arena.statistics.sprt import Hypotheses

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), "")
WIDTHS = (360, 769, 800, 1200)  # pixels; below the second each row of a table is a list
BUILD = "0.1.0+0123456789ab"
LONG = "ismcts:iterations={},lanes=2,horizon=12,policy=uniform,evaluator=uniform"
# Each frame is as wide as a window. What reaches over its edge, and what would have to be scrolled.
MEASURE = """
const cut = {};
for (const frame of document.querySelectorAll("iframe")) {
  const width = Number(frame.width), page = frame.contentDocument, cuts = [];
  const wide = page.documentElement.scrollWidth;
  if (wide > width) cuts.push("a page of " + wide);
  for (const element of page.body.querySelectorAll("*")) {
    const box = element.getBoundingClientRect();
    const hidden = getComputedStyle(element).overflowX !== "visible" && !(element.closest("svg"));
    const scrolled = hidden && element.scrollWidth > element.clientWidth;
    if (box.left < -0.5 || box.right > width + 0.5 || scrolled)
      cuts.push(element.tagName + " " + element.textContent.slice(0, 40));
  }
  cut[width] = cuts;
}
document.getElementById("cut").textContent = JSON.stringify(cut);
"""

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="needs Chromium")


def several() -> Tournament:
    """Return a tournament of many bots with long names, one of which forfeits with a long
    message."""
    bots = [LONG.format(number) for number in range(100, 110)]
    plan = plan_of(*bots, blocks=2)
    message = "the-model/that-it-wants/" * 8
    attempts = [
        failed(game, 1, Failure.BOT_ERROR, game.seats.index(3), message)
        if 3 in game.seats
        else won(game, 0)
        for block in plan
        for game in block.games
    ]
    return Tournament(plan, tuple(attempts), standings(plan, attempts), build=BUILD)


def few(players: int) -> Tournament:
    plan = plan_of(*(LONG.format(number) for number in range(4)), players=players, blocks=3)
    attempts = [won(game, 0) for block in plan for game in block.games]
    return Tournament(plan, tuple(attempts), standings(plan, attempts), build=BUILD)


def of_a_test() -> Tournament:
    plan = plan_of(LONG.format(1), LONG.format(2), blocks=4, form=Format.SPRT)
    attempts = [won(game, 0) for block in plan for game in block.games]
    test = fed(Hypotheses(0, 60), [1.0, 0.5, 1.0, 0.0, 1.0] * 20)
    return Tournament(plan, tuple(attempts), standings(plan, attempts), test, build=BUILD)


@pytest.mark.parametrize("which", ["several", "of a test", "two sizes"])
def test_nothing_is_cut_off(tmp_path: Path, which: str) -> None:
    report, frames = tmp_path / "report.html", tmp_path / "frames.html"
    shown = {"several": [several], "of a test": [of_a_test]}
    two_sizes = [partial(few, 4), partial(few, 2)]
    write_reports(report, [make() for make in shown.get(which, two_sizes)])
    page = f'height="800" srcdoc="{escape(report.read_text(encoding="utf-8"))}"'
    frames.write_text(
        "".join(f'<iframe width="{width}" {page}></iframe>' for width in WIDTHS)
        + f'<pre id="cut"></pre><script>onload = () => {{{MEASURE}}}</script>',
        encoding="utf-8",
    )
    flags = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
    done = subprocess.run(
        [CHROMIUM, *flags, "--hide-scrollbars", "--dump-dom", frames.as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
    )
    cut = re.search(r'<pre id="cut">(.+?)</pre>', done.stdout, re.DOTALL)
    assert cut is not None, done.stderr
    assert json.loads(unescape(cut[1])) == {str(width): [] for width in WIDTHS}
