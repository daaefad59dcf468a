"""A tournament on the screen: its forecast and its result."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import ceil, isfinite, isnan
from operator import attrgetter

from rich.console import Console
from rich.table import Table

from covert_bots.arena.course import MOST_ATTEMPTS, Progress
from covert_bots.arena.driver import Driver
from covert_bots.arena.errors import OutageError
from covert_bots.arena.forecast import Forecast
from covert_bots.arena.head_to_head import Pairing
from covert_bots.arena.plan import Format, Plan, PlanSettings
from covert_bots.arena.report import MS, Tournament
from covert_bots.arena.rounding import between, number
from covert_bots.arena.standings import Standings
from covert_bots.arena.statistics.elo import Interval
from covert_bots.arena.statistics.sprt import FEWEST_BLOCKS, Sprt
from covert_bots.arena.verdict import (
    beyond,
    elo_of,
    fit_words,
    how_sure,
    result_of,
    together_words,
)
from covert_bots.engines.clock import Clock
from covert_bots.players.amounts import counted
from covert_bots.players.game import FactTable
from covert_command.arena.crosstable import show_crosstable
from covert_command.games.setup import show_setup
from covert_command.terminal.command_line import with_this_program
from covert_command.terminal.screen import plain_table

MILESTONES = 10  # shown of the path of a test
MOST_PAIRINGS = 28  # with a line each: those of eight bots


def show_secret(console: Console, plan: Plan) -> None:
    """Print the secret of the deals, if there is one, after the last game."""
    if plan.settings.commitment:
        console.print(
            f"Secret of the deals: {plan.settings.seed}\n"
            f"Its SHA-256 is {plan.settings.commitment}. `--seed` takes it to repeat them.",
            soft_wrap=True,
        )


def show_outage(console: Console, error: OutageError, ledger: str | None) -> None:
    """Print what to do about an outage."""
    console.print(f"What to do: {error.remedy}, and then resume.", soft_wrap=True)
    if error.bot and ledger is not None:
        void = with_this_program("arena", "void", ledger, "--bot", error.bot)
        console.print(
            f"If {error.bot} does not come back: play the others in a new ledger. No game that it "
            f"could not play counts. To take out games that it played before, too:\n"
            f"  {void} --reason TEXT",
            soft_wrap=True,
        )


def missing_words(games: int) -> str:
    """Return the number of games that were given up, for the end."""
    have = "game has" if games == 1 else "games have"
    return (
        f"{games} {have} no result after {MOST_ATTEMPTS} attempts each; their blocks are left out"
    )


def _seed(settings: PlanSettings) -> str:
    if settings.commitment:
        return "the deals depend on a secret, shown after the last game"
    return f"seed {settings.seed}"


def show_forecast(
    console: Console, estimate: Forecast, plan: Plan, workers: int | None, driver: Driver
) -> None:
    """Print the games to be played, and about how long they will take; `workers` is None for the
    workers of a cluster."""
    done = driver.progress.done
    most = "at most " if plan.settings.format is Format.SPRT else ""
    blocks = "one block" if estimate.blocks == 1 else counted(estimate.blocks, "block")
    games = "one game" if estimate.games == 1 else counted(estimate.games, "game")
    console.print(
        f"{most}{blocks} of {counted(plan.rotations, 'game')}, one deal for each block, "
        f"{games} in all; {_seed(plan.settings)}"
    )
    if plan.settings.commitment:
        console.print(f"SHA-256 of the secret: {plan.settings.commitment}", soft_wrap=True)
    elif not plan.settings.only_ours:
        console.print(
            "Who knows the seed can compute all cards of all games: with --seed, let in only bots "
            "that you trust.",
            soft_wrap=True,
        )
    show_setup(console, plan.settings.setup)
    if done:
        console.print(f"Already in the ledger: {counted(done, 'game')}.")
    if estimate.precision is not None and not most:
        console.print(_precision(estimate.precision, len(plan.settings.bots)), soft_wrap=True)
    if most and not driver.over and plan.settings.blocks < FEWEST_BLOCKS:
        console.print(
            f"This test will be inconclusive: no test ends before its {FEWEST_BLOCKS}th block, and "
            f"--blocks is {plan.settings.blocks}.",
            soft_wrap=True,
        )
    if driver.sprt is not None and driver.over and done < estimate.games:
        after = counted(len(driver.sprt.path), "block")
        console.print(f"The test ended after {after}: {driver.sprt.verdict.value}.")
    elif driver.over:
        given_up = driver.progress.missing
        but = f" but {counted(given_up, 'game')}, tried {MOST_ATTEMPTS} times" if given_up else ""
        console.print(f"All games have been played{but}.")
    elif workers is None:
        console.print("How long it takes depends on the cluster.")
    elif (left := _seconds_left(estimate, workers, driver.progress)) is None:
        console.print("How long it takes is told after the first games: not all bots are built in.")
    else:
        if_all = " if all are played" if most else ""
        console.print(
            f"This will take about {duration(left)}{if_all}, playing {counted(workers, 'game')} "
            "at a time."
        )


def _seconds_left(estimate: Forecast, workers: int, progress: Progress) -> float | None:
    """Estimate the wall time that is left: by the forecast, else by the games in the ledger."""
    if (seconds := estimate.wall_seconds(workers)) is not None:
        return seconds * progress.left / max(1, progress.games)
    each = progress.game_seconds
    return None if each is None else each * progress.left / workers


def _precision(rating: float, bots: int) -> str:
    """Describe the expected precision of the ratings. That of two bots is half their difference,
    which the head to head shows."""
    if bots == 2:
        known = f"the Elo difference between them will be known to about +-{2 * rating:.0f}"
        return f"If the bots are about equal, {known} (95%), and each rating to half of that."
    return f"If the bots are about equal, each rating will be known to about +-{rating:.0f} (95%)."


def show_tournament(console: Console, tournament: Tournament, *, crosstable: bool = False) -> None:
    """Show a tournament with all its figures; the plan, which identifies the games, comes last."""
    standings = tournament.standings
    show_strength(console, tournament, crosstable=crosstable)
    console.print()
    _show_seats(console, tournament)
    console.print()
    _show_luck(console, standings)
    _show_games(console, standings)
    for facts in tournament.tables:
        console.print()
        _show_facts(console, facts)
    console.print(f"Plan {standings.plan}, build {tournament.build}", soft_wrap=True)


def show_strength(console: Console, tournament: Tournament, *, crosstable: bool = False) -> None:
    """Show a tournament's verdict, pairings and ratings. More pairings than a screen has lines for
    are a crosstable."""
    if tournament.verdict is not None:
        console.print(tournament.verdict.text)
        console.print()
    if tournament.head_to_head:
        if crosstable or len(tournament.head_to_head) > MOST_PAIRINGS:
            show_crosstable(console, tournament)
        else:
            _show_head_to_head(console, tournament)
        console.print()
    console.print(ratings_table(tournament.standings))
    if not tournament.plan.settings.only_ours:
        console.print(f"{MS[0].upper()}{MS[1:]}.", soft_wrap=True)
    if (clock := tournament.plan.settings.budget.clock) is not None:
        console.print(clock_line(clock, tournament.standings), soft_wrap=True)
    if together := together_words(tournament.standings):
        console.print(together)
    if fits := fit_words(tournament.standings):
        console.print(fits)
    if tournament.test is not None:
        console.print()
        _show_sprt(console, tournament.test)


def _show_head_to_head(console: Console, tournament: Tournament) -> None:
    """Show the pairings, under the bot with the higher rating, because names are long."""
    names = [bot.name for bot in tournament.standings.bots]
    unit = "pairs" if tournament.plan.rotations == 2 else "blocks"
    figures = (unit, "wins", "95%", "Elo")
    result = ("",) if tournament.is_conclusive else ()  # interim intervals do not decide
    table = plain_table("head to head", *figures, *result, numbers=figures)
    for first, pairings in groupby(tournament.head_to_head, key=attrgetter("first")):
        table.add_row(f"{names[first]} against")
        for pairing in pairings:
            table.add_row(
                f"  {names[pairing.second]}",
                *_pairing_figures(pairing),
                *([result_of(pairing)] if tournament.is_conclusive else []),
            )
    console.print(table)
    console.print(how_sure(tournament.plan, tournament.standings, tournament.test))


def _pairing_figures(pairing: Pairing) -> tuple[str, ...]:
    share = pairing.share
    if isnan(share.mean):
        return str(pairing.blocks), "unknown", "unknown", elo_of(pairing)
    return (
        str(pairing.blocks),
        f"{share.mean:.1%}",
        f"{share.low:.1%} to {share.high:.1%}",
        elo_of(pairing),
    )


def _show_seats(console: Console, tournament: Tournament) -> None:
    standings = tournament.standings
    seats = plain_table("seat", "wins", "95%", "Elo", numbers=("wins", "95%", "Elo"))
    for seat, share, elo in zip(
        tournament.seat_numbers, standings.seats, standings.seat_elo, strict=True
    ):
        seats.add_row(
            str(seat),
            f"{share.mean:.1%}",
            f"{share.low:.1%} to {share.high:.1%}",
            elo_words(elo),
        )
    console.print(seats)


def _show_luck(console: Console, standings: Standings) -> None:
    luck = standings.luck
    if luck is None or not luck.games_between_equals:
        return
    console.print(
        f"The deal accounts for {max(0.0, luck.deal):.0%} of a game's variance and the seat for "
        f"{luck.seat:.0%}: playing each deal from all seats saves {max(0.0, luck.saved):.0%} of "
        "the games."
    )
    console.print(
        f"Games needed to measure {_measured(standings)} (95% interval): "
        f"{_needed(luck.games_between_equals)}."
    )
    if luck.games_at_these_shares is None:
        all_or_none = "a bot won all the games at a table, or none of them"
        console.print(f"At these win shares no number of games is enough: {all_or_none}.")
    else:
        console.print(f"At these win shares, per table: {_needed(luck.games_at_these_shares)}.")


def _measured(standings: Standings) -> str:
    """Name the figure that the numbers of games are for: an Elo from one share of the wins."""
    two = len(standings.bots) == 2 and len(standings.seats) == 2
    return (
        "the Elo difference between two equal bots"
        if two
        else "a bot's Elo against equal bots at its table"
    )


def _show_games(console: Console, standings: Standings) -> None:
    console.print(f"{counted(standings.games, 'game')} in {counted(standings.blocks, 'block')}.")
    if not isnan(standings.rounds.middle):  # some games were finished
        console.print(
            f"From the 5th to the 95th percentile they have {standings.rounds.low:.0f} to "
            f"{standings.rounds.high:.0f} rounds and {standings.decisions.low:.0f} to "
            f"{standings.decisions.high:.0f} decisions."
        )
    if standings.missing_blocks:
        console.print(f"Left out: {counted(standings.missing_blocks, 'incomplete block')}.")
    if standings.failures:
        console.print(failures_line(standings.failures))


def _show_facts(console: Console, facts: FactTable) -> None:
    """Show a game's own table of facts, under its title."""
    numbers = tuple(head for head, form in facts.columns if form)
    table = plain_table(*facts.heads, numbers=numbers)
    for row in facts.texts():
        table.add_row(*row)
    console.print(f"{facts.title}:")
    console.print(table)


