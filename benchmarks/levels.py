"""The ladders of the levels: how strong each is, at tables of two, three and four.

At tables of two, levels meet that are `APART`. At larger ones, neighbours do, in groups one larger
than a table; every table that can be formed from a group plays duplicate deals. One Plackett-Luce
model of all games of a size rates the levels, and is tested: does it fit, and do the ratings of all
other games predict those of two levels? `ANCHOR` has the same rating at every size, and the
intervals are those of the difference from it.

    python benchmarks/levels.py --blocks 60,12,4 --ledgers build/levels --write
    python benchmarks/levels.py --lowest 13 --blocks 60,0,0 --write
    python benchmarks/levels.py --people --blocks 60,12,4 --write

The levels for programs, `club-n`, are one ladder. With `--people` the levels that play like people
are another, with the anchor among them.

Tables whose bots all have at most `QUICK` iterations take far less time than others, so they get
`TIMES` as many deals. Every game is kept in the folder of ledgers, so a run that was stopped
goes on. A bot whose play has changed starts over, and games played by other code are refused.
"""

from __future__ import annotations

import datetime
import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from hashlib import sha256
from math import sqrt
from pathlib import Path

import click

from covert_bots.arena.attempt import Attempt, Outcome
from covert_bots.arena.backend import LocalProcesses
from covert_bots.arena.course import Progress
from covert_bots.arena.driver import Driver
from covert_bots.arena.errors import LedgerError, OutageError
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan, PlanSettings
from covert_bots.arena.statistics.elo import share_interval
from covert_bots.arena.statistics.plackett_luce import Choice, Table, fit
from covert_bots.arena.statistics.predictions import Prediction, predictions
from covert_bots.covert.catalogue import CATALOGUE, LEVELS
from covert_bots.covert.game import Covert
from covert_bots.covert.person import Person
from covert_bots.covert.signature import signature
from covert_bots.players.amounts import numbered
from covert_bots.players.cores import cores
from covert_bots.players.match import seed_of

ANCHOR, ANCHOR_ELO = "greedy", 1000
ANCHOR_PLACE = 2  # in the ladder of the levels that play like people: it is as strong as `easy`
# Where only neighbours meet, what a prior takes off each step adds up: in 1,000 simulated ladders
# of each size a prior of 1 game made the top 54 to 85 Elo too low, and this one at most 7 too high.
PRIOR = 0.05
QUICK, TIMES = 100, 5
APART = (1, 2, 3, 5)  # steps between the levels of a game of two
GAME = Covert()
MEASURED = ("blocks", "dates", "card_sets", "priors", "levels", "fits")  # by number of players


def plans_of(specs: Sequence[str], players: int, blocks: int) -> list[Plan]:
    """Return the plans of a size, those of the weaker levels first."""
    plans = []
    for bots in groups(specs, players):
        seed = seed_of("levels", players, *bots)
        deals = blocks * TIMES if max(map(iterations, bots)) <= QUICK else blocks
        settings = PlanSettings(bots, players, deals, seed, card_set=GAME.card_set)
        settings.check_entrants(GAME)
        plans.append(Plan(settings))
    return plans


