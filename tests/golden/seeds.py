"""Games that meet the moments a collection lacks, to choose seeds by when cards have changed.

    PYTHONPATH=tests python -m golden.seeds --players 4 --seeds 200

On a build in place PYTHONPATH has `engine` too.
"""

from __future__ import annotations

from collections.abc import Set

import click

from rules.model.noted import NOTES

from .collection import COLLECTION, Golden


def lacking() -> Set[str]:
    """Return the moments that no shown part of the collection meets."""
    return set(NOTES).difference(*(golden.played()[1] for golden in COLLECTION))


@click.command(help=__doc__, context_settings={"show_default": True})
@click.option("--card-set", default="house")
@click.option("--players", default=2)
@click.option("--player", default="guided")
@click.option("--turned", multiple=True, help="An option that is not as in the card set.")
@click.option("--seeds", default=100, help="Tried are those from 1 on.")
def main(card_set: str, players: int, player: str, turned: tuple[str, ...], seeds: int) -> None:
    wanted = lacking()
    click.echo(f"lacking: {', '.join(sorted(wanted)) or 'none'}")
    for seed in range(1, seeds + 1):
        record, moments = Golden(card_set, players, player, seed, turned).played()
        met = [f"{name} {moments[name]}" for name in sorted(wanted & moments.keys())]
        click.echo(f"seed {seed}: {len(record.actions)} decisions; {', '.join(met) or 'none'}")


if __name__ == "__main__":
    main()
