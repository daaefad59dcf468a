"""Reads whose turn it is, and what goes on in it."""

from __future__ import annotations

from typing import Any

from covert_bots.covert.position.keys import (
    DECISIONS,
    FIELD_OF_RECORD,
    ME,
    PHASES,
    RECORDS,
    SEATS,
    USUAL_DECISION,
)
from covert_bots.covert.position.names import NamingError, number_of
from covert_bots.covert.position.parts import Parts
from covert_bots.covert.position.values import SEAT_OF, items_of
from covert_engine.covert.cards.card_set import OPTIONS
from covert_engine.input.hints import did_you_mean


def read_now(parts: Parts) -> dict[str, Any]:
    """Read round, phase, decision and whose they are."""
    unread = parts.mistakes.unread
    tree: dict[str, Any] = {"phase": "", "decision": "", "turn": {}, "round": 0}
    value = parts.text.get("now")
    if value is None:
        expected = "expected a line such as `now: round 3, placing, North`"
        parts.missing(parts.text.line_of("now") or 1, f"now is missing; {expected}", "phase")
    else:
        for item in items_of(value.text):
            try:
                _now_item(parts, item, tree)
            except NamingError as error:
                parts.mistakes.wrong(value, error.word, error.expected)
                unread.add("phase")
    if not tree["phase"] and "phase" not in unread and value is not None:
        phases = ", ".join(PHASES)
        parts.missing(value.line, f"now: no phase; expected one of {phases}", "phase")
    if "phase" in unread:
        unread |= {"decision", "turn", "round", "on_turn", "to_decide"}
    seat = parts.line(ME)
    if seat is None:
        seat = tree.get("to_decide")
    if seat is None and not unread & {"phase", "seat"}:
        parts.missing(value.line if value else 1, "now: nobody decides; expected `me: ...`", "seat")
    tree["seat"] = seat or 0
    for path in ("seat", "to_decide"):
        if tree.get(path, 0) >= parts.players:
            name = SEATS[tree.pop(path)]
            parts.missing(value.line if value else 1, f"now: {name} has no line", path)
            unread.add("on_turn")
    parts.seat = tree.setdefault("seat", 0)
    tree["decision"] = tree["decision"] or USUAL_DECISION.get(tree["phase"], "")
    return tree


def _now_item(parts: Parts, item: str, tree: dict[str, Any]) -> None:
    words = item.casefold().split()
    joined = " ".join(words)
    if words[0] == "round":
        number = number_of("".join(words[1:]), 60)
        if not number:
            raise NamingError(item, "expected a round, 1 to 60")
        tree["round"] = number
    elif joined in PHASES:
        tree["phase"] = PHASES[joined]
    elif joined in DECISIONS:
        tree["decision"] = DECISIONS[joined]
    elif joined in SEAT_OF:
        tree["to_decide"] = SEAT_OF[joined]
    elif joined != "nobody":
        known = (*PHASES, *DECISIONS, *SEATS.values(), "round")
        hint = did_you_mean(item, known).removeprefix("; ")
        raise NamingError(item, hint or "expected a round, a phase, a seat or a decision")


def read_record(parts: Parts, name: str) -> dict[str, Any]:
    """Read the parts of a line about what goes on."""
    field = FIELD_OF_RECORD.get(name, name)
    record: dict[str, Any] = {}
    for part, spec in RECORDS[name].items():
        inner = spec.field
        read = parts.get(name, part, spec, field)
        if read is None:
            continue
        if isinstance(read, list) and inner in (
            "card",
            "mission",
            "kept",
            "code",
            "last_payment",
        ):
            if len(read) != 1:
                value = parts.text.values[name, part]
                parts.mistakes.wrong(value, value.text, "expected one card")
                parts.mistakes.unread.add(field)
                continue
            read = read[0]
        record[inner] = read
    if name == "search" and "cards" in record:
        record["cards"] = [{"card": card} for card in record["cards"]]
    if name == "use":
        record["kind"] = (
            "mission"
            if "mission" in record
            else "flight"
            if "kind" in record
            else "draw"
            if "draws_left" in record
            else "ability"
        )
        record.setdefault("seat", 0)
    return record


def read_turn(parts: Parts, tree: dict[str, Any]) -> None:
    """Fill in what follows about the turn."""
    turn, decision, phase = tree["turn"], tree["decision"], tree["phase"]
    of = parts.text.get("turn", "of")
    on_turn = turn.pop("on_turn", None)
    if of is None and decision != "first" and phase not in ("setup", "over"):
        on_turn = tree.get("to_decide")
    if on_turn is not None:
        tree["on_turn"] = on_turn
    order = parts.line("order") or []
    tree["order"] = order
    had = turn.pop("had_break_turn", None)
    asked = turn.pop("asked_first", None)
    if asked is not None:
        tree["asked_first"] = asked
    if had is None:
        before = order[: order.index(on_turn)] if on_turn in order else order
        early = phase in ("setup", "placing", "first_a")
        had = [] if early else before if phase == "breaking" else list(range(parts.players))
    tree["had_break_turn"] = had
    on_circles = {space for circle in tree["circles"] for space in circle["spaces"]}
    if on_turn is not None and phase == "placing":
        turn.setdefault("owed", 1)
    if on_turn is not None and phase in ("first_a", "breaking") and decision != "draw_code":
        turn.setdefault("swaps", _swaps(parts, tree, on_turn))
    if on_turn is not None and phase in ("first_b", "resolving"):
        done = on_turn + 1 not in on_circles and tree.get("use", {}).get("kind") != "mission"
        turn.setdefault("acted", done)
    if "reroll" in tree and not tree["reroll"].get("by_character") and on_turn is not None:
        tree["players"][on_turn]["reroll_count"] = 0
    tree["final_round"] = any(len(player["completed_missions"]) >= 6 for player in tree["players"])
    if phase != "setup":
        starter = parts.line("started")
        if starter is None:
            starter = tree["seat"]
            parts.assumed.append(
                f"Who placed first is not told (`started`): taken to be {SEATS[starter]}."
            )
        tree["starter"] = starter


def _swaps(parts: Parts, tree: dict[str, Any], seat: int) -> int:
    """Return the swaps of a Break Codes turn that begins."""
    if tree["turn"].get("claimed") or not 0 <= seat < parts.players:
        return 0
    number = tree["players"][seat]["character"]
    character = parts.card_set.characters[number - 1]
    return 1 + (character.amount if character.effect == "extra_swap" else 0)


def read_options(parts: Parts) -> None:
    value = parts.text.get("options")
    for item in items_of(value.text) if value else ():
        name, _, switch = item.replace(" ", "_").rpartition("_")
        if name not in OPTIONS or switch not in ("on", "off"):
            hint = did_you_mean(name, OPTIONS) or "; expected an option with `on` or `off`"
            assert value is not None
            parts.mistakes.wrong(value, item, hint.removeprefix("; "))
            parts.mistakes.unread.add("options")
        else:
            parts.options[name] = switch == "on"
