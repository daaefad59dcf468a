"""Checks of a state from outside: everything that no game could reach.

Each seat's view of it is checked as a view (`check.py`); the rest concerns the hidden part.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from covert_engine.covert_action.exchange.check import check_view
from covert_engine.covert_action.exchange.fields import StateFields
from covert_engine.covert_action.exchange.reader import Reader
from covert_engine.covert_action.rules._settings import Settings
from covert_engine.covert_action.rules.names import PLAN_TYPES, ROLES
from covert_engine.input.errors import StateError, ViewError
from covert_engine.input.shown import shown

OF_A_TYPE = 10
OF_VIEWS = ("settings", "round", "opener", "t", "beat", "phase", "speaker", "statements", "shots")


def check_state(fields: object) -> tuple[Settings, dict[str, Any]]:
    """Return the settings, and the fields with gaps filled; StateError lists all mistakes that need
    no tables of rows."""
    reader = Reader()
    if not reader.has(fields, "", tuple(StateFields.__annotations__)):
        raise StateError(reader.mistakes)
    assert isinstance(fields, dict)
    state = dict(fields)
    _check_hidden(state, reader)
    if reader.mistakes:
        raise StateError(reader.mistakes)
    for seat in range(len(state["players"])):
        try:
            settings, view = check_view(_view_of(state, seat))
        except ViewError as error:
            raise StateError(error.violations) from error
    state["statements"] = view["statements"]
    _check_plans(settings, state, reader)
    _check_actor(settings, state, reader)
    if reader.mistakes:
        raise StateError(reader.mistakes)
    return settings, state


def _check_hidden(state: dict[str, Any], reader: Reader) -> None:
    """Check that the hidden fields are there."""
    reader.number(state["seed"], "seed", 0, 2**64 - 1)
    players = state["players"]
    if not reader.items(players, "players", 4, 14) or not reader.items(
        state["choices"], "choices", len(players), len(players)
    ):
        return
    for field in ("ordered", "first"):
        reader.seat_or_none(state[field], field, len(players))
    for seat, player in enumerate(players):
        if not isinstance(player, dict):
            reader.add(f"players[{seat}]", "expected an object")
            continue
        reader.name(player.get("role"), f"players[{seat}].role", ROLES)
        reader.items(player.get("types"), f"players[{seat}].types", 4, 4)
    if reader.items(state["centre"], "centre", 1, 3):
        for place, card in enumerate(state["centre"]):
            role = card.get("role") if isinstance(card, dict) else None
            reader.name(role, f"centre[{place}].role", ROLES)
    deck = state["deck"]
    if not isinstance(deck, str) or set(deck) - set(PLAN_TYPES) or len(deck) > 4 * OF_A_TYPE:
        reader.add("deck", f"{str(deck)[:50]!r}; expected at most 40 of the letters P, L, A, N")


def _view_of(state: dict[str, Any], seat: int) -> dict[str, Any]:
    """Return the fields of the view of a seat."""
    over = state["phase"] == "over"
    view = {name: state[name] for name in OF_VIEWS}
    players = [dict(player) for player in state["players"]]
    for other, player in enumerate(players):
        if not over and other != seat:
            player["types"] = None
            player["role"] = None if player.get("is_in") is True else player["role"]
    choice = state["choices"][seat]
    actor = state["ordered"] if state["ordered"] == seat else None
    if state["phase"] == "talk":
        actor = state["speaker"]
    elif state["phase"] == "window" and choice is None:
        asked = players[seat].get("is_in") is True and players[seat]["role"] != "mole"
        actor = seat if asked else None
    centre = [{**card, "role": card["role"] if over else None} for card in state["centre"]]
    return {
        **view,
        "seat": seat,
        "actor": actor,
        "choice": choice,
        "players": players,
        "centre": centre,
        "deck": len(state["deck"]),
    }


def _check_plans(settings: Settings, state: dict[str, Any], reader: Reader) -> None:
    """Check that there are ten Plan cards of each type, in hands and deck (1.3)."""
    deck = Counter(state["deck"])
    for kind, letter in enumerate(PLAN_TYPES):
        total = deck[letter] + sum(player["types"][kind] for player in state["players"])
        if total != OF_A_TYPE:
            reader.add("deck", f"{total} cards {letter} with those in hands; expected {OF_A_TYPE}")


def _check_actor(settings: Settings, state: dict[str, Any], reader: Reader) -> None:
    """Check the ordered seat (3.7); the rules check that it acts as Sniper."""
    if (state["phase"] == "deadline") != (state["ordered"] is not None):
        reader.add("ordered", f"{shown(state['ordered'])} in the phase {state['phase']!r}")
    if state["first"] is not None and state["phase"] != "window":
        reader.add(
            "first", f"{shown(state['first'])} in the phase {state['phase']!r}; expected null"
        )
