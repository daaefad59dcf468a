"""The fields of a view, from the lines of a text."""

from __future__ import annotations

from typing import Any

from covert_bots.covert.position.board import read_board, read_cubes, read_decks
from covert_bots.covert.position.keys import FIELD_OF_RECORD, RECORDS, SEATS
from covert_bots.covert.position.parts import Parts
from covert_bots.covert.position.pool import Told
from covert_bots.covert.position.seats import check_own_line, read_player
from covert_bots.covert.position.turn import read_now, read_options, read_record, read_turn


def read_fields(parts: Parts) -> dict[str, Any] | None:
    """Return the fields, without card set and options; None if too little could be read."""
    seats = parts.text.seats
    parts.players = len(seats)
    if parts.players < 2 or seats != list(SEATS.values())[: parts.players]:
        there = " and ".join(seats) or "no player"
        line = max(map(parts.text.line_of, seats), default=1)
        expected = "expected lines North:, East:, and South: and West: if they play"
        parts.mistakes.add(line, f"{there}; {expected}")
        return None
    tree = read_now(parts)
    for name in RECORDS:
        if name in parts.text.starts:
            record = read_record(parts, name)
            if name == "turn":
                tree["turn"] |= record
            else:
                tree[FIELD_OF_RECORD.get(name, name)] = record
    read_options(parts)
    read_board(parts, tree)
    if not parts.mistakes.unread & {"phase", "seat"}:
        check_own_line(parts, tree["seat"])
    tree["players"] = [read_player(parts, seat, tree) for seat in range(parts.players)]
    read_cubes(parts, tree)
    read_turn(parts, tree)
    read_decks(parts, tree)
    for pool in parts.values.pools.values():
        base = parts.card_set
        parts.card_set = pool.resolve(base, parts.mistakes, parts.assumed)
        if parts.card_set is not base and not pool.check(parts.card_set, parts.mistakes):
            return None
    for name in ("phase", "decision"):
        tree[name] = tree[name] or "unspecified"
    return _resolved(tree)  # type: ignore[no-any-return]


def _resolved(tree: Any) -> Any:
    """Return a tree with the numbers of its cards."""
    if isinstance(tree, Told):
        return tree.number
    if isinstance(tree, dict):
        return {key: _resolved(value) for key, value in tree.items()}
    return [_resolved(value) for value in tree] if isinstance(tree, list) else tree
