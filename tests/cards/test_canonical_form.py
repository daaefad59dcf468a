"""The digest names what is printed, not how its file is typed."""

from __future__ import annotations

import hashlib
import random
import re
import sys
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from covert_engine.covert.cards import compile, house_set, parse_card_set

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HOUSE = (resources.files("covert_engine.covert") / "data" / "house.toml").read_text("utf-8")
SECOND = (Path(__file__).parents[1] / "data" / "second.toml").read_text("utf-8")


def written(value: Any, rng: random.Random) -> str:
    """A TOML value with the fields of its tables in any order and odd spacing."""
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
    """The same set in another file: other order of fields and sections, comments and layout.

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


def _one_line(found: re.Match[str]) -> str:
    """A list inside an inline table has to stand on one line."""
    return "[" + found.group(1).replace(",\n", ", ") + "]"


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("text", [HOUSE, SECOND], ids=["house", "second"])
def test_layout_comments_and_order_of_fields_do_not_matter(text: str, seed: int) -> None:
    other = shuffled(text, seed)
    assert other != text
    assert parse_card_set(other).digest == parse_card_set(text).digest


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (HOUSE, 'foot = "passport" }', 'foot = "passport", cities = [], any_cards = 0 }'),
        (HOUSE, "circle_wraps = true\n", ""),
        (HOUSE, 'when = ["placing"]', 'when = ["placing"], period = "round", times = 1'),
        (HOUSE, 'effect = "draw_token", amount = 1', 'effect = "draw_token"'),
        (
            SECOND,
            'period = "game", times = 3',
            'when = ["resolving", "placing"], period = "game", times = 3',
        ),
        (SECOND, "search = 1\n", "search = 1\nfirst = 0\n"),
        (SECOND, "{ points = 24,", '{ title = "", foot = "", points = 24,'),
    ],
)
def test_a_default_is_the_same_as_its_value_written_out(text: str, old: str, new: str) -> None:
    assert old in text
    assert parse_card_set(text.replace(old, new, 1)).digest == parse_card_set(text).digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"House set"', '"Other set"'),
        ("Dead Drop", "Dead Drops"),
        ("points = 4", "points = 5"),
        ("[1, 6, 4]", "[4, 6, 1]"),
        ("circle_wraps = true", "circle_wraps = false"),
        ("The Courier", "The Runner"),
        ("amount = 2", "amount = 3"),
        ("minus_one = 2", "minus_one = 1\n#"),
        ('"London", "Amsterdam",', '"Amsterdam", "London",'),
        ('Helsinki = ["Leningrad"]', 'Helsinki = ["Leningrad", "Oslo"]'),
    ],
)
def test_whatever_is_printed_matters(old: str, new: str) -> None:
    assert old in HOUSE
    text = HOUSE.replace(old, new, 1)
    if old == "minus_one = 2":
        text = text.replace("plus_one = 2", "plus_one = 3", 1)
    assert parse_card_set(text).digest != house_set().digest


def test_the_digest_is_the_sha_256_of_the_canonical_text() -> None:
    for card_set in (house_set(), parse_card_set(SECOND)):
        assert card_set.digest == hashlib.sha256(card_set.canonical.encode()).hexdigest()


def test_a_compiled_set_carries_the_digest_of_its_source_under_any_options() -> None:
    house = house_set()
    assert compile(house).digest.hex() == house.digest
    assert compile(house, {"circle_wraps": False}).digest.hex() == house.digest
