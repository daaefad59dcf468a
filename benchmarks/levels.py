"""The ladders of the levels: how strong each is, at tables of two, three and four.

Neighbours on the ladder play each other, in groups one larger than a table; every table that can be
formed from a group plays duplicate deals. One Plackett-Luce model of all games of a size rates the
levels. `ANCHOR` has the same rating at every size, and the intervals are those of the difference
from it.

    python benchmarks/levels.py --blocks 60,12,4 --ledgers build/levels --write
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
from pathlib import Path

import click

from covert_bots.arena.attempt import Attempt, Outcome
from covert_bots.arena.backend import LocalProcesses
from covert_bots.arena.course import Progress
from covert_bots.arena.driver import Driver
from covert_bots.arena.errors import LedgerError, OutageError
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan, PlanSettings
from covert_bots.arena.statistics.plackett_luce import Choice, fit
from covert_bots.covert.catalogue import CATALOGUE, LEVELS
from covert_bots.covert.game import Covert
from covert_bots.covert.person import Person
from covert_bots.covert.signature import signature
from covert_bots.players.amounts import numbered
from covert_bots.players.cores import cores
from covert_bots.players.match import seed_of

ANCHOR, ANCHOR_ELO = "greedy", 1000
ANCHOR_PLACE = 2  # in the ladder of the levels that play like people: it is as strong as `easy`
# Only neighbours meet, so what a prior takes off each step adds up: in 1,000 simulated ladders of
# each size a prior of 1 game made the top 54 to 85 Elo too low, and this one at most 7 too high.
PRIOR = 0.05
QUICK, TIMES = 100, 5
GAME = Covert()


def neighbour_plans(specs: Sequence[str], players: int, blocks: int) -> list[Plan]:
    """Return the plans of a size: every table within each run of `players` + 1 neighbours."""
    wide = min(players + 1, len(specs))
    plans = []
    for first in range(len(specs) - wide + 1):
        bots = tuple(specs[first : first + wide])
        seed = seed_of("levels", players, *bots)
        deals = blocks * TIMES if max(map(iterations, bots)) <= QUICK else blocks
        settings = PlanSettings(bots, players, deals, seed, card_set=GAME.card_set)
        settings.check_entrants(GAME)
        plans.append(Plan(settings))
    return plans


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


def ratings(specs: Sequence[str], players: int, blocks: int, workers: int, folder: Path) -> Ratings:
    """Return the rating of each spec at tables of this size."""
    plans = neighbour_plans(specs, players, blocks)
    choices, cpu, decisions = [], [0.0] * len(specs), [0] * len(specs)
    deals = 0
    for number, plan in enumerate(plans):
        title = f"{players} players, {number + 1} of {len(plans)}"
        for game in in_whole_blocks(plan, played(plan, ledger_of(plan, folder), workers, title)):
            bots = tuple(number + seat for seat in game.fixture.seats)
            choices.append(Choice(deals + game.fixture.block, bots, game.winners))
            for bot, figures in zip(bots, game.figures, strict=True):
                cpu[bot] += figures.cpu_seconds
                decisions[bot] += figures.decisions
        deals += len(plan)
    table = fit(choices, len(specs), players, prior=PRIOR)
    anchor = specs.index(ANCHOR)
    shift = ANCHOR_ELO - table.elo[anchor].mean
    rated = {}
    for bot, (spec, elo) in enumerate(zip(specs, table.elo, strict=True)):
        rated[spec] = {
            "elo": round(elo.mean + shift),
            "margin": round(table.margins[bot][anchor]),
        }
        print(
            f"{players} players  {spec:<40} {rated[spec]['elo']:>5} +-{rated[spec]['margin']:<4}"
            f" {1000 * cpu[bot] / max(1, decisions[bot]):8.2f} ms a decision"
        )
    return rated


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
@click.option("--ledgers", type=FOLDER, default=Path("build/levels"), show_default=True)
@click.option("--workers", type=click.IntRange(1), default=cores)
@click.option("--write", is_flag=True, help="Write the ratings into the file of the levels.")
def main(blocks: list[int], people: bool, ledgers: Path, workers: int, write: bool) -> None:
    ladder, key = (people_specs(), "people") if people else (club_specs(), "measured")
    ledgers.mkdir(parents=True, exist_ok=True)
    tree = json.loads(LEVELS.read_text(encoding="utf-8"))
    measured, dates, card_sets, priors = (
        dict(tree.get(key, {}).get(name, {})) for name in ("blocks", "dates", "card_sets", "priors")
    )
    rated = tree["ratings"]
    for players, deals in zip(GAME.players, blocks, strict=True):
        if deals:
            measured[str(players)] = deals
            dates[str(players)] = datetime.date.today().isoformat()
            card_sets[str(players)] = GAME.card_set
            priors[str(players)] = PRIOR
            for spec, rating in ratings(ladder, players, deals, workers, ledgers).items():
                rated.setdefault(spec, {})[str(players)] = rating
    if write:
        sizes = ",".join(str(measured.get(str(players), 0)) for players in GAME.players)
        tree[key] = {
            "command": "python benchmarks/levels.py "
            f"{'--people ' * people}--blocks {sizes} --write",
            "blocks": measured,
            "dates": dates,
            "card_sets": card_sets,
            "priors": priors,
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
