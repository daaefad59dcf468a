"""The sections on how it was played: luck, points, length of games, thinking, failures."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import astuple

from covert_bots.arena.report import html
from covert_bots.arena.report.html import Section
from covert_bots.arena.report.plots import lengths as lengths_plot
from covert_bots.arena.report.rows import histogram_rows, spread_rows
from covert_bots.arena.report.strength import ranked
from covert_bots.arena.report.tournament import MS, FailedAttempt, Tournament
from covert_bots.arena.standings import Spread, spread

MOST_FAILURES = 50  # different ones that are listed; the JSON has all
FIRST_GAMES = 3  # of each
NUMBER = re.compile(r"\d+")


def luck(tournament: Tournament, name: str) -> Section:
    """Return the games that duplicates save, and the number of games needed."""
    figures, seats = tournament.standings.luck, tournament.plan.settings.players
    title = "Luck"
    if figures is None or not figures.games_between_equals:
        alike = "games went" if figures is None or not figures.saved else "blocks came out"
        why = "no table has two blocks" if figures is None else f"at each table all {alike} alike"
        return Section(f"{name}-luck", title, html.paragraph(f"It cannot be measured: {why}."))
    deal, seat = max(0.0, figures.deal), figures.seat
    text = (
        f"Of what varies in the result of a single game, about {deal:.0%} is the luck of the deal "
        f"and {seat:.0%} the seat; the rest is how the game goes. "
    )
    if figures.saved > 0:
        text += (
            f"Playing each deal in all {seats} seats takes both out: it saves {figures.saved:.0%} "
            "of the games that independent deals would need."
        )
    else:
        text += (
            f"Playing each deal in all {seats} seats saves no games that could be measured here: "
            "there are few blocks, or games of one deal have little in common."
        )
    here = figures.games_at_these_shares
    rows = [
        (f"±{elo} Elo", str(games), "none is enough" if here is None else str(here[elo]))
        for elo, games in sorted(figures.games_between_equals.items())
    ]
    body = (
        html.paragraph(text)
        + html.table(("95% interval", "games between equals", "games at the shares here"), rows)
        + html.paragraph(
            "Between equals it takes the fewest games: as many as independent deals would take, "
            "less what playing each deal in all seats saves here. The more one-sided a table is, "
            "the more Elo each game stands for, and the more games it takes: the figure is for the "
            "bot that needs most at its table, with the win share it has here. Where a bot won all "
            "games of a table or none, no number of games is enough."
        )
    )
    return Section(f"{name}-luck", title, body)


def scores(tournament: Tournament, name: str) -> Section:
    """Return the points of each bot at the end."""
    bots = [tournament.games.bots[bot].scores for bot in tournament.order]
    if not any(bots):
        return Section(f"{name}-scores", "Points", html.paragraph("No game was finished."))
    standings = [tournament.standings.bots[bot] for bot in tournament.order]
    rows = [
        (
            label,
            html.number(standing.rank_score.mean, ".2f"),
            *(f"{value:.0f}" for value in astuple(spread(list(points)))),
            str(min(points)),
            str(max(points)),
        )
        if points
        else (label, *["none"] * 6)
        for label, points, standing in zip(ranked(tournament), bots, standings, strict=True)
    ]
    body = html.table(
        ("bot", "rank score", "5%", "median", "95%", "fewest", "most"), rows
    ) + html.plot(
        f"{name}-scores",
        "Points of each bot at the end of a game",
        "How often each bot ended a game with that many points: the highest bar is its most "
        "frequent "
        "score, the orange line its median; further right is better.",
        lambda: histogram_rows(ranked(tournament), bots, "points at the end of a game"),
    )
    body += html.paragraph(
        "Rank score is 1 for the most points at a table and 0 for the fewest; a fair one is 0.5."
    )
    return Section(f"{name}-scores", "Points", body)


def facts(tournament: Tournament, name: str) -> Section | None:
    """Return the game's own part of the report."""
    if not tournament.tables:
        return None
    body = ""
    for table in tournament.tables:
        words = sum(not form for _, form in table.columns)  # columns of text, which come first
        body += html.paragraph(f"{table.title}:") + html.table(table.heads, table.texts(), words)
    return Section(f"{name}-facts", "What happened", body)


def lengths(tournament: Tournament, name: str) -> Section:
    """Return the rounds and decisions of a game."""
    games, standings = tournament.games, tournament.standings
    if not games.rounds:
        return Section(
            f"{name}-lengths", "Length of games", html.paragraph("No game was finished.")
        )
    text = (
        f"Half of the games have {standings.rounds.middle:.0f} rounds or more and "
        f"{standings.decisions.middle:.0f} decisions or more; 5% to 95% of them have "
        f"{html.between(standings.rounds.low, standings.rounds.high, '.0f')} rounds and "
        f"{html.between(standings.decisions.low, standings.decisions.high, '.0f')} decisions."
    )
    body = html.paragraph(text) + html.plot(
        f"{name}-lengths",
        "Rounds and decisions of a game",
        "How many games had so many rounds, and so many decisions of all seats together: bars far "
        "to the right are games that took very long.",
        lambda: lengths_plot(games.rounds, games.decisions),
    )
    return Section(f"{name}-lengths", "Length of games", body)