def _show_sprt(console: Console, test: Sprt) -> None:
    console.print(_sprt_line(test))
    if not test.path:
        return
    console.print(f"LLR over time: {_way(test.path)}")
    estimate = test.estimate()
    if no_less := beyond(estimate.unbiased):
        console.print(f"Nearly all games were won by one side: the difference is {no_less} (95%)")
        return
    console.print(
        f"Elo {elo_words(estimate.unbiased, '+.1f')}, corrected for early stopping; "
        f"{elo_words(estimate.plain, '+.1f')} uncorrected"
    )


def elo_words(elo: Interval, form: str = "+.0f") -> str:
    """Return Elo and its interval."""
    return f"{number(elo.mean, form)} ({between(elo.low, elo.high, form)})"


def ratings_table(standings: Standings) -> Table:
    """Return the bots, the strongest first, with the intervals of their ratings."""
    ratings = ("Elo", "95%", "wins") if len(standings.bots) > 1 else ()  # no Elo against itself
    figures = (*ratings, "games", "points", "ms", "forfeits")
    table = plain_table("bot", *figures, numbers=figures)
    for bot in sorted(standings.bots, key=lambda bot_ratings: -bot_ratings.elo.mean):
        rating = (
            number(bot.elo.mean, "+.0f"),
            between(bot.elo.low, bot.elo.high, "+.0f"),
            "-" if isnan(bot.own.share.mean) else f"{bot.own.share.mean:.1%}",
        )
        table.add_row(
            bot.name,
            *rating[: len(ratings)],
            str(bot.games),
            "-" if isnan(bot.score.mean) else f"{bot.score.mean:.1f}",  # of finished games only
            f"{bot.cpu_ms:.2f}" if isfinite(bot.cpu_ms) else "-",
            str(bot.forfeits),
        )
    return table


