"""The training of the bots from scratch: policy and value in turns, then network and belief.

In each generation long searches play, and the policy is fitted to their preferences; then quick
searches play with the new policy, and the hand-made value is fitted to the results of their games.
The first generation starts with the weights set by hand. In the end the network is fitted to the
games of all generations, and the belief to the hands in those with long searches. Games are kept in
files, in pieces, and not played again: an interrupted training resumes, with the same weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from covert_bots.covert.catalogue import make
from covert_bots.covert.signature import signature_of
from covert_bots.covert.training.belief import WORLDS, Figures, fit_belief, hands_of, losses
from covert_bots.covert.training.card_sets import drawn_set
from covert_bots.covert.training.games import GamesPiece, load, pieces_of, saved
from covert_bots.covert.training.network import Network
from covert_bots.covert.training.points import Outcomes, fit_points
from covert_bots.covert.training.policy import Examples, fit_policy, sharpened
from covert_bots.covert.training.positions import (
    Positions,
    errors_of,
    fit_network,
    joined,
    positions_of,
)
from covert_bots.covert.training.rounds import Rounds, played, rounds_of
from covert_bots.covert.training.searches import Searches, search
from covert_bots.players.bot import Bot
from covert_bots.players.match import seed_of
from covert_bots.players.pieces import Progress, check_schedule, do_all, settle
from covert_engine.covert import CompiledSet, HandMade, State, house_set
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.evaluation.features import FEATURE_NAMES
from covert_engine.covert.evaluation.weights import (
    FIRST_POLICY_WEIGHTS,
    FIRST_VALUE_WEIGHTS,
    Weight,
)

SEARCHED_A_PIECE, GAMES_A_PIECE = 5, 20
HELD_OUT = 10  # one piece in this many is held out, to measure errors
SHARE = 0.15  # of the decisions have long searches, as examples for the policy
SIGNED = 100  # iterations of the searches in a signature
QUICK = 150  # iterations of the other searches in the same games

Weights = Mapping[str, Weight]
Errors = dict[str, float]
Part = TypeVar("Part")


@dataclass(frozen=True)
class Schedule:
    """The schedule of a training; the weights are a function of it and the card set."""

    searched: tuple[int, int, int] = (120, 15, 15)
    """Games per generation with long searches, for two, three and four players."""
    games: tuple[int, int, int] = (500, 200, 200)
    """Games per generation with quick searches."""
    drawn: float = 0.5
    """Share of the games, 0 to 1, each with a random card set of its own; the others have the set
    of the training."""
    generations: int = 3
    long_iterations: int = 3000
    iterations: int = 100
    """Iterations of a quick search."""
    epochs: int = 12
    """Passes of the network's fit over the positions."""
    seed: int = 1


class Generation(NamedTuple):
    """Weights, and their errors on held-out games."""

    number: int
    """The number of the generation, from 1."""
    policy: dict[str, Weight]
    points: dict[str, Weight]
    policy_errors: Errors
    """`positions`; the cross-entropy `before` and `after` fitting, both without the sharpening, and
    the `least` that any policy could have, in nats. Only `positions` if there are no held-out
    games."""
    points_errors: dict[str, Errors]
    """By number of players: `positions`; `utility`, `chance` and `score` of `Outcomes.errors`, and
    those of the weights before: `utility_before` and so on."""


class Trained(NamedTuple):
    """The result of a training."""

    generations: list[Generation]
    network: bytes
    network_errors: dict[str, Errors]
    """As `points_errors`; the errors before are those of the hand-made value."""
    belief: dict[str, float]
    belief_errors: dict[str, Errors]
    """By number of players: `positions`; the `log_loss` of the true hands, and that of `uniform`
    worlds, in nats."""


@dataclass(frozen=True)
class _Piece(GamesPiece):
    """Games to be played with some weights."""

    policy: Weights
    points: Weights
    schedule: Schedule

    def bot(self, iterations: int) -> Bot:
        return player(iterations, self.points, self.policy)


