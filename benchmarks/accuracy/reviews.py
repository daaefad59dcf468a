"""The stability of reviews, and their time: the costs of the same decisions by two seeds.

    python benchmarks/accuracy/reviews.py --games 4

Plays games of two quick bots, reviews a seat of each with two seeds of the adviser, and prints the
CPU time of a review, the rank correlation of the costs (Spearman's, ties averaged), and how many of
the worst decisions of one seed are mistakes by the other. A decision at which the adviser agrees
costs 0.
"""

from __future__ import annotations

import argparse
import time

from scipy.stats import spearmanr

from covert_bots.covert.catalogue import make
from covert_bots.covert.review import Review, SeatRecord, review
from covert_engine.covert import CompiledSet, Record, State, house_set
from covert_engine.search import Limit

WORST = 5  # decisions


def played(cards: CompiledSet, seed: int, bot: str) -> Record:
    """Return the record of a game for two."""
    state, player, actions = State.deal(cards, 2, seed), make(bot), []
    while state.actor is not None:
        action = player.choose(state.view(state.actor), seed)
        state.play(action)
        actions.append(action)
    source = cards.source
    return Record(source.digest, 2, seed, cards.options, tuple(actions))


def costs(judged: Review, places: list[int]) -> list[float]:
    """Return the cost of each decision."""
    by_place = {difference.after: difference.gain for difference in judged.differences}
    return [by_place.get(place, 0.0) for place in places]


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--bot", default="ismcts:iterations=100", help="plays the games")
    parser.add_argument("--iterations", type=int, default=1000, help="of each search")
    parser.add_argument("--seed", type=int, default=7, help="of the first game")
    options = parser.parse_args()
    cards, adviser = CompiledSet(house_set()), make("ismcts")
    for game in range(options.seed, options.seed + options.games):
        record = played(cards, game, options.bot)
        places = [choice.after for choice in SeatRecord(record, cards, 0).choices()]
        begun, reviews = time.process_time(), []
        for seed in (0, 1):
            reviews.append(review(record, cards, 0, adviser, Limit(options.iterations), seed))
        seconds = (time.process_time() - begun) / len(reviews)
        one, other = (costs(judged, places) for judged in reviews)
        differing = [place for place, pair in enumerate(zip(one, other, strict=True)) if any(pair)]
        of_all = spearmanr(one, other).statistic
        of_differing = spearmanr(
            [one[place] for place in differing], [other[place] for place in differing]
        ).statistic
        worst = [difference.after for difference in reviews[0].mistakes[:WORST]]
        again = {difference.after for difference in reviews[1].mistakes}
        print(
            f"game {game}: {len(record.actions)} decisions, {len(places)} judged, "
            f"{seconds:.0f} s CPU a review; rank correlation {of_all:.2f} of all, "
            f"{of_differing:.2f} of the {len(differing)} at which an adviser differs; "
            f"{len(again.intersection(worst))} of the worst {len(worst)} are mistakes again",
            flush=True,
        )


if __name__ == "__main__":
    main()