def thinking(tournament: Tournament, name: str) -> Section:
    """Return the time and the iterations of a decision."""
    standings = [tournament.standings.bots[bot] for bot in tournament.order]
    games = [tournament.games.bots[bot] for bot in tournament.order]
    names = ranked(tournament)
    rows = [
        (
            label,
            html.number(bot.cpu_ms, ".3g") if figures.cpu_ms else "none",
            _spread_words(figures.cpu_ms),
            _spread_words(figures.iterations),
            f"{bot.slowest:.2g} s in {figures.slowest_game}" if figures.slowest_game else "none",
        )
        for label, bot, figures in zip(names, standings, games, strict=True)
    ]
    head = (
        "bot",
        "CPU ms, mean",
        "CPU ms, means of games",
        "iterations, means of games",
        "slowest decision",
    )
    body = html.table(head, rows) + html.paragraph(f"CPU {MS}.")
    body += html.paragraph(
        "CPU ms is that of a decision: the mean of all, and the 5, 50 and 95% points of the means "
        "of single games, as for iterations; single decisions differ by more. It is the time of "
        "the process that plays: a bot on a server thinks elsewhere. The slowest decision is given "
        "by the clock, with its game."
    )
    example = next((figures.slowest_game for figures in games if figures.slowest_game), None)
    if example is not None:
        body += html.paragraph(f"How to step through a game: covert-bots replay LEDGER {example}")
    body += html.plot(
        f"{name}-time",
        "CPU time of a decision, means of games",
        "The mean CPU time of a bot's decisions in a game, from the 5% to the 95% point of its "
        "games, with a dot at the median; a long bar is a bot whose thinking depends on the game "
        "or on the load.",
        lambda: spread_rows(
            names, [figures.cpu_ms for figures in games], "CPU ms a decision, mean of a game"
        ),
    )
    counted = [
        (label, figures.iterations)
        for label, figures in zip(names, games, strict=True)
        if figures.iterations
    ]
    if counted:
        body += html.plot(
            f"{name}-iterations",
            "Iterations of a decision, means of games",
            "The mean iterations of a bot's decisions in a game, from the 5% to the 95% point of "
            "its games, with a dot at the median; bots that count none are left out.",
            lambda: spread_rows(
                [label for label, _ in counted],
                [iterations for _, iterations in counted],
                "iterations a decision, mean of a game",
            ),
        )
    return Section(f"{name}-thinking", "Time and iterations", body)


def clocks(tournament: Tournament, name: str) -> Section | None:
    """Return the clocks of the bots at the end of their games; None without clocks."""
    clock = tournament.plan.settings.budget.clock
    if clock is None:
        return None
    standings = [tournament.standings.bots[bot] for bot in tournament.order]
    rows = [
        (
            label,
            str(bot.out_of_time),
            "unknown" if bot.least_left is None else f"{bot.least_left:.2f}",
            "none" if bot.lag is None else f"{1000 * bot.lag:.1f}",
        )
        for label, bot in zip(ranked(tournament), standings, strict=True)
    ]
    body = html.paragraph(
        f"{clock.words[0].upper()}{clock.words[1:]}. A bot of a server is granted the time of the "
        "network besides, as it was measured at the first game of each process."
    ) + html.table(("bot", "out of time", "least left, s", "network, ms a decision"), rows)
    return Section(f"{name}-clocks", "Clocks", body)


def failures(tournament: Tournament, name: str) -> Section:
    """Return the attempts that failed, by bot and error, and their outcomes."""
    failed = tournament.games.failed
    title = "Forfeits and failed attempts"
    if not failed:
        return Section(f"{name}-failures", title, html.paragraph("There are none."))
    groups: dict[tuple[str, ...], list[FailedAttempt]] = defaultdict(list)
    for attempt in failed:
        # where numbers alone differ, such as those of decisions, it is one error
        detail = NUMBER.sub("0", attempt.detail)
        groups[attempt.bot, attempt.reason, attempt.outcome, detail].append(attempt)
    rows = [
        (
            some[0].bot or "nobody",
            some[0].reason,
            "forfeit" if some[0].outcome == "forfeit" else "played again, or missing",
            str(len(some)),
            ", ".join(attempt.game for attempt in some[:FIRST_GAMES]),
            some[0].detail,
        )
        for some in list(groups.values())[:MOST_FAILURES]
    ]
    text = (
        "A forfeit counts as a game played: the bot that failed has no share of the win. A game "
        "is named by its block and the rotation of the seats; covert-bots replay LEDGER GAME shows "
        "how it came to a forfeit. Points, lengths and times are of finished games alone."
    )
    body = html.paragraph(text) + html.table(
        ("bot", "reason", "result", "times", "first games", "detail of the first"),
        rows,
        words=6,
        short=("reason", "times"),
    )
    if len(groups) > MOST_FAILURES:
        body += html.paragraph(f"{len(groups) - MOST_FAILURES} more are in the JSON.")
    return Section(f"{name}-failures", title, body)


def _spread_words(points: Spread | None) -> str:
    if points is None:
        return "none"
    return " / ".join(html.number(value, ".3g") for value in astuple(points))
