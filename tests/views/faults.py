"""Positions of all sorts, and ways to spoil them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from covert_engine.covert import CompiledSet, View, ViewError

from .games import collection, house, sights

Fields = Any  # `ViewFields`, walked by names made at run time
Change = Callable[[Fields], object]
Case = tuple[str, Change, str, str]  # position, change, field named, part of what is said

# Each is the first of the collection of which this holds, the seat being to decide (True) or not.
POSITIONS: dict[str, tuple[bool, Callable[[Fields], object]]] = {
    "setup": (True, lambda f: f["phase"] == "setup" and f["seat"] == 1),
    "placing": (
        True,
        lambda f: (
            f["decision"] == "place"
            and f["order"]
            and f["seat"] == 0
            and len(f["players"]) == 2
            and len(f["agency_deck"]["discards"] + f["players"][0]["agency_cards"]) > 7
        ),
    ),
    "placing of three": (True, lambda f: f["decision"] == "place" and len(f["players"]) == 3),
    "watching": (False, lambda f: f["decision"] == "place" and f["seat"] == 0),
    "shifted": (True, lambda f: f["decision"] == "place" and f["turn"]["shifted"]),
    "reroll": (True, lambda f: f["decision"] == "reroll" and not f["reroll"]["by_character"]),
    "die": (True, lambda f: f["decision"] == "die" and f["use"]["card"]),
    "agent": (True, lambda f: f["decision"] == "agent"),
    "step": (True, lambda f: f["decision"] == "step" and f["movement"]["pool"]),
    "reward": (True, lambda f: f["decision"] == "reward"),
    "discard": (True, lambda f: f["decision"] == "discard" and "use" not in f),
    "mission discard": (True, lambda f: f["decision"] == "mission_discard"),
    "keep": (True, lambda f: f["decision"] == "keep" and len(f["search"]["cards"]) == 3),
    "watching keep": (False, lambda f: f["decision"] == "keep" and len(f["search"]["cards"]) == 3),
    "bottom": (True, lambda f: f["decision"] == "bottom"),
    "espionage": (
        True,
        lambda f: (
            f["decision"] == "espionage"
            and f["use"]["kind"] == "ability"
            and f["use"]["ability"] not in ("search", "code_breaker")
        ),
    ),
    "+1 espionage": (
        False,
        lambda f: f["decision"] == "espionage" and f["use"]["ability"] in ("plus_one", "minus_one"),
    ),
    "flight's espionage": (
        True,
        lambda f: f["decision"] == "espionage" and f["use"]["kind"] == "flight",
    ),
    "mission's espionage": (
        True,
        lambda f: f["decision"] == "espionage" and f["use"]["kind"] == "mission",
    ),
    "First's espionage": (
        False,
        lambda f: f["decision"] == "espionage" and f["phase"] == "first_a" and "on_turn" not in f,
    ),
    "First's espionage in B": (
        False,
        lambda f: f["decision"] == "espionage" and f["phase"] == "first_b" and "on_turn" not in f,
    ),
    "Code Breaker's espionage": (
        False,
        lambda f: f["decision"] == "espionage" and f["phase"] == "breaking",
    ),
    "first": (True, lambda f: f["phase"] == "first_a" and f["decision"] == "first"),
    "break": (True, lambda f: f["phase"] == "breaking" and f["had_break_turn"]),
    "draw code": (True, lambda f: f["decision"] == "draw_code"),
    "resolve": (True, lambda f: f["decision"] == "resolve" and not f["turn"]["acted"]),
    "payment": (True, lambda f: f["decision"] == "payment" and f["use"]["agency_cards"]),
    "any card's payment": (
        False,
        lambda f: (
            f["decision"] == "payment"
            and f["use"]["symbols_paid"]
            > len(house().source.missions[f["use"]["mission"] - 1].equipment)
        ),
    ),
    "code order": (True, lambda f: f["decision"] == "code_order"),
    "last mission": (True, lambda f: f["decision"] == "last_mission"),
    "over": (False, lambda f: f["phase"] == "over" and f["final_round"] and f["round"] < 60),
}


RARE = (
    "setup",
    "placing",
    "mission's espionage",
    "payment",
    "any card's payment",
    "last mission",
    "placing of three",
    "over",
)


def more_games() -> Iterator[View]:
    """Yield views of games in which those that are rare in the collection come up sooner or
    later."""
    return (
        view
        for seed in range(2, 32)
        for players in (3, 2)
        for view in sights(house(), players, seed, "missions")
    )


@cache
def position(name: str) -> View:
    own, wanted = POSITIONS[name]
    for view in more_games() if name in RARE else collection():
        if view.cards is house() and (view.actor == view.seat) == own and wanted(view.fields()):
            return view
    raise AssertionError(f"no position {name!r} to be found")


def violations_of(fields: Any, cards: CompiledSet | None = None) -> list[tuple[str, str]]:
    try:
        View.from_fields(cards or house(), fields)
    except ViewError as error:
        return error.violations
    return []


def field_of(path: str, fields: Fields) -> str:
    """Return a path in which `me` is the seat whose view it is, `other` the next one, `turn` that
    on turn."""
    names = {
        "me": fields["seat"],
        "other": (fields["seat"] + 1) % len(fields["players"]),
        "turn": fields.get("on_turn"),
    }
    for name, seat in names.items():
        path = path.replace(f"[{name}]", f"[{seat}]")
    return path


def put(path: str, value: Any) -> Change:
    """Set a field, to what `value` makes of the old one if that is a function."""

    def change(fields: Fields) -> None:
        steps = field_of(path, fields).replace("[", ".").replace("]", "").split(".")
        place: Any = fields
        for step in steps[:-1]:
            place = place[int(step) if step.isdigit() else step]
        last: Any = int(steps[-1]) if steps[-1].isdigit() else steps[-1]
        place[last] = value(place[last]) if callable(value) else value

    return change


def drop(name: str) -> Change:
    return lambda fields: fields.pop(name)


def together(*changes: Change) -> Change:
    def change(fields: Fields) -> None:
        for step in changes:
            step(fields)

    return change


def label(case: Case) -> str:
    return f"{case[0]}: {case[2]}"


def assert_reported(case: Case) -> None:
    """Check that the spoilt position is refused, and that the field to blame is named with the
    words."""
    name, change, field, words = case
    fields: Any = position(name).fields()
    named = field_of(field, fields)
    change(fields)
    violations = violations_of(fields)
    assert [said for path, said in violations if path.startswith(named) and words in said], (
        violations
    )