def player(iterations: int, points: Weights, policy: Weights) -> Bot:
    """Return the bot that plays the games to learn from.

    It has no belief, which is fitted to these games at the end. It has no confidence bonus: visits
    for exploration alone would teach the policy to explore.
    """
    bot = make(f"ismcts:iterations={iterations},belief=uniform")
    evaluator = HandMade(points, policy)
    return bot.with_settings(evaluator=evaluator, confidence=0.0, root_confidence=0.0)


def train(
    cards: CardSet,
    schedule: Schedule,
    folder: Path,
    pool: Executor,
    progress: Progress = lambda *_: None,
) -> Trained:
    """Train all weights, with games in `pool` and files in `folder`, which may have some already.

    TrainingError if the folder has another schedule or other weights, or if a card set cannot be
    drawn.
    """
    folder.mkdir(parents=True, exist_ok=True)
    policy: Weights = dict(FIRST_POLICY_WEIGHTS)
    points: Weights = dict(FIRST_VALUE_WEIGHTS)
    first = player(SIGNED, points, policy)
    check_schedule(
        folder / "schedule.json",
        {"cards": cards.digest, **asdict(schedule)},
        signature_of(CompiledSet(house_set()), first),
    )
    _check_drawn_sets(
        [
            piece
            for number in range(1, schedule.generations + 1)
            for kind in ("searches", "rounds")
            for piece in _pieces(cards, schedule, folder, number, kind, policy, points)
        ],
        progress,
    )
    unsharpened = policy
    generations: list[Generation] = []
    every_fitted: list[_Piece] = []
    every_rest: list[_Piece] = []
    searched: list[_Piece] = []
    for number in range(1, schedule.generations + 1):
        words = f"generation {number}: "
        pieces_with = partial(_pieces, cards, schedule, folder, number)

        pieces = list(pieces_with("searches", policy, points))
        do_all(_search_piece, pieces, pool, f"{words}searching", progress)
        searched += pieces
        fitted, rest = _parted(pieces)
        seed = seed_of(schedule.seed, number, "policy")
        new_policy = fit_policy(
            _examples(fitted), seed=seed, progress=partial(progress, f"{words}policy")
        )
        policy_errors = _policy_errors(_examples(rest), unsharpened, new_policy)
        unsharpened, policy = new_policy, sharpened(new_policy)
        settle(folder / f"policy-{number}.json", policy)

        pieces = list(pieces_with("rounds", policy, points))
        do_all(_play_piece, pieces, pool, f"{words}playing", progress)
        fitted, rest = _parted(pieces)
        every_fitted += fitted
        every_rest += rest
        seed = seed_of(schedule.seed, number, "points")
        new_points = fit_points(_outcomes(every_fitted), seed, partial(progress, f"{words}points"))
        points_errors = {
            players: _compared(
                outcomes.errors(points), outcomes.errors(new_points), outcomes.states
            )
            for players, outcomes in _by_players(rest, _outcomes)
        }
        points = new_points
        settle(folder / f"points-{number}.json", points)
        generations.append(
            Generation(number, dict(policy), dict(points), policy_errors, points_errors)
        )
    hand_made = HandMade(points, policy)

    def positions(some: Sequence[_Piece]) -> Positions:
        return joined(
            [
                positions_of(load(Rounds, piece.file), piece.cards_by_seed(), hand_made)
                for piece in some
            ]
        )

    seed = seed_of(schedule.seed, "network")
    network = fit_network(
        [fitted_positions for _, fitted_positions in _by_players(every_fitted, positions)],
        schedule.epochs,
        seed,
        partial(progress, "network"),
    )
    new = Network(len(FEATURE_NAMES), seed)
    network_errors = {
        players: _compared(errors_of(new, held), errors_of(network, held), held.figures)
        for players, held in _by_players(every_rest, positions)
    }
    fitted, rest = _parted(searched)
    progress("belief", 0, 1)
    belief = fit_belief(_hands(fitted))
    progress("belief", 1, 1)
    belief_errors = {
        players: _belief_errors(belief, figures) for players, figures in _by_players(rest, _hands)
    }
    return Trained(generations, network.to_bytes(), network_errors, belief, belief_errors)


