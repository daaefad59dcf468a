"""Events in sentences, with the names of seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from covert_bots.covert_action.words.actions import statement
from covert_bots.covert_action.words.names import (
    OUTCOME_WORDS,
    ROLE_NAMES,
    card_name,
    listed,
    team_name,
)
from covert_engine.covert_action import parse_action
from covert_engine.covert_action.exchange.fields import EventFields, ViewFields
from covert_engine.covert_action.rules.names import TEAMS


def event_words(
    event: EventFields,
    names: Sequence[str],
    before: ViewFields,
    after: ViewFields,
    plan: str | None = None,
    winners: Sequence[int] = (),
) -> str:
    """An event as one seat sees it, whose views `before` and `after` are. `plan` is the type of the
    card that it draws itself; `winners` are those of a game that is over."""
    rest = {"names": names, "before": before, "after": after, "plan": plan, "winners": winners}
    return _WORDS[event["kind"]](event, rest)


def _said(event: EventFields, rest: Mapping[str, Any]) -> str:
    names = rest["names"]
    return statement(parse_action(event["text"]), names[event["seat"]], names)


def _shot(event: EventFields, rest: Mapping[str, Any]) -> str:
    shooter, target = (rest["names"][seat] for seat in (event["seat"], event["target"]))
    how = "is ordered and shoots" if event["ordered"] else "shoots"
    return f"{shooter} {how} {target}: {OUTCOME_WORDS[event['outcome']]}"


def _out(event: EventFields, rest: Mapping[str, Any]) -> str:
    seat = event["seat"]
    team = rest["before"]["players"][seat]["team"]
    return f"{rest['names'][seat]} is out and shows {card_name(team, event['role'])}"


def _draw(event: EventFields, rest: Mapping[str, Any]) -> str:
    plan = f": {rest['plan']}" if rest["plan"] else ""
    return f"{rest['names'][event['seat']]} draws a Plan card{plan}"


def _round_ends(event: EventFields, rest: Mapping[str, Any]) -> str:
    """Team by team: the seats with their cards, and the card in the centre."""
    names, before = rest["names"], rest["before"]
    shown = []
    for team in TEAMS[: before["settings"]["teams"]]:
        cards = [
            f"{names[seat]} {ROLE_NAMES[event['roles'][seat]]}"
            for seat, player in enumerate(before["players"])
            if player["team"] == team
        ]
        aside = [
            f"{ROLE_NAMES[role]} in the centre"
            for card, role in zip(before["centre"], event["centre"], strict=True)
            if card["team"] == team
        ]
        shown.append(f"{team_name(team)}: {', '.join([*cards, *aside])}")
    ends = "The round ends without winners" if event["void"] else "The round ends"
    return f"{ends}. {'; '.join(shown)}"


def _dealt(event: EventFields, rest: Mapping[str, Any]) -> str:
    after = rest["after"]
    seat = after["seat"]
    own = after["players"][seat]
    card = card_name(own["team"], own["role"])
    return f"Round {event['round']} is dealt: {rest['names'][seat]} holds {card}"


def _game_ends(event: EventFields, rest: Mapping[str, Any]) -> str:
    winners = [rest["names"][seat] for seat in rest["winners"]]
    return f"The game is over: {listed(winners)} {'share the win' if winners[1:] else 'wins'}"


_WORDS = {
    "said": _said,
    "window_opens": lambda event, rest: "A trigger window opens",
    "window_closes": lambda event, rest: "The window closes: nobody shoots",
    "deadline_comes": lambda event, rest: "The deadline comes",
    "ordered": lambda event, rest: f"{rest['names'][event['seat']]} is ordered to shoot",
    "shot": _shot,
    "out": _out,
    "draw": _draw,
    "round_ends": _round_ends,
    "dealt": _dealt,
    "game_ends": _game_ends,
}