def _sprt_line(test: Sprt) -> str:
    hypotheses = test.hypotheses
    return (
        f"{test.verdict.value}: LLR {number(test.llr, '+.2f')} (bounds {hypotheses.lower:+.2f} "
        f"and {hypotheses.upper:+.2f}) after {counted(len(test.path), 'block')}, testing "
        f"{hypotheses.elo1:g} Elo against {hypotheses.elo0:g}"
    )


def _way(path: Sequence[float]) -> str:
    """Return about ten steps of a path."""
    steps = sorted({ceil(len(path) * tenth / MILESTONES) for tenth in range(1, MILESTONES + 1)})
    return ", ".join(f"{number(path[step - 1], '+.2f')} after {step}" for step in steps)


def _needed(games: dict[int, int]) -> str:
    return ", ".join(f"{many} for +-{elo} Elo" for elo, many in games.items())


def clock_line(clock: Clock, standings: Standings) -> str:
    """Return the clock, and how close each bot has come to its end."""
    parts = []
    for bot in standings.bots:
        least = "" if bot.least_left is None else f"never under {bot.least_left:.2f} s"
        lost = f", out of time in {counted(bot.out_of_time, 'game')}" if bot.out_of_time else ""
        lag = "" if bot.lag is None else f", {1000 * bot.lag:.1f} ms a decision for the network"
        parts.append(f"{bot.name} {least}{lost}{lag}")
    return f"Clock: {clock.words}. {'; '.join(parts)}."


def failures_line(failures: dict[str, int]) -> str:
    """Return the numbers of failed attempts, by reason."""
    return "Failed attempts: " + ", ".join(f"{n} {what}" for what, n in sorted(failures.items()))


def duration(seconds: float) -> str:
    """Write a time in words."""
    if seconds < 90:
        return counted(max(1, round(seconds)), "second")
    if seconds < 5400:
        return f"{round(seconds / 60)} minutes"
    return f"{seconds / 3600:.1f} hours"
