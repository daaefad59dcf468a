"""The signatures of the bots, kept: `python -m golden.signature` takes them anew.

A change of play changes tests/golden/signature.txt and says so; the frozen bots never change while
the house set does not. With `--check` nothing is written: a line says whether this build plays so.
"""

from __future__ import annotations

import platform
import sys
from pathlib import Path

import click

from covert_bots.covert.signature import FROZEN_SPECS, SPECS, signature
from covert_engine.covert import compile, house_set
from covert_engine.search._root import CHECKS_WORLDS

FILE = Path(__file__).with_name("signature.txt")


def kept() -> dict[str, str]:
    """Return the signature of each spec in the file."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {spec: value for spec, _, value in (line.partition(" ") for line in lines)}


def taken() -> dict[str, str]:
    """Return the signature of each spec on this build."""
    cards = compile(house_set())
    return {spec: signature(cards, spec) for spec in (*SPECS, *FROZEN_SPECS)}


@click.command()
@click.option("--check", is_flag=True, help="Compare and write nothing.")
def main(check: bool) -> None:
    """Take the signatures of all bots anew."""
    answers = taken()
    if not check:
        FILE.write_text("".join(f"{spec} {item}\n" for spec, item in answers.items()))
        return
    expected = kept()
    wrong = [spec for spec in {**expected, **answers} if answers.get(spec) != expected.get(spec)]
    build = f"Python {platform.python_version()}, {'debug' if CHECKS_WORLDS else 'release'} build"
    click.echo(f"{build}: {'differs in ' + ' '.join(wrong) if wrong else 'plays as it did'}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
