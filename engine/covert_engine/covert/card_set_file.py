"""Reads a card set from TOML. docs/card-sets.md describes the file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from covert_engine.covert.card_set import (
    ABILITIES,
    EFFECTS,
    OPTIONS,
    WHENS,
    AgencyCard,
    CardSet,
    Character,
    Code,
    Mission,
    Options,
    Region,
)
from covert_engine.covert.card_set_check import Entry, Problems, did_you_mean
from covert_engine.covert.errors import CardSetError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

__all__ = ["read_card_set"]


def read_card_set(text: str, problems: Problems) -> CardSet:
    """Read the set in a TOML text.

    What is missing or of the wrong type is added to `problems` and stands in the set as an empty
    value. Text that is not TOML raises CardSetError.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CardSetError([f"not TOML: {error}"]) from error
    top = _take(problems, Entry("card set"), document, _TOP)
    return CardSet(
        name=top["name"],
        equipment=top["equipment"],
        regions=_read_regions(problems, top["regions"]),
        connections=_read_connections(problems, top["connections"]),
        agency=_read_agency(problems, top["agency"]),
        missions=_read_missions(problems, top["missions"]),
        codes=_read_codes(problems, top["codes"]),
        tokens=_read_tokens(problems, top["tokens"]),
        characters=_read_characters(problems, top["characters"]),
        options=Options(**_take(problems, Entry("options"), top["options"], _OPTIONS)),
    )


