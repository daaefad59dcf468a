"""The text of actions: `pass`, `am mole`, `is 3 sniper`, `urge 3`, `hold`, `shoot 3`.

Seats count from 1 in text and from 0 in actions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from covert_engine.covert_action.rules.actions import Action, Kind, Role, pack, unpack
from covert_engine.covert_action.rules.names import ROLES
from covert_engine.input.errors import NotationError
from covert_engine.input.shown import shown

SEATS = 14
OF_OTHERS = ("sniper", "mole", "saboteur")  # roles that `is` can name (3.4)
FORMS = {
    "pass": (Kind.PASS,),
    "am": (Kind.AM, "role"),
    "is": (Kind.IS, "seat", "role of another"),
    "urge": (Kind.URGE, "seat"),
    "hold": (Kind.HOLD,),
    "shoot": (Kind.SHOOT, "seat"),
}
WORDS = {form[0]: word for word, form in FORMS.items()}


def format_action(action: int) -> str:
    """Return the text of an action; NotationError if the number is no action.

    >>> from covert_engine.covert_action.rules.actions import Kind, Role, pack
    >>> format_action(pack(Kind.IS, 2, Role.SNIPER))
    'is 3 sniper'
    """
    return _text(action)


@cache  # a few hundred texts; a number that is no action is not kept
def _text(action: int) -> str:
    fields = unpack(action) if 0 <= action < 1 << 32 else Action(0)
    if fields.kind in WORDS:
        word = WORDS[Kind(fields.kind)]
        rest = FORMS[word][1:]
        operands = fields[1 : 1 + len(rest)]
        texts = [_write(str(what), value) for what, value in zip(rest, operands, strict=True)]
        if None not in texts and not any(fields[1 + len(rest) :]):
            return " ".join([word, *(text for text in texts if text is not None)])
    raise NotationError(
        f"{shown(action)} is no action: kind, first and second are {shown(tuple(fields))}; "
        "expected what docs/notation.md lists"
    )


def parse_action(text: str) -> int:
    """Return the action that a text stands for; NotationError names the wrong word.

    Case and surplus spaces do not matter.

    >>> hex(parse_action("Is  3 sniper"))
    '0x83'
    """
    words = text.split()
    form = FORMS.get(words[0].casefold()) if words else None
    if form is None:
        raise _mistake(words, 0, f"an action, one of {', '.join(FORMS)}", tuple(FORMS))
    values = []
    for at, what in enumerate(form[1:], 1):
        value = _read(str(what), words[at]) if at < len(words) else None
        if value is None:
            raise _mistake(words, at, *_expected(str(what)))
        values.append(value)
    if len(words) > len(form):
        raise _mistake(words, len(form), "the end", ())
    return pack(int(form[0]), *values)


def _expected(what: str) -> tuple[str, Sequence[str]]:
    if what == "seat":
        return f"a seat, 1 to {SEATS}", ()
    names = ROLES if what == "role" else OF_OTHERS
    return f"a role: {', '.join(names)}", names


def _read(what: str, word: str) -> int | None:
    if what == "seat":
        match = re.fullmatch(r"[1-9]|1[0-4]", word, re.ASCII)
        return int(match[0]) - 1 if match else None
    name = word.casefold()
    return ROLES.index(name) if name in _expected(what)[1] else None


def _write(what: str, value: int) -> str | None:
    if what == "seat":
        return str(value + 1) if value < SEATS else None
    if value not in list(Role) or ROLES[value] not in _expected(what)[1]:
        return None
    return ROLES[value]


def _mistake(words: Sequence[str], at: int, expected: str, choices: Sequence[str]) -> NotationError:
    text = " ".join(words)
    if at >= len(words):
        return NotationError(f"{shown(text)} ends too early; expected {expected}")
    where = "" if text == words[at] else f" in {shown(text)}"
    wrong = f"{shown(words[at])}{where}; expected {expected}"
    return NotationError(wrong, words[at], choices)
