"""From nothing to the weights of the policy: games with long searches, a fit to them, again.

The first generation searches with the policy made by hand, each further one with that of the one
before. Games are kept in pieces, in files, as in `train`.
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
from covert_bots.covert.training.policy import Examples, fit_policy, sharpened
from covert_bots.covert.training.searches import Searches, search
from covert_bots.players.bot import Bot
from covert_bots.players.match import seed_of
from covert_bots.players.pieces import Progress, check_schedule, do_all
from covert_engine.covert import HandMade, State
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.evaluation.weights import FIRST_POLICY_WEIGHTS, Weight

__all__ = ["PolicyGeneration", "PolicySchedule", "train_policy"]

GAMES_A_PIECE = 5
HELD_OUT = 10  # one piece in so many is not fitted to, and measures
QUICK = 150  # iterations of the decisions that are not examples
SHARE = 0.15  # of the decisions are


@dataclass(frozen=True)
class PolicySchedule:
    """What is searched and fitted; the weights are a function of it and the card set."""

    games: tuple[int, int, int] = (120, 15, 15)
    """Games a generation with two, three and four players."""
    drawn: float = 0.4
    """Share of the games, 0 to 1, each with a card set of its own drawn by chance."""
    generations: int = 2
    iterations: int = 3000
    """Of the searches that are examples."""
    seed: int = 1


class PolicyGeneration(NamedTuple):
    """The weights of a policy, and how well it foretells the searches of held-out games."""

    number: int
    """From 1."""
    weights: dict[str, Weight]
    errors: dict[str, float]
    """`positions`, the cross-entropy `before` and `after` fitting (before it is made sharper), and
    the `least` that any policy could have, in nats."""


@dataclass(frozen=True)
class _Piece(GamesPiece):
    iterations: int
    weights: Mapping[str, Weight]


def train_policy(
    cards: CardSet,
    schedule: PolicySchedule,
    folder: Path,
    workers: int,
    progress: Progress = lambda *_: None,
) -> Iterator[PolicyGeneration]:
    """Yields each generation as it is fitted; files go to `folder`, which may have some already.

    TrainingError if the folder is another schedule's.
    """
    folder.mkdir(parents=True, exist_ok=True)
    check_schedule(
        folder / "schedule.json", {"part": "policy", "cards": cards.digest, **asdict(schedule)}
    )
    weights: Mapping[str, Weight] = FIRST_POLICY_WEIGHTS
    for number in range(1, schedule.generations + 1):
        words = f"policy {number}"
        pieces = list(_pieces(cards, schedule, number, weights, folder))
        do_all(_play_piece, pieces, workers, f"{words}: searching", progress)
        parts = [_examples(piece) for piece in pieces]
        fitted = _joined([part for at, part in enumerate(parts) if not _is_held_out(at)])
        held_out = _joined([part for at, part in enumerate(parts) if _is_held_out(at)])

        def fitting(part: int, whole: int, words: str = words) -> None:
            progress(f"{words}: fitting", part, whole)

        found = fit_policy(fitted, seed=seed_of(schedule.seed, number, "policy"), progress=fitting)
        errors = _errors(held_out, weights, found)
        weights = sharpened(found)
        (folder / f"policy-{number}.json").write_text(
            json.dumps(weights, indent=2) + "\n", encoding="utf-8"
        )
        yield PolicyGeneration(number, dict(weights), errors)


def _pieces(
    cards: CardSet,
    schedule: PolicySchedule,
    generation: int,
    weights: Mapping[str, Weight],
    folder: Path,
) -> Iterator[_Piece]:
    names = f"searches-{generation}", schedule.seed, "policy", generation
    for one in pieces_of(schedule.games, GAMES_A_PIECE, cards, schedule.drawn, folder, *names):
        yield _Piece(**vars(one), iterations=schedule.iterations, weights=dict(weights))


def _play_piece(piece: _Piece) -> None:
    evaluator = HandMade(policy_weights=piece.weights)

    def bot(iterations: int) -> Bot:
        made = make(f"ismcts:iterations={iterations}")
        made.settings = replace(made.settings, evaluator=evaluator)
        return made

    found = search(
        piece.deals(),
        piece.players,
        bot(min(QUICK, piece.iterations)),
        bot(piece.iterations),
        SHARE,
    )
    save(found, piece.file)


def _examples(piece: _Piece) -> Examples:
    """Those of a piece that has been played."""
    cards = {seed: one for one, seed in piece.deals()}
    states, shares = [], []
    for game, data, visits in load(Searches, piece.file).positions():
        states.append(State.from_bytes(cards[game], data))
        shares.append(visits / visits.sum())
    return Examples(states, shares)


def _is_held_out(piece: int) -> bool:
    return piece % HELD_OUT == 0


def _joined(parts: list[Examples]) -> Examples:
    return Examples(
        [state for part in parts for state in part.states],
        [share for part in parts for share in part.shares],
    )


def _errors(
    examples: Examples, before: Mapping[str, Weight], after: Mapping[str, Weight]
) -> dict[str, float]:
    every = np.arange(len(examples.states))
    least = [-(share * np.log(np.maximum(share, 1e-12))).sum() for share in examples.shares]
    return {
        "positions": len(every),
        "before": round(float(examples.error(before, every).mean()), 4),
        "after": round(float(examples.error(after, every).mean()), 4),
        "least": round(float(np.mean(least)), 4),
    }