def groups(specs: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Return the levels that meet: of two players all pairs that are `APART`; else each run of
    `players` + 1 neighbours."""
    if players == 2:
        return [
            (specs[place - apart], specs[place])
            for place in range(len(specs))
            for apart in APART
            if apart <= place
        ]
    wide = min(players + 1, len(specs))
    return [tuple(specs[first : first + wide]) for first in range(len(specs) - wide + 1)]


def iterations(spec: str) -> int:
    """Return the iterations of a decision; 0 if the bot does not search."""
    budget = CATALOGUE.make(spec).budget()
    return 0 if budget is None else budget.iterations or 0


def ledger_of(plan: Plan, folder: Path) -> Path:
    """Return the ledger for a plan and the current play of its bots."""
    now = [signature(GAME.cards, bot) for bot in plan.settings.bots]
    return folder / f"{sha256(' '.join([plan.key, *now]).encode()).hexdigest()[:16]}.ledger"


def played(
    plan: Plan, file: Path, workers: int, title: str, *, actions: bool = False
) -> list[Attempt]:
    """Return the games of a plan, perhaps with their actions; play first those that are not in its
    ledger."""
    with Ledger(file) as ledger:
        try:
            driver = Driver(plan, ledger)
        except LedgerError as error:  # e.g. the code has changed
            raise click.ClickException(str(error)) from None
        with click.progressbar(length=plan.games, label=title, file=sys.stderr) as bar:
            bar.update(driver.progress.done)

            def show(_: Attempt, progress: Progress) -> None:
                bar.update(progress.done + progress.missing - bar.pos)

            driver.on_attempt = show
            if not driver.over:
                with LocalProcesses(plan.settings, GAME, workers) as backend:
                    try:
                        driver.run(backend)
                    except OutageError as error:
                        raise click.ClickException(str(error)) from None
        return list(ledger.attempts(plan, actions=actions))


def in_whole_blocks(plan: Plan, attempts: Sequence[Attempt]) -> list[Attempt]:
    """Return the finished games of each deal that was finished in all rotations: an incomplete
    block would measure seats as well as bots. Print how many are left out."""
    blocks: dict[int, list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        if attempt.outcome is Outcome.FINISHED:
            blocks[attempt.fixture.block].append(attempt)
    whole = [games for games in blocks.values() if len(games) == plan.rotations]
    left_out = len({attempt.fixture.block for attempt in attempts}) - len(whole)
    if left_out:
        click.echo(f"left out {numbered(left_out, 'block')} with unfinished games", err=True)
    return [game for games in whole for game in games]


def games(
    specs: Sequence[str], players: int, blocks: int, workers: int, folder: Path
) -> list[Choice]:
    """Play the games of a size, and print the time of each level."""
    plans = plans_of(specs, players, blocks)
    choices, cpu, decisions = [], [0.0] * len(specs), [0] * len(specs)
    deals = 0
    for number, plan in enumerate(plans):
        title = f"{players} players, {number + 1} of {len(plans)}"
        for game in in_whole_blocks(plan, played(plan, ledger_of(plan, folder), workers, title)):
            bots = tuple(specs.index(plan.settings.bots[seat]) for seat in game.fixture.seats)
            choices.append(Choice(deals + game.fixture.block, bots, game.winners))
            for bot, figures in zip(bots, game.figures, strict=True):
                cpu[bot] += figures.cpu_seconds
                decisions[bot] += figures.decisions
        deals += len(plan)
    for spec, seconds, many in zip(specs, cpu, decisions, strict=True):
        print(f"{players} players  {spec:<40} {1000 * seconds / max(1, many):8.2f} ms a decision")
    return choices


def ratings(specs: Sequence[str], table: Table) -> Ratings:
    """Return the rating of each spec by a fitted table."""
    anchor = specs.index(ANCHOR)
    shift = ANCHOR_ELO - table.elo[anchor].mean
    return {
        spec: {"elo": round(elo.mean + shift), "margin": round(margins[anchor])}
        for spec, elo, margins in zip(specs, table.elo, table.margins, strict=True)
    }


def moved(before: Ratings, now: Ratings) -> Ratings:
    """Return ratings of levels as far above the first of them as before; the first is rated anew.
    Where only neighbours met, the squares of the margins add up from step to step."""
    (lowest, first), *others = before.items()
    return {
        spec: {
            "elo": now[lowest]["elo"] + old["elo"] - first["elo"],
            "margin": round(
                sqrt(now[lowest]["margin"] ** 2 + max(0, old["margin"] ** 2 - first["margin"] ** 2))
            ),
        }
        for spec, old in others
    }


def tests_of_fit(
    table: Table, choices: Sequence[Choice], levels: int, players: int
) -> dict[str, object]:
    """Return the chance of games that fit no better and, for two players, the shares of the pairs
    at each distance, as measured and as the ratings of all other games predict."""
    tests: dict[str, object] = {}
    if table.goodness is not None:
        tests["chance"] = round(table.goodness.chance, 4)
    if players == 2:
        made = predictions(choices, levels, PRIOR)
        tests["apart"] = {
            str(apart): together(pairs)
            for apart in APART
            if (pairs := [pair for pair in made if pair.second - pair.first == apart])
        }
    return tests


def together(pairs: Sequence[Prediction]) -> dict[str, float]:
    """Return the figures of all games of some pairs; the shares are those of the stronger."""
    shares = [share for pair in pairs for share in pair.shares]
    won = share_interval(shares)
    predicted = sum(pair.predicted.mean * len(pair.shares) for pair in pairs) / len(shares)
    return {
        "pairs": len(pairs),
        "fit": sum(pair.fits for pair in pairs),
        "games": 2 * len(shares),
        "won": round(won.mean, 4),
        "low": round(won.low, 4),
        "high": round(won.high, 4),
        "predicted": round(predicted, 4),
    }


Ratings = dict[str, dict[str, int]]


def numbers(_: click.Context, param: click.Parameter, text: str) -> list[int]:
    """Read three whole numbers separated by commas."""
    parts = text.split(",")
    if len(parts) != 3 or not all(part.isdigit() for part in parts):
        raise click.BadParameter(f"{text!r}; expected three whole numbers, such as 60,12,4")
    return [int(part) for part in parts]


FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command(help="How strong each level is, at tables of two, three and four.")
@click.option(
    "--blocks",
    callback=numbers,
    default="60,12,4",
    show_default=True,
    help=f"Deals for each table of two, three and four; tables whose bots all have at most {QUICK} "
    f"iterations get {TIMES} times as many; 0 keeps a size's current ratings.",
)
@click.option("--people", is_flag=True, help="Measure the levels that play like people.")
@click.option(
    "--lowest",
    type=click.IntRange(1),
    help="In games of two, measure only this many of the weakest levels; the others stay as far "
    "above these as they are.",
)
@click.option("--ledgers", type=FOLDER, default=Path("build/levels"), show_default=True)
@click.option("--workers", type=click.IntRange(1), default=cores)
@click.option("--write", is_flag=True, help="Write the ratings into the file of the levels.")
def main(
    blocks: list[int], people: bool, lowest: int | None, ledgers: Path, workers: int, write: bool
) -> None:
    ladder, key = (people_specs(), "people") if people else (club_specs(), "measured")
    if ANCHOR not in ladder[:lowest]:
        raise click.UsageError(f"--lowest {lowest}: expected enough levels to have {ANCHOR}")
    ledgers.mkdir(parents=True, exist_ok=True)
    tree = json.loads(LEVELS.read_text(encoding="utf-8"))
    measured = {name: dict(tree.get(key, {}).get(name, {})) for name in MEASURED}
    rated = tree["ratings"]
    for players, deals in zip(GAME.players, blocks, strict=True):
        if not deals:
            continue
        size = str(players)
        specs = ladder[:lowest] if players == 2 else ladder
        choices = games(specs, players, deals, workers, ledgers)
        table = fit(choices, len(specs), players, prior=PRIOR)
        now = ratings(specs, table)
        if len(specs) < len(ladder):
            now |= moved({spec: rated[spec][size] for spec in ladder[len(specs) - 1 :]}, now)
        for spec, rating in now.items():
            rated.setdefault(spec, {})[size] = rating
            print(f"{players} players  {spec:<40} {rating['elo']:>5} +-{rating['margin']:<4}")
        fitted = tests_of_fit(table, choices, len(specs), players)
        print(f"{players} players  {json.dumps(fitted)}")
        day = datetime.date.today().isoformat()
        values = deals, day, GAME.card_set, PRIOR, len(specs), fitted
        for name, value in zip(MEASURED, values, strict=True):
            measured[name][size] = value
    if write:
        sizes = ",".join(str(measured["blocks"].get(str(size), 0)) for size in GAME.players)
        only = f"--lowest {lowest} " if lowest else ""
        tree[key] = {
            "command": "python benchmarks/levels.py "
            f"{'--people ' * people}{only}--blocks {sizes} --write",
            **measured,
        }
        kept = {level.spec for level in CATALOGUE.levels}
        tree["ratings"] = {spec: rating for spec, rating in rated.items() if spec in kept}
        LEVELS.write_text(json.dumps(tree, indent=2) + "\n", encoding="utf-8")


def club_specs() -> list[str]:
    """Return the specs of the levels for programs, the weakest first."""
    return [level.spec for level in CATALOGUE.levels if "-" in level.name]


def people_specs() -> list[str]:
    """Return the specs of the levels that play like people and the anchor, the weakest first."""
    specs = [level.spec for level in CATALOGUE.levels if level.spec.startswith(f"{Person.name}:")]
    return [*specs[:ANCHOR_PLACE], ANCHOR, *specs[ANCHOR_PLACE:]]


if __name__ == "__main__":
    main()
