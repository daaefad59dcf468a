"""The signatures of the bots, kept: `python -m golden.signature` takes them anew.

A change of play changes tests/golden/signature.txt and says so; the frozen bots never change while
the house set does not.
"""

from __future__ import annotations

from pathlib import Path

from covert_bots.covert.signature import FROZEN_SPECS, SPECS, signature
from covert_engine.covert import compile, house_set

FILE = Path(__file__).with_name("signature.txt")


def kept() -> dict[str, str]:
    """The signature of each spec in the file."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {spec: found for spec, _, found in (line.partition(" ") for line in lines)}


def main() -> None:
    """Writes the file."""
    cards = compile(house_set())
    specs = (*SPECS, *FROZEN_SPECS)
    FILE.write_text("".join(f"{spec} {signature(cards, spec)}\n" for spec in specs))


if __name__ == "__main__":
    main()
