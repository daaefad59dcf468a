"""The meaning of a player's line that is neither a number nor a command."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from covert_bots.covert.words.circles import neighbours
from covert_bots.covert.words.narration import TARGET_WORDS, listed
from covert_command.covert.screen.menu import Item
from covert_command.terminal.typed_number import typed_number
from covert_engine.covert import View
from covert_engine.covert.notation import ACTION_WORDS
from covert_engine.covert.rules.actions import Kind, pack, unpack

UNNEEDED = {"a", "an", "the", "on", "to", "with", "from", "for", "and", "of"}
PLACING = {"place", "put", "die", "my"}
LEAST_WORDS = 2  # of a line that names an item in words


def item_meant(typed: str, items: Sequence[Item]) -> int | None:
    """Return the place of the only item that these words name, such as `5 complete` or `put 3`."""
    words = _words(typed)
    if len(words) < LEAST_WORDS:
        return None
    read = {word: typed_number(word) for word in words}
    numbers = {word: number for word, number in read.items() if number is not None}
    if len(numbers) == 1 and 1 <= (number := min(numbers.values())) <= len(items):
        place = number - 1
        item = items[place]
        if not item.row and (words - {*numbers}) <= _words(item.sentence):
            return place
    places = [at for at, item in enumerate(items) if words <= _words(item.sentence)]
    return places[0] if len(places) == 1 else None


def placing_meant(typed: str) -> int | None:
    """Return the action of placing a die that these words name, such as `complete mission 3`,
    possible or not; None if they name none."""
    words = _words(typed) - PLACING
    faces = [word for word in words if re.fullmatch("[1-6]", word)]
    places = words - {*faces}
    targets = [at for at, name in enumerate(TARGET_WORDS) if places and places <= _words(name)]
    if len(faces) != 1 or len(targets) != 1:
        return None
    return pack(Kind.PLACE, int(faces[0]), targets[0])


def _words(text: str) -> set[str]:
    return set(re.findall(r"[\w+-]+", text.casefold())) - UNNEEDED


def meant(typed: str, commands: Sequence[str]) -> str:
    """Return the command or move word that a line was probably meant to begin with; empty if none
    is near."""
    known = (*commands, *ACTION_WORDS)
    begun = [command for command in commands if command.startswith(f"{typed.casefold()} ")]
    if begun:
        return begun[0]
    for word in (typed.casefold(), typed.split()[0].casefold()):
        near = get_close_matches(word, known, n=1)
        if near:
            return near[0]
    return ""


def why_not(action: int, view: View) -> str:
    """Return why a die cannot be placed so; empty for other actions, or without a simple reason."""
    kind, face, target, _ = unpack(action)
    fields = view.fields()
    if kind != Kind.PLACE or view.decision != "place":
        return ""
    dice = fields["players"][view.seat]["dice"]
    if face not in dice:
        return (
            f"you have no {face} to place; you have "
            f"{listed(map(str, dice)) if dice else 'no dice left'}"
        )
    if target >= len(fields["circles"]):
        return ""
    circle, where = fields["circles"][target]["spaces"], TARGET_WORDS[target]
    if circle[face - 1]:
        return f"a die lies on the {face} of {where} already"
    near = neighbours(face, fields["options"]["circle_wraps"])
    if any(circle) and not any(circle[space - 1] for space in near):
        beside = " or ".join(map(str, near))
        return f"on {where} a {face} must lie next to a die on {beside}"
    return ""
