"""Calibration of the figures of an answer: chances to win and final scores.

    python benchmarks/accuracy/calibration.py FOLDER --players 2 --games 400 --plot reliability.svg

Games of `ismcts` against itself, its moves chosen by quick searches. A third of a game is a third
of its decisions that have more than one action; in each third one is drawn evenly, and there
`ismcts` is asked as the service asks it. What is looked at is the recommended move: the chance to
win and the expected score of each seat. The other forecast is by the visible scores alone, for each
half of the games by the fit to the other half.

Games are kept in the folder in pieces, so the same command goes on where it was stopped.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
from forecasts import (
    bins_of,
    error_by_chance,
    error_interval,
    forecast_by_score,
    log_losses,
)
from numpy.typing import NDArray

from covert_bots.arena.report import need_matplotlib
from covert_bots.arena.statistics.elo import Interval, mean_interval
from covert_bots.covert.catalogue import make
from covert_bots.covert.signature import signature
from covert_bots.players.cores import cores
from covert_bots.players.match import seed_of
from covert_bots.players.pieces import Processes, TrainingError, as_json, check_schedule, do_all
from covert_command.commands.train import shown
from covert_engine.covert import CompiledSet, State, house_set

GAMES_A_PIECE = 10
THIRDS = ("first third", "second third", "last third")


@dataclass(frozen=True)
class Setup:
    """The games to play and the bot to ask."""

    players: int
    iterations: int  # of what is asked
    belief: str | None  # of the same; None: what it is by default
    play: int  # iterations of the searches that choose the moves
    seed: int

    @property
    def asked(self) -> str:
        """The spec of what is asked."""
        belief = f",belief={self.belief}" if self.belief else ""
        return f"ismcts:iterations={self.iterations}{belief}"


class Asked(NamedTuple):
    """A position, what was predicted there, and how its game ended; lists are by seat."""

    game: int
    third: int
    decision: int  # of the game, from 0
    seat: int  # that decides
    scores: list[int]  # as the table stands
    chances: list[float]
    expected: list[float]  # final scores
    final: list[int]
    win: list[float]  # shares of the victory


@dataclass(frozen=True)
class GamesPiece:
    """Some games."""

    file: Path
    setup: Setup
    numbers: range


def dealt(setup: Setup, number: int) -> tuple[State, int]:
    """Return a game as it begins, and the seed of its bots."""
    seed = seed_of(setup.seed, "calibration", setup.players, number)
    return State.deal(CompiledSet(house_set()), setup.players, seed), seed_of(seed, "bot")


def play(piece: GamesPiece) -> bytes:
    """Play the games and ask about three positions of each."""
    games = {}
    for number in piece.numbers:
        state, seed = dealt(piece.setup, number)
        bot = make(f"ismcts:iterations={piece.setup.play}")
        actions: list[int] = []
        choices: list[int] = []
        while state.actor is not None:
            view = state.view(state.actor)
            if len(bot.decision(view).actions) > 1:
                choices.append(len(actions))
            actions.append(bot.choose(view, seed))
            state.play(actions[-1])
        asked = list(answers(piece.setup, number, actions, choices, state))
        games[number] = {"actions": actions, "asked": asked}
    return as_json(games)


def answers(
    setup: Setup, number: int, actions: list[int], choices: list[int], end: State
) -> Iterator[Asked]:
    """Return the bot's answers in each third of a finished game."""
    state, seed = dealt(setup, number)
    winners, drawn = end.winners(), random.Random(seed)
    win = [(seat in winners) / len(winners) for seat in range(setup.players)]
    bot, at = make(setup.asked), 0
    for third in range(len(THIRDS)):
        first, last = (len(choices) * edge // len(THIRDS) for edge in (third, third + 1))
        decision = choices[drawn.randrange(first, last)]
        for action in actions[at:decision]:
            state.play(action)
        at, seat = decision, state.actor
        assert seat is not None
        move = bot.suggest(state.view(seat), seed=seed_of(seed, "asked")).moves[0]
        chances, expected = list(move.win_probability), list(move.expected_score)
        position = number, third, decision, seat, state.scores(), chances, expected
        yield Asked(*position, end.scores(), win)


def shown_interval(interval: Interval, form: str = ".3f") -> str:
    return f"{interval.mean:{form}} ({interval.low:{form}} to {interval.high:{form}})"


def report(name: str, asked: list[Asked], by_score: NDArray[np.float64]) -> None:
    """Print the figures of some positions."""
    chances = np.array([answer.chances for answer in asked])
    win = np.array([answer.win for answer in asked])
    games = np.array([answer.game for answer in asked])
    players = chances.shape[1]
    print(f"\n{name}, {len(asked)} positions")
    seats = np.array([answer.seat for answer in asked])
    decides = np.arange(players) == seats[:, None]
    error = shown_interval(error_interval(chances, win, games))
    by_chance = error_by_chance(chances, games)
    print(f"  calibration error        {error}; of true chances {by_chance:.3f}")
    own_chances, own_win = chances[decides][:, None], win[decides][:, None]
    error = shown_interval(error_interval(own_chances, own_win, games))
    print(f"    of the seat to decide  {error}")
    off = shown_interval(of_games((chances - win)[decides], games), "+.3f")
    print(f"    its chance is off by   {off}")
    own = log_losses(chances, win)
    by_game = {
        "score alone": log_losses(by_score, win) - own,
        f"always 1/{players}": np.log(players) - own,
    }
    print(f"  log-loss                 {shown_interval(of_games(own, games))}")
    for other, more in by_game.items():
        difference = shown_interval(of_games(more, games), "+.3f")
        print(f"  {other:<24} {(own + more).mean():.3f}; more by {difference}")
    beyond = np.array([answer.expected for answer in asked]) - np.array(
        [answer.final for answer in asked]
    )
    for words, bias in (
        ("seat to decide", beyond[decides]),
        ("the others", beyond[~decides].reshape(len(beyond), -1).mean(axis=1)),
    ):
        print(f"  score of {words:<15} off by {shown_interval(of_games(bias, games), '+.2f')}")


def of_games(values: NDArray[np.float64], games: NDArray[np.int64]) -> Interval:
    """Return the mean of values, with the interval from the means of the games."""
    return mean_interval([float(values[games == game].mean()) for game in np.unique(games)])


def plot(asked: list[Asked], file: Path) -> None:
    """Draw the share of wins against the predicted chance, in the format that the file's
    ending names."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.8, 4.8), layout="constrained")
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color="#777777", linestyle="--")
    for third, words in enumerate(THIRDS):
        some = [answer for answer in asked if answer.third == third]
        points = bins_of(
            np.array([answer.chances for answer in some]), np.array([answer.win for answer in some])
        )
        axes.plot(
            [point.chance for point in points],
            [point.happened for point in points],
            "o-",
            label=words,
        )
    axes.set_title(f"{len(asked[0].win)} players")
    axes.set_xlabel("predicted chance to win")
    axes.set_ylabel("share of wins")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.grid(alpha=0.3)
    axes.legend(loc="upper left")
    figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)


def ranges(whole: int, size: int) -> Iterator[range]:
    for first in range(0, whole, size):
        yield range(first, min(first + size, whole))


@click.command(help="Whether the figures of an answer come true.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--games", type=click.IntRange(4), default=400, show_default=True)
@click.option("--iterations", type=click.IntRange(1), default=250, show_default=True)
@click.option("--belief", type=click.Choice(("uniform", "learned")), help="Of the answers.")
@click.option("--play", "quick", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--workers", type=click.IntRange(1), default=cores)
@click.option("--plot", "file", type=click.Path(dir_okay=False, path_type=Path))
def main(folder: Path, games: int, workers: int, **chosen: Any) -> None:
    names = "players", "iterations", "belief", "quick", "seed"
    setup = Setup(*(chosen[name] for name in names))
    if chosen["file"] is not None:
        try:
            need_matplotlib()
        except ImportError as missing:
            raise click.UsageError(f"--plot: {missing}") from None
        if not chosen["file"].parent.is_dir():
            raise click.UsageError(f"--plot: {chosen['file'].parent} is no folder")
    folder.mkdir(parents=True, exist_ok=True)
    bot = signature(CompiledSet(house_set()), "ismcts:iterations=300")
    try:
        check_schedule(folder / "schedule.json", {**asdict(setup), "signature": bot})
    except TrainingError as wrong:
        raise click.UsageError(str(wrong)) from None
    pieces = [
        GamesPiece(folder / f"games-{numbers.start:06}-{len(numbers)}.json", setup, numbers)
        for numbers in ranges(games, GAMES_A_PIECE)
    ]
    with shown() as progress, Processes(workers) as pool:
        do_all(play, pieces, pool, "games", progress)
        by_number: dict[int, Any] = {}
        for piece in pieces:
            by_number |= {
                int(key): game for key, game in json.loads(piece.file.read_text("utf-8")).items()
            }
    asked = [Asked(*row) for number in sorted(by_number) for row in by_number[number]["asked"]]
    print(f"{setup.asked}, {setup.players} players, {games} games, {bot}")
    whole = np.empty((len(asked), setup.players))
    for third, words in enumerate(THIRDS):
        own = [at for at, answer in enumerate(asked) if answer.third == third]
        some = [asked[at] for at in own]
        scores = np.array([answer.scores for answer in some], float)
        halves = np.array([answer.game % 2 == 0 for answer in some])
        whole[own] = forecast_by_score(scores, np.array([answer.win for answer in some]), halves)
        report(words, some, whole[own])
    report("whole games", asked, whole)
    if chosen["file"] is not None:
        plot(asked, chosen["file"])


if __name__ == "__main__":
    main()
