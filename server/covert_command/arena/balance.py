"""`covert-bots arena balance`: how balanced the cards of Covert are, by games in ledgers."""

from __future__ import annotations

from contextlib import ExitStack
from math import isfinite

import click
from rich.console import Console

from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import setup_in_words
from covert_bots.arena.statistics.elo import Interval
from covert_bots.covert.balance import CODE_POINTS, Balance
from covert_bots.covert.balance import balance as balance_of
from covert_bots.players.amounts import counted
from covert_bots.players.game import Facts
from covert_command.arena.ledgers import several_ledgers
from covert_command.arena.tournament import plan_of
from covert_command.covert.setup import played_in
from covert_command.options import json_output
from covert_command.options.cards import card_set
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import output, plain_table, print_json, print_rows
from covert_engine.covert.cards.card_set import CardSet


@click.command(epilog=examples("covert-bots arena balance games.ledger"))
@several_ledgers
@card_set
@json_output.as_json
def balance(ledgers: tuple[str, ...], card_set: CardSet | None, as_json: bool) -> None:
    """Show how balanced the cards are, from the games in ledgers.

    For each number of players: win share of each character and seat, length of games, points by
    source, missions completed and codes broken.
    """
    with ExitStack() as stack:
        played, plans = [], dict[str, str]()
        setups: dict[int, tuple[str, Facts]] = {}  # the first ledger's, by number of players
        for path in ledgers:
            ledger = stack.enter_context(Ledger(path, reading=True))
            plan = plan_of(ledger, path)
            cards = played_in(plan.settings, card_set, path).cards.source
            if plan.key in plans:
                raise Mistake(
                    f"{path} is the same tournament as {plans[plan.key]}; give each ledger once"
                )
            plans[plan.key] = path
            setup = plan.settings.setup
            first, expected = setups.setdefault(plan.settings.players, (path, setup))
            if setup != expected:
                raise Mistake(
                    f"{path}: its setup is {setup_in_words(setup)}; expected that of {first}, "
                    f"{setup_in_words(expected)}"
                )
            played.append((plan, ledger.attempts(plan)))
        try:
            balances = balance_of(played, cards)
        except ValueError as error:
            raise Mistake(str(error)) from None
    if as_json:
        print_json(
            {"card_set": cards.digest, "balance": [figures.as_json() for figures in balances]}
        )
        return
    for place, figures in enumerate(balances):
        if place:
            output().print()
        _show(output(), figures, cards)


def _show(console: Console, balance: Balance, cards: CardSet) -> None:
    """Show the figures of games with one number of players."""
    console.print(
        f"{balance.players} players: {', '.join(balance.bots)}; "
        f"{counted(balance.games, 'game')} of {counted(balance.deals, 'deal')}"
    )
    if balance.left_out:
        console.print(f"Left out: {counted(balance.left_out, 'block')} with an unfinished game.")
    console.print()
    _shares(console, balance)
    console.print()
    _figures(console, balance)
    rounds, sixth = balance.rounds, balance.sixth_mission
    console.print(
        f"\n5% of the games last {rounds.low:.0f} rounds or fewer, half last {rounds.middle:.0f} "
        f"or fewer, 95% {rounds.high:.0f} or fewer; a sixth mission ends {sixth.mean:.1%} of "
        "them.\n"
    )
    print_rows(
        console,
        ("card", "points", "mission", "completed"),
        [
            (name, str(mission.points), mission.title, f"{balance.missions[name].mean:.1%}")
            for name, mission in zip(balance.missions, cards.missions, strict=True)
        ],
        numbers=("points", "completed"),
    )
    console.print()
    print_rows(
        console,
        ("card", "code", "broken per game"),
        [
            (name, " ".join(map(str, code.numbers)), f"{balance.codes[name].mean:.3f}")
            for name, code in zip(balance.codes, cards.codes, strict=True)
        ],
        numbers=("broken per game",),
    )
    console.print(
        f"\nOn average, a seat breaks {balance.codes_broken:.1f} codes and still holds "
        f"{balance.points['codes held'].mean / CODE_POINTS:.1f} of them at the end; the others "
        "paid for missions."
    )
    console.print(
        "Completed or broken less than a tenth as often as the average: missions "
        f"{', '.join(balance.hardly_completed) or 'none'}; codes "
        f"{', '.join(balance.hardly_broken) or 'none'}."
    )


def _shares(console: Console, balance: Balance) -> None:
    table = plain_table("", "wins", "95%", numbers=("wins", "95%"))
    names = {
        **balance.characters,
        **{f"seat {seat}": share for seat, share in balance.seats.items()},
    }
    for name, share in names.items():
        table.add_row(name, f"{share.mean:.1%}", f"{share.low:.1%} to {share.high:.1%}")
    table.add_row("fair", f"{balance.fair:.1%}", "")
    console.print(table)


def _figures(console: Console, balance: Balance) -> None:
    table = plain_table("", "mean", "95%", numbers=("mean", "95%"))
    figures = {
        **{f"{name} per game": length for name, length in balance.lengths.items()},
        "score of the winner": balance.scores["winning score"],
        "score of a seat": balance.scores["score"],
        **{f"- from {name}": interval for name, interval in balance.points.items()},
    }
    for name, interval in figures.items():
        table.add_row(name, f"{interval.mean:.2f}", _between(interval))
    console.print(table)


def _between(interval: Interval) -> str:
    return f"{interval.low:.2f} to {interval.high:.2f}" if isfinite(interval.low) else ""
