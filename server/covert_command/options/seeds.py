"""`--seed`."""

from __future__ import annotations

import secrets

import click

LARGEST_SEED = (1 << 64) - 1

seed = click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    help="Seed for the dice and decks.  [default: a random one]",
)


def seed_of(given: int | None) -> int:
    """Return the given seed, or a random one."""
    return secrets.randbits(32) if given is None else given
