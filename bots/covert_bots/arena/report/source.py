"""The section on where the figures come from: settings, commands and hashes."""

from __future__ import annotations

from collections.abc import Sequence

from covert_bots.arena.plan import Format, setup_in_words
from covert_bots.arena.plan_file import plan_file_of
from covert_bots.arena.report import html
from covert_bots.arena.report.html import Section
from covert_bots.arena.report.pool import PooledPlan
from covert_bots.arena.report.tournament import Tournament

FORMATS = {
    Format.ROUND_ROBIN: "round robin",
    Format.BALANCED: "balanced: all bots equally often, in some of the combinations",
    Format.GAUNTLET: "gauntlet: the first bot against each of the others",
    Format.SPRT: "sequential test of the first bot against the second",
}
UNNAMED = "not named"
COMMANDS = """\
covert-bots arena run plan.toml --ledger LEDGER{card_set}
covert-bots arena show LEDGER
covert-bots arena verify LEDGER{card_set}
"""


def played(tournament: Tournament, name: str) -> Section:
    """Return the tournament, its software, and the commands to play it again."""
    settings, standings = tournament.plan.settings, tournament.standings
    budget = settings.budget
    pairs: list[tuple[str, str | Sequence[str]]] = [
        ("bots", [bot.name for bot in standings.bots]),
        ("seats", str(settings.players)),
        ("format", FORMATS[settings.format]),
        ("blocks", f"{standings.blocks} complete of {len(tournament.plan)} planned"),
        ("games", f"{standings.games} in complete blocks"),
        ("budget", "what a bot's name says"),
        ("clock", "none" if budget.clock is None else budget.clock.words),
        ("longest move", f"{budget.move_seconds:g} seconds, then the game is forfeit"),
        ("seed", _seed(tournament)),
        ("game", settings.game),
        ("card set", settings.card_set or UNNAMED),
        ("setup", setup_in_words(settings.setup)),
        ("plan", tournament.plan.key),
        ("build that read the games", tournament.build or UNNAMED),
    ]
    if settings.stages:
        later = settings.bots[settings.stages[0][0] :]
        pairs.append(("joined later", [*later, "(the plan file below has them from the start)"]))
    if isinstance(tournament.plan, PooledPlan):
        return Section(
            f"{name}-played", "What was played", html.facts(pairs) + _parts(tournament.plan)
        )
    hypotheses = None if tournament.test is None else tournament.test.hypotheses
    body = (
        html.facts(pairs)
        + html.paragraph(
            "The commands that play it again, show its ledger, and compare its games with the bots "
            "of today; LEDGER is its file."
        )
        + html.code(COMMANDS.format(card_set=" --cards FILE" if _own_card_set(tournament) else ""))
        + html.paragraph("plan.toml:")
        + html.code(plan_file_of(settings, hypotheses, over=tournament.over))
    )
    return Section(f"{name}-played", "What was played", body)


def _parts(pool: PooledPlan) -> str:
    """Tell from which ledgers the games are; their secrets are their own."""
    rows, first = [], 0
    for plan in pool.parts:
        settings = plan.settings
        seed = f"SHA-256 {settings.commitment}" if settings.commitment else str(settings.seed)
        rows.append((seed, settings.format.value, f"{first} to {first + len(plan) - 1}", plan.key))
        first += len(plan)
    return html.paragraph("Pooled from ledgers with:") + html.table(
        ("seed", "format", "blocks here", "plan"), rows
    )


def _seed(tournament: Tournament) -> str:
    """Return the seed in words; a secret only when the last game is over."""
    settings = tournament.plan.settings
    if isinstance(tournament.plan, PooledPlan):
        return "one for each ledger"
    if not settings.commitment:
        return str(settings.seed)
    shown = str(settings.seed) if tournament.over else "a secret until the last game is over"
    return f"{shown} (SHA-256 {settings.commitment})"


def _own_card_set(tournament: Tournament) -> bool:
    """Return True if it was played with its own card set, which the commands must name."""
    game, settings = tournament.game, tournament.plan.settings
    return game is not None and game.card_set != settings.card_set
