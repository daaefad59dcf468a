"""The sections on who is stronger: verdict, head to head, ratings, the test, seats."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from covert_bots.arena.ledger_lines import Voiding
from covert_bots.arena.report import html
from covert_bots.arena.report.html import Section
from covert_bots.arena.report.plots import Cell, matrix, sprt_path
from covert_bots.arena.report.rows import interval_rows
from covert_bots.arena.report.tournament import Tournament
from covert_bots.arena.statistics.elo import Interval
from covert_bots.arena.statistics.sprt import FEWEST_BLOCKS, Verdict
from covert_bots.arena.verdict import elo_of, fit_words, how_sure, result_of, together_words

MOST_WIDE = 4  # seats that have a column each, with an interval
MOST_VOIDED = 20  # games that are listed
MOST_COMPARED = 8  # bots in a square of likelihoods that fits a phone


def ranked(tournament: Tournament) -> list[str]:
    """Return the names of the bots with their places, the strongest first."""
    bots = tournament.standings.bots
    return [f"{place} {bots[bot].name}" for place, bot in enumerate(tournament.order, 1)]


def verdict(tournament: Tournament, name: str) -> Section | None:
    """Return the result and the open questions, in two sentences."""
    if tournament.verdict is None:
        return None
    standings = tournament.standings
    body = html.paragraph(tournament.verdict.text, "verdict")
    if missing := standings.missing_blocks:
        lack = _plural(missing, "block lacks a game and counts", "blocks lack a game and count")
        body += html.paragraph(f"{missing} {lack} for nobody.", "warning")
    if standings.failures:
        reasons = ", ".join(
            f"{reason}: {many}" for reason, many in sorted(standings.failures.items())
        )
        body += html.paragraph(f"Attempts that failed, by reason: {reasons}.", "warning")
    for voiding in tournament.voidings:
        body += html.paragraph(_voiding_words(voiding), "warning")
    return Section(f"{name}-verdict", "Verdict", body)


def _voiding_words(voiding: Voiding) -> str:
    """Name games that were taken out, and when and why."""
    keys = [f"{block}.{rotation}" for block, rotation, _ in voiding.games]
    more = f" and {len(keys) - MOST_VOIDED} more" if len(keys) > MOST_VOIDED else ""
    day = datetime.fromtimestamp(voiding.at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"Taken out, {day}: {voiding.reason}. Games {', '.join(keys[:MOST_VOIDED])}{more}."


def verdicts(tournaments: Sequence[Tournament]) -> Section:
    """Return the verdicts for tables of several sizes."""
    body = "".join(
        html.paragraph(
            f"{tournament.plan.settings.players} players: {tournament.verdict.text}", "verdict"
        )
        for tournament in tournaments
        if tournament.verdict is not None
    )
    return Section("verdicts", "Verdicts", body)


def head_to_head(tournament: Tournament, name: str) -> Section | None:
    """Return the comparisons of each two bots that meet."""
    pairings = tournament.head_to_head
    if not pairings:
        return None
    names = [bot.name for bot in tournament.standings.bots]
    rows = [
        (
            names[pairing.first],
            names[pairing.second],
            str(pairing.blocks),
            html.percent(pairing.share.mean),
            html.between(pairing.share.low, pairing.share.high, ".1%"),
            elo_of(pairing),
            *([result_of(pairing)] if tournament.is_conclusive else []),
        )
        for pairing in pairings
    ]
    unit = "pairs" if tournament.plan.rotations == 2 else "blocks"
    result = ["result"] if tournament.is_conclusive else []  # interim intervals decide nothing
    head = ("bot", "against", unit, "wins", "95%", "Elo", *result)
    body = html.table(head, rows, words=2)
    seats = tournament.plan.settings.players
    wins = (
        "Wins are the first bot's win share"
        if seats == 2
        else "Wins are the first bot's share of both bots' wins, counted per seat"
    )
    even = "the bot is stronger where the whole interval is above 50%, and open where it is not"
    sure = how_sure(tournament.plan, tournament.standings, tournament.test)
    read = f"; {even}" if tournament.is_conclusive else ""
    body += html.paragraph(f"{wins}{read}. {sure}")
    return Section(f"{name}-head-to-head", "Head to head", body)


def test(tournament: Tournament, name: str) -> Section | None:
    """Return the path of the sequential test, if there was one, and its Elo."""
    test = tournament.test
    if test is None or not test.path:
        return None
    hypotheses, estimate = test.hypotheses, test.estimate()
    high, low = f"{hypotheses.elo1:g} Elo", f"{hypotheses.elo0:g} Elo"
    plain, unbiased = estimate.plain, estimate.unbiased
    rows = [
        ("corrected for early stopping (median-unbiased)", html.number(unbiased.mean, "+.1f"),
         html.between(unbiased.low, unbiased.high, "+.1f")),
        ("uncorrected: biased by early stopping", html.number(plain.mean, "+.1f"),
         html.between(plain.low, plain.high, "+.1f")),
    ]  # fmt: skip
    body = (
        html.paragraph(
            f"The log-likelihood ratio is {test.llr:+.2f} after {len(test.path)} "
            f"{_plural(len(test.path), 'block', 'blocks')}; the test ends at "
            f"{hypotheses.lower:+.2f} or {hypotheses.upper:+.2f}. It errs with a chance of "
            f"about {hypotheses.alpha:g} where {low} holds, and {hypotheses.beta:g} where "
            f"{high} holds."
        )
        + html.table(("Elo of the first bot", "Elo", "95%"), rows)
        + html.plot(
            f"{name}-sprt",
            "Path of the sequential test",
            "The log-likelihood ratio after each block; the test ends where it reaches one of the "
            f"dashed bounds, but not in the shaded first {FEWEST_BLOCKS} blocks.",
            lambda: sprt_path(test),
        )
    )
    more = tournament.standings.blocks - len(test.path)
    if more > 0 and test.verdict is Verdict.RUNNING:
        body += html.paragraph(
            f"{more} more {_plural(more, 'block is', 'blocks are')} complete and wait for their "
            "turn in the schedule; the sections below count them."
        )
    elif more > 0:
        body += html.paragraph(
            f"{more} more {_plural(more, 'block was', 'blocks were')} under way when the test "
            "ended; the sections below count them, the test does not."
        )
    return Section(f"{name}-test", "Sequential test", body)


def ratings(tournament: Tournament, name: str) -> Section:
    """Return the table of all bots."""
    standings = tournament.standings
    bots = [standings.bots[bot] for bot in tournament.order]
    rows = [
        (
            label,
            html.number(bot.elo.mean, "+.0f"),
            html.between(bot.elo.low, bot.elo.high, "+.0f"),
            html.percent(bot.own.share.mean),
            html.between(bot.own.share.low, bot.own.share.high, ".0%"),
            str(bot.games),
            html.number(bot.score.mean),
            str(bot.forfeits),
        )
        for label, bot in zip(ranked(tournament), bots, strict=True)
    ]
    head = ("bot", "Elo", "95%", "wins", "95%", "games", "points", "forfeits")
    hold = together_words(standings) or "Each interval holds on its own."
    body = html.table(head, rows) + html.plot(
        f"{name}-elo",
        "Rating of each bot with its interval",
        "Elo of each bot with its 95% interval, all fitted together with the seats; the average "
        f"of all is 0, and further right is stronger. {hold} To compare two bots, use the table "
        "Head to head.",
        lambda: interval_rows(ranked(tournament), [("", [bot.elo for bot in bots], 0.0)], "Elo"),
    )
    body += html.paragraph(
        "In the column wins, a shared win counts in part, and a forfeit counts as a win for the "
        "others. Points are the mean of finished games."
    )
    if fits := fit_words(standings):
        body += html.paragraph(fits)
    return Section(f"{name}-ratings", "Ratings", body)


def superiority(tournament: Tournament, name: str) -> Section | None:
    """Return the chance that each bot is the stronger of each pair, if a page has room."""
    order, chances = tournament.order, tournament.standings.superiority
    if len(order) > MOST_COMPARED:
        return None

    def cell(row: int, column: int) -> Cell | None:
        if row == column:
            return None
        chance = chances[order[row]][order[column]]
        return 2 * chance - 1, _rounded(chance)

    names = ranked(tournament)
    body = html.plot(
        f"{name}-superiority",
        "Likelihood that one bot is stronger than another",
        "The likelihood, in percent, that the bot of the row is stronger than the bot whose place "
        "is above the column, from all games that both have played with anybody. Each likelihood "
        "holds on its own: of many likelihoods some are high by chance, so the verdict goes by the "
        "intervals head to head.",
        lambda: matrix(names, [str(place) for place in range(1, len(order) + 1)], cell),
    )
    return Section(f"{name}-superiority", "Who is stronger than whom", body)


def seats(tournament: Tournament, name: str) -> Section:
    """Return the value of a seat."""
    standings = tournament.standings
    count = len(standings.seats)
    names = [f"seat {number}" for number in tournament.seat_numbers]
    rows = [
        (
            name,
            html.percent(share.mean),
            html.between(max(0.0, share.low), min(1.0, share.high), ".1%"),
            f"{html.number(elo.mean, '+.0f')} ({html.between(elo.low, elo.high, '+.0f')})",
        )
        for name, share, elo in zip(names, standings.seats, standings.seat_elo, strict=True)
    ]
    body = html.table(("seat", "wins", "95%", "Elo of sitting there"), rows) + html.plot(
        f"{name}-seats",
        "Win share in each seat",
        f"The share of the wins that went to each seat, with its 95% interval, whoever sat "
        f"there; the dashed line is the fair {1 / count:.1%}, and an interval that misses it is "
        "likely an effect of the seat.",
        lambda: interval_rows(names, [("", standings.seats, 1 / count)], "wins, %", percent=True),
    )
    return Section(f"{name}-seats", "Seats", body)


def seats_of_bots(tournament: Tournament, name: str) -> Section:
    """Return the win share by seat and bot."""
    seats_at_table = tournament.plan.settings.players
    fair = 1 / seats_at_table
    by_bot = [tournament.games.bots[bot].by_seat for bot in tournament.order]
    wide = seats_at_table <= MOST_WIDE
    columns = [f"seat {seat}" if wide else str(seat) for seat in tournament.seat_numbers]

    def cell(row: int, column: int) -> Cell | None:
        share = by_bot[row][column]
        if share is None:
            return None
        above = share.mean - fair
        return above / (1 - fair if above > 0 else fair), f"{share.mean:.0%}"

    lines = list(zip(ranked(tournament), by_bot, strict=True))
    if wide:
        head = ("bot", *(f"{column}, 95%" for column in columns))
        table = html.table(
            head, [(label, *(_share_words(share) for share in line)) for label, line in lines]
        )
    else:
        rows = [
            (label, str(seat), _share_words(share))
            for label, line in lines
            for seat, share in zip(tournament.seat_numbers, line, strict=True)
        ]
        table = html.table(("bot", "seat", "wins, 95%"), rows, words=2)
    body = html.plot(
        f"{name}-seats-of-bots",
        "Win share by bot and seat",
        f"The share of the wins of each bot in each seat: blue is more than the fair "
        f"{fair:.1%}, orange less; a row of one colour is a bot that does alike wherever it sits.",
        lambda: matrix(ranked(tournament), columns, cell),
    )
    return Section(f"{name}-seats-of-bots", "Wins by bot and seat", body + table)


def by_players(tournaments: Sequence[Tournament]) -> Section:
    """Return the win share of each bot by number of players; all tournaments have the same bots."""
    ordered = sorted(tournaments, key=lambda tournament: tournament.plan.settings.players)
    counts = [tournament.plan.settings.players for tournament in ordered]
    shares = [
        {bot.name: bot.own.share for bot in tournament.standings.bots} for tournament in ordered
    ]
    against_fair = {
        bot: sum(n * share_of[bot].mean for n, share_of in zip(counts, shares, strict=True))
        for bot in shares[0]
    }
    names = sorted(against_fair, key=lambda bot: -against_fair[bot])
    rows = [(bot, *(_share_words(share_of[bot]) for share_of in shares)) for bot in names]
    panels = [
        (f"{players} players", [share_of[bot] for bot in names], 1 / players)
        for players, share_of in zip(counts, shares, strict=True)
    ]
    head = ("bot", *(f"{players} players, 95%" for players in counts))
    body = html.table(head, rows) + html.plot(
        "by-players",
        "Win share by number of players",
        "The share of the wins of each bot at tables of each size, with its 95% interval; the "
        "dashed line is the fair share, which is less the more players there are.",
        lambda: interval_rows(names, panels, "wins, %", percent=True),
    )
    return Section("by-players", "Wins by number of players", body)


def _share_words(share: Interval | None) -> str:
    if share is None:
        return "did not play"
    return f"{html.percent(share.mean)} ({html.between(share.low, share.high, '.0%')})"


def _rounded(chance: float) -> str:
    """Format a chance in percent, but never certain."""
    return ">99" if chance >= 0.995 else "<1" if chance < 0.005 else f"{100 * chance:.0f}"


def _plural(count: int, singular: str, plural: str) -> str:
    return singular if count == 1 else plural
