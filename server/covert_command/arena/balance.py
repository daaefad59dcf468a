"""The balance of a card set on the screen."""

from __future__ import annotations

from math import isfinite

from rich.console import Console

from covert_bots.arena.statistics.elo import Interval
from covert_bots.covert.balance import CODE_POINTS, Balance
from covert_bots.players.amounts import counted
from covert_command.terminal.screen import plain_table, print_rows
from covert_engine.covert.cards.card_set import CardSet


def show_balance(console: Console, found: Balance, cards: CardSet) -> None:
    """The figures of games with one number of players."""
    console.print(
        f"{found.players} players: {', '.join(found.bots)}; {counted(found.games, 'game')} of "
        f"{counted(found.deals, 'deal')}"
    )
    if found.left_out:
        console.print(f"Left out: {counted(found.left_out, 'block')} with an unfinished game.")
    console.print()
    _shares(console, found)
    console.print()
    _figures(console, found)
    rounds, sixth = found.rounds, found.sixth_mission
    console.print(
        f"\n5% of the games last {rounds.low:.0f} rounds or fewer, half last {rounds.middle:.0f} "
        f"or fewer, 95% {rounds.high:.0f} or fewer; a sixth mission ends {sixth.mean:.1%} of "
        "them.\n"
    )
    print_rows(
        console,
        ("card", "points", "mission", "completed"),
        [
            (name, str(one.points), one.title, f"{found.missions[name].mean:.1%}")
            for name, one in zip(found.missions, cards.missions, strict=True)
        ],
        numbers=("points", "completed"),
    )
    console.print()
    print_rows(
        console,
        ("card", "code", "broken per game"),
        [
            (name, " ".join(map(str, one.numbers)), f"{found.codes[name].mean:.3f}")
            for name, one in zip(found.codes, cards.codes, strict=True)
        ],
        numbers=("broken per game",),
    )
    console.print(
        f"\nOn average, a seat breaks {found.codes_broken:.1f} codes and still holds "
        f"{found.points['codes held'].mean / CODE_POINTS:.1f} of them at the end; the others paid "
        "for missions."
    )
    console.print(
        "Completed or broken less than a tenth as often as the average: missions "
        f"{', '.join(found.hardly_completed) or 'none'}; codes "
        f"{', '.join(found.hardly_broken) or 'none'}."
    )


def _shares(console: Console, found: Balance) -> None:
    table = plain_table("", "wins", "95%", numbers=("wins", "95%"))
    names = {
        **found.characters,
        **{f"seat {seat}": share for seat, share in found.seats.items()},
    }
    for name, share in names.items():
        table.add_row(name, f"{share.mean:.1%}", f"{share.low:.1%} to {share.high:.1%}")
    table.add_row("fair", f"{found.fair:.1%}", "")
    console.print(table)


def _figures(console: Console, found: Balance) -> None:
    table = plain_table("", "mean", "95%", numbers=("mean", "95%"))
    figures = {
        **{f"{name} per game": one for name, one in found.lengths.items()},
        "score of the winner": found.scores["winning score"],
        "score of a seat": found.scores["score"],
        **{f"- from {name}": one for name, one in found.points.items()},
    }
    for name, one in figures.items():
        table.add_row(name, f"{one.mean:.2f}", _between(one))
    console.print(table)


def _between(one: Interval) -> str:
    return f"{one.low:.2f} to {one.high:.2f}" if isfinite(one.low) else ""
