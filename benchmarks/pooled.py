"""Pool the results of a match played in pieces, each with its own deals.

    covert-bots arena run --bots FIRST,SECOND --blocks 25 --seed 541 --ledger piece.ledger
    python benchmarks/pooled.py match.json piece.ledger

Adds the results in the ledgers to the match file, and prints the first bot's share of the wins over
all pieces. So a long match can be played on several machines, or whenever a machine is free. A
ledger that lacks a game of its plan is refused. Fix the number of pieces in advance: adding pieces
until the result looks right makes the interval too narrow.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import click

from covert_bots.arena.attempt import Attempt, Outcome
from covert_bots.arena.errors import LedgerError
from covert_bots.arena.head_to_head import wins_of
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Format, Plan, PlanSettings
from covert_bots.arena.statistics.elo import Interval, elo_of_share, share_interval
from covert_bots.arena.statistics.pairings import pair_share
from covert_bots.players.pieces import as_json, write


class PieceError(click.UsageError):
    """Raised for a ledger with an incomplete block."""


def piece_of(settings: PlanSettings, attempts: list[Attempt]) -> list[list[float]]:
    """Return, for each complete block, the wins per seat of the first bot and of the second."""
    plan, games = Plan(settings), defaultdict(list)
    for attempt in attempts:
        if attempt.outcome is not Outcome.VOID:
            games[attempt.fixture.block].append(attempt)
    complete = [block for _, block in sorted(games.items()) if len(block) == plan.rotations]
    return [[pair[0], pair[1]] for pair in map(wins_of, complete)]


def match_of(settings: PlanSettings) -> dict[str, Any]:
    """Return the settings that all pieces of a match share."""
    if len(settings.bots) != 2 or settings.format is Format.SPRT:
        kind = f"{settings.format.value} of {len(settings.bots)} bots"
        raise click.UsageError(f"{kind}; expected two bots and a fixed number of blocks")
    return {
        "bots": list(settings.bots),
        "game": settings.game,
        "players": settings.players,
        "format": settings.format.value,
        "card_set": settings.card_set,
        "setup": settings.setup,
    }


def games_of(path: Path) -> tuple[PlanSettings, list[Attempt]]:
    """Return a ledger's settings and its final attempts; LedgerError if it cannot be read."""
    with Ledger(path, reading=True) as ledger:
        settings = ledger.settings()
        if settings is None:
            raise LedgerError(f"{path}: it is empty; expected a ledger with games")
        return settings, list(ledger.attempts(Plan(settings), final=True, actions=False))


def shown(share: Interval) -> str:
    """Return a share with its interval, as text."""
    return f"{share.mean:.1%} ({share.low:.1%} to {share.high:.1%})"


def match_in(file: Path) -> dict[str, Any]:
    """Return the match in a file; an empty match if there is none."""
    try:
        kept = json.loads(file.read_text("utf-8")) if file.exists() else {}
    except ValueError:
        kept = None
    if not isinstance(kept, dict):
        raise click.UsageError(f"{file}: not a JSON object; expected a match file")
    return {"pieces": {}, **kept}


def add_piece(kept: dict[str, Any], ledger: Path) -> None:
    """Add a ledger's results to the match; PieceError if its plan is not complete."""
    try:
        settings, attempts = games_of(ledger)
    except LedgerError as wrong:
        raise click.UsageError(str(wrong)) from None
    match = match_of(settings)
    if kept.setdefault("match", match) != match:
        raise click.UsageError(
            f"{ledger}: its match is {match}; that of the file is {kept['match']}"
        )
    piece, planned = piece_of(settings, attempts), len(Plan(settings))
    if len(piece) < planned:
        raise PieceError(
            f"{ledger}: {len(piece)} of its {planned} blocks are complete; expected all. "
            "Nothing was added"
        )
    kept["pieces"][str(settings.seed)] = piece


def wins(kept: dict[str, Any]) -> tuple[list[float], list[float]]:
    """Return the wins per seat and block: of the first bot, and of the second."""
    deals = [deal for piece in kept["pieces"].values() for deal in piece]
    return [mine for mine, _ in deals], [theirs for _, theirs in deals]


@click.command(help="Pool the pieces of a match.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("ledgers", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(file: Path, ledgers: tuple[Path, ...]) -> None:
    kept = match_in(file)
    for path in ledgers:
        add_piece(kept, path)
    mine, theirs = wins(kept)
    if not mine:
        raise click.UsageError(f"{file}: no deal has been played in every rotation")
    write(file, as_json(kept))
    first, second = kept["match"]["bots"]
    seeds = ", ".join(f"{seed} ({len(deals)})" for seed, deals in sorted(kept["pieces"].items()))
    print(f"{first} - {second}, {kept['match']['players']} players; seeds and blocks: {seeds}")
    share = pair_share(mine, theirs)
    elo = ", ".join(f"{elo_of_share(value):+.0f}" for value in (share.low, share.high))
    print(f"{len(mine)} blocks: {shown(share)} of the two bots' wins, per seat; Elo {elo}")
    fair = 1 / kept["match"]["players"]
    print(f"{shown(share_interval(mine))} of all wins; a fair share is {fair:.0%}")


if __name__ == "__main__":
    main()
