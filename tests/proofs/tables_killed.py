"""Kills a server fifty times in games at its tables, and compares them with games without a kill.

    PYTHONPATH=tests python tests/proofs/tables_killed.py --store FILE

Each game is played twice with the same seed and the same choices of its people: once on a server
that nobody kills, once on one that is killed by SIGKILL while a person acts. The records must be
the same, action by action, and the numbers of each seat's news must go on without a gap. `--store`
is what `covert-bots serve --tables` takes: a file, or the address of a database of PostgreSQL.
"""

from __future__ import annotations

import argparse
import time

from tables.killing import Victim, played_game


def main() -> None:
    """Play until there were enough kills."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--store", required=True)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--in-a-game", type=int, default=5)
    options = parser.parse_args()
    victim, actions, games, start = Victim(options.store), 0, 0, time.monotonic()
    victim.start()
    while victim.kills < options.kills:
        game = ("covert", "covert_action")[games % 2]
        undisturbed = played_game(victim, game, seed=games)
        strikes = min(options.in_a_game, options.kills - victim.kills)
        disturbed = played_game(victim, game, seed=games, strikes=strikes)
        assert disturbed == undisturbed, f"game {games} differs"
        games, actions = games + 1, actions + len(undisturbed)
        print(f"game {games}, {game}: {len(undisturbed)} actions, {victim.kills} kills", flush=True)
    victim.kill()
    print(f"{games} games of {actions} actions, {victim.kills - 1} kills: none lost, none doubled")
    print(f"{time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
