"""Checks of the shots of a view from outside, and of the seats that are in."""

from __future__ import annotations

from typing import Any

from covert_engine.covert_action.exchange.reader import Reader, named
from covert_engine.covert_action.rules._settings import Settings
from covert_engine.covert_action.rules.names import OUTCOMES
from covert_engine.input.shown import shown

SHOT = ("t", "shooter", "target", "outcome", "ordered")


def check_shots(settings: Settings, view: dict[str, Any], reader: Reader) -> None:
    """Check shooters, targets and times (3.1, 3.8 to 3.10); other checks compare the cards."""
    out: set[int] = set()
    before = 0  # t of the previous shot that began a stretch
    earlier = 0  # t of the one before that
    team_out = False
    for number, shot in enumerate(view["shots"]):
        field = f"shots[{number}]"
        last = view["phase"] == "over" and number == len(view["shots"]) - 1
        if not _check_shot_fields(settings, view, reader, shot, field):
            return
        if not before < shot["t"] <= before + settings.beats:
            latest = before + settings.beats
            reader.add(f"{field}.t", f"{shot['t']}; expected {before + 1} to {latest} (3.1)")
        if shot["ordered"] and (shot["t"] < before + settings.beats or settings.deadline == "void"):
            reader.add(f"{field}.ordered", "true; expected false before a deadline that orders")
        for who in ("shooter", "target"):
            if shot[who] in out:
                reader.add(f"{field}.{who}", f"{shot[who]}; expected a seat that was in")
        ends = shot["outcome"] not in ("misfire", "team_out")
        allowed = (
            last
            if ends
            else not team_out
            and (settings.saboteurs if shot["outcome"] == "misfire" else settings.alternate)
        )
        if not allowed:
            reader.add(
                f"{field}.outcome",
                f"{named('OUTCOME', shot['outcome'])} cannot be here (3.8 to 3.10)",
            )
        team_out |= shot["outcome"] == "team_out"
        if not ends:
            earlier, before = before, shot["t"]
        out |= put_out(view, shot)
    if view["phase"] == "over" and settings.players - len(out) < 2:
        before = earlier  # no stretch began: the round was void at once (3.12)
    if view["t"] - before != view["beat"]:
        reader.add("beat", f"{view['beat']}; expected {view['t'] - before}, as t is {view['t']}")
    if view["phase"] == "over" and not view["shots"] and view["beat"] != settings.beats:
        reader.add("beat", f"{view['beat']}; expected {settings.beats} where no shot ended it")


def _check_shot_fields(
    settings: Settings, view: dict[str, Any], reader: Reader, shot: Any, field: str
) -> bool:
    if not reader.has(shot, field, SHOT):
        return False
    before = len(reader.mistakes)
    reader.number(shot["t"], f"{field}.t", 1, view["t"])
    reader.number(shot["shooter"], f"{field}.shooter", 0, settings.players - 1)
    reader.number(shot["target"], f"{field}.target", 0, settings.players - 1)
    reader.name(shot["outcome"], f"{field}.outcome", OUTCOMES)
    reader.switch(shot["ordered"], f"{field}.ordered")
    if len(reader.mistakes) == before and shot["shooter"] == shot["target"]:
        reader.add(f"{field}.target", f"{shot['target']} is the shooter; expected another seat")
    return len(reader.mistakes) == before


def put_out(view: dict[str, Any], shot: dict[str, Any]) -> set[int]:
    """Return the seats that a shot puts out, including those that were out before."""
    if shot["outcome"] not in ("misfire", "team_out"):
        return set()
    out = {shot["shooter"], shot["target"]}
    if shot["outcome"] == "team_out":
        team = view["players"][shot["shooter"]]["team"]
        out |= {seat for seat, player in enumerate(view["players"]) if player["team"] == team}
    return out


def check_who_is_in(settings: Settings, view: dict[str, Any], reader: Reader) -> None:
    """Check the seats that are out, which follow from the shots (2.5)."""
    out: set[int] = set()
    for shot in view["shots"]:
        out |= put_out(view, shot)
    for seat, player in enumerate(view["players"]):
        if player["is_in"] == (seat in out):
            reader.add(
                f"players[{seat}].is_in", f"{player['is_in']}; the shots say otherwise (2.5)"
            )
    if settings.players - len(out) < 2 and view["phase"] != "over":
        reader.add("phase", f"{shown(view['phase'])} with less than two seats in (3.12)")
