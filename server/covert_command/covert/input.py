"""What a line of the player means that is neither a number nor a command."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from covert_bots.covert.words.narration import TARGET_WORDS, listed
from covert_command.covert.screen.circles import neighbours
from covert_command.covert.screen.menu import Item
from covert_command.terminal.typed_number import typed_number
from covert_engine.covert import View
from covert_engine.covert.notation import ACTION_WORDS
from covert_engine.covert.rules.actions import Kind, pack, unpack

UNNEEDED = {"a", "an", "the", "on", "to", "with", "from", "for", "and", "of"}
PLACING = {"place", "put", "die", "my"}
LEAST_WORDS = 2  # of a line that names an item in words


def item_meant(typed: str, items: Sequence[Item]) -> int | None:
    """The place of the one item that these words name, as `5 complete` or `put 3`; else None."""
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
    found = [at for at, item in enumerate(items) if words <= _words(item.sentence)]
    return found[0] if len(found) == 1 else None


def placing_meant(typed: str) -> int | None:
    """The action of placing a die that these words name, as `complete mission 3`, though it may not
    be possible; None if they name none."""
    words = _words(typed) - PLACING
    faces = [word for word in words if re.fullmatch("[1-6]", word)]
    places = words - {*faces}
    found = [at for at, name in enumerate(TARGET_WORDS) if places and places <= _words(name)]
    if len(faces) != 1 or len(found) != 1:
        return None
    return pack(Kind.PLACE, int(faces[0]), found[0])


def _words(text: str) -> set[str]:
    return set(re.findall(r"[\w+-]+", text.casefold())) - UNNEEDED


def meant(typed: str, commands: Sequence[str]) -> str:
    """The command or the word of a move that a line was meant to begin with; empty if none is
    near."""
    known = (*commands, *ACTION_WORDS)
    begun = [one for one in commands if one.startswith(f"{typed.casefold()} ")]
    if begun:
        return begun[0]
    for one in (typed.casefold(), typed.split()[0].casefold()):
        near = get_close_matches(one, known, n=1)
        if near:
            return near[0]
    return ""


def why_not(action: int, view: View) -> str:
    """Why a die cannot be placed so; empty for other actions, or if there is no simple reason."""
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
    if any(circle) and not any(circle[one - 1] for one in near):
        beside = " or ".join(map(str, near))
        return f"on {where} a {face} must lie next to a die on {beside}"
    return ""
