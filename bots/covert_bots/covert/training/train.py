"""From nothing to the weights of the learned value: self-play, a network fitted to it, again.

A generation plays games against itself with the value of the one before (the first with the
hand-made one), and a new network is fitted to all positions so far. Games are kept in pieces, in
files; what is there is not played again, so a run that was stopped goes on and comes to the same
weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covert_bots.covert.catalogue import make
from covert_bots.covert.training.games import GamesPiece, load, pieces_of, save
from covert_bots.covert.training.network import Fit, Network
from covert_bots.covert.training.positions import Positions, joined, play
from covert_bots.players.match import seed_of
from covert_bots.players.pieces import Progress, TrainingError, check_schedule, do_all
from covert_engine.covert import Learned
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.evaluation.features import FEATURE_NAMES

__all__ = ["Generation", "Schedule", "TrainingError", "fit", "train"]

GAMES_A_PIECE = 20
HELD_OUT = 10  # one game in so many is not fitted to, and measures
BATCH = 256  # positions
EXPECTED_POINTS = FEATURE_NAMES.index("expected points")
FROM_EXPECTED_POINTS = (1.0, 2.0, 4.0)  # where the direct part of the heads begins


@dataclass(frozen=True)
class Schedule:
    """What is played and fitted; the weights are a function of it and the card set."""

    games: tuple[int, int, int]
    """Games a generation with two, three and four players."""
    drawn: float
    """Share of the games, 0 to 1, each with a card set of its own drawn by chance; the others are
    played with the set trained for."""
    generations: int
    iterations: int
    """Of each search."""
    epochs: int
    seed: int
    decay: float = 0.5
    rate: float = 2e-3


class Generation(NamedTuple):
    """A network, and how well it does."""

    number: int
    """From 1."""
    weights: bytes
    errors: dict[str, dict[str, float]]
    """On held-out games, by number of players: `positions`, `utility` (mean square), `chance`
    (cross-entropy), `score` (mean square of points), and the same of the network before it was
    fitted, which says what the hand-made value does: `utility_before` and so on."""


def train(
    cards: CardSet,
    schedule: Schedule,
    folder: Path,
    workers: int,
    progress: Progress = lambda *_: None,
) -> Iterator[Generation]:
    """Yields each generation as it is fitted; files go to `folder`, which may have some already.

    `progress` hears what is being done, how much of it is done, and how much there is.
    TrainingError if the folder is another schedule's.
    """
    folder.mkdir(parents=True, exist_ok=True)
    check_schedule(folder / "schedule.json", {"cards": cards.digest, **asdict(schedule)})
    weights: bytes | None = None
    for number in range(1, schedule.generations + 1):
        pieces = list(_pieces(cards, schedule, number, weights, folder))
        do_all(_play_piece, pieces, workers, f"generation {number}: playing", progress)
        parts = [_positions(folder, schedule, number, seats) for seats in range(2, 5)]
        progress(f"generation {number}: fitting", 0, schedule.epochs)
        done = fit([part for part in parts if part is not None], schedule, number, progress)
        (folder / f"generation-{number}.weights").write_bytes(done.weights)
        yield done
        weights = done.weights


@dataclass(frozen=True)
class _Piece(GamesPiece):
    iterations: int
    weights: bytes | None


def _pieces(
    cards: CardSet, schedule: Schedule, generation: int, weights: bytes | None, folder: Path
) -> Iterator[_Piece]:
    names = f"games-{generation}", schedule.seed, generation
    for one in pieces_of(schedule.games, GAMES_A_PIECE, cards, schedule.drawn, folder, *names):
        yield _Piece(**vars(one), iterations=schedule.iterations, weights=weights)


def _play_piece(piece: _Piece) -> None:
    bot = make(f"ismcts:iterations={piece.iterations}")
    if piece.weights is not None:
        bot.settings = replace(bot.settings, evaluator=Learned(piece.weights))
    save(play(piece.deals(), piece.players, bot), piece.file)


def _positions(
    folder: Path, schedule: Schedule, generations: int, players: int
) -> Positions | None:
    """All positions of so many generations, in order."""
    files = [
        piece
        for number in range(1, generations + 1)
        for piece in sorted(folder.glob(f"games-{number}-{players}-*.npz"))
        if ".begun" not in piece.name
    ]
    return joined([load(Positions, file) for file in files]) if files else None


def fit(
    parts: Sequence[Positions],
    schedule: Schedule,
    generation: int = 1,
    progress: Progress = lambda *_: None,
) -> Generation:
    """A new network, fitted to positions of games with two, three and four players."""
    network = Network(len(FEATURE_NAMES), schedule.seed)
    network.weights["direct"][EXPECTED_POINTS] = FROM_EXPECTED_POINTS
    chance = np.random.default_rng(seed_of(schedule.seed, generation, "fit"))
    held_out = [_is_held_out(part.game) for part in parts]
    before = [_errors(network, part.chosen(out)) for part, out in zip(parts, held_out, strict=True)]
    steps = Fit(network, schedule.decay)
    for epoch in range(schedule.epochs):
        rate = schedule.rate * (0.5 + 0.5 * np.cos(np.pi * epoch / schedule.epochs)) + 1e-5
        batches = []
        for number, out in enumerate(held_out):
            order = chance.permutation(np.flatnonzero(~out))
            batches += [(number, order[at : at + BATCH]) for at in range(0, len(order), BATCH)]
        for place in chance.permutation(len(batches)):
            number, chosen = batches[place]
            batch = parts[number].chosen(chosen)
            steps.step(network.gradient(batch.figures, batch.targets), rate)
        progress(f"generation {generation}: fitting", epoch + 1, schedule.epochs)
    errors = {}
    for part, out, first in zip(parts, held_out, before, strict=True):
        found = _errors(network, part.chosen(out))
        old = {f"{name}_before": value for name, value in first.items() if name != "positions"}
        errors[str(part.figures.shape[1])] = {**found, **old}
    return Generation(generation, network.to_bytes(), errors)


def _is_held_out(games: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Of each position, whether its game is held out: the first by their seeds, and so on."""
    _, numbers = np.unique(games, return_inverse=True)
    held_out: NDArray[np.bool_] = numbers % HELD_OUT == 0
    return held_out


def _errors(network: Network, part: Positions) -> dict[str, float]:
    heads = network.heads(part.figures)
    likely = np.log(np.maximum(heads.chance, 1e-9))
    return {
        "positions": len(part.game),
        "utility": round(float(((heads.utility - part.utility) ** 2).mean()), 5),
        "chance": round(float(-(part.win * likely).sum(1).mean()), 5),
        "score": round(float(((heads.score - part.score) ** 2).mean()), 3),
    }
