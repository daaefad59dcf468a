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
MOST_STOPS = 400


class Typist:
    """Fills in the fields of a position in the order in which Tab reaches them."""

    def __init__(self, page: Page, text: str, *, key_by_key: bool) -> None:
        """`text` has all parts in the order in which the service writes them."""
        self._page = page
        self._keys = page.keyboard
        self._key_by_key = key_by_key
        self.now, self.values = values_of(text)

    def type(self) -> None:
        """Begin at the top of the page, with an empty position, and type it all in."""
        self._begin()
        left = set(self.values)
        for _ in range(MOST_STOPS):
            if not left:
                return
            stop = self._next()
            if stop in self.values:
                self._fill(stop)
                left.discard(stop)
            elif stop.startswith("more-") and self._has_more(stop.removeprefix("more-")):
                self._keys.press("Enter")
        raise AssertionError(f"Tab did not reach {sorted(left)}")

    def _begin(self) -> None:
        """Empty the position, and say who sits at the table."""
        self._page.evaluate("document.activeElement.blur()")
        self._reach("Empty position")
        self._keys.press("Enter")
        seats = sum(f"field-{seat}-agents" in self.values for seat in SEATS)
        self._reach(str(seats))
        self._keys.press("Enter")

    def _next(self) -> str:
        self._keys.press("Tab")
        return str(self._page.evaluate("document.activeElement.id"))

    def _reach(self, said: str) -> None:
        """Go on to a button."""
        for _ in range(MOST_STOPS):
            self._keys.press("Tab")
            if self._page.evaluate("document.activeElement.textContent") == said:
                return
        raise AssertionError(f"Tab does not reach {said!r}")

    def _has_more(self, seat: str) -> bool:
        return any(f"field-{seat}-{part}" in self.values for part in ("used", "rerolled", "new"))

    def _fill(self, stop: str) -> None:
        value = self.values[stop]
        if stop.startswith("choice-"):
            self._keys.type(value)
        elif stop == "field-circles":
            self._fill_circles(value)
        elif stop.endswith("-rerolled"):
            self._keys.press("Space")
        else:
            self._keys.press("Control+A")
            if self._key_by_key:
                self._keys.type(value)
            else:
                self._keys.insert_text(value)

    def _fill_circles(self, value: str) -> None:
        """Walk over all 24 spaces."""
        for letter in value:
            if letter != "-":
                self._keys.press(letter)
            self._keys.press("ArrowRight")


def values_of(text: str) -> tuple[str, dict[str, str]]:
    """Return the line `now`, and the values by the names of fields in the page."""
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
    return now, {key.replace(" ", "-"): value for key, value in values.items()}


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