class _Kind(NamedTuple):
    words: str  # what the file should have there
    fits: Callable[[object], bool]
    empty: Any  # stands in for what is missing or does not fit


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_list_of(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


_TEXT = _Kind("a text in quotes", _is_text, "")
_NUMBER = _Kind("a whole number", _is_number, 0)
_SWITCH = _Kind("true or false", lambda value: isinstance(value, bool), False)
_NAMES = _Kind("a list of names, like [\"London\", \"Bonn\"]", _is_list_of(_is_text), ())
_NUMBERS = _Kind("a list of whole numbers, like [1, 6, 4]", _is_list_of(_is_number), ())
_LIST = _Kind("a list in square brackets", lambda value: isinstance(value, list), [])
_TABLE = _Kind("a table in curly brackets", lambda value: isinstance(value, dict), {})


class _Field(NamedTuple):
    kind: _Kind
    default: Any = None  # None: the field must be there


_TOP = {
    "name": _Field(_TEXT),
    "equipment": _Field(_NAMES),
    "regions": _Field(_LIST),
    "connections": _Field(_TABLE),
    "agency": _Field(_LIST),
    "missions": _Field(_LIST),
    "codes": _Field(_LIST),
    "tokens": _Field(_TABLE),
    "characters": _Field(_LIST),
    "options": _Field(_TABLE, {}),
}
_REGION = {"name": _Field(_TEXT), "cities": _Field(_NAMES)}
_AGENCY = {"equipment": _Field(_TEXT), "city": _Field(_TEXT), "ability": _Field(_TEXT)}
_MISSION = {
    "title": _Field(_TEXT, ""),
    "points": _Field(_NUMBER),
    "equipment": _Field(_NAMES, ()),
    "cities": _Field(_NAMES, ()),
    "regions": _Field(_NAMES, ()),
    "any_cards": _Field(_NUMBER, 0),
    "foot": _Field(_TEXT, ""),
}
_CODE = {"numbers": _Field(_NUMBERS), "equipment": _Field(_TEXT)}
_OPTIONS = {name: _Field(_SWITCH, getattr(Options(), name)) for name in OPTIONS}


def _take(
    problems: Problems, entry: Entry, raw: object, wanted: Mapping[str, _Field]
) -> dict[str, Any]:
    """The wanted fields of one table; lists become tuples."""
    if not isinstance(raw, dict):
        problems.add(entry, f"is {raw!r}; expected a table in curly brackets")
        return {key: kind.empty for key, (kind, _) in wanted.items()}
    for key in raw:
        if key not in wanted:
            problems.add(entry, f"unknown field {key!r}{did_you_mean(key, wanted)}")
    taken = {}
    for key, (kind, default) in wanted.items():
        value = raw.get(key, default)
        if value is None:
            problems.add(entry, f"{key} is missing; expected {kind.words}")
            value = kind.empty
        elif key in raw and not kind.fits(value):
            problems.add(entry, f"{key} is {value!r}; expected {kind.words}")
            value = kind.empty
        keeps_list = kind is _LIST
        taken[key] = tuple(value) if isinstance(value, list) and not keeps_list else value
    return taken


def _read_regions(problems: Problems, raw: list[object]) -> tuple[Region, ...]:
    return tuple(
        Region(**_take(problems, Entry.numbered("regions", number), region, _REGION))
        for number, region in enumerate(raw, 1)
    )


def _read_connections(
    problems: Problems, raw: dict[str, object]
) -> tuple[tuple[str, str], ...]:
    """Pairs of cities; each may be written at either of its ends, or at both."""
    pairs: dict[tuple[str, str], None] = {}
    for city, others in raw.items():
        entry = Entry("connections", f"connections of {city}")
        if not _NAMES.fits(others):
            problems.add(entry, f"is {others!r}; expected {_NAMES.words}")
            continue
        assert isinstance(others, list)
        for other in others:
            if others.count(other) > 1:
                problems.add(entry, f"{other!r} is listed {others.count(other)} times")
            pairs[min(city, other), max(city, other)] = None
    return tuple(sorted(pairs))


def _read_agency(problems: Problems, raw: list[object]) -> tuple[AgencyCard, ...]:
    return tuple(
        AgencyCard(**_take(problems, Entry.numbered("agency", number), card, _AGENCY))
        for number, card in enumerate(raw, 1)
    )


def _read_missions(problems: Problems, raw: list[object]) -> tuple[Mission, ...]:
    return tuple(
        Mission(**_take(problems, Entry.numbered("missions", number), mission, _MISSION))
        for number, mission in enumerate(raw, 1)
    )


def _read_codes(problems: Problems, raw: list[object]) -> tuple[Code, ...]:
    return tuple(
        Code(**_take(problems, Entry.numbered("codes", number), code, _CODE))
        for number, code in enumerate(raw, 1)
    )


def _read_tokens(problems: Problems, raw: dict[str, object]) -> tuple[int, ...]:
    wanted = {ability: _Field(_NUMBER, 0) for ability in ABILITIES}
    taken = _take(problems, Entry("tokens"), raw, wanted)
    return tuple(taken[ability] for ability in ABILITIES)


def _read_characters(problems: Problems, raw: list[object]) -> tuple[Character, ...]:
    return tuple(
        _read_character(problems, Entry.numbered("characters", number), character)
        for number, character in enumerate(raw, 1)
    )


def _read_character(problems: Problems, entry: Entry, raw: object) -> Character:
    """A character with just the fields its effect has."""
    wanted = {"name": _Field(_TEXT), "effect": _Field(_TEXT)}
    effect = EFFECTS.get(str(raw.get("effect"))) if isinstance(raw, dict) else None
    if effect is None:  # its name is reported by the checks; which fields belong is unknown
        kept = {key: raw[key] for key in wanted if key in raw} if isinstance(raw, dict) else raw
        return Character(**_take(problems, entry, kept, wanted))
    if effect.amount:
        wanted["amount"] = _Field(_NUMBER, 1)
    if effect.deck:
        wanted["deck"] = _Field(_TEXT)
    if effect.played:
        wanted["when"] = _Field(_NAMES, WHENS[:1] if effect.placing_only else WHENS)
        wanted["period"] = _Field(_TEXT, "round")
        wanted["times"] = _Field(_NUMBER, 1)
    return Character(**_take(problems, entry, raw, wanted))
