"""The uses of a bot's dice, and how many come to nothing.

    python benchmarks/games/dice.py --bot ismcts:iterations=250 --games 40
    python benchmarks/games/dice.py --bot greedy --games 40 --players 4

Games of a bot against itself. Prints how many dice of all seats a game places on each circle, in
the folder and on the Decoder, how many of those on circles are forfeited, and in which phase the
abilities are used that could be used in several.
"""

from __future__ import annotations

from collections import Counter
from multiprocessing import Pool
from typing import NamedTuple

import click

from covert_bots.covert.catalogue import make
from covert_bots.players.cores import cores
from covert_bots.players.match import seed_of
from covert_command.options.game_choice import SpecOfGame
from covert_engine.covert import CompiledSet, State, format_action, house_set

FREE = ("move-x3", "search")  # abilities of more than one phase


class Task(NamedTuple):
    """A game."""

    bot: str
    players: int
    number: int


def counted(task: Task) -> Counter[tuple[str, str]]:
    """Count the actions of a game, and with what or when."""
    cards, bot = CompiledSet(house_set()), make(task.bot)
    seed = seed_of(1, "dice", task.players, task.number)
    state = State.deal(cards, task.players, seed)
    counts: Counter[tuple[str, str]] = Counter()
    while state.actor is not None:
        action = bot.choose(state.view(state.actor), seed_of(seed, "bot"))
        what, *words = format_action(action, cards).split()
        if what == "place":
            counts[what, words[1]] += 1
        elif what == "forfeit":
            counts[what, words[0]] += 1
        elif what == "use" and words[0] in FREE:
            counts[words[0], state.phase] += 1
        state.play(action)
    return counts


@click.command(help="What a bot does with its dice, and how many come to nothing.")
@click.option("--bot", type=SpecOfGame(), default="ismcts:iterations=250", show_default=True)
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--games", type=click.IntRange(1), default=40, show_default=True)
@click.option("--workers", type=click.IntRange(1), default=cores)
def main(bot: str, players: int, games: int, workers: int) -> None:
    with Pool(workers) as pool:
        some = pool.map(counted, [Task(bot, players, number) for number in range(games)])
    total = sum(some, Counter())
    print(f"{bot}, {players} players, {games} games; a game, all seats together:")
    for what in ("place", "forfeit", *FREE):
        by = {word: number for (kind, word), number in total.items() if kind == what}
        parts = ", ".join(f"{word} {by[word] / games:.2f}" for word in sorted(by))
        print(f"  {what:<8} {sum(by.values()) / games:6.2f}  {parts}")


if __name__ == "__main__":
    main()
