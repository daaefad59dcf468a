"""A view of Covert Action as plain text, for people and language models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from covert_bots.covert_action.words.actions import advice, statement
from covert_bots.covert_action.words.events import event_words
from covert_bots.covert_action.words.names import card_name, listed, seat_names, team_name
from covert_bots.players.amounts import numbered
from covert_bots.players.plain_text import plain_text
from covert_engine.covert_action import View, format_action, parse_action
from covert_engine.covert_action.exchange.fields import EventFields, PlayerFields, ViewFields
from covert_engine.covert_action.rules.names import PLAN_TYPES

PHASES = {
    "talk": "the talk",
    "window": "the trigger window",
    "deadline": "the deadline",
}


def view_text(view: View, events: Sequence[str] = ()) -> str:
    """Return the view, the events in words that its seat has just observed, and its legal actions.

    The text is a function of the view and the events.
    """
    names = seat_names(view.players)
    legal = view.legal_actions() if view.actor == view.seat else []
    actions = [(format_action(action), advice(action, names)) for action in legal]
    return plain_text(_heading(view, names), _table(view, names), actions, events)


def _heading(view: View, names: Sequence[str]) -> str:
    fields = view.fields()
    where = f"Covert Action, {view.players} players. You are {names[view.seat]}"
    if fields["phase"] == "over":
        return f"{where}. The game is over."
    beat = f"beat {fields['beat']} of {view.settings.beats}"
    decides = "Another seat decides"
    if view.actor is not None:
        decides = "You decide" if view.actor == view.seat else f"{names[view.actor]} decides"
    return f"{where}. Round {fields['round']}, {beat}, {PHASES[fields['phase']]}. {decides}."


def _table(view: View, names: Sequence[str]) -> Iterator[str]:
    """Yield the settings, the seats, the centre, and what was said and shot in this round."""
    fields = view.fields()
    settings = (
        f"{name} {_value(value)}" for name, value in fields["settings"].items() if name != "players"
    )
    yield f"Settings: {', '.join(settings)}"
    yield "Seats:"
    for seat, player in enumerate(fields["players"]):
        yield f"- {names[seat]}{' (you)' if seat == view.seat else ''}: {_player(player)}"
    centre = (
        card_name(card["team"], card["role"])
        if card["role"]
        else f"a {team_name(card['team'])} card"
        for card in fields["centre"]
    )
    yield f"Centre: {listed(centre) or 'empty'}"
    yield f"Plan cards in the deck: {fields['deck']}"
    if fields["choice"] is not None:
        yield f"Your choice in this window: {fields['choice']}"
    yield from _round(fields, names)


def _value(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _player(player: PlayerFields) -> str:
    role = player["role"]
    card = card_name(player["team"], role) if role else team_name(player["team"])
    out = "" if player["is_in"] else ", out"
    plans = numbered(player["held"], "Plan card")
    if player["types"] is not None and player["held"]:
        pairs = zip(PLAN_TYPES, player["types"], strict=True)
        plans += f" ({' '.join(f'{letter}{count}' for letter, count in pairs if count)})"
    return f"{card}{out}; {plans}"


def _round(fields: ViewFields, names: Sequence[str]) -> Iterator[str]:
    if fields["statements"]:
        yield "Said in this round:"
    for said in fields["statements"]:
        words = statement(parse_action(said["text"]), names[said["seat"]], names)
        yield f"- Beat {said['t']}: {words}"
    if fields["shots"]:
        yield "Shots in this round:"
    for shot in fields["shots"]:
        event: EventFields = {
            "kind": "shot",
            "seat": shot["shooter"],
            "target": shot["target"],
            "outcome": shot["outcome"],
            "ordered": shot["ordered"],
        }
        yield f"- Beat {shot['t']}: {event_words(event, names, fields, fields)}"
