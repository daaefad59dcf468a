"""`covert-bots arena games`: the games of a ledger, and the command that replays each."""

from __future__ import annotations

from typing import Any

import click

from covert_bots.arena.attempt import Attempt, Outcome
from covert_bots.arena.ledger import Ledger
from covert_command.arena.games import cards_again
from covert_command.arena.tournament import plan_of
from covert_command.options import file_path, json_output
from covert_command.terminal.command_line import examples, with_this_program
from covert_command.terminal.mistakes import Mistake, one_line
from covert_command.terminal.screen import output, print_json


@click.command(epilog=examples("covert-bots arena games games.ledger --bot greedy"))
@click.argument("ledger", type=file_path.ExistingFile())
@click.option("--bot", help="Only games of this bot.")
@click.option("--forfeits", is_flag=True, help="Only games that ended in a forfeit.")
@json_output.as_json
def games(ledger: str, bot: str | None, forfeits: bool, as_json: bool) -> None:
    """List the games of a ledger, and how to replay each.

    A line has the game's name, each seat's bot with its points, and the command. The winner has a
    star.
    """
    with Ledger(ledger, reading=True) as opened:
        plan = plan_of(opened, ledger)
        names = tuple(map(one_line, plan.settings.bots))
        if bot is not None and bot not in plan.settings.bots:
            raise Mistake(f"--bot: {bot!r}; expected one of {', '.join(names)}")
        again = cards_again(plan.settings)
        listed = (
            _entry(attempt, names, ledger, again)
            for attempt in opened.attempts(plan, final=True, actions=False)
            if bot is None or bot in (plan.settings.bots[seat] for seat in attempt.fixture.seats)
            if not forfeits or attempt.outcome is Outcome.FORFEIT
        )
        if as_json:
            print_json({"games": list(listed)})
            return
        console = output()
        for entry in listed:
            console.print(_line(entry), soft_wrap=True)


def _entry(attempt: Attempt, names: tuple[str, ...], ledger: str, again: str) -> dict[str, Any]:
    forfeit = None
    if attempt.failure is not None and attempt.culprit is not None:
        forfeit = {"seat": attempt.culprit, "reason": attempt.failure.value}
    return {
        "game": attempt.fixture.key,
        "bots": [names[bot] for bot in attempt.fixture.seats],
        "winners": list(attempt.winners),
        "scores": list(attempt.scores),
        "rounds": attempt.rounds,
        "forfeit": forfeit,
        "replay": f"{with_this_program('replay', ledger, attempt.fixture.key)}{again}",
    }


def _line(entry: dict[str, Any]) -> str:
    seats = []
    for seat, bot in enumerate(entry["bots"]):
        points = f" {entry['scores'][seat]}" if entry["scores"] else ""
        seats.append(f"{bot}{points}{'*' if seat in entry['winners'] else ''}")
    reason = f" ({entry['forfeit']['reason']})" if entry["forfeit"] else ""
    return f"{entry['game']}  {', '.join(seats)}{reason}  {entry['replay']}"
