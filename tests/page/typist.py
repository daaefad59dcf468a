"""Somebody who types a position into the page, by the keyboard alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

SEATS = ("North", "East", "South", "West")
CIRCLES = ("complete", "missions", "agency", "movement")
PHASES = {"placing": "roll and", "codes": "break", "resolving": "resolve"}
ROWS = ("face up", "missions up", "code decks")
ONE_VALUE = ("order", "started", "tiles", "discards", "mission discards", "options")
HIDDEN = ("-used", "-rerolled", "-new")
MOST_STOPS = 400
STOPS = """() => {
  const all = [...document.querySelectorAll("a, button, input, select, summary, textarea")];
  const shut = (each) =>
    (each.localName === "summary" ? each.parentElement.parentElement : each)
      .closest("details:not([open])");
  const reached = all.filter((each) => each.tabIndex >= 0 && !each.disabled && !shut(each));
  const ahead = (each) => document.activeElement.compareDocumentPosition(each) & 4;
  return reached.filter(ahead).map((each) => (each.parentElement.open ? "" : each.id));
}"""
"""The ids of what Tab reaches next, in order."""


class Typist:
    """Fills in the fields of a position in the order in which Tab reaches them."""

    def __init__(self, page: Page, text: str, *, key_by_key: bool = False) -> None:
        """Take a position of which every part has a field. Unless it is typed key by key, the text
        of a field comes at once, as from a clipboard."""
        self._page = page
        self._keys = page.keyboard
        self._key_by_key = key_by_key
        self.pressed = 0
        """The keys pressed, with those of texts that came at once."""
        self.values = values_of(text)

    def type(self) -> None:
        """Begin at the top of the page, with an empty position, and type it all in."""
        self._begin()
        left = set(self.values)
        while left:
            stop = self._next(left)
            if stop.startswith("more-"):
                self._press("Enter")
            else:
                self._fill(stop)
                left.discard(stop)

    def _begin(self) -> None:
        """Empty the position, and say who sits at the table."""
        self._page.evaluate("document.activeElement.blur()")
        self._reach("Empty position")
        self._press("Enter")
        seats = sum(f"field-{seat}-agents" in self.values for seat in SEATS)
        self._reach(str(seats))
        self._press("Enter")

    def _press(self, key: str) -> None:
        self._keys.press(key)
        self.pressed += 1

    def _type(self, text: str) -> None:
        if self._key_by_key:
            self._keys.type(text)
        else:
            self._keys.insert_text(text)
        self.pressed += len(text)

    def _next(self, left: set[str]) -> str:
        """Go on to the next field of a value that is left, or to what hides one."""
        hidden = {f"more-{key.split('-')[1]}" for key in left if key.endswith(HIDDEN)}
        stops = self._page.evaluate(STOPS)
        ahead = [place for place, stop in enumerate(stops) if stop in left | hidden]
        assert ahead, f"Tab does not reach {sorted(left)}"
        for _ in range(ahead[0] + 1):
            self._press("Tab")
        stop = str(self._page.evaluate("document.activeElement.id"))
        assert stop == stops[ahead[0]], f"Tab leads to {stop!r}; expected {stops[ahead[0]]!r}"
        return stop

    def _reach(self, said: str) -> None:
        """Go on to a button."""
        for _ in range(MOST_STOPS):
            self._press("Tab")
            if self._page.evaluate("document.activeElement.textContent") == said:
                return
        raise AssertionError(f"Tab does not reach {said!r}")

    def _fill(self, stop: str) -> None:
        value = self.values[stop]
        if stop.startswith("choice-"):
            chosen = self._page.evaluate("document.activeElement.selectedOptions[0].text")
            if not str(chosen).startswith(value):
                self._keys.type(value)
                self.pressed += len(value)
        elif stop == "field-circles":
            self._fill_circles(value)
        elif stop.endswith("-rerolled"):
            self._press("Space")
        else:  # the field's text is selected
            self._type(value)

    def _fill_circles(self, value: str) -> None:
        """Walk over all 24 spaces."""
        for letter in value.rstrip("-"):
            if letter != "-":
                self._press(letter)
            self._press("ArrowRight")


def values_of(text: str) -> dict[str, str]:
    """Return the values of a position by the names of fields in the page."""
    values: dict[str, str] = {}
    now = owner = ""
    for line in text.splitlines():
        name, _, rest = line.partition(": ")
        if line.startswith(" "):
            rest = line.strip()
        else:
            owner = name
        if owner == "now":
            now = rest
        elif owner in ROWS:
            for place, item in enumerate(rest.split(", ")):
                values[f"field-{owner}-{place}"] = item
        elif owner in ONE_VALUE:
            values["choice-started" if owner == "started" else f"field-{owner}"] = rest
        elif owner == "circles":
            values["field-circles"] = _spaces(rest)
        elif owner in SEATS or owner.startswith("colour"):
            for segment in [rest] if owner.startswith("colour") else rest.split("; "):
                part, _, value = segment.partition(" ")
                key = f"field-{owner}" if owner.startswith("colour") else f"field-{owner}-{part}"
                values[key] = segment if owner.startswith("colour") else value
        else:
            raise ValueError(f"no field for {line!r}")
    round_, phase, seat = now.split(", ")
    values["choice-me"] = values["choice-decides"] = seat
    values["choice-phase"] = PHASES[phase]
    values["field-now"] = round_.removeprefix("round ")
    return {key.replace(" ", "-"): value for key, value in values.items()}


def _spaces(rest: str) -> str:
    """Return whose die lies on each of the 24 spaces of the circles."""
    spaces = ["-"] * 24
    for segment in rest.split("; "):
        circle, *dice = segment.split()
        for die in dice:
            spaces[CIRCLES.index(circle) * 6 + int(die[0]) - 1] = die[1]
    return "".join(spaces)


def has_fields(text: str) -> bool:
    """Return True for a position whose every part has a field of its own."""
    try:
        values_of(text)
    except (KeyError, ValueError):
        return False
    return re.match(r"now: round \d+, (placing|codes|resolving), \w+\n", text) is not None
