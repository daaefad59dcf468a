"""Reads a card set from TOML. docs/card-sets.md describes the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from covert_engine.covert.cards.card_set import (
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
from covert_engine.covert.cards.problems import FILE, Entry, Problems
from covert_engine.input.hints import did_you_mean, nearest
from covert_engine.input.toml import toml_value


def read_card_set(document: dict[str, Any], problems: Problems) -> CardSet:
    """Read the set in a TOML document.

    A value of the wrong type, a missing field or a missing section is added to `problems` and
    becomes an empty value in the set.
    """
    _no_others(problems, FILE, document, _TOP)
    top = {
        section: _value(problems, Entry(section), "", document, section, field)
        for section, field in _TOP.items()
    }
    return CardSet(
        name=top["name"],
        equipment=top["equipment"],
        regions=_entries(problems, "regions", top["regions"], _REGION, Region),
        connections=_read_connections(problems, top["connections"]),
        agency=_entries(problems, "agency", top["agency"], _AGENCY, AgencyCard),
        missions=_entries(problems, "missions", top["missions"], _MISSION, Mission),
        codes=_entries(problems, "codes", top["codes"], _CODE, Code),
        tokens=_read_tokens(problems, top["tokens"]),
        tiles=top["tiles"],
        characters=tuple(
            _read_character(problems, Entry.numbered("characters", number), raw)
            for number, raw in enumerate(top["characters"], 1)
        ),
        options=Options(**_fields(problems, Entry("options"), top["options"], _OPTIONS)),
    )


class _Kind(NamedTuple):
    words: str  # the value expected in the file
    fits: Callable[[object], bool]
    empty: Any  # stands in for a missing or unfit value


_NUMBERS_OF_TOML = range(-(1 << 63), 1 << 63)  # tomllib reads larger ones too


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in _NUMBERS_OF_TOML


def _is_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _is_numbers(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_number, value))


_TEXT = _Kind("a string in quotes", lambda value: isinstance(value, str), "")
_NUMBER = _Kind("a whole number", _is_number, 0)
_SWITCH = _Kind("true or false", lambda value: isinstance(value, bool), False)
_NAMES = _Kind('a list of names, like ["radio", "recorder"]', _is_names, ())
_WHEN = _Kind('a list, like ["resolving"]', _is_names, ())
_NUMBERS = _Kind("a list of whole numbers, like [1, 6, 4]", _is_numbers, ())
_LIST = _Kind("a list in square brackets", lambda value: isinstance(value, list), ())
_TABLE = _Kind("a table of names and values", lambda value: isinstance(value, dict), {})


class _Field(NamedTuple):
    kind: _Kind
    default: Any = None  # None: the field is required


_TOP = {
    "name": _Field(_TEXT, ""),
    "equipment": _Field(_NAMES, ()),
    "regions": _Field(_LIST, ()),
    "connections": _Field(_TABLE, {}),
    "agency": _Field(_LIST, ()),
    "missions": _Field(_LIST, ()),
    "codes": _Field(_LIST, ()),
    "tokens": _Field(_TABLE, {}),
    "tiles": _Field(_NUMBERS, (2,) * 6),
    "characters": _Field(_LIST, ()),
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
_TOKENS = {ability: _Field(_NUMBER, 0) for ability in ABILITIES}
_CHARACTER = {"name": _Field(_TEXT), "effect": _Field(_TEXT)}
_OF_EFFECTS = ("amount", "deck", "when", "period", "times")  # fields that some effects have
_OPTIONS = {name: _Field(_SWITCH, getattr(Options(), name)) for name in OPTIONS}

_Made = TypeVar("_Made")


def _value(
    problems: Problems, entry: Entry, what: str, raw: dict[str, object], key: str, field: _Field
) -> Any:
    """Read one field of a table; a list becomes a tuple."""
    value = raw.get(key, field.default)
    if value is None:
        problems.leave_unread(entry, key)
        problems.add(entry, f"{what} is missing; expected {field.kind.words}".lstrip())
        return field.kind.empty
    if key in raw and not field.kind.fits(value):
        problems.leave_unread(entry, key)
        text = f"{what} is {toml_value(value)}; expected {field.kind.words}".lstrip()
        problems.add(entry, text, *([what] if what else []))
        return field.kind.empty
    return tuple(value) if isinstance(value, list) else value


def _no_others(
    problems: Problems, entry: Entry, raw: dict[str, object], wanted: Iterable[str]
) -> None:
    for key in raw:
        if key not in wanted:
            problems.add(entry, f"unknown field {key!r}{did_you_mean(key, wanted)}", key)
            meant = nearest(key, wanted)
            if meant is not None and meant not in raw:
                problems.leave_unread(entry, meant)


def _fields(
    problems: Problems, entry: Entry, raw: object, wanted: Mapping[str, _Field]
) -> dict[str, Any]:
    """Read the wanted fields of one table."""
    if not isinstance(raw, dict):
        problems.add(entry, f"is {toml_value(raw)}; expected {_TABLE.words} in curly brackets")
        for key in wanted:
            problems.leave_unread(entry, key)
        return {key: field.kind.empty for key, field in wanted.items()}
    _no_others(problems, entry, raw, wanted)
    return {key: _value(problems, entry, key, raw, key, field) for key, field in wanted.items()}


def _entries(
    problems: Problems,
    section: str,
    raw: Iterable[object],
    wanted: Mapping[str, _Field],
    make: Callable[..., _Made],
) -> tuple[_Made, ...]:
    """Read the entries of a numbered section."""
    return tuple(
        make(**_fields(problems, Entry.numbered(section, number), entry, wanted))
        for number, entry in enumerate(raw, 1)
    )


def _read_connections(problems: Problems, raw: dict[str, object]) -> tuple[tuple[str, str], ...]:
    """Read the pairs of cities; each may be written at either of its ends, or at both."""
    pairs = set()
    for city in raw:
        entry = Entry("connections", f"connections of {city}", (city,))
        if isinstance(raw[city], dict):  # TOML reads St.Petersburg as a table in a table
            problems.add(
                entry,
                "is a table; expected a list of names "
                '(a name with a full stop needs quotes: "St. Petersburg")',
            )
            continue
        others = _value(problems, entry, "", raw, city, _Field(_NAMES))
        for other in sorted(set(others)):
            if others.count(other) > 1:
                times = others.count(other)
                problems.add(entry, f"{other!r} is listed {times} times", other)
            pairs.add((min(city, other), max(city, other)))
    return tuple(sorted(pairs))


def _read_tokens(problems: Problems, raw: dict[str, object]) -> tuple[int, ...]:
    taken = _fields(problems, Entry("tokens"), raw, _TOKENS)
    return tuple(taken[ability] for ability in ABILITIES)


def _read_character(problems: Problems, entry: Entry, raw: object) -> Character:
    """Read a character with just the fields of its effect."""
    wanted = dict(_CHARACTER)
    known = raw if isinstance(raw, dict) else {}
    name = known.get("effect")
    effect = EFFECTS.get(name) if isinstance(name, str) else None
    if effect is not None:
        if effect.amount:
            wanted["amount"] = _Field(_NUMBER, 1)
        if effect.deck:
            wanted["deck"] = _Field(_TEXT)
        if effect.played:
            wanted["when"] = _Field(_WHEN, WHENS[:1] if effect.placing_only else WHENS)
            wanted["period"] = _Field(_TEXT, "round")
            wanted["times"] = _Field(_NUMBER, 1)
    surplus = [key for key in _OF_EFFECTS if key in known and key not in wanted]
    if effect is not None:  # the checks report an unknown one; its fields are unknown
        for key in surplus:
            problems.add(entry, f"the effect {known['effect']!r} has no {key!r}", key)
    if surplus:
        raw = {key: value for key, value in known.items() if key not in surplus}
    return Character(**_fields(problems, entry, raw, wanted))
