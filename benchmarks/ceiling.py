r"""The value of seeing all hidden cards: the ceiling of every belief.

One seat searches with the truth, all others without: each deal once in every rotation, as the arena
plays. Prints the share of the wins of the seat that knows, with the 95 % interval from the
blocks. It is no player: a bot gets a view, and this one gets the truth. What the future brings
(dice, the order of decks) is hidden from it too.

    python benchmarks/ceiling.py ceiling --bot ismcts:iterations=250 --blocks 200
    python benchmarks/ceiling.py ceiling-6 --game covert-action --bot flat:iterations=200 \
        --others greedy --players 6

Each block leaves a file in the folder, so the same command goes on where it was stopped.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from covert_bots.arena.statistics.elo import rating
from covert_bots.covert.game import Covert
from covert_bots.covert.signature import signature
from covert_bots.covert_action.game import CovertAction
from covert_bots.covert_action.table import Table
from covert_bots.players.bots import Searching
from covert_bots.players.cores import cores
from covert_bots.players.game import Game
from covert_bots.players.match import seed_of
from covert_bots.players.pieces import Processes, TrainingError, as_json, check_schedule, do_all
from covert_bots.players.spec import BotSpecError
from covert_command.commands.train import shown
from covert_command.measures import covert_action
from covert_engine.covert import State
from covert_engine.covert._oracle import Oracle
from covert_engine.covert_action.evaluation._oracle import Oracle as CovertActionOracle
from covert_engine.search import BeliefTable


@dataclass(frozen=True)
class Block:
    """A deal, to be played once in each rotation."""

    file: Path
    game: Game
    bot: str
    others: str
    players: int
    seed: int


def truth_of(table: object) -> BeliefTable:
    """Return the belief in the cards as they lie."""
    if isinstance(table, State):
        return Oracle(table)
    assert isinstance(table, Table)
    hidden = table.state.hidden()
    return CovertActionOracle(hidden["roles"], hidden["centre"])


def play(block: Block) -> bytes:
    """Return the share of the wins of the seat that knows all hands."""
    total = 0.0
    for own in range(block.players):
        table = block.game.deal(block.players, block.seed)
        bot, other = (block.game.catalogue.make(spec) for spec in (block.bot, block.others))
        seeds = [seed_of(block.seed, "told", own, seat) for seat in range(block.players)]
        while not table.over:
            seat = table.actor
            assert seat is not None
            chooser = bot.with_settings(belief=truth_of(table)) if seat == own else other
            table.play(chooser.choose(table.view(seat), seeds[seat]))
        winners = table.winners()
        total += 1 / len(winners) if own in winners else 0.0
    return as_json(total / block.players)


def shares(
    folder: Path,
    game: Game,
    bot: str,
    others: str,
    players: int,
    seed: int,
    blocks: int,
    workers: int,
) -> list[float]:
    """Return the wins in each block of the seat that knows all hands; play what is missing in the
    folder. TrainingError if the folder is another match's."""
    folder.mkdir(parents=True, exist_ok=True)
    setup = {"game": game.name, "setup": game.setup, "bot": bot, "others": others}
    of_bots = ""
    if isinstance(game, Covert):
        setup["signatures"] = [signature(game.cards, spec) for spec in (bot, others)]
    else:
        of_bots = str(covert_action.signature())
    check_schedule(folder / "schedule.json", {**setup, "players": players, "seed": seed}, of_bots)
    pieces = [
        Block(folder / f"block-{number:06}.json", game, bot, others, players, deal)
        for number, deal in enumerate(seed_of(seed, "ceiling", number) for number in range(blocks))
    ]
    with shown() as progress, Processes(workers) as pool:
        do_all(play, pieces, pool, "blocks", progress)
    return [json.loads(piece.file.read_text("utf-8")) for piece in pieces]


def game_of(name: str, silent: bool) -> Game:
    """Return Covert, or Covert Action with talk or without."""
    if name == "covert":
        return Covert()
    return CovertAction({"talk": False} if silent else {})


@click.command(help="What it is worth to see all hidden cards.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--game", type=click.Choice(("covert", "covert-action")), default="covert")
@click.option("--bot", default="ismcts:iterations=250", show_default=True, help="Who knows.")
@click.option("--others", help="Spec of all other seats.  [default: that of --bot]")
@click.option("--players", type=click.IntRange(2, 14), default=2, show_default=True)
@click.option("--blocks", type=click.IntRange(2), default=60, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--silent", is_flag=True, help="Covert Action without talk.")
@click.option("--workers", type=click.IntRange(1), default=cores)
def main(folder: Path, workers: int, blocks: int, seed: int, **chosen: Any) -> None:
    name, silent = chosen["game"], chosen["silent"]
    bot, players = chosen["bot"], chosen["players"]
    others, game = chosen["others"] or bot, game_of(name, silent)
    if players not in game.players:
        low, *_, high = game.players
        raise click.UsageError(f"--players: {players}; expected {low} to {high}")
    if silent and name == "covert":
        raise click.UsageError("--silent: not in Covert; expected --game covert-action")
    try:
        game.catalogue.make(others)
        if not isinstance(game.catalogue.make(bot), Searching):
            raise click.UsageError(f"--bot: {bot} does not search; expected a bot that does")
        if name == "covert" and "belief" in game.catalogue.make(bot).spec.written:
            raise click.UsageError(
                f"--bot: {bot}; leave out the belief: the bot is to know all cards"
            )
        result = rating(shares(folder, game, bot, others, players, seed, blocks, workers), players)
    except (BotSpecError, TrainingError) as wrong:
        raise click.UsageError(str(wrong)) from None
    share, elo = result.share, result.elo
    print(f"{bot} that knows all hands among {others}, {players} players, {blocks} blocks (95%):")
    fair = f"fair is {1 / players:.1%}"
    print(f"share {share.mean:.1%} ({share.low:.1%} to {share.high:.1%}), {fair}")
    low, mean, high = (players * value for value in (share.low, share.mean, share.high))
    print(f"{mean:.2f} times the fair share ({low:.2f} to {high:.2f})")
    print(f"{elo.mean:+.0f} Elo ({elo.low:+.0f} to {elo.high:+.0f})")


if __name__ == "__main__":
    main()
