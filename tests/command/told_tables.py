"""Games of bots as somebody at the table would tell them to the companion, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from covert_bots.covert_action.catalogue import make
from covert_engine.covert_action import Settings, State, View
from covert_engine.covert_action.exchange.fields import EventFields, ViewFields
from covert_engine.covert_action.rules.names import PLAN_TYPES

__all__ = ["told"]

ENDINGS = ("success", "fail", "purge", "coup")


def told(
    settings: Settings, seed: int, seat: int, bot: str = "greedy", rounds: int = 99
) -> Iterator[tuple[list[str], View]]:
    """Yield the lines that tell one seat of a game, and its view after them, until the game or so
    many rounds are over."""
    state = State.deal(settings, seed)
    player = make(bot)
    yield [f"seat {seat + 1}", *_dealt(state.view(seat).fields())], state.view(seat)
    while not state.over and state.round <= rounds:
        assert state.actor is not None
        before = state.view(seat).fields()
        action = player.choose(state.view(state.actor), seed)
        events = state.play_with_events(action)
        if events:
            after = state.view(seat)
            yield list(_lines(events, before, after.fields())), after


def _dealt(fields: ViewFields) -> list[str]:
    teams = " ".join(player["team"][0] for player in fields["players"])
    own = fields["players"][fields["seat"]]["role"]
    return [f"teams {teams}", f"card {own}", f"opener {fields['opener'] + 1}"]


def _lines(events: list[EventFields], before: ViewFields, after: ViewFields) -> Iterator[str]:
    seat = after["seat"]
    drew: list[int] | None = None  # once a shot has ended the round
    at_deadline = before["phase"] == "deadline"
    for event in events:
        kind = event["kind"]
        if kind == "said":
            yield f"{event['seat'] + 1} {event['text']}"
        elif kind == "window_closes":
            yield "nobody"
        elif kind == "deadline_comes":
            at_deadline = True
        elif kind == "shot":
            at_deadline = False
            outcome = event["outcome"].replace("_", " ")
            yield f"{event['seat'] + 1} shoots {event['target'] + 1} {outcome}"
            drew = [] if event["outcome"] in ENDINGS else None
        elif kind == "out" and event["seat"] != seat:
            yield f"show {event['seat'] + 1} {event['role']}"
        elif kind == "draw" and drew is not None:
            drew.append(event["seat"])
        elif kind == "round_ends" and at_deadline and after["settings"]["deadline"] == "order":
            yield "nobody"
        elif kind in ("dealt", "game_ends"):
            if drew is not None:
                yield f"drew {' '.join(str(number + 1) for number in drew) or 'nobody'}"
            yield from _drawn(before, after)
            if kind == "dealt":
                yield from _dealt(after)
    if all(event["kind"] not in ("dealt", "game_ends") for event in events):
        yield from _drawn(before, after)
    if after["phase"] == "deadline" and after["actor"] == seat:
        yield "ordered"


def _drawn(before: ViewFields, after: ViewFields) -> Iterator[str]:
    """Yield the types of the Plan cards that the seat itself has drawn."""
    had, has = (fields["players"][after["seat"]]["types"] for fields in (before, after))
    assert had is not None
    assert has is not None
    for letter, few, other in zip(PLAN_TYPES, had, has, strict=True):
        yield from [f"plan {letter}"] * (other - few)
