"""The digest names what is printed, not how its file is typed."""

from __future__ import annotations

import hashlib
import random
import re
import tomllib
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from covert_engine.covert.cards import compile, house_set, parse_card_set

HOUSE = (resources.files("covert_engine.covert.cards") / "data" / "house.toml").read_text("utf-8")
SECOND = (Path(__file__).parents[1] / "data" / "second.toml").read_text("utf-8")


def written(value: Any, rng: random.Random) -> str:
    """Return a TOML value with the fields of its tables in any order and odd spacing."""
    space = " " * rng.randrange(3)
    if isinstance(value, dict):
        keys = rng.sample(list(value), len(value))
        return "{" + space + ", ".join(f"{k} ={space}{written(value[k], rng)}" for k in keys) + "}"
    if isinstance(value, list):
        return f"[ # {rng.random()}\n" + "".join(f"{written(v, rng)},\n" for v in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    return f'"{value}"' if "'" in value or rng.random() < 0.5 else f"'{value}'"


def shuffled(text: str, seed: int) -> str:
    """Return the same set in another file: other order of fields and sections, comments and layout.

    Symbols of one sort on a mission are shuffled too, and connections written at other ends.
    """
    rng = random.Random(seed)
    document = tomllib.loads(text)
    for mission in document["missions"]:
        for field in ("equipment", "cities", "regions"):
            if field in mission:
                rng.shuffle(mission[field])
    pairs = {
        tuple(sorted((a, b))) for a, others in document.pop("connections").items() for b in others
    }
    turned: dict[str, list[str]] = {}
    for pair in rng.sample(sorted(pairs), len(pairs)):
        a, b = rng.sample(pair, 2)
        turned.setdefault(a, []).append(b)
    document["connections"] = {f'"{city}"': others for city, others in turned.items()}
    inner = re.compile(r"\[ # [\d.e-]+\n(.*?),\n\]", re.DOTALL)
    lines = []
    for key in rng.sample(list(document), len(document)):
        value = document[key]
        if isinstance(value, list):
            entries = (inner.sub(_one_line, written(entry, rng)) for entry in value)
            lines.append(
                f"{key} = [\n" + "".join(f"  {e},  # {rng.random()}\n" for e in entries) + "]"
            )
        else:
            lines.append(f"{key} = {inner.sub(_one_line, written(value, rng))}")
    return "\n\n".join(lines)


def _one_line(match: re.Match[str]) -> str:
    """Put a list inside an inline table on one line, as TOML demands."""
    return "[" + match.group(1).replace(",\n", ", ") + "]"


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("text", [HOUSE, SECOND], ids=["house", "second"])
def test_layout_comments_and_order_of_fields_do_not_matter(text: str, seed: int) -> None:
    other = shuffled(text, seed)
    assert other != text
    assert parse_card_set(other).digest == parse_card_set(text).digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{ points = 24,", '{ title = "", cities = [], any_cards = 0, foot = "", points = 24,'),
        ('effect = "reroll_dice"', 'effect = "reroll_dice", when = ["placing"]'),
        ('effect = "shift_die"', 'effect = "shift_die", when = ["placing"]'),
        ("\nagency = [", "\ntiles = [2, 2, 2, 2, 2, 2]\nagency = ["),
        ("search = 1\n", "search = 1\nfirst = 0\n"),
    ],
)
def test_a_default_is_the_same_as_its_value_written_out(old: str, new: str) -> None:
    assert old in SECOND
    assert parse_card_set(SECOND.replace(old, new, 1)).digest == parse_card_set(SECOND).digest


def test_whatever_is_printed_matters() -> None:
    house = house_set()
    (mission, *missions), (character, *characters) = house.missions, house.characters
    first, second, *regions = house.regions
    others = (
        replace(house, name="Another"),
        replace(house, equipment=house.equipment[::-1]),
        replace(house, regions=(second, first, *regions)),
        replace(house, regions=(replace(first, cities=first.cities[::-1]), second, *regions)),
        replace(house, connections=house.connections[1:]),
        replace(house, agency=house.agency[::-1]),
        replace(house, missions=(replace(mission, points=mission.points + 1), *missions)),
        replace(house, missions=(replace(mission, title="Another"), *missions)),
        replace(house, codes=house.codes[::-1]),
        replace(house, tokens=(1, 3, *house.tokens[2:])),
        replace(house, tiles=(1, 3, 2, 2, 2, 2)),
        replace(house, characters=(replace(character, amount=5), *characters)),
        replace(house, options=replace(house.options, circle_wraps=False)),
    )
    assert len({other.digest for other in (house, *others)}) == len(others) + 1


def test_the_digest_is_the_sha_256_of_the_canonical_text() -> None:
    for card_set in (house_set(), parse_card_set(SECOND)):
        assert card_set.digest == hashlib.sha256(card_set.canonical.encode()).hexdigest()


def test_a_compiled_set_carries_the_digest_of_its_source_under_any_options() -> None:
    house = house_set()
    assert compile(house).digest.hex() == house.digest
    assert compile(house, {"circle_wraps": False}).digest.hex() == house.digest
