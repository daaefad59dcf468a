"""Names of bots that no spec can name, as the arena takes them: `module:name`.

A name is a kind of bot and what is to be other than usual, joined by two underscores, each with its
figure after one more; p stands for the point of a fraction: `ismcts__cpu_seconds_0p01__horizon_2`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from covert_bots.covert.catalogue import make
from covert_bots.players.bot import Bot


def read(name: str) -> tuple[Bot, dict[str, str]]:
    """Return the bot with the named ones of its parameters, and all other figures."""
    kind, *parts = name.split("__")
    named = (part.rpartition("_") for part in parts)
    figures = {key: figure.replace("p", ".") for key, _, figure in named}
    known = {parameter.name for parameter in make(kind).parameters} & set(figures)
    given = ",".join(f"{key}={figures.pop(key)}" for key in sorted(known))
    return make(f"{kind}:{given}" if given else kind), figures


def write(kind: str, figures: Mapping[str, float]) -> str:
    """Return the name that `read` reads."""
    words = (f"{key}_{figure:g}".replace(".", "p") for key, figure in figures.items())
    return "__".join([kind, *words])


def attributes(bot_of: Callable[[str], Bot]) -> Callable[[str], Callable[[], Bot]]:
    """Return the `__getattr__` of a module all of whose names are bots."""

    def attribute(name: str) -> Callable[[], Bot]:
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda: bot_of(name)

    return attribute
