"""The manners of the levels for people: what they do in games of two against a strong bot.

    python benchmarks/manners.py --deals 30,30,30,30,4 --ledgers build/manners --write

Every deal is played twice, with the seats exchanged. The figures are means for each round of a
level's seat; an interval is that of a mean over deals. Every game is kept, as in `levels.py`, so a
run that was stopped goes on.
"""

from __future__ import annotations

import datetime
import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from math import sqrt
from pathlib import Path

import click
from levels import FOLDER, GAME, in_whole_blocks, ledger_of, played

from covert_bots.arena.attempt import Attempt
from covert_bots.arena.plan import Plan, PlanSettings
from covert_bots.covert.catalogue import CATALOGUE, LEVELS
from covert_bots.players.match import seed_of
from covert_engine.covert.rules.actions import Ability, Kind, Target, unpack

STRONG = "ismcts:iterations=240"  # its opponent: `club-14`, which is no level for people
MANNERS = ("flights", "dice_unused", "first", "codes", "discarded")
CIRCLES = (
    Target.COMPLETE_CIRCLE,
    Target.MISSION_CIRCLE,
    Target.AGENCY_CIRCLE,
    Target.MOVEMENT_CIRCLE,
)
BOUND = 1.96  # standard errors of a 95 % interval


def manners(attempt: Attempt, seat: int) -> Counter[str]:
    """Count what a seat does in a game. The engine takes a die back by itself where that is the
    only choice, so unused dice are those on circles less those that had an effect."""
    state, counts = GAME.deal(len(attempt.fixture.seats), attempt.fixture.seed), Counter[str]()
    for number in attempt.actions:
        action, last = unpack(number), state.phase == "last_mission"
        if state.actor == seat:
            match action.kind:
                case Kind.FLY:
                    counts["flights"] += 1
                case Kind.PLACE if action.second in CIRCLES:
                    counts["dice_unused"] += 1
                case Kind.TAKE_MISSION:
                    counts["dice_unused"] -= 1
                case Kind.COMPLETE if not last:
                    counts["dice_unused"] -= 1
                case Kind.TAKE_AGENCY:
                    counts["dice_unused"] -= action.second
                case Kind.MOVE:
                    counts["dice_unused"] -= action.first
                case Kind.USE if action.first == Ability.FIRST:
                    counts["first"] += 1
                case Kind.CLAIM:
                    counts["codes"] += 1
                case Kind.DISCARD | Kind.DISCARD_MISSION:
                    counts["discarded"] += 1
        state.play(number)
    return counts


def means(attempts: Iterable[Attempt]) -> dict[str, dict[str, float]]:
    """Return each of the manners of bot 0: its mean for each round, and half of its 95 % interval,
    over deals."""
    rounds: Counter[int] = Counter()
    totals: dict[str, Counter[int]] = defaultdict(Counter)
    for attempt in attempts:
        deal, seat = attempt.fixture.block, attempt.fixture.seats.index(0)
        rounds[deal] += attempt.rounds
        for name, count in manners(attempt, seat).items():
            totals[name][deal] += count
    every, deals = sum(rounds.values()), len(rounds)
    figures = {}
    for name in MANNERS:
        mean = sum(totals[name].values()) / every
        # The variance of a ratio of two means.
        square = sum((totals[name][deal] - mean * rounds[deal]) ** 2 for deal in rounds)
        error = sqrt(square * deals / max(1, deals - 1)) / every
        figures[name] = {"mean": round(mean, 4), "margin": round(BOUND * error, 4)}
    return figures


@click.command(help="What each level for people does in games of two against a strong bot.")
@click.option(
    "--deals",
    default="30,30,30,30,4",
    show_default=True,
    help="Deals of each level, two games each.",
)
@click.option("--ledgers", type=FOLDER, default=Path("build/manners"), show_default=True)
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True)
@click.option("--write", is_flag=True, help="Write the figures into the file of the levels.")
def main(deals: str, ledgers: Path, workers: int, write: bool) -> None:
    people = [level for level in CATALOGUE.levels if level.description]
    counts = [int(part) for part in deals.split(",") if part.isdigit()]
    if len(counts) != len(people):
        raise click.BadParameter(
            f"{deals!r}; expected {len(people)} whole numbers, such as 9,9,9,9,2"
        )
    ledgers.mkdir(parents=True, exist_ok=True)
    rows = {}
    for level, blocks in zip(people, counts, strict=True):
        if not blocks:
            continue
        bots = (level.spec, STRONG)
        seed = seed_of("manners", STRONG)  # the same deals for all levels
        settings = PlanSettings(bots, 2, blocks, seed, card_set=GAME.card_set)
        settings.check_entrants(GAME)
        plan = Plan(settings)
        games = played(plan, ledger_of(plan, ledgers), workers, level.name, actions=True)
        whole = in_whole_blocks(plan, games)
        figures = means(whole)
        rows[level.spec] = {
            "games": len(whole),
            "rounds": sum(game.rounds for game in whole),
            **figures,
        }
        shown = (
            f"{name} {part['mean']:.3f} +-{part['margin']:.3f}" for name, part in figures.items()
        )
        print(f"{level.name:<9} {len(whole):>4} games  {'  '.join(shown)}", flush=True)
    if write:
        tree = json.loads(LEVELS.read_text(encoding="utf-8"))
        tree["manners"] = {
            "command": f"python benchmarks/manners.py --deals {deals} --write",
            "against": STRONG,
            "date": datetime.date.today().isoformat(),
            "card_set": GAME.card_set,
            "levels": rows,
        }
        LEVELS.write_text(json.dumps(tree, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
