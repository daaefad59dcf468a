"""The plans of a seat as a table: of each mission its symbols, by how far the seat is from them."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from covert_bots.covert.words.narration import listed, mission_words
from covert_bots.covert.words.plans import amounts, means_of, way_to, worth
from covert_command.covert.screen.drawing import CIRCLE_ROWS
from covert_engine.covert import View
from covert_engine.covert.plans import Plan, Standing, plans_of, usable_dice

WORDS = {
    Standing.HAVE: "have",
    Standing.REACHABLE: "reachable",
    Standing.NOT_YET: "not yet",
}
STYLES = {Standing.HAVE: "green", Standing.REACHABLE: "yellow", Standing.NOT_YET: "red"}
EXPLANATION = (
    "Each mission is planned as if it were the only one. reachable: dice that you can still use in "
    "this round, or a flight, suffice for it alone."
)


def show_plan(console: Console, view: View) -> None:
    """Print the plans for the missions of the hand, then for those face up."""
    console.print(f"Dice for this round: {_dice(view)}")
    for head, face_up in (("Your missions", False), ("Face up", True)):
        plans = plans_of(view, face_up=face_up)
        console.print(Text(head if plans else f"{head}: none", style="bold"))
        for plan in plans:
            _show(console, plan, view)
    console.print(EXPLANATION, style="dim")


def _dice(view: View) -> str:
    usable = usable_dice(view)
    circles = [
        f"{count} on {row}" for row, count in zip(CIRCLE_ROWS, usable.circles, strict=True) if count
    ]
    return listed([f"{usable.unplaced} to place", *circles])


def _show(console: Console, plan: Plan, view: View) -> None:
    title = mission_words(plan.mission - 1, view.cards.source)
    if plan.ready:
        console.print(f"  {title}: {worth(plan, view)}, needs only the die that completes it")
    else:
        console.print(f"  {title}: {', '.join((worth(plan, view), *amounts(plan)))}")
    rows = Table.grid(padding=(0, 2, 0, 0))
    for standing, word in WORDS.items():
        ways = list(_symbols(plan, standing, view))
        if ways:
            rows.add_row("   ", Text(word, style=STYLES[standing]), ", ".join(ways))
    console.print(rows)


def _symbols(plan: Plan, standing: Standing, view: View) -> Iterator[str]:
    agents = view.fields()["players"][view.seat]["agents"]
    for symbol in plan.symbols:
        if symbol.standing is standing:
            yield means_of(symbol) if standing is Standing.HAVE else way_to(symbol, agents)
