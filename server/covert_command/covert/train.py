"""`covert-bots train`: the weights of the bots of Covert."""

from __future__ import annotations

import json
import re
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from covert_bots.covert.training.train import Schedule, Trained, train
from covert_bots.players.pieces import Progress, TrainingError
from covert_command.covert.choices import card_set_of, cards_again
from covert_command.games.command_game import Training, TrainingOptions
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import output, plain_table, print_json
from covert_engine.covert.cards.card_set import CardSet

USUAL = Schedule()
POLICY, POINTS, NETWORK, VALUE = "policy.json", "points.json", "value.weights", "value.json"
BELIEF = "belief.json"
FIGURES = ("utility", "chance", "score")


def _text(games: tuple[int, int, int]) -> str:
    return ",".join(map(str, games))


GAMES, SEARCHED = _text(USUAL.games), _text(USUAL.searched)


def games_of(option: str, text: str | None, usual: tuple[int, int, int]) -> tuple[int, int, int]:
    """Such as `1200,600,400`."""
    if text is None:
        return usual
    if not re.fullmatch(r"\d{1,9},\d{1,9},\d{1,9}", text) or not any(map(int, text.split(","))):
        raise Mistake(
            f"{option}: {text!r}; expected three whole numbers, not all 0, such as {_text(usual)}"
        )
    two, three, four = map(int, text.split(","))
    return two, three, four


def learn(
    cards: CardSet, schedule: Schedule, folder: Path, pool: Executor, progress: Progress
) -> dict[str, Any]:
    """Plays, fits, and writes the files; the facts are what they say beside the weights."""
    try:
        trained = train(cards, schedule, folder, pool, progress)
    except TrainingError as error:
        raise Mistake(str(error)) from error
    last = trained.generations[-1]
    facts = _facts(cards, schedule, trained)
    made = {name: facts[name] for name in ("command", "card_set")}
    (folder / NETWORK).write_bytes(trained.network)
    for file, errors, weights in (
        (POLICY, facts["policy"], {"weights": last.policy}),
        (POINTS, facts["points"], {"weights": last.points}),
        (VALUE, facts["network"], {}),
        (BELIEF, facts["belief"], {"weights": trained.belief}),
    ):
        text = json.dumps({**made, "errors": errors, **weights}, indent=2)
        (folder / file).write_text(text + "\n", encoding="utf-8")
    return facts


def _facts(cards: CardSet, schedule: Schedule, trained: Trained) -> dict[str, Any]:
    """How the weights were made, and how wrong they are on games that they were not fitted to."""
    return {
        "command": f"covert-bots train FOLDER --searched {_text(schedule.searched)} "
        f"--games {_text(schedule.games)} --drawn {schedule.drawn:g} "
        f"--generations {schedule.generations} --seed {schedule.seed}{cards_again(cards.digest)}",
        "card_set": cards.digest,
        "policy": [one.policy_errors for one in trained.generations],
        "points": [one.points_errors for one in trained.generations],
        "network": trained.network_errors,
        "belief": trained.belief_errors,
    }


def show(folder: Path, facts: dict[str, Any], *, as_json: bool) -> None:
    """The errors of each generation."""
    if as_json:
        print_json({"folder": str(folder), **facts})
        return
    policy = plain_table("policy", "positions", "before", "after", "least")
    for number, errors in enumerate(facts["policy"], 1):
        names = ("before", "after", "least")
        figures = (f"{errors[name]:.3f}" if name in errors else "-" for name in names)
        policy.add_row(str(number), str(errors["positions"]), *figures)
    output().print(policy)
    output().print()
    columns = [words for name in FIGURES for words in (f"{name} before", name)]
    value = plain_table("value", "players", "positions", *columns)
    stages = [(str(number), by_players) for number, by_players in enumerate(facts["points"], 1)]
    for stage, by_players in (*stages, ("network", facts["network"])):
        for players, errors in by_players.items():
            figures = (f"{errors[key]:.4g}" for name in FIGURES for key in (f"{name}_before", name))
            value.add_row(stage, players, str(errors["positions"]), *figures)
    output().print(value)
    output().print()
    belief = plain_table("belief", "players", "positions", "log-loss", "uniform")
    for players, errors in facts["belief"].items():
        figures = (f"{errors[name]:.3f}" for name in ("log_loss", "uniform"))
        belief.add_row("", players, str(errors["positions"]), *figures)
    output().print(belief)
    output().print()
    files = ", ".join((POLICY, POINTS, NETWORK, BELIEF))
    output().print(f"The weights are in {folder}: {files}.", soft_wrap=True)
    output().print(f"The errors of the network are in {VALUE} there.", soft_wrap=True)


class CovertTraining(Training):
    """The training of the bots of Covert."""

    def __init__(self, options: TrainingOptions) -> None:
        self._schedule = Schedule(
            searched=games_of("--searched", options.searched, USUAL.searched),
            games=games_of("--games", options.games, USUAL.games),
            drawn=USUAL.drawn if options.drawn is None else options.drawn,
            generations=options.generations or USUAL.generations,
            seed=options.seed,
        )
        self._cards = card_set_of(options.cards)
        self._plot = options.plot
        self._facts: dict[str, Any] = {}

    def learn(self, folder: Path, pool: Executor, progress: Progress) -> None:
        self._facts = learn(self._cards, self._schedule, folder, pool, progress)

    def show(self, folder: Path, *, as_json: bool) -> None:
        show(folder, self._facts, as_json=as_json)
        if self._plot is not None:
            from covert_command.covert.learning_curve import draw

            draw(self._facts, self._plot)
