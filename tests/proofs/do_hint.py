"""`do hint` against a hint at each decision: games on the same deals, against the same opponent.

    python tests/proofs/do_hint.py --pairs 200 --out tests/proofs/do_hint.txt

A pair is two games of two players on one deal, from one seat, against a level. In the first the
seat plays as `do hint` does on the screen, by the code of the screen without the screen: a turn by
hints. In the second it takes one hint at each decision. Every deal has a pair from each seat. Both
have the same iterations and seeds, and the searches are done for each. The opponent has the same
seed in both.

The result is the difference of the wins per game, with the interval of a share of the wins over
deals, which are independent (`covert_bots/arena/statistics`). `--out` keeps the pairs: the same
command resumes. Exits with 1 if `do hint` surely wins less.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import click
from rich.progress import track

from covert_bots import make
from covert_bots.arena.statistics.elo import share_interval
from covert_bots.covert.hinted_turn import HintedTurn, in_any_order
from covert_bots.players.bot import Bot
from covert_engine.covert import CompiledSet, State, View
from covert_engine.covert.cards import house_set

SEATS = 2
Chosen = Callable[[View], int]


class Pair(NamedTuple):
    """The results of two games."""

    seed: int
    seat: int
    won: float  # of `do hint`, 0 to 1
    won_singly: float  # of a hint at each decision
    margin: int  # points, of `do hint`
    margin_singly: int
    decisions: int  # of `do hint`
    same: int  # 1 if both games have the same actions


def by_turns(adviser: Bot) -> Chosen:
    """Return the choices of `do hint`, typed whenever the player is asked."""
    turn: HintedTurn | None = None

    def choose(view: View) -> int:
        nonlocal turn
        if turn is None or not turn.goes_on(view):
            turn = HintedTurn(view)
        return turn.step(view, adviser.suggest(in_any_order(view)))[0]

    return choose


def singly(adviser: Bot) -> Chosen:
    """Return the choices of a player who asks for a hint at each decision."""
    return lambda view: adviser.suggest(in_any_order(view)).moves[0].action


def game(seed: int, seat: int, choose: Chosen, opponent: Bot) -> tuple[State, list[int], int]:
    """Play a game; return its end, its actions, and the decisions of the seat."""
    source = house_set()
    state = State.deal(CompiledSet(source, source.options), SEATS, seed)
    actions: list[int] = []
    own = 0
    while state.actor is not None:
        view = state.view(state.actor)
        own += state.actor == seat
        actions.append(choose(view) if state.actor == seat else opponent.choose(view, seed))
        state.play(actions[-1])
    return state, actions, own


def pair(place: int, *, iterations: int, opponent: str) -> Pair:
    """Play a pair: its deal and its seat follow from its place."""
    seed, seat = divmod(place, SEATS)
    ends = []
    for way in (by_turns, singly):
        choose = way(make(f"ismcts:iterations={iterations}"))
        ends.append(game(seed, seat, choose, make(opponent)))
    (end, actions, own), (other, others, _) = ends
    return Pair(
        seed,
        seat,
        _won(end, seat),
        _won(other, seat),
        _margin(end, seat),
        _margin(other, seat),
        own,
        int(actions == others),
    )


def _won(state: State, seat: int) -> float:
    winners = state.winners()
    return (seat in winners) / len(winners)


def _margin(state: State, seat: int) -> int:
    scores = state.scores()
    return scores[seat] - scores[1 - seat]


def told(pairs: list[Pair], iterations: int, opponent: str) -> str:
    """Return the result of these pairs, and whether `do hint` surely wins less."""
    by_deal: dict[int, list[Pair]] = {}
    for each in pairs:
        by_deal.setdefault(each.seed, []).append(each)
    blocks = [
        sum(each.won - each.won_singly for each in block) / SEATS
        for block in by_deal.values()
        if len(block) == SEATS
    ]
    share = share_interval([(1 + difference) / 2 for difference in blocks])
    mean, low, high = (2 * end - 1 for end in (share.mean, share.low, share.high))
    spread = Counter(SEATS * difference for difference in blocks)
    wins, singly_won = (sum(column) for column in list(zip(*pairs, strict=True))[2:4])
    points = sum(each.margin - each.margin_singly for each in pairs) / len(pairs)
    return "\n".join(
        [
            f"{len(pairs)} pairs of games on {len(by_deal)} deals against {opponent}, "
            f"ismcts:iterations={iterations}",
            f"wins: {wins:g} by `do hint`, {singly_won:g} by a hint at each decision",
            f"difference of wins per game: {mean:+.3f}, 95 % interval {low:+.3f} to {high:+.3f} "
            f"({len(blocks)} deals, both seats of each)",
            "wins by which a deal differs: "
            + ", ".join(f"{wins:+g} x{count}" for wins, count in sorted(spread.items())),
            f"difference of margins per game: {points:+.2f} points",
            f"the same actions in {sum(each.same for each in pairs)} pairs; "
            f"{sum(each.decisions for each in pairs) / len(pairs):.0f} decisions a game",
            "surely fewer wins by `do hint`" if high < 0 else "no fewer wins by `do hint`",
            "",
        ]
    )


@click.command(help="Plays pairs of games and compares the wins.")
@click.option("--pairs", default=200, show_default=True, help="How many; an even number.")
@click.option("--iterations", default=100, show_default=True, help="Of each search.")
@click.option("--opponent", default="medium", show_default=True, help="The other seat.")
@click.option("--workers", default=1, show_default=True, help="Processes.")
@click.option("--out", type=click.Path(path_type=Path), help="Also write the result here.")
def main(pairs: int, iterations: int, opponent: str, workers: int, out: Path | None) -> None:
    start = time.monotonic()
    kept = None if out is None else out.with_suffix(".pairs")
    setting = f"{opponent} {iterations}"
    done = [] if kept is None or not kept.exists() else _read(kept, setting)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        play = partial(pair, iterations=iterations, opponent=opponent)
        results = pool.map(play, range(len(done), pairs))
        for result in track(results, total=pairs - len(done), description="pairs"):
            done.append(result)
            if kept is not None:
                lines = (" ".join(map(str, each)) for each in done)
                kept.write_text("\n".join([setting, *lines, ""]), encoding="utf-8")
    text = told(done[:pairs], iterations, opponent)
    print(text, end="")
    print(f"{time.monotonic() - start:.0f} s")
    if out is not None:
        out.write_text(text, encoding="utf-8")
    sys.exit("surely fewer" in text)


def _read(kept: Path, setting: str) -> list[Pair]:
    first, *lines = kept.read_text(encoding="utf-8").splitlines()
    if first != setting:
        raise click.ClickException(f"{kept}: of {first!r}; expected {setting!r}, or no file")
    pairs = []
    for line in lines:
        seed, seat, won, won_singly, *rest = line.split()
        pairs.append(Pair(int(seed), int(seat), float(won), float(won_singly), *map(int, rest)))
    return pairs


if __name__ == "__main__":
    main()
