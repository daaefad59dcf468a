"""From nothing to the weights of the bots: policy and value in turns, then network and belief.

In each generation long searches play, and the policy is fitted to what they prefer; then quick ones
play with the new policy, and the hand-made value is fitted to how their games end. The first
generation begins with the weights set by hand. In the end the network is fitted to the games of
all generations, and the belief to the hands in those with long searches. Games are kept in pieces,
in files; what is there is not played again, so a run that was stopped goes on and comes to the same
weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
HELD_OUT = 10  # one piece in so many is not fitted to, and measures
SHARE = 0.15  # of the decisions are searched long, as examples for the policy
SIGNED = 100  # iterations of the searches in a signature
QUICK = 150  # iterations of the others in the same games

Weights = Mapping[str, Weight]
Errors = dict[str, float]
Part = TypeVar("Part")


@dataclass(frozen=True)
class Schedule:
    """What is played and fitted; the weights are a function of it and the card set."""

    searched: tuple[int, int, int] = (120, 15, 15)
    """Games a generation with long searches, with two, three and four players."""
    games: tuple[int, int, int] = (500, 200, 200)
    """Games a generation with quick searches."""
    drawn: float = 0.5
    """Share of the games, 0 to 1, each with a card set of its own drawn by chance; the others are
    played with the set trained for."""
    generations: int = 3
    long_iterations: int = 3000
    iterations: int = 100
    """Of a quick search."""
    epochs: int = 12
    """Times that the network sees each position."""
    seed: int = 1


class Generation(NamedTuple):
    """Weights, and how wrong they are on games that they were not fitted to."""

    number: int
    """From 1."""
    policy: dict[str, Weight]
    points: dict[str, Weight]
    policy_errors: Errors
    """`positions`; the cross-entropy `before` and `after` fitting, both before the policy is made
    sharper, and the `least` that any policy could have, in nats. None but `positions` if there are
    no such games."""
    points_errors: dict[str, Errors]
    """By number of players: `positions`; `utility`, `chance` and `score` as of `Outcomes.errors`,
    and the same of the weights before: `utility_before` and so on."""


class Trained(NamedTuple):
    """What a training comes to."""

    generations: list[Generation]
    network: bytes
    network_errors: dict[str, Errors]
    """As those of the points; before is what the hand-made value says."""
    belief: dict[str, float]
    belief_errors: dict[str, Errors]
    """By number of players: `positions`; the `log_loss` of the true hands, and that of `uniform`
    worlds, in nats."""


@dataclass(frozen=True)
class _Piece(GamesPiece):
    """Games to be played with these weights."""

    policy: Weights
    points: Weights
    schedule: Schedule

    def bot(self, iterations: int) -> Bot:
        return player(iterations, self.points, self.policy)


def player(iterations: int, points: Weights, policy: Weights) -> Bot:
    """Who plays the games to learn from.

    It has no belief, which is learned from these games last. Visits that only explore would teach
    the policy to explore: nothing is tried again that has not been better.
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
    """Games are played in `pool`. Files go to `folder`, which may have some already.

    `progress` hears what is being done, how much of it is done, and how much there is.
    TrainingError if the folder is another schedule's, if its weights were fitted otherwise, or if a
    card set cannot be drawn.
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
        examples, held_out = _parted([_examples(piece) for piece in pieces])
        seed = seed_of(schedule.seed, number, "policy")
        found = fit_policy(
            _all_examples(examples), seed=seed, progress=partial(progress, f"{words}policy")
        )
        policy_errors = _policy_errors(_all_examples(held_out), unsharpened, found)
        unsharpened, policy = found, sharpened(found)
        settle(folder / f"policy-{number}.json", policy)

        pieces = list(pieces_with("rounds", policy, points))
        do_all(_play_piece, pieces, pool, f"{words}playing", progress)
        fitted, rest = _parted(pieces)
        every_fitted += fitted
        every_rest += rest
        seed = seed_of(schedule.seed, number, "points")
        found = fit_points(_outcomes(every_fitted), seed, partial(progress, f"{words}points"))
        points_errors = {
            players: _compared(outcomes.errors(points), outcomes.errors(found), outcomes.states)
            for players, outcomes in _by_players(rest, _outcomes)
        }
        points = found
        settle(folder / f"points-{number}.json", points)
        generations.append(
            Generation(number, dict(policy), dict(points), policy_errors, points_errors)
        )
    hand_made = HandMade(points, policy)

    def positions(some: Sequence[_Piece]) -> Positions:
        return joined([_positions(piece, hand_made) for piece in some])

    seed = seed_of(schedule.seed, "network")
    network = fit_network(
        [one for _, one in _by_players(every_fitted, positions)],
        schedule.epochs,
        seed,
        partial(progress, "network"),
    )
    new = Network(len(FEATURE_NAMES), seed)
    network_errors = {
        players: _compared(errors_of(new, one), errors_of(network, one), one.figures)
        for players, one in _by_players(every_rest, positions)
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
    for one in pieces_of(games, size, cards, schedule.drawn, folder, *names):
        yield _Piece(**vars(one), policy=policy, points=points, schedule=schedule)


def _check_drawn_sets(pieces: Sequence[_Piece], progress: Progress) -> None:
    """TrainingError if the card set of a game that is left cannot be drawn: better now than when
    most games have been played."""
    left = [
        (piece.cards, seed)
        for piece in pieces
        if not piece.file.exists()
        for seed, drawn in zip(piece.seeds, piece.drawn, strict=True)
        if drawn
    ]
    for done, (cards, seed) in enumerate(left, 1):
        drawn_set(cards, seed)
        progress("card sets", done, len(left))


def _search_piece(piece: _Piece) -> bytes:
    long = piece.schedule.long_iterations
    quick = piece.bot(min(QUICK, long))
    return saved(search(piece.deals(), piece.players, quick, piece.bot(long), SHARE))


def _play_piece(piece: _Piece) -> bytes:
    bot = piece.bot(piece.schedule.iterations)
    return saved(rounds_of(played(piece.deals(), piece.players, bot)))


def _parted(parts: Sequence[Part]) -> tuple[list[Part], list[Part]]:
    """Those to fit to, and those held out, which is none if there is one alone."""
    if len(parts) == 1:
        return list(parts), []
    return [one for at, one in enumerate(parts) if at % HELD_OUT], list(parts[::HELD_OUT])


def _by_players(
    pieces: Sequence[_Piece], read: Callable[[list[_Piece]], Part]
) -> Iterator[tuple[str, Part]]:
    """What is read from pieces that have been played, apart for each number of players."""
    for players in sorted({piece.players for piece in pieces}):
        yield str(players), read([piece for piece in pieces if piece.players == players])


def _examples(piece: _Piece) -> Examples:
    cards = {seed: one for one, seed in piece.deals()}
    states, shares = [], []
    for game, data, visits in load(Searches, piece.file).positions():
        states.append(State.from_bytes(cards[game], data))
        shares.append(visits / visits.sum())
    return Examples(states, shares)


def _all_examples(parts: Sequence[Examples]) -> Examples:
    return Examples(
        [state for part in parts for state in part.states],
        [share for part in parts for share in part.shares],
    )


def _outcomes(pieces: Sequence[_Piece]) -> Outcomes:
    states, utility, win, score = [], [], [], []
    for piece in pieces:
        cards = {seed: one for one, seed in piece.deals()}
        rounds = load(Rounds, piece.file)
        states += [State.from_bytes(cards[game], data) for game, data in rounds.positions()]
        utility += list(rounds.utility.astype(np.float64))
        win += list(rounds.win.astype(np.float64))
        score += list(rounds.score.astype(np.float64))
    return Outcomes(states, utility, win, score)


def _positions(piece: _Piece, hand_made: HandMade) -> Positions:
    cards = {seed: one for one, seed in piece.deals()}
    return positions_of(load(Rounds, piece.file), cards, hand_made)


def _hands(pieces: Sequence[_Piece]) -> Figures:
    return np.concatenate(
        [
            hands_of(load(Searches, piece.file), {seed: one for one, seed in piece.deals()})
            for piece in pieces
        ]
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


def _compared(before: Errors, after: Errors, positions: Sequence[object] | np.ndarray) -> Errors:
    return {
        "positions": len(positions),
        **{name: _rounded(error) for name, error in after.items()},
        **{f"{name}_before": _rounded(error) for name, error in before.items()},
    }


def _rounded(figure: float) -> float:
    return float(f"{figure:.5g}")
