"""Mistakes that the engine finds in a view, in the words and at the lines of the text."""

from __future__ import annotations

import re

from covert_bots.covert.position.keys import (
    CIRCLES,
    DECISIONS,
    FIELD_OF_RECORD,
    LINES,
    PHASES,
    PLAYER,
    RECORDS,
    SEATS,
)
from covert_bots.covert.position.parts import Parts
from covert_engine.input.spelling import respelled

_PLAYER_OF = {part.field: name for name, part in reversed(PLAYER.items())}
_RECORD_OF = {FIELD_OF_RECORD.get(name, name): name for name in RECORDS}
_LINE_OF = {part.field: name for name, part in reversed(LINES.items())}
_PATH = re.compile(
    r"\b(?:(?:players\[\d\]|circles\[\d\]|(?:agency|mission|missions)_(?:deck|face_up)|code_decks"
    r"|on_turn|to_decide|had_break_turn|final_round|fresh_tokens|asked_first)(?:\[\d+\]|\.\w+)*"
    r"|(?:turn|use|espionage|movement|pairs|reroll|search|claim)(?:\[\d+\]|\.\w+)+)"
)
_OF_TURN = {"on_turn": "of", "had_break_turn": "had", "asked_first": "asked"}
_WORDS = {
    "PHASE": {engine: words for words, engine in PHASES.items()},
    "DECISION": {engine: words for words, engine in DECISIONS.items()},
}


def report(field: str, wrong: str, parts: Parts) -> None:
    """Add a mistake of a field as one of the text."""
    if re.sub(r"\[\d+\]", "", field) in parts.mistakes.unread:
        return
    owner, part = _place_of(field, parts)
    said = respelled(wrong, lambda enum, name: _WORDS.get(enum, {}).get(name, name))
    said = _PATH.sub(lambda match: _label(match[0], parts), said)
    said = re.sub(r"\bseat (\d)\b", lambda match: SEATS.get(int(match[1]), match[0]), said)
    line = parts.text.line_of(owner, part) or parts.text.line_of("now") or 1
    parts.mistakes.add(line, f"{owner}{', ' if part else ''}{part}: {said}")


def _label(path: str, parts: Parts) -> str:
    owner, part = _place_of(path, parts)
    return f"{owner}, {part}" if part else owner


def _place_of(path: str, parts: Parts) -> tuple[str, str]:
    """Return the line and the part that a field comes from."""
    first, _, rest = path.partition(".")
    name, _, index = first.partition("[")
    inner = re.split(r"[.\[]", rest)[0]
    number = int(index.rstrip("]")) if index else 0
    if name == "players":
        part = _PLAYER_OF.get(inner, "")
        if inner == "cubes":
            part = "took"
        elif inner == "supply":
            part = "cubes"
        elif inner == "reroll_count":
            part = "rerolled"
        return SEATS[number], part
    if name == "circles":
        return "circles", CIRCLES[number] if index else ""
    if name in ("tokens", "fresh_tokens"):
        return SEATS[parts.seat], "tokens" if name == "tokens" else "new"
    if name in _OF_TURN:
        return "turn", _OF_TURN[name]
    if name in ("round", "phase", "decision", "to_decide"):
        return "now", ""
    if name in _RECORD_OF:
        record = _RECORD_OF[name]
        part = next((part for part, (field, *_) in RECORDS[record].items() if field == inner), "")
        return record, part
    if name in ("agency_deck", "mission_deck"):
        return ("discards" if name == "agency_deck" else "mission discards"), ""
    if name == "cubes":
        return SEATS[0], "cubes"
    if name == "final_round":
        return SEATS[0], "done"
    return _LINE_OF.get(name, "now"), ""
