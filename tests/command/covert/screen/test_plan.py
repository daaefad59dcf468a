"""The table of plans on the screen."""

from __future__ import annotations

import re
from io import StringIO
from itertools import takewhile

from rich.console import Console

from covert_bots import make
from covert_bots.covert.words.narration import ANY_CARD
from covert_command.covert.screen.plan import WORDS, show_plan
from covert_engine.covert import State, View, compile, house_set
from covert_engine.covert.plans import Plan, plans_of

COLUMNS = 80


def lines_for(view: View, columns: int) -> list[str]:
    text = StringIO()
    console = Console(file=text, width=columns, highlight=False, markup=False)
    show_plan(console, view)
    return [line.rstrip() for line in text.getvalue().splitlines()]


def row(plan: Plan, standing: str, lines: list[str]) -> str:
    """Return what a wide table shows of a plan under one standing; empty if it has no such row."""
    title = next(at for at, line in enumerate(lines) if line.startswith(f"  '{title_of(plan)}'"))
    rows = takewhile(lambda line: line.startswith("     "), lines[title + 1 :])
    return next((line for line in rows if line.startswith(f"     {standing}")), "")


def title_of(plan: Plan) -> str:
    return house_set().missions[plan.mission - 1].title


def test_each_symbol_is_in_the_row_of_its_standing() -> None:
    bot, state = make("greedy"), State.deal(compile(house_set()), 3, 5)
    shown = 0
    for number in range(61):
        assert state.actor is not None
        view = state.view(state.actor)
        if number % 20 == 0:
            assert max(map(len, lines_for(view, COLUMNS))) <= COLUMNS
            lines = lines_for(view, 1000)
            for plan in (*plans_of(view), *plans_of(view, face_up=True)):
                for standing, word in WORDS.items():
                    told = [
                        each.name or ANY_CARD for each in plan.symbols if each.standing is standing
                    ]
                    parts = re.split(r"\), ", row(plan, word, lines).removeprefix(f"     {word}"))
                    assert [part.split(" (")[0].strip() for part in parts] == (told or [""])
                    shown += len(told)
        state.play(bot.choose(view, number))
    assert shown > 60
