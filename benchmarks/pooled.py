"""A match that is played in pieces, each with deals of its own.

    covert-bots arena run --bots FIRST,SECOND --blocks 25 --seed 541 --ledger piece.ledger
    python benchmarks/pooled.py match.json piece.ledger

Adds the results of the deals in the ledgers to the file of the match, and prints the share of the
wins in all its pieces. So a long match can be played on several machines, or in the hours that
there are. A ledger that lacks a game of its plan is refused. The number of pieces should be chosen
beforehand.
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
    """A ledger in which a block of its plan is not complete."""


def piece_of(settings: PlanSettings, attempts: list[Attempt]) -> list[list[float]]:
    """Return the wins of each complete deal, by the seat of the first bot and of the second."""
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
        raise click.UsageError(f"{kind}; expected a match of two, whose length was fixed")
    return {
        "bots": list(settings.bots),
        "game": settings.game,
        "players": settings.players,
        "format": settings.format.value,
        "card_set": settings.card_set,
        "setup": settings.setup,
    }


def games_of(path: Path) -> tuple[PlanSettings, list[Attempt]]:
    """Return the match of a ledger and its games; LedgerError if it cannot be read."""
    with Ledger(path, reading=True) as ledger:
        settings = ledger.settings()
        if settings is None:
            raise LedgerError(f"{path}: it is empty; expected a ledger with games")
        return settings, list(ledger.attempts(Plan(settings), final=True, actions=False))


def shown(share: Interval) -> str:
    """Return the text of a share, and its interval."""
    return f"{share.mean:.1%} ({share.low:.1%} to {share.high:.1%})"


def match_in(file: Path) -> dict[str, Any]:
    """Return the match in a file; an empty match if there is none."""
    try:
        kept = json.loads(file.read_text("utf-8")) if file.exists() else {}
    except ValueError:
        kept = None
    if not isinstance(kept, dict):
        raise click.UsageError(f"{file}: no JSON object; expected the file of a match")
    return {"pieces": {}, **kept}


def add_piece(kept: dict[str, Any], ledger: Path) -> None:
    """Write down how the deals of a ledger ended; PieceError unless all of its plan did."""
    try:
        settings, attempts = games_of(ledger)
    except LedgerError as wrong:
        raise click.UsageError(str(wrong)) from None
    match = match_of(settings)
    if kept.setdefault("match", match) != match:
        raise click.UsageError(f"{ledger}: it is of {match}; expected {kept['match']}")
    piece, planned = piece_of(settings, attempts), len(Plan(settings))
    if len(piece) < planned:
        raise PieceError(
            f"{ledger}: {len(piece)} of its {planned} blocks are complete; expected all, so it is "
            "not added"
        )
    kept["pieces"][str(settings.seed)] = piece


def wins(kept: dict[str, Any]) -> tuple[list[float], list[float]]:
    """Return the wins of every deal by the seat of the first bot, and of the second."""
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
    print(f"{len(mine)} blocks: {shown(share)} of the two by the seat, Elo {elo}")
    fair = 1 / kept["match"]["players"]
    print(f"of all wins: {shown(share_interval(mine))}; fair is {fair:.0%}")


if __name__ == "__main__":
    main()
