"""From nothing to the weights of the hand-made value: games, a fit to how they ended, again.

The first generation plays with the weights set by hand, each further one with those of the one
before, and is fitted to its own games alone. Games are kept in pieces, in files, as in `train`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from covert_bots.covert.catalogue import make
from covert_bots.covert.training.games import GamesPiece, load, pieces_of, save
from covert_bots.covert.training.points import BEGINNING, Outcomes, Rounds, fit_points, rounds_of
from covert_bots.covert.training.positions import played
from covert_bots.players.match import seed_of
from covert_bots.players.pieces import Progress, check_schedule, do_all
from covert_engine.covert import HandMade, State
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.evaluation.weights import Weight

__all__ = ["PointsGeneration", "PointsSchedule", "train_points"]

GAMES_A_PIECE = 20
HELD_OUT = 10  # one piece in so many is not fitted to, and measures


@dataclass(frozen=True)
class PointsSchedule:
    """What is played and fitted; the weights are a function of it and the card set."""

    games: tuple[int, int, int] = (1200, 400, 400)
    """Games a generation with two, three and four players."""
    drawn: float = 0.4
    """Share of the games, 0 to 1, each with a card set of its own drawn by chance."""
    generations: int = 2
    iterations: int = 100
    """Of each search."""
    seed: int = 1


class PointsGeneration(NamedTuple):
    """The weights of a value, and how well it foretells the ends of held-out games."""

    number: int
    """From 1."""
    weights: dict[str, Weight]
    errors: dict[str, dict[str, float]]
    """By number of players: `positions`, `utility` (mean square), `chance` (cross-entropy, in
    nats), and the same of the weights that it played with: `utility_before`, `chance_before`."""


@dataclass(frozen=True)
class _Piece(GamesPiece):
    iterations: int
    weights: Mapping[str, Weight]


def train_points(
    cards: CardSet,
    schedule: PointsSchedule,
    folder: Path,
    workers: int,
    progress: Progress = lambda *_: None,
) -> Iterator[PointsGeneration]:
    """Yields each generation as it is fitted; files go to `folder`, which may have some already.

    TrainingError if the folder is another schedule's.
    """
    folder.mkdir(parents=True, exist_ok=True)
    check_schedule(
        folder / "schedule.json", {"part": "points", "cards": cards.digest, **asdict(schedule)}
    )
    weights: Mapping[str, Weight] = BEGINNING
    for number in range(1, schedule.generations + 1):
        words = f"points {number}"
        pieces = list(_pieces(cards, schedule, number, weights, folder))
        do_all(_play_piece, pieces, workers, f"{words}: playing", progress)
        held_out = pieces[::HELD_OUT]
        fitted = [piece for at, piece in enumerate(pieces) if at % HELD_OUT]

        def fitting(part: int, whole: int, words: str = words) -> None:
            progress(f"{words}: fitting", part, whole)

        found = fit_points(_outcomes(fitted), seed_of(schedule.seed, number, "points"), fitting)
        errors = {}
        for players in range(2, 5):
            some = [piece for piece in held_out if piece.players == players]
            if some:
                errors[str(players)] = _errors(_outcomes(some), weights, found)
        (folder / f"points-{number}.json").write_text(
            json.dumps(found, indent=2) + "\n", encoding="utf-8"
        )
        yield PointsGeneration(number, found, errors)
        weights = found


def _pieces(
    cards: CardSet,
    schedule: PointsSchedule,
    generation: int,
    weights: Mapping[str, Weight],
    folder: Path,
) -> Iterator[_Piece]:
    names = f"rounds-{generation}", schedule.seed, "points", generation
    for one in pieces_of(schedule.games, GAMES_A_PIECE, cards, schedule.drawn, folder, *names):
        yield _Piece(**vars(one), iterations=schedule.iterations, weights=dict(weights))


def _play_piece(piece: _Piece) -> None:
    bot = make(f"ismcts:iterations={piece.iterations}")
    bot.settings = replace(bot.settings, evaluator=HandMade(piece.weights))
    save(rounds_of(played(piece.deals(), piece.players, bot)), piece.file)


def _outcomes(pieces: list[_Piece]) -> Outcomes:
    """Those of pieces that have been played."""
    states, utility, win = [], [], []
    for piece in pieces:
        cards = {seed: one for one, seed in piece.deals()}
        rounds = load(Rounds, piece.file)
        states += [State.from_bytes(cards[game], data) for game, data in rounds.positions()]
        utility += list(rounds.utility.astype(np.float64))
        win += list(rounds.win.astype(np.float64))
    return Outcomes(states, utility, win)


def _errors(
    outcomes: Outcomes, before: Mapping[str, Weight], after: Mapping[str, Weight]
) -> dict[str, float]:
    every = np.arange(len(outcomes.states))
    return {
        "positions": len(every),
        "utility": round(float(outcomes.error(after, every).mean()), 5),
        "chance": round(float(outcomes.error_of_chances(after, every).mean()), 4),
        "utility_before": round(float(outcomes.error(before, every).mean()), 5),
        "chance_before": round(float(outcomes.error_of_chances(before, every).mean()), 4),
    }
