"""Statements that a person types, read leniently: notation, or words near it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from covert_engine.covert_action import Kind, NotationError, Settings, pack
from covert_engine.covert_action.rules.names import ROLES

DIGITS = 18  # read of a number: so many are more than any expected number has
UNNEEDED = {
    *("a", "an", "and", "at", "be", "claim", "claims", "he", "i", "it", "of", "player", "say"),
    *("says", "seat", "she", "that", "the", "they", "to", "you"),
}
NOTHING = {"pass", "passes", "nothing", "silent", "silence", "-", "p", "no"}
SHOOT = {"shoot", "shoots", "kill", "fire"}
URGE = {"urge", "urges"} | SHOOT
OF_OTHERS = ("sniper", "mole", "saboteur")  # roles that can be claimed of others (3.4)
HOLD = {"hold", "holds", "h"}
LEAST_LETTERS = 2  # of a role, unless its first letter is unique


def of_this_table(mistake: NotationError, settings: Settings) -> str:
    """Return the mistake of a line, with only the seats and roles of this table expected."""
    used = {ROLES[role] for role in settings.team_cards}

    def roles(match: re.Match[str]) -> str:
        return f"a role: {', '.join(role for role in match[1].split(', ') if role in used)}"

    text = re.sub(r"a seat, 1 to \d+", f"a seat, 1 to {settings.players}", str(mistake))
    return re.sub(r"a role: ([a-z]+(?:, [a-z]+)*)", roles, text)


def read_role(word: str) -> int | None:
    """Return the role that a word, or its beginning, names."""
    matches = [
        number
        for number, role in enumerate(ROLES)
        if role == word
        or (role.startswith(word) and (len(word) >= LEAST_LETTERS or word in ("c", "m", "b")))
    ]
    return matches[0] if word and len(matches) == 1 else None


def read_statement(typed: str) -> int | None:
    """Return the statement of a line: `am mole`, "I am the mole", `is 3 sniper`, "3 is the sniper",
    "3 sniper", `urge 3`, "shoot 3", `pass`, "nothing"; None if it is none."""
    words = _words(typed)
    seats = [number - 1 for number in map(_number, words) if number]
    roles = [role for role in map(read_role, words) if role is not None]
    left = [word for word in words if not _number(word) and read_role(word) is None]
    if len(words) == 1 and words[0] in NOTHING:
        return pack(Kind.PASS)
    if len(roles) == 1 and not seats and set(left) <= {"am"}:
        return pack(Kind.AM, roles[0])
    if len(roles) == len(seats) == 1 and set(left) <= {"is"}:
        return pack(Kind.IS, seats[0], roles[0]) if ROLES[roles[0]] in OF_OTHERS else None
    if len(seats) == 1 and not roles and left and set(left) <= URGE:
        return pack(Kind.URGE, seats[0])
    return None


def read_choice(typed: str) -> int | None:
    """Return the choice of a line in a window: `hold`, `shoot 3`; None if it is neither."""
    words = _words(typed)
    if len(words) == 1 and words[0] in HOLD | NOTHING:
        return pack(Kind.HOLD)
    number = _number(words[1]) if len(words) == 2 and words[0] in SHOOT else 0
    return pack(Kind.SHOOT, number - 1) if number else None


def _words(typed: str) -> Sequence[str]:
    words = re.findall(r"[\w-]+", typed.casefold().replace("'m", " am").replace("'s", " is"))
    return [word for word in words if word not in UNNEEDED]


def _number(word: str) -> int:
    """Return the seat that a word is, from 1; 0 for other words."""
    return int(word) if re.fullmatch(r"[1-9]|1[0-4]", word, re.ASCII) else 0


def is_nothing(typed: str) -> bool:
    """Return True if a line means nobody, or nothing."""
    return typed in NOTHING | {"nobody", "none", "no one"}
