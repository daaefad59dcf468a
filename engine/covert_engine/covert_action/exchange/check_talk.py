"""Checks of the statements and the choice of a view from outside."""

from __future__ import annotations

from typing import Any

from covert_engine.covert_action.exchange.check_shots import put_out
from covert_engine.covert_action.exchange.reader import NOTHING, Reader
from covert_engine.covert_action.rules._settings import Settings
from covert_engine.covert_action.rules.actions import Kind, unpack
from covert_engine.covert_action.rules.names import ROLES
from covert_engine.covert_action.rules.notation import parse_action
from covert_engine.input.errors import NotationError
from covert_engine.input.shown import shown

STATEMENT = ("t", "seat", "text")


def check_choice(view: dict[str, Any], reader: Reader, allowed: bool) -> None:
    """Check the seat's own choice in a window (3.5)."""
    action = _parsed(view["choice"], "choice", reader)
    if action is None:
        return
    kind, target, _ = action
    others = [seat for seat, player in enumerate(view["players"]) if player["is_in"]]
    if not allowed:
        reader.add(
            "choice", f"{shown(view['choice'])}; expected {NOTHING}, as the seat is not asked"
        )
    elif kind not in (Kind.HOLD, Kind.SHOOT):
        reader.add("choice", f"{shown(view['choice'])}; expected 'hold' or such as 'shoot 3'")
    elif kind == Kind.SHOOT and (target == view["seat"] or target not in others):
        reader.add("choice", f"{shown(view['choice'])}; expected another seat that is in")


def check_statements(settings: Settings, view: dict[str, Any], reader: Reader) -> None:
    """Check speakers, times and texts (3.3, 3.4). Fill in missing statements as `pass` (9.7), and
    sort all into the order in which they were made."""
    said: dict[tuple[int, int], str] = {}
    due = _due(settings, view)
    for number, statement in enumerate(view["statements"]):
        field = f"statements[{number}]"
        if not reader.has(statement, field, STATEMENT):
            continue
        when = reader.number(statement["t"], f"{field}.t", 1, view["t"])
        who = reader.number(statement["seat"], f"{field}.seat", 0, settings.players - 1)
        if not (when and who):
            continue
        place = statement["t"], statement["seat"]
        if place not in due:
            reader.add(field, f"seat {place[1]} did not speak in beat {place[0]} (3.3)")
        elif place in said:
            reader.add(field, f"seat {place[1]} speaks twice in beat {place[0]} (3.3)")
        elif _check_text(settings, reader, statement, f"{field}.text", due[place]):
            said[place] = statement["text"]
    view["statements"] = [
        {"t": t, "seat": seat, "text": said.get((t, seat), "pass")} for t, seat in due
    ]


def _due(settings: Settings, view: dict[str, Any]) -> dict[tuple[int, int], set[int]]:
    """Return the seats that have spoken, by beat in order, with the seats that were in then."""
    due: dict[tuple[int, int], set[int]] = {}
    if not settings.talk:
        return due
    players = settings.players
    everybody = set(range(players))
    for t in range(1, view["t"] + 1):
        shots = [shot for shot in view["shots"] if shot["t"] < t]
        inside = everybody - {seat for shot in shots for seat in put_out(view, shot)}
        for place in range(players):
            seat = (view["opener"] + t - 1 + place) % players
            if view["phase"] == "talk" and t == view["t"] and seat == view["speaker"]:
                return due
            if seat in inside:
                due[t, seat] = inside
    return due


def _check_text(
    settings: Settings, reader: Reader, statement: dict[str, Any], field: str, inside: set[int]
) -> bool:
    action = _parsed(statement["text"], field, reader)
    if action is None:
        return False
    kind, first, second = action
    wrong = None
    if kind not in (Kind.PASS, Kind.AM, Kind.IS, Kind.URGE):
        wrong = "expected a statement: pass, am, is or urge"
    elif kind == Kind.AM and first not in settings.team_cards:
        wrong = f"no {ROLES[first]} is among the cards in use"
    elif kind == Kind.IS and second not in settings.team_cards:
        wrong = f"no {ROLES[second]} is among the cards in use"
    elif kind in (Kind.IS, Kind.URGE) and (first not in inside or first == statement["seat"]):
        wrong = "expected another seat that was in"
    if wrong:
        reader.add(field, f"{shown(statement['text'])}; {wrong} (3.4)")
    return wrong is None


def _parsed(text: object, field: str, reader: Reader) -> tuple[int, int, int] | None:
    if not isinstance(text, str):
        reader.add(field, f"{shown(text)}; expected a text such as 'pass'")
        return None
    try:
        return unpack(parse_action(text))
    except NotationError as error:
        reader.add(field, str(error))
        return None
