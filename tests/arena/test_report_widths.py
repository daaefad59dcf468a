"""Nothing of a report is cut off on a phone, in a small window or in a wide one, by Chromium."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
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
LONG = "ismcts:iterations={},lanes=2,horizon=12,policy=uniform,evaluator=uniform"
# Each frame is as wide as a window. What reaches over its edge, and what would have to be scrolled.
MEASURE = """
const cut = {};
for (const frame of document.querySelectorAll("iframe")) {
  const width = Number(frame.width), page = frame.contentDocument, found = [];
  const wide = page.documentElement.scrollWidth;
  if (wide > width) found.push("a page of " + wide);
  for (const one of page.body.querySelectorAll("*")) {
    const box = one.getBoundingClientRect();
    const hidden = getComputedStyle(one).overflowX !== "visible" && !(one.closest("svg"));
    if (box.left < -0.5 || box.right > width + 0.5 || hidden && one.scrollWidth > one.clientWidth)
      found.push(one.tagName + " " + one.textContent.slice(0, 40));
  }
  cut[width] = found;
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
    return Tournament(plan, tuple(attempts), standings(plan, attempts), build="0.1.0+0123456789ab")


def four_seats() -> Tournament:
    plan = plan_of(*(LONG.format(number) for number in range(4)), players=4, blocks=3)
    attempts = [won(game, game.seats.index(1)) for block in plan for game in block.games]
    return Tournament(plan, tuple(attempts), standings(plan, attempts), build="0.1.0+0123456789ab")


def two_seats() -> Tournament:
    plan = plan_of(*(LONG.format(number) for number in range(4)), blocks=2)
    attempts = [won(game, 0) for block in plan for game in block.games]
    return Tournament(plan, tuple(attempts), standings(plan, attempts), build="0.1.0+0123456789ab")


def of_a_test() -> Tournament:
    plan = plan_of(LONG.format(1), LONG.format(2), blocks=4, form=Format.SPRT)
    attempts = [won(game, 0) for block in plan for game in block.games]
    test = fed(Hypotheses(0, 60), [1.0, 0.5, 1.0, 0.0, 1.0] * 20)
    return Tournament(
        plan, tuple(attempts), standings(plan, attempts), test, build="0.1.0+0123456789ab"
    )


@pytest.mark.parametrize("which", ["several", "four_seats", "of_a_test", "both"])
def test_nothing_is_cut_off(tmp_path: Path, which: str) -> None:
    made = {"several": several, "four_seats": four_seats, "of_a_test": of_a_test}
    report, frames = tmp_path / "report.html", tmp_path / "frames.html"
    write_reports(report, [four_seats(), two_seats()] if which == "both" else [made[which]()])
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
