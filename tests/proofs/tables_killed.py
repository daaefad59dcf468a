"""Kills servers fifty times in games at their tables, and compares these with games without a kill.

    PYTHONPATH=tests python tests/proofs/tables_killed.py [--postgres] [--kills 50]

Each game is played twice with the same seed and the same choices of its people: once on servers
that nobody kills, once on servers of which one is killed by SIGKILL again and again while a person
acts. The records must be the same, action by action, and the numbers of each seat's news must go on
without a gap. There is one server with a file, or with `--postgres` there are two with one database
of PostgreSQL, to which the calls go in turn.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tables.killing import Victim, played_game
from tables.postgres import running_postgres


def main() -> None:
    """Play until there were enough kills."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--in-a-game", type=int, default=5)
    options = parser.parse_args()
    with ExitStack() as running:
        folder = running.enter_context(tempfile.TemporaryDirectory())
        victims = [Victim(str(Path(folder) / "tables.db"))]
        if options.postgres:
            place = running.enter_context(running_postgres()).new_database()
            victims = [Victim(place), Victim(place)]
        play(victims, options.kills, options.in_a_game)


def play(victims: list[Victim], kills: int, in_a_game: int) -> None:
    """Play games until a server was killed so many times."""
    killed = actions = games = 0
    start = time.monotonic()
    for victim in victims:
        victim.start()
    while killed < kills:
        game = ("covert", "covert_action")[games % 2]
        undisturbed = played_game(victims, game, seed=games)
        disturbed = played_game(victims, game, games, min(in_a_game, kills - killed))
        assert disturbed == undisturbed, f"game {games} differs"
        games, actions = games + 1, actions + len(undisturbed)
        killed = sum(victim.kills for victim in victims)
        print(f"game {games}, {game}: {len(undisturbed)} actions, {killed} kills", flush=True)
    for victim in victims:
        victim.kill()
    print(f"{games} games of {actions} actions, {killed} kills: none lost, none doubled")
    print(f"{time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
