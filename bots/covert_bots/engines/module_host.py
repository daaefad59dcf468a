"""The engine that plays by a factory of a module: `python -m covert_bots.engines.module_host
MODULE FACTORY`.

The factory makes a bot for each game, with `choose(view, seed)`. What it prints is not shown.
"""

from __future__ import annotations

import sys

from covert_bots.engines.answering import answer, own_pipes
from covert_bots.engines.module_player import ModulePlayer


def main(module: str, factory: str) -> None:
    """Answer on standard input and output, which the bot does not get."""
    with own_pipes() as (incoming, outgoing):
        answer(ModulePlayer(module, factory), incoming, outgoing)


if __name__ == "__main__":
    main(*sys.argv[1:3])