def _pieces(
    cards: CardSet,
    schedule: Schedule,
    folder: Path,
    generation: int,
    kind: str,
    policy: Weights,
    points: Weights,
) -> Iterator[_Piece]:
    searched = kind == "searches"
    names = f"{kind}-{generation}", schedule.seed, kind, generation
    games = schedule.searched if searched else schedule.games
    size = SEARCHED_A_PIECE if searched else GAMES_A_PIECE
    for piece in pieces_of(games, size, cards, schedule.drawn, folder, *names):
        yield _Piece(**vars(piece), policy=policy, points=points, schedule=schedule)


def _check_drawn_sets(pieces: Sequence[_Piece], progress: Progress) -> None:
    """Raise TrainingError if the card set of a game to be played cannot be drawn, before any is
    played."""
    deals = [
        (piece.cards, seed)
        for piece in pieces
        if not piece.file.exists()
        for seed, drawn in zip(piece.seeds, piece.drawn, strict=True)
        if drawn
    ]
    for done, (cards, seed) in enumerate(deals, 1):
        drawn_set(cards, seed)
        progress("card sets", done, len(deals))


def _search_piece(piece: _Piece) -> bytes:
    long = piece.schedule.long_iterations
    quick = piece.bot(min(QUICK, long))
    return saved(search(piece.deals(), piece.players, quick, piece.bot(long), SHARE))


def _play_piece(piece: _Piece) -> bytes:
    bot = piece.bot(piece.schedule.iterations)
    return saved(rounds_of(played(piece.deals(), piece.players, bot)))


def _parted(parts: Sequence[Part]) -> tuple[list[Part], list[Part]]:
    """Split parts into those to fit to and those held out; a single part is not held out."""
    if len(parts) == 1:
        return list(parts), []
    return [part for at, part in enumerate(parts) if at % HELD_OUT], list(parts[::HELD_OUT])


def _by_players(
    pieces: Sequence[_Piece], read: Callable[[list[_Piece]], Part]
) -> Iterator[tuple[str, Part]]:
    """Yield the data of pieces for each number of players, by `read`."""
    for players in sorted({piece.players for piece in pieces}):
        yield str(players), read([piece for piece in pieces if piece.players == players])


def _examples(pieces: Sequence[_Piece]) -> Examples:
    states, shares = [], []
    for piece in pieces:
        cards = piece.cards_by_seed()
        for game, data, visits in load(Searches, piece.file).positions():
            states.append(State.from_bytes(cards[game], data))
            shares.append(visits / visits.sum())
    return Examples(states, shares)


def _outcomes(pieces: Sequence[_Piece]) -> Outcomes:
    states, utility, win, score = [], [], [], []
    for piece in pieces:
        cards, rounds = piece.cards_by_seed(), load(Rounds, piece.file)
        states += [State.from_bytes(cards[game], data) for game, data in rounds.positions()]
        utility += list(rounds.utility.astype(np.float64))
        win += list(rounds.win.astype(np.float64))
        score += list(rounds.score.astype(np.float64))
    return Outcomes(states, utility, win, score)


def _hands(pieces: Sequence[_Piece]) -> Figures:
    return np.concatenate(
        [hands_of(load(Searches, piece.file), piece.cards_by_seed()) for piece in pieces]
    )


def _belief_errors(belief: Mapping[str, float], figures: Figures) -> Errors:
    return {
        "positions": len(figures),
        "log_loss": _rounded(float(losses(belief, figures).mean())),
        "uniform": _rounded(float(np.log(1 + WORLDS))),
    }


def _policy_errors(examples: Examples, before: Weights, after: Weights) -> Errors:
    every = np.arange(len(examples.states))
    if not len(every):
        return {"positions": 0}
    least = [-(share * np.log(np.maximum(share, 1e-12))).sum() for share in examples.shares]
    return {
        "positions": len(every),
        "before": _rounded(float(examples.error(before, every).mean())),
        "after": _rounded(float(examples.error(after, every).mean())),
        "least": _rounded(float(np.mean(least))),
    }


def _compared(before: Errors, after: Errors, positions: Sized) -> Errors:
    return {
        "positions": len(positions),
        **{name: _rounded(error) for name, error in after.items()},
        **{f"{name}_before": _rounded(error) for name, error in before.items()},
    }


def _rounded(figure: float) -> float:
    return float(f"{figure:.5g}")
