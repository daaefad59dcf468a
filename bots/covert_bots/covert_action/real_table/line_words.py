"""Kept lines of a log in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from covert_bots.covert_action.real_table.spoken_lines import remark_words
from covert_bots.covert_action.words.actions import statement
from covert_bots.covert_action.words.names import listed
from covert_engine.covert_action import parse_action
from covert_engine.covert_action.rules.names import TEAMS

SPOKEN = re.compile(r"(?:beat (\d+): )?(\d+) (?!shoots )(.+)")
SHOT = re.compile(r"(\d+) shoots (\d+)(?: (.+))?")
OTHERS = {
    "seat": "Your seat: {}",
    "card": "Your card: {}",
    "names": "Names: {}",
    "plan": "You drew {}",
    "own": "Your Plan cards: {}",
    "held": "Plan cards of the seats: {}",
    "round": "Round {}",
}
ALONE = {
    "opener nobody": "All speak as they like",
    "window": "The window opens",
    "nobody": "Nobody shoots",
    "ordered": "You are ordered to shoot",
    "drew nobody": "Nobody draws a Plan card",
}


def speaker_of(line: str) -> int | None:
    """Return the seat that speaks or shoots in a line; None if none does."""
    match = SPOKEN.fullmatch(line)
    if match is not None:
        return int(match[2]) - 1
    shot = SHOT.fullmatch(line)
    return None if shot is None else int(shot[1]) - 1


def is_remark(line: str) -> bool:
    """Return True if a line is a denial or a choice between seats."""
    match = SPOKEN.fullmatch(line)
    return match is not None and (" not " in f" {match[3]}" or match[3].startswith("either "))


def said_words(line: str, names: Sequence[str]) -> str | None:
    """Put what a seat says into words; None for a line of another kind."""
    match = SPOKEN.fullmatch(line)
    if match is None:
        return None
    beat, seat, text = match.groups()
    speaker = names[int(seat) - 1]
    if is_remark(line):
        return remark_words(text, speaker, names)
    words = statement(parse_action(text), speaker, names)
    return f"Beat {beat}: {words}" if beat else words


def line_words(line: str, names: Sequence[str]) -> str:
    """Put a kept line into words."""
    said = said_words(line, names)
    if said is not None:
        return said
    if line in ALONE:
        return ALONE[line]
    shot = SHOT.fullmatch(line)
    if shot is not None:
        outcome = f": {shot[3]}" if shot[3] else ""
        return f"{names[int(shot[1]) - 1]} shoots {names[int(shot[2]) - 1]}{outcome}"
    word, *rest = line.split()
    if word == "opener":
        return f"{names[int(rest[0]) - 1]} speaks first"
    if word == "show":
        return f"{names[int(rest[0]) - 1]} shows the {rest[1].title()}"
    if word == "drew":
        who = listed(names[int(seat.rstrip("PLAN")) - 1] for seat in rest)
        return f"{who} {'draws' if len(rest) == 1 else 'draw'} a Plan card"
    if word == "teams":
        full = {team[0]: team.title() for team in TEAMS}
        return f"Teams: {', '.join(full[letter] for letter in rest)}"
    if word in OTHERS:
        shown = [each.title() if word == "card" else each for each in rest]
        return OTHERS[word].format(" ".join(shown))
    return line.capitalize()
