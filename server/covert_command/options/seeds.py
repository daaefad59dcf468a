"""`--seed`."""

from __future__ import annotations

import secrets

import click

from covert_bots.arena.plan import SECRET

LARGEST_SEED = (1 << 64) - 1


class Seed(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic since click 8.2
    """A number, or the secret of a tournament."""

    name = "seed"

    def convert(
        self, value: int | str, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | str:
        text = str(value)
        if SECRET.fullmatch(text):
            return text
        number: int = click.IntRange(0, LARGEST_SEED).convert(text, param, ctx)  # type: ignore[arg-type]
        return number


seed = click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    help="Seed for the dice and decks.  [default: a random one]",
)


def seed_of(given: int | None) -> int:
    """Return the given seed, or a random one."""
    return secrets.randbits(32) if given is None else given
