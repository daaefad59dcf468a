"""Cards that are there twice are listed, and are no mistake."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from covert_engine.covert.cards.card_file import examine_card_set, repeated_cards

HOUSE = (resources.files("covert_engine.covert.cards") / "data" / "house.toml").read_text("utf-8")
DATA = Path(__file__).parents[1] / "data"


def repeats_in(text: str) -> list[str]:
    return [f"{problem.line}: {problem}" for problem in repeated_cards(text)]


def test_the_house_set_repeats_no_card() -> None:
    assert repeats_in(HOUSE) == []


def test_a_card_that_is_there_twice_has_its_line_and_names_the_first() -> None:
    lines = HOUSE.splitlines()
    fourth = []
    for section in ("agency", "missions", "codes"):
        start = lines.index(f"{section} = [")
        entries = [at for at in range(start, len(lines)) if lines[at].startswith("  {")]
        lines[entries[3]] = lines[entries[1]].replace('title = "', 'title = "Another ')
        fourth.append(entries[3] + 1)
    text = "\n".join(lines)
    assert examine_card_set(text)[1] == []
    assert repeats_in(text) == [
        f"{fourth[0]}: agency card A4: the same as agency card A2",
        f"{fourth[1]}: mission M4: the same as mission M2",
        f"{fourth[2]}: code C4: the same as code C2",
    ]


def test_of_equal_cards_each_names_the_first() -> None:
    repeats = repeats_in((DATA / "second.toml").read_text("utf-8"))
    assert [line.split(": ", 1)[1] for line in repeats[:5]] == [
        f"agency card A{number}: the same as agency card A1" for number in range(2, 7)
    ]
