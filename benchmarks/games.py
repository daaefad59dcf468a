"""What games look like when bots play them: length, ends, seats, characters, points by source.

    python benchmarks/games.py greedy --games 300 --seed 1 --workers 2

Bots named after each other take neighbouring seats, moved on by one each game; one bot takes all
seats. What is found does not depend on the number of workers.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache, partial
from multiprocessing import get_context
from statistics import quantiles

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from covert_bots.arena.statistics.elo import Interval, mean_interval, share_interval
from covert_bots.catalogue import BotSpecError, make
from covert_bots.match import GameResult, SeatResult, play_game, seed_of
from covert_engine.covert.cards import CompiledSet, compile, house_set

TIERS = {"missions to 5": 5, "missions to 8": 8, "missions to 11": 11, "missions above": 99}


@dataclass(frozen=True)
class Balance:
    """How games with so many players went. Intervals are 95 % ones."""

    players: int
    games: int
    rounds: Interval
    rounds_spread: tuple[float, float, float]  # 5 %, 50 % and 95 % of games are that long
    decisions: Interval
    ended_by_sixth_mission: float  # share of games; the others by the last round
    winning_score: Interval
    score: Interval
    bots: dict[str, Interval]  # part of the victory, ties split
    seats: list[Interval]
    characters: dict[str, Interval]
    points: dict[str, float]  # of a seat, by source
    missions: dict[str, float]  # completions a game, by mission


@cache
def cards() -> CompiledSet:
    """The house set, compiled once a process."""
    return compile(house_set())


def game(specs: Sequence[str], players: int, seed: int, number: int) -> GameResult:
    """Plays one game; a worker's task."""
    bots = [make(specs[(seat + number) % len(specs)]) for seat in range(players)]
    return play_game(cards(), bots, seed_of(seed, players, number))


def balance(games: Sequence[GameResult]) -> Balance:
    """The figures of games with the same number of players."""
    source = cards().source
    taken = [
        (seat, result.seats[seat], result.share(seat))
        for result in games
        for seat in range(len(result.seats))
    ]
    points = Counter[str]()
    missions = Counter[str]()
    for _, one, _ in taken:
        points.update(_points(one))
        missions.update(f"M{mission + 1}" for mission in one.missions)
    spread = quantiles([result.rounds for result in games], n=20, method="inclusive")
    return Balance(
        players=len(games[0].seats),
        games=len(games),
        rounds=mean_interval([result.rounds for result in games]),
        rounds_spread=(spread[0], spread[9], spread[-1]),
        decisions=mean_interval([result.decisions for result in games]),
        ended_by_sixth_mission=sum(result.sixth_mission for result in games) / len(games),
        winning_score=mean_interval([max(result.scores) for result in games]),
        score=mean_interval([sum(result.scores) / len(result.scores) for result in games]),
        bots=_shares([(one.bot, share) for _, one, share in taken]),
        seats=list(_shares([(str(seat), share) for seat, _, share in taken]).values()),
        characters=_shares(
            [(source.characters[one.character].name, share) for _, one, share in taken]
        ),
        points={name: points[name] / len(taken) for name in (*TIERS, "codes")},
        missions={
            f"M{number}": missions[f"M{number}"] / len(games)
            for number in range(1, len(source.missions) + 1)
        },
    )


def _points(seat: SeatResult) -> Counter[str]:
    found = Counter({"codes": 2 * seat.codes})
    for mission in seat.missions:
        worth = cards().source.missions[mission].points
        found[next(name for name, most in TIERS.items() if worth <= most)] += worth
    return found


def _shares(pairs: Sequence[tuple[str, float]]) -> dict[str, Interval]:
    """The mean share of each name."""
    shares: dict[str, list[float]] = {}
    for name, share in sorted(pairs):
        shares.setdefault(name, []).append(share)
    return {name: share_interval(found) for name, found in shares.items()}


def show(found: Balance, console: Console) -> None:
    """Prints a report for people."""
    table = Table(title=f"{found.players} players, {found.games} games", title_style="")
    table.add_column("")
    table.add_column("mean", justify="right")
    table.add_column("95 % interval", justify="right")
    for name, one in (
        ("rounds", found.rounds),
        ("decisions", found.decisions),
        ("winning score", found.winning_score),
        ("score", found.score),
    ):
        table.add_row(name, f"{one.mean:.1f}", f"{one.low:.1f} to {one.high:.1f}")
    shares = {
        **{f"wins of {name}": one for name, one in found.bots.items()},
        **{f"wins in seat {seat}": one for seat, one in enumerate(found.seats)},
        **{f"wins as {name}": one for name, one in found.characters.items()},
    }
    for name, one in shares.items():
        table.add_row(name, f"{one.mean:.1%}", f"{one.low:.1%} to {one.high:.1%}")
    console.print(table)
    low, middle, high = found.rounds_spread
    console.print(f"Rounds: 5 % {low:.0f}, 50 % {middle:.0f}, 95 % {high:.0f} or fewer.")
    console.print(f"Ended by a sixth mission: {found.ended_by_sixth_mission:.1%}.")
    points = ", ".join(f"{name} {value:.1f}" for name, value in found.points.items())
    console.print(f"Points of a seat: {points}.\n")


@click.command(help="What games look like when these bots play them.")
@click.argument("bots", nargs=-1, required=True)
@click.option("--games", type=click.IntRange(20), default=300, show_default=True, help="Each.")
@click.option("--players", type=click.IntRange(2, 4), multiple=True, default=(2, 3, 4))
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of all deals.")
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True, help="Processes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def main(
    bots: tuple[str, ...],
    games: int,
    players: tuple[int, ...],
    seed: int,
    workers: int,
    as_json: bool,
) -> None:
    try:
        specs = [str(make(spec)) for spec in bots]
    except BotSpecError as error:
        raise click.UsageError(str(error)) from None
    found = []
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for count in players:
            played = track(
                pool.map(partial(game, specs, count, seed), range(games)),
                description=f"{count} players",
                total=games,
                console=Console(stderr=True),
                disable=as_json,
            )
            found.append(balance(list(played)))
    if as_json:
        click.echo(json.dumps([asdict(one) for one in found], indent=2))
    else:
        for one in found:
            show(one, Console())


if __name__ == "__main__":
    main()
