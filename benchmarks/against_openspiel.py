"""Our playouts and search beside OpenSpiel's C++ of Hearts, in one run.

    pip install '.[openspiel]'
    python benchmarks/against_openspiel.py --rounds 15

What is compared, and how, stands in covert_command/measures/openspiel.py; `covert-bots bench
--against openspiel` shows the same beside its own figures.
"""

from __future__ import annotations

import json

import click
from rich.console import Console

from covert_command.measures.openspiel import ROUNDS, Hearts, side_by_side, table_of
from covert_engine.covert.cards import compile, house_set


@click.command(help="Our playouts and search beside OpenSpiel's C++ of Hearts, in one run.")
@click.option("--rounds", type=click.IntRange(1), default=ROUNDS, show_default=True, help="Each.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def main(rounds: int, as_json: bool) -> None:
    found = side_by_side(compile(house_set()), Hearts(), rounds)
    if as_json:
        click.echo(json.dumps(found, indent=2))
    else:
        Console().print(table_of(found))


if __name__ == "__main__":
    main()
